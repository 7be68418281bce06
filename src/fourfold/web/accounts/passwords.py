"""Passwords: the policy, and password hashing (Argon2id) beside the event loop."""

import secrets
from functools import cached_property
from itertools import takewhile
from operator import eq

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from fourfold.store.tables.accounts import key_of
from fourfold.web.bounded import BoundedPool
from fourfold.web.errors import Denied

SHORTEST, LONGEST = 12, 200
FEWEST_DIFFERENT = 5  # letters
ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm")
FEWEST_BESIDE_RUNS = 4  # letters outside of runs of the alphabet, of digits or of keys
MEMORY, ROUNDS, LANES = 19 * 1024, 2, 1  # kibibytes and passes, as OWASP recommends for Argon2id
WORKERS = 2
MOST_WAITING = 64


class PasswordsBusy(Denied):
    """Too many passwords wait to be checked."""

    seconds = 2

    def __init__(self) -> None:
        super().__init__(503, "web.busy")


class Passwords:
    """Hashes and verifies passwords in a few threads; one caller too many is rejected."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
        self.pool = BoundedPool("fourfold-password", WORKERS, MOST_WAITING, PasswordsBusy)

    async def hash(self, password: str) -> str:
        """Hash a password, for the store."""
        return await self.pool.do(lambda: self.hasher.hash(password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether a password fits a hash. Without a hash the same work is done, and the result is False."""
        return await self.pool.do(lambda: self._verify(kept, password[: LONGEST + 1]))

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other costs than today's."""
        return self.hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads."""
        self.pool.close()

    def _verify(self, kept: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(kept or self._nobodys, password) and kept is not None
        except (Argon2Error, InvalidHashError):
            return False

    @cached_property
    def _nobodys(self) -> str:
        return self.hasher.hash(secrets.token_urlsafe())


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or too easily guessed.

    >>> check_password("correct horse", "ann")
    >>> check_password("123456789012", "ann")
    Traceback (most recent call last):
    fourfold.web.errors.Denied: The password is too easily guessed.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Denied(422, "web.bad_password", shortest=SHORTEST, longest=LONGEST)
    plain = key_of(password)
    if len(set(plain)) < FEWEST_DIFFERENT or key_of(name) in plain or len(_without_runs(plain)) < FEWEST_BESIDE_RUNS:
        raise Denied(422, "web.weak_password")


def _without_runs(text: str) -> str:
    """A text without runs of three or more letters of the alphabet, digits, or neighbouring keys."""
    rows = [*ROWS, *(row[::-1] for row in ROWS)]
    rest = ""
    while text:
        length = max(_common_length(row[row.find(text[0]) :], text) for row in rows)
        if length < 3:
            rest += text[0]
            length = 1
        text = text[length:]
    return rest


def _common_length(row: str, text: str) -> int:
    """The length of the common prefix."""
    return sum(takewhile(bool, map(eq, row, text)))
