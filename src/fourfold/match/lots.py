"""Provably fair randomness (commit and reveal): lots and deals from the server's secret and the players' parts.

The server publishes the hash of its secret (the commitment) before anybody joins, so it cannot change the secret. It
does not know the parts that players will add, so it cannot choose a favourable secret. Players add their parts without
knowing the secret. After the match the secret is revealed. `docs/fair.md` describes each step with an example.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

SECRET_BYTES = 32
NO_LOTS = 255  # the byte behind a secret where no lots will be drawn
WORD_BYTES = 4
WORD = re.compile(r"[0-9a-f]{64}")  # 256 bits: secrets, parts, commitments


def is_word(text: str) -> bool:
    """Whether a text is 256 bits as 64 lower-case hexadecimal digits."""
    return WORD.fullmatch(text) is not None


def commit(secret: str, start: int | None = None) -> str:
    """The commitment to a secret, published before the match: its SHA-256.

    Who starts may be promised too, as one more byte, so that nobody can invent it: in a rematch the place of the last
    winner, or NO_LOTS where everybody sits as the match was set up.

    >>> commit("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(secret) + (b"" if start is None else bytes([start]))).hexdigest()


def derive_secret(seed: str, match: str) -> str:
    """The secret of a tournament's match, from the tournament's seed and the match's id.

    >>> derive_secret("00" * 32, "cup-r0t0g0")
    'cccf1310ddd97dbebff6a659e1b5d47a528b38c0ad6e7607c1e46fccf270e215'
    """
    return hmac.digest(bytes.fromhex(seed), f"fourfold:match:{match}".encode(), "sha256").hex()


def shuffle(items: Sequence[Item], secret: str, parts: Sequence[str], purpose: str, number: int) -> list[Item]:
    """Shuffle the items (Fisher-Yates) with random numbers from the secret and the parts of all places.

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
    """The order of a match's deal of this number, from 1. The deck is sorted by name first."""
    return shuffle(sorted(deck), secret, parts, "deal", number)


def draw_seats(places: int, secret: str, parts: Sequence[str], starter: int | None = None) -> tuple[int, ...]:
    """The place that gets each seat. A starter gets the first seat; the others keep their order."""
    order = shuffle(range(places), secret, parts, "seats", 0)
    if starter is not None:
        order.remove(starter)
        order.insert(0, starter)
    return tuple(order)


def _words(secret: str, parts: Sequence[str], purpose: str, number: int) -> Iterator[int]:
    """An endless stream of 32-bit numbers: eight from the HMAC of each counted block."""
    key, block = bytes.fromhex(secret), 0
    while True:
        message = f"fourfold:{purpose}:{number}:{block}:{','.join(parts)}"
        digest = hmac.digest(key, message.encode(), "sha256")
        for at in range(0, len(digest), WORD_BYTES):
            yield int.from_bytes(digest[at : at + WORD_BYTES], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below a bound, by rejection sampling."""
    whole = 1 << 8 * WORD_BYTES
    fair = whole - whole % bound
    return next(word for word in words if word < fair) % bound
