"""`/api/matches`: listing one's matches, looking at a match, and playing it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fourfold.match.commands import AnyCommand, Play, Resign
from fourfold.match.settings import UNFINISHED
from fourfold.match.verification import SEED
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.live.match_lists import list_matches, show_turns
from fourfold.web.schemas.messages import Message
from fourfold.web.schemas.parameters import MatchId, SequenceNumber, WithBoard
from fourfold.web.schemas.responses import Done, ListedMatch, MatchList

MoveText = Annotated[str, Meta(max_length=400, description="The move, in notation.")]
AtPly = Annotated[
    Annotated[int, Meta(ge=0, le=2**31 - 1)] | None, Meta(description="The ply that the move is meant for.")
]

PAGE_SIZE = 50
MOST_SEARCHED = 1_000  # matches for one response


class MatchQuery(msgspec.Struct, frozen=True):
    """The query parameters of a list of matches."""

    game: Annotated[str, Meta(max_length=40, description="Only matches of this game.")] = ""
    opponent: Annotated[str, Meta(max_length=40, description="Only against a name that contains this.")] = ""
    result: Annotated[
        Literal["won", "lost", "drawn", "running"] | None, Meta(description="Only with this result for me, or running.")
    ] = None
    behind: Annotated[str, Meta(max_length=64, description="Only matches that follow this one in the list.")] = ""

    def fits(self, match: ListedMatch) -> bool:
        """Whether a match has the opponent and the result."""
        others = [seat.name for place, seat in enumerate(match.seats) if place not in match.mine]
        if not any(self.opponent.casefold() in name.casefold() for name in others or [""]):
            return False
        return self.result is None or match.result == self.result


def add_matches(api: Api, context: AppContext) -> None:
    """Add the routes."""
    service = context.service

    @api.post("/api/matches/{match_id}/commands", "matches", "web.summary.command", 404, 409, 503)
    async def carry_out(request: Request, match_id: MatchId, body: AnyCommand) -> Done:
        return Done(await context.carry_out(match_id, body, await context.sessions.require(request)))

    @api.post("/api/matches/{match_id}/move/{move:path}", "bots", "web.summary.move", 404, 409, 413, 415, 422, 503)
    async def play(request: Request, match_id: MatchId, move: MoveText, ply: AtPly = None) -> Done:
        player = await context.sessions.require(request)
        meant = ply if ply is not None else (await service.find(match_id)).match.ply
        return Done(await context.carry_out(match_id, Play(move=move, ply=meant), player))

    @api.post("/api/matches/{match_id}/resign", "bots", "web.summary.resign", 404, 409, 413, 415, 422, 503)
    async def resign(request: Request, match_id: MatchId) -> Done:
        return Done(await context.carry_out(match_id, Resign(), await context.sessions.require(request)))

    @api.get("/api/matches/{match_id}", "matches", "web.summary.match", 404, 422)
    async def show_match(
        request: Request, match_id: MatchId, after: SequenceNumber = 0, board: WithBoard = False
    ) -> Json[Message]:
        guest = await context.sessions.find(request)
        async with service.locked(match_id) as live:
            return Json(await service.message_since(live, guest.id if guest else "", after, has_board=board))

    @api.get("/api/matches/{match_id}/record", "matches", "web.summary.record", 404, 409, 422, gives="text/plain")
    async def record(match_id: MatchId) -> Response:
        async with service.locked(match_id) as live:
            position = live.match.position
            if position is None:
                raise Denied(409, "match.not_begun")
            if position.game.is_hidden(position.options) and live.match.ended is None:
                raise Denied(409, "web.still_hidden")
            record = live.match.record()
        if seed := await context.tournaments.seed_of_match(match_id):
            record.headers[SEED] = seed
        return PlainTextResponse(str(record))

    @api.get("/api/matches", "matches", "web.summary.mine", 404, 422)
    async def my_matches(request: Request, query: MatchQuery) -> MatchList:
        guest = await context.sessions.require(request)
        return await find_matches(context, guest.id, query)


async def find_matches(context: AppContext, player: str, query: MatchQuery) -> MatchList:
    """Search the matches of a player: first the unfinished ones, my turn before others, then those that are over."""
    store, game = context.store, query.game or None
    last = await store.read_async(store.matches.find, query.behind) if query.behind else None
    found: list[ListedMatch] = []
    if query.result in (None, "running") and (last is None or last.status != "over"):
        page = await store.read_async(
            list_matches, store, player=player, game=game, statuses=UNFINISHED, behind=last, limit=PAGE_SIZE
        )
        found += filter(query.fits, page)
        found = await show_turns(context.service, found)
        if len(page) == PAGE_SIZE:
            return MatchList(found, page[-1].match)
        last = None
    if query.result == "running":
        return MatchList(found)
    for _ in range(MOST_SEARCHED // PAGE_SIZE):
        page = await store.read_async(
            list_matches, store, player=player, game=game, statuses=["over"], behind=last, limit=PAGE_SIZE
        )
        found += filter(query.fits, page)
        last = await store.read_async(store.matches.find, page[-1].match) if len(page) == PAGE_SIZE else None
        if last is None or len(found) >= PAGE_SIZE:
            break
    return MatchList(found, last.id if last else "")
