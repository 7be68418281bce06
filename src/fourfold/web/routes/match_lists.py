"""Lists of matches: who sits there, how they ended; and one's own, searched."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import FastAPI, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match.events import Ended
from fourfold.match.settings import Settings
from fourfold.store import rows
from fourfold.text import say
from fourfold.web.accounts.sessions import name_of
from fourfold.web.context import AppContext
from fourfold.web.openapi import gives
from fourfold.web.schemas.messages import ShownOutcome
from fourfold.web.schemas.responses import ListedMatch, ListedSeat, MatchList, answer

Result = Literal["won", "lost", "drawn", "running"]

WantedGame = Annotated[str, Query(max_length=40, description="Only matches of this game.")]
WantedOpponent = Annotated[str, Query(max_length=40, description="Only against somebody whose name has this in it.")]
WantedResult = Annotated[Result | None, Query(description="Only matches that ended so for me, or that still run.")]
Behind = Annotated[str, Query(max_length=64, description="Only matches that come behind this one in the list.")]

A_PAGE = 50
MOST_LOOKED_AT = 1_000  # matches for one answer; then it says behind which to go on

_read_settings = msgspec.json.Decoder(Settings).decode
_read_ended = msgspec.json.Decoder(Ended).decode


def add_finding(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get("/api/matches", tags=["matches"], summary=say("web.summary.mine"), **gives(MatchList, 401, 404, 422))
    async def my_matches(
        request: Request,
        game: WantedGame = "",
        opponent: WantedOpponent = "",
        result: WantedResult = None,
        behind: Behind = "",
    ) -> Response:
        guest = await context.sessions.require(request)
        return answer(await context.store.aside(find_matches, context, guest.id, game, opponent, result, behind))


def find_matches(
    context: AppContext, guest_id: str, game: str, opponent: str, result: Result | None, behind: str
) -> MatchList:
    """Go through the matches of a guest, from one of them on, for those that are searched for."""
    last = context.store.match(behind) if behind else None
    found: list[ListedMatch] = []
    for _ in range(MOST_LOOKED_AT // A_PAGE):
        page = list_matches(context, guest_id=guest_id, game=game or None, behind=last, limit=A_PAGE)
        found += [match for match in page if is_wanted(match, opponent, result)]
        last = context.store.match(page[-1].match) if len(page) == A_PAGE else None
        if last is None or len(found) >= A_PAGE:
            break
    return MatchList(found, last.id if last else "")


def is_wanted(match: ListedMatch, opponent: str, result: Result | None) -> bool:
    """Whether a match has what is searched for."""
    others = [seat.name for place, seat in enumerate(match.seats) if place not in match.mine]
    if not any(opponent.casefold() in name.casefold() for name in others or [""]):
        return False
    return result is None or result_of(match) == result


def result_of(match: ListedMatch) -> Result:
    """How a match ended for who asks."""
    if match.outcome is None:
        return "running"
    if match.outcome.winner is None:
        return "drawn"
    return "won" if match.outcome.winner in match.mine else "lost"


def list_matches(context: AppContext, *, guest_id: str | None = None, **wanted: Any) -> list[ListedMatch]:
    """The matches that have all that is asked for, with the names of who sits there, and how they ended."""
    found = context.store.matches(guest_id=guest_id, **wanted)
    ids = [match.id for match in found]
    seats = context.store.seats(ids)
    sitting = {seat.guest_id for row in seats.values() for seat in row if seat.guest_id}
    guests, kinds = context.store.guests(sitting), context.store.accounts.kinds(sitting)
    endings = context.store.last_events([match.id for match in found if match.status == "over"], "ended")

    def listed(seat: rows.SeatRow) -> ListedSeat:
        guest = guests.get(seat.guest_id or "")
        if guest is None:
            return ListedSeat(seat.kind, "")  # type: ignore[arg-type]  # the store keeps words
        return ListedSeat(seat.kind, name_of(guest), kinds.get(guest.id, ""))  # type: ignore[arg-type]

    return [
        ListedMatch(
            m.id, m.game, m.status, m.created, m.updated, shown_settings(m.settings),
            [listed(seat) for seat in seats.get(m.id, [])],
            _outcome(endings.get(m.id)),
            [seat.seat for seat in seats.get(m.id, []) if guest_id and seat.guest_id == guest_id],
        )
        for m in found
    ]  # fmt: skip


def shown_settings(text: str) -> Settings:
    """The settings as everybody may see them: what a match began with may show hidden hands."""
    return msgspec.structs.replace(_read_settings(text), start="")


def _outcome(body: bytes | None) -> ShownOutcome | None:
    if body is None:
        return None
    ended = _read_ended(body)
    return ShownOutcome(ended.winner, list(ended.scores), ended.code)
