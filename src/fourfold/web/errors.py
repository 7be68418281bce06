"""Errors over HTTP: the status of each error, and the problem that clients get."""

from typing import Any

import msgspec

from fourfold.core.errors import BadDeal, BadNotation, BadOption, FourfoldError, IllegalMove, UnknownGame
from fourfold.match.refusal import Refused
from fourfold.players.errors import NoMoveChosen, UnknownLevel
from fourfold.puzzles.errors import UnknownPuzzle
from fourfold.search.errors import NothingToChoose
from fourfold.store.errors import (
    AccountExists,
    NameTaken,
    StoreError,
    UnknownCommitment,
    UnknownMatch,
    UnknownTournament,
)
from fourfold.text import say


class Problem(msgspec.Struct, frozen=True):
    """An error: a code for programs, a sentence for people, and the values in it for translations."""

    code: str
    message: str
    values: dict[str, str] = {}


class Denied(FourfoldError):
    """A refused request, with its HTTP status."""

    def __init__(self, status: int, code: str, /, **values: Any) -> None:
        super().__init__(code, **values)
        self.status = status


def status_of_error(error: FourfoldError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, Denied):
        return error.status
    if isinstance(error, UnknownMatch | UnknownGame | UnknownPuzzle | UnknownTournament):
        return 404
    if isinstance(error, Refused | UnknownCommitment | NothingToChoose | NameTaken | AccountExists):
        return 409
    if isinstance(error, IllegalMove | BadNotation | BadOption | BadDeal | UnknownLevel):
        return 422
    if isinstance(error, StoreError | NoMoveChosen):
        return 503
    return 400


def problem_of(error: FourfoldError) -> Problem:
    """The error as clients get it."""
    return Problem(error.code, str(error), {name: str(value)[:300] for name, value in error.values.items()})


def problem(code: str, **values: Any) -> Problem:
    """A problem without an error."""
    return Problem(code, say(code, **values), {name: str(value)[:300] for name, value in values.items()})
