"""The exceptions of the public API.

An error carries a message code and values, so that a client can show it in any language; `str()` gives the
English sentence.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from fourfold.text import say

LONGEST_QUOTED = 300


class FourfoldError(ValueError):
    """The base class of all errors.

    >>> import fourfold
    >>> try:
    ...     fourfold.game("qawale").start(pebbles=11)
    ... except fourfold.FourfoldError as error:
    ...     print(error)
    Qawale: pebbles=11 is not possible; it takes a whole number from 1 to 10.
    """

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return say(self.code, **{name: _shortened(value) for name, value in self.values.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, self.values)


def _shortened(value: Any) -> Any:
    """Cut a quoted text that is too long for a message."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTED:
        return value[: LONGEST_QUOTED - 1] + "…"
    return value


def _rebuild(kind: type[FourfoldError], code: str, values: dict[str, Any]) -> FourfoldError:
    return kind(code, **values)


class Failure(FourfoldError):
    """The work failed though nothing that was given is wrong: a server does not answer, a disk is full."""


class MissingExtra(FourfoldError, ImportError):
    """A package is not installed that comes with an extra of Fourfold."""


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import packages of an extra; where one is missing, say which extra to install.

    >>> with needs_extra("research"):
    ...     import nothing_of_this_name
    Traceback (most recent call last):
    ...
    fourfold.core.errors.MissingExtra: This needs the package nothing_of_this_name, ... 'fourfold[research]'.
    """
    try:
        yield
    except ModuleNotFoundError as problem:
        raise MissingExtra("fourfold.no_extra", package=problem.name, extra=extra) from None


def require_extra(extra: str, *packages: str) -> None:
    """Say which extra to install where one of its packages is missing; none is imported.

    >>> require_extra("ray", "nothing_of_this_name")
    Traceback (most recent call last):
    ...
    fourfold.core.errors.MissingExtra: This needs the package nothing_of_this_name, ... 'fourfold[ray]'.
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra("fourfold.no_extra", package=package, extra=extra)


class UnknownGame(FourfoldError):
    """There is no game of that name."""


class FaultyGame(FourfoldError):
    """A game is there, but its package lacks something or cannot be imported."""


class BadOption(FourfoldError):
    """The options of a game are wrong; the base class of the three errors below."""


class UnknownOption(BadOption):
    """The game has no such option."""


class BadValue(BadOption):
    """The value of an option cannot be read or is out of range."""


class ContradictoryOptions(BadOption):
    """Each option is valid by itself, but not together with the others."""


class BadNotation(FourfoldError):
    """A text cannot be parsed as a move, a position or a record."""


class BadPosition(BadNotation):
    """A position can be parsed, but cannot occur in a game."""


class BadRecord(BadNotation):
    """A record can be parsed, but its moves are not legal or its result is not theirs."""


class BadDeal(FourfoldError):
    """The order of a deal is wrong, or no deal is due."""


class IllegalMove(FourfoldError):
    """A move can be parsed, but is not legal here."""


class NoSuchSeat(FourfoldError):
    """A view was requested for a seat that does not exist."""
