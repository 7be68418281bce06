"""Errors over HTTP: the status of each error, and the problem that clients get."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fourfold.core import errors as core
from fourfold.core.help.explanation import rule_of
from fourfold.match.refusal import Refused
from fourfold.players.errors import NoMoveChosen, UnknownLevel
from fourfold.puzzles.errors import UnknownPuzzle
from fourfold.search.errors import NothingToChoose
from fourfold.store import errors as store
from fourfold.text import say

STATUSES: dict[type[core.FourfoldError], int] = {  # the first that fits
    store.UnknownMatch: 404, core.UnknownGame: 404, UnknownPuzzle: 404, store.UnknownTournament: 404,
    Refused: 409, store.UnknownCommitment: 409, NothingToChoose: 409, store.NameTaken: 409, store.AccountExists: 409,
    core.IllegalMove: 422, core.BadNotation: 422, core.BadOption: 422, core.BadDeal: 422, UnknownLevel: 422,
    store.UnreadableMatch: 500, store.StoreError: 503, NoMoveChosen: 503, core.FaultyGame: 503,
}  # fmt: skip


class Problem(msgspec.Struct, frozen=True):
    """An error: a code for programs, a sentence for people, and the values in it for translations.

    `rule` is the rule of the game that it cites, such as F3.
    """

    code: str
    message: str
    values: dict[str, str] = {}
    rule: str = ""


class Denied(core.FourfoldError):
    """A refused request, with its HTTP status."""

    def __init__(self, status: int, code: str, /, **values: Any) -> None:
        super().__init__(code, **values)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return _denied, (self.status, self.code, self.values)


def _denied(status: int, code: str, values: dict[str, Any]) -> Denied:
    return Denied(status, code, **values)


def status_of_error(error: core.FourfoldError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, Denied):
        return error.status
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 400)


def problem_of(error: core.FourfoldError) -> Problem:
    """The error as clients get it."""
    return _problem(error.code, str(error), error.values)


def problem(code: str, **values: Any) -> Problem:
    """A problem without an error."""
    return _problem(code, say(code, **values), values)


def _problem(code: str, message: str, values: Mapping[str, Any]) -> Problem:
    return Problem(code, message, {name: str(value)[:300] for name, value in values.items()}, rule_of(code))
