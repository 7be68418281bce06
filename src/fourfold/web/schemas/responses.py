"""What is answered: the forms of all answers, and every error in the same form."""

from typing import Any, Literal

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.errors import FourfoldError
from fourfold.core.help.lessons import Advice, LessonStep
from fourfold.core.options import Kind
from fourfold.match.accounts import AccountKind
from fourfold.match.settings import Settings
from fourfold.web.errors import problem, problem_of, status_of_error
from fourfold.web.http.middleware import TooLarge, too_large
from fourfold.web.metrics import REFUSALS
from fourfold.web.schemas.messages import ShownOutcome, encoder

COME_AGAIN_SECONDS = 2  # when the store is out of reach, or the server stops


class Health(msgspec.Struct, frozen=True):
    """Whether the server runs, and whether all games are loaded."""

    ok: bool
    ready: bool


class GameOption(msgspec.Struct, frozen=True):
    """One option of a game: yes or no, a number, a number for each seat (joined by commas), or one of several words.

    The default is the word that stands when nothing is said; it is empty where the option may be left open.
    """

    name: str
    label: str
    text: str
    kind: Kind
    default: str
    bounds: dict[str, tuple[int, int]] = {}  # of numbers: the lowest and the highest, by how many play
    words: dict[str, str] = {}  # of a choice: each word, and what it means


class ShownExtra(msgspec.Struct, frozen=True):
    """Points beside those of the pieces themselves, and the rule that gives them."""

    name: str
    label: str
    points: int
    rule: str


class ShownScoring(msgspec.Struct, frozen=True):
    """What is written down where points are counted at a table: what wins, or wins with an option on; usual turns."""

    extras: list[ShownExtra]
    target: int
    targets: dict[str, int]
    turn_seconds: list[int]


class GameInfo(msgspec.Struct, frozen=True):
    """One game: how few and how many can play it, what the seats are called, and the options."""

    id: str
    name: str
    tagline: str
    authors: list[str]
    publisher: str
    year: int
    seats: tuple[int, int]
    seat_names: list[str]
    options: list[GameOption]
    scoring: ShownScoring | None = None


class ShownLevel(msgspec.Struct, frozen=True):
    """One level of computers: whether somebody new plays against it, and its ratings in games that have a ladder."""

    id: str
    name: str
    about: str
    is_usual: bool
    ratings: dict[str, int]


class Shelf(msgspec.Struct, frozen=True):
    """All that can be played, and against whom."""

    games: list[GameInfo]
    levels: list[ShownLevel]


class ShownGuest(msgspec.Struct, frozen=True):
    """Who one is; somebody new has no id and no name yet."""

    id: str = ""
    name: str = ""
    account: AccountKind = ""


class MadeMatch(msgspec.Struct, frozen=True):
    """A match that was set up, and the token that lets others sit down."""

    match: str
    invite: str


class JoinedMatch(msgspec.Struct, frozen=True):
    """The match where one sits now."""

    match: str


class Commitment(msgspec.Struct, frozen=True):
    """The SHA-256 of a secret that was chosen for a match to come."""

    commitment: str


class Invitation(msgspec.Struct, frozen=True):
    """Where an invitation leads, and what the secret of that match was promised to be; an old match has no promise."""

    match: str
    commitment: str


class ListedSeat(msgspec.Struct, frozen=True):
    """Who sits there; nobody yet has no name."""

    kind: Literal["person", "computer", "open"]
    name: str
    account: AccountKind = ""


class ListedMatch(msgspec.Struct, frozen=True):
    """One match in a list."""

    match: str
    game: str
    status: str
    created: int
    updated: int
    settings: Settings
    seats: list[ListedSeat]
    outcome: ShownOutcome | None = None
    mine: list[int] = []  # the seats of who asks


class MatchList(msgspec.Struct, frozen=True):
    """Matches, those with the latest events first; `behind` is what to ask behind for more, or nothing."""

    matches: list[ListedMatch]
    behind: str = ""


class Done(msgspec.Struct, frozen=True):
    """A command was carried out; the number of the match's last event."""

    sequence: int


class ShownPassage(msgspec.Struct, frozen=True):
    """A piece of the rules as HTML, and the names of the rules that it states."""

    names: list[str]
    html: str


class RulesSection(msgspec.Struct, frozen=True):
    """What stands under one heading of the rules; the first has no title."""

    title: str
    passages: list[ShownPassage]


class ShownRules(msgspec.Struct, frozen=True):
    """The rules of a game in words, in the language that they are in."""

    language: str
    sections: list[RulesSection]


class Lessons(msgspec.Struct, frozen=True):
    """What one can try to learn a game, and what is said in a guided first one; words stand in the catalogues."""

    steps: list[LessonStep]
    advice: list[Advice]


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return Response(encoder.encode(content), status, headers, "application/json")


def refusal(error: FourfoldError) -> Response:
    """An error as an answer."""
    REFUSALS.labels(error.code).inc()
    status = status_of_error(error)
    seconds = getattr(error, "seconds", COME_AGAIN_SECONDS if status == 503 else None)
    return answer(problem_of(error), status, {"retry-after": str(seconds)} if seconds else None)


def add_errors(app: FastAPI) -> None:
    """Answer every error in the same form."""

    async def refuse(_: Request, error: Exception) -> Response:
        assert isinstance(error, FourfoldError)
        return refusal(error)

    async def refuse_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "web.not_found", 405: "web.not_allowed"}.get(error.status_code, "web.failed")
        return answer(problem(code), error.status_code, dict(error.headers or {}))

    async def refuse_values(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return answer(problem("web.bad_value", where=where, problem=first["msg"]), 422)

    async def refuse_size(_: Request, __: Exception) -> Response:
        return answer(too_large(), 413)

    async def fail(_: Request, __: Exception) -> Response:
        return answer(problem("web.failed"), 500)  # the guard, where it goes on to, writes it down

    app.add_exception_handler(FourfoldError, refuse)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_exception_handler(RequestValidationError, refuse_values)
    app.add_exception_handler(TooLarge, refuse_size)
    app.add_exception_handler(Exception, fail)
