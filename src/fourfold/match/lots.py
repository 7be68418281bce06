"""Chance that nobody can choose and anybody can check: lots and deals from a secret and what each seat adds.

The server names the hash of its secret before anybody sits down, so it cannot change the secret; it does not know what
the seats will add, so it cannot choose a secret to its liking; and the seats add theirs without knowing the secret.
After the match the secret is told. `docs/fair.md` says it step by step, with an example to reckon through.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

SECRET_BYTES = 32
WORD_BYTES = 4
WORD = re.compile(r"[0-9a-f]{64}")  # 256 bits, as secrets, parts and commitments are written


def is_word(text: str) -> bool:
    """Whether a text is 256 bits as we write them: 64 hexadecimal digits, small letters."""
    return WORD.fullmatch(text) is not None


def commit(secret: str) -> str:
    """What is told of a secret before the match: its SHA-256.

    >>> commit("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def shuffle(items: Sequence[Item], secret: str, parts: Sequence[str], purpose: str, number: int) -> list[Item]:
    """Order the items by what the secret and the parts of all places make of them (Fisher and Yates).

    >>> shuffle("abcd", "00" * 32, ["11" * 32, ""], "deal", 1)
    ['b', 'a', 'c', 'd']
    """
    order = list(items)
    words = _words(secret, parts, purpose, number)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def shuffle_deck(deck: Sequence[str], secret: str, parts: Sequence[str], number: int) -> list[str]:
    """The order of a match's deal of this number, the first being 1; the deck lies in the order of its names first."""
    return shuffle(sorted(deck), secret, parts, "deal", number)


def draw_seats(places: int, secret: str, parts: Sequence[str], starter: int | None = None) -> tuple[int, ...]:
    """Which place sits on each seat. A starter has the first whatever the lot says; the others keep their order."""
    order = shuffle(range(places), secret, parts, "seats", 0)
    if starter is not None:
        order.remove(starter)
        order.insert(0, starter)
    return tuple(order)


def _words(secret: str, parts: Sequence[str], purpose: str, number: int) -> Iterator[int]:
    """Numbers of 32 bits, eight from each HMAC; the blocks are counted, so there is no end of them."""
    key, block = bytes.fromhex(secret), 0
    while True:
        message = f"fourfold:{purpose}:{number}:{block}:{','.join(parts)}"
        digest = hmac.digest(key, message.encode(), "sha256")
        for at in range(0, len(digest), WORD_BYTES):
            yield int.from_bytes(digest[at : at + WORD_BYTES], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below a bound, each equally likely: words beyond the last whole multiple of it are left out."""
    whole = 1 << 8 * WORD_BYTES
    fair = whole - whole % bound
    return next(word for word in words if word < fair) % bound
