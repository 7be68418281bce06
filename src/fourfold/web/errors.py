"""Errors over HTTP: the status of each error, and the problem that clients get."""

from typing import Any

import msgspec

from fourfold.core import errors as core
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
    store.StoreError: 503, NoMoveChosen: 503, core.FaultyGame: 503,
}  # fmt: skip


class Problem(msgspec.Struct, frozen=True):
    """An error: a code for programs, a sentence for people, and the values in it for translations."""

    code: str
    message: str
    values: dict[str, str] = {}


class Denied(core.FourfoldError):
    """A refused request, with its HTTP status."""

    def __init__(self, status: int, code: str, /, **values: Any) -> None:
        super().__init__(code, **values)
        self.status = status


def status_of_error(error: core.FourfoldError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, Denied):
        return error.status
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 400)


def problem_of(error: core.FourfoldError) -> Problem:
    """The error as clients get it."""
    return Problem(error.code, str(error), {name: str(value)[:300] for name, value in error.values.items()})


def problem(code: str, **values: Any) -> Problem:
    """A problem without an error."""
    return Problem(code, say(code, **values), {name: str(value)[:300] for name, value in values.items()})
