"""Passwords: what they must be, and their hashes, which are made beside the event loop."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from fourfold.store.tables.accounts import key_of
from fourfold.web.errors import Denied

Result = TypeVar("Result")

SHORTEST, LONGEST = 12, 200
FEWEST_DIFFERENT = 5  # letters
ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm")
FEWEST_BESIDE_RUNS = 4  # letters that are in no stretch of the alphabet, of numbers, or of keys in a row
MEMORY, ROUNDS, LANES = 19 * 1024, 2, 1  # kibibytes and passes, as OWASP recommends for Argon2id
WORKERS = 2
MOST_WAITING = 64


class PasswordsBusy(Denied):
    """So many passwords are being checked that this one would wait too long."""

    seconds = 2

    def __init__(self) -> None:
        super().__init__(503, "web.busy")


class Passwords:
    """Makes and checks hashes in a few threads; who comes when too many wait is sent away."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
        self.pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="fourfold-password")
        self.waiting = 0

    async def hash(self, password: str) -> str:
        """The hash to keep of a password."""
        return await self._beside(partial(self.hasher.hash, password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is the password of a hash. Without a hash the same work is done, and the answer is no."""
        return await self._beside(partial(self._verify, kept, password[: LONGEST + 1]))

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other costs than today's."""
        return self.hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Let the threads go."""
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def _beside(self, work: "partial[Result]") -> Result:
        if self.waiting >= MOST_WAITING:
            raise PasswordsBusy
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)
        finally:
            self.waiting -= 1

    def _verify(self, kept: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(kept or self._nobodys, password) and kept is not None
        except (Argon2Error, InvalidHashError):
            return False

    @cached_property
    def _nobodys(self) -> str:
        return self.hasher.hash(secrets.token_urlsafe())


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short or too easily guessed.

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
    """What is left of a text without stretches of the alphabet, of numbers in order, and of rows of keys."""
    rows = [*ROWS, *(row[::-1] for row in ROWS)]
    rest, place = "", 0
    while place < len(text):
        length = max(_common_length(row, text[place:]) for row in rows)
        if length < 3:
            rest += text[place]
            length = 1
        place += length
    return rest


def _common_length(row: str, text: str) -> int:
    """How far the text goes along a row, from where its first letter stands there."""
    start = row.find(text[0])
    length = 0
    while start >= 0 and length < len(text) and row[start + length : start + length + 1] == text[length]:
        length += 1
    return length
