"""Everything that can be wrong with what a person or a program asks for.

An error carries a code and values, so that a page can say it in any language; `str()` of it is
the English sentence.
"""

from typing import Any

from fourfold.text import say

LONGEST_QUOTED = 300


class FourfoldError(ValueError):
    """The common parent: catch it to catch them all.

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
    """Nobody wants to read a text of thousands of letters that cannot be read."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTED:
        return value[: LONGEST_QUOTED - 1] + "…"
    return value


def _rebuild(kind: type[FourfoldError], code: str, values: dict[str, Any]) -> FourfoldError:
    return kind(code, **values)


class UnknownGame(FourfoldError):
    """There is no game of that name."""


class BadOption(FourfoldError):
    """Something is wrong with the options of a game; the parent of the three kinds below."""


class UnknownOption(BadOption):
    """The game has no such option."""


class BadValue(BadOption):
    """The option exists, but its value cannot be read or is out of range."""


class ContradictoryOptions(BadOption):
    """Each option is fine by itself, but not together with the others."""


class BadNotation(FourfoldError):
    """A text cannot be read: not a move, not a position, not a record."""


class BadPosition(BadNotation):
    """A position can be read, but cannot stand on the table."""


class BadRecord(BadNotation):
    """A record can be read, but its moves cannot be played or its result is not theirs."""


class BadDeal(FourfoldError):
    """The order of a deal is not one, or nothing is to be dealt now."""


class IllegalMove(FourfoldError):
    """A move can be read, but the rules do not allow it here."""


class NoSuchSeat(FourfoldError):
    """A view was asked for a seat that the table does not have."""
