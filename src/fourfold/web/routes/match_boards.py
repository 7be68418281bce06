"""`/api/matches/{match}/…`: the board, earlier boards, its frame, clicks, the preview of a move, reasons, hints."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fourfold.core.clicks import Clicks
from fourfold.core.display.figures import cropped
from fourfold.core.display.pictures import find_palette
from fourfold.core.help.move_words import words_of
from fourfold.core.position import Position, View
from fourfold.match import decisions
from fourfold.match.encoding import encode_json
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.match.move_log import Step, last_boards
from fourfold.match.settings import Settings
from fourfold.picture.formats.svg import svg
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, Problem
from fourfold.web.http.clients import while_connected
from fourfold.web.http.files import StaticFile, serve
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.routes.positions import explain, show_analysis
from fourfold.web.schemas.boards import Board, ShownFrame, show_board, show_frame
from fourfold.web.schemas.messages import ShownBoard
from fourfold.web.schemas.parameters import ClickPath, MatchId
from fourfold.web.schemas.positions import ShownAnalysis
from fourfold.web.schemas.requests import Nothing

MoveText = Annotated[str, Meta(max_length=80, description="The move, in the notation of the game.")]
Ply = Annotated[int, Meta(ge=0, le=2**31 - 1, description="Only boards after more moves than this.")]
Whole = Annotated[bool, Meta(description="All clicks at once, where there are few enough moves.")]

MOST_BOARDS = 16
PaletteName = Annotated[Literal["light", "dark"], Meta(description="The colours.")]

SVG, JSON = "image/svg+xml", "application/json"
PICTURE_WIDTH = 240  # pixels, for lists
PRICE, PICTURE_PRICE = 0.05, 0.01  # seconds to show boards, and to draw a small one


def add_match_boards(api: Api, context: AppContext) -> None:
    """Add the routes."""
    service = context.service

    @api.get("/api/matches/{match_id}/board", "matches", "web.summary.board", 404, 409, 422, gives="text/plain")
    async def board(request: Request, match_id: MatchId) -> Response:
        guest = await context.sessions.find(request)
        async with service.locked(match_id) as live:
            seat, position = live.match.seat_of(guest.id if guest else ""), live.match.position
        if position is None:
            raise Denied(409, "match.not_begun")
        return PlainTextResponse(position.view(seat).board())

    @api.get("/api/matches/{match_id}/picture", "boards", "web.summary.match_picture", 404, 409, 422, 503, gives=SVG)
    async def match_picture(request: Request, match_id: MatchId, palette: PaletteName = "light") -> Response:
        guest = await context.sessions.find(request)
        async with service.locked(match_id) as live:
            seat, position = live.match.seat_of(guest.id if guest else ""), live.match.position
        if position is None:
            raise Denied(409, "match.not_begun")
        drawn = await context.work(request, draw_small, position.view(seat), palette, price=PICTURE_PRICE)
        return Response(drawn, media_type=SVG)

    @api.get("/api/matches/{match_id}/frame", "boards", "web.summary.frame", 404, 422, gives=ShownFrame)
    async def frame(request: Request, match_id: MatchId) -> Response:
        async with service.locked(match_id) as live:
            settings = live.match.settings
        content = encode_json(show_frame(settings.undealt()))
        return serve(request, StaticFile.of(content, "application/json"))

    @api.get("/api/matches/{match_id}/boards", "boards", "web.summary.boards", 404, 409, 422, 503)
    async def boards(request: Request, match_id: MatchId, after: Ply = 0) -> Json[list[ShownBoard]]:
        guest = await context.sessions.find(request)
        async with service.locked(match_id) as live:
            seat, settings = live.match.seat_of(guest.id if guest else ""), live.match.settings
            if live.match.position is None:
                raise Denied(409, "match.not_begun")
            steps = list(live.match.steps)

        return Json(await context.work(request, show_boards, settings, steps, after, seat, price=PRICE))

    @api.get("/api/matches/{match_id}/clicks", "matches", "web.summary.clicks", 404, 409, 422, 503, gives=JSON)
    async def clicks(
        request: Request, match_id: MatchId, path: ClickPath = None, whole: Whole = False
    ) -> Json[dict[str, Any]]:
        seat, position = await find_turn(request, match_id)
        view = position.view(seat)
        if whole:  # thousands of moves
            return Json(await context.work(request, whole_tree_of, view, path or [], price=PRICE))
        return Json(Clicks(view.moves()).tree(path or []))

    @api.get("/api/matches/{match_id}/preview", "boards", "web.summary.preview", 404, 409, 422)
    async def preview(request: Request, match_id: MatchId, move: MoveText) -> Board:
        seat, position = await find_turn(request, match_id)
        if position.game.is_hidden(position.options):
            raise Denied(409, "web.no_preview")
        return show_board(position.play(move).view(seat))

    @api.get("/api/matches/{match_id}/why", "boards", "web.summary.why", 404, 409, 422)
    async def why(request: Request, match_id: MatchId, path: ClickPath = None) -> Problem:
        seat, position = await find_turn(request, match_id)
        seen = Position(position.game, position.seats, position.options, position.view(seat).row.copy())
        return explain(seen, path or [])  # made of what the seat may know

    @api.post("/api/matches/{match_id}/hint", "matches", "web.summary.hint", 404, 409, 503)
    async def hint(request: Request, match_id: MatchId, body: Nothing) -> ShownAnalysis:
        guest = await context.sessions.require(request)
        views: list[View] = []

        def decide(match: Match) -> list[Event]:
            seat, position = turn_of(match, guest.id)
            views.append(position.view(seat))
            return decisions.give_hint(match, seat, service.decision_context())

        await service.change(match_id, decide)
        client = context.clients.see(request, guest.id)
        found = await while_connected(request, context.analyses.analyse(client, views[-1]))
        return show_analysis(views[-1], found)

    async def find_turn(request: Request, match_id: str) -> tuple[int, Position]:
        guest = await context.sessions.require(request)
        async with service.locked(match_id) as live:
            return turn_of(live.match, guest.id)

    def turn_of(match: Match, player: str) -> tuple[int, Position]:
        """The seat of a player, and the position; refused where the player is not to move."""
        seat, position = match.seat_of(player), match.position
        if position is None or seat is None or match.to_move != seat:
            raise Denied(409, "web.not_your_turn")
        return seat, position


def show_boards(settings: Settings, steps: Sequence[Step], after: int, seat: int | None) -> bytes:
    """The last boards of a match as a seat sees them, as JSON; called in a worker."""
    found = last_boards(settings, steps, after, MOST_BOARDS)
    return encode_json(
        [ShownBoard(now.ply, show_board(now.view(seat)), words_of(before, now)) for before, now in found]
    )


def whole_tree_of(view: View, path: Sequence[str]) -> bytes:
    """The whole tree of clicks behind a path, as JSON; called in a worker."""
    return encode_json(Clicks(view.moves()).whole_tree(path))


def draw_small(view: View, palette: str) -> str:
    """A small picture of what a view shows, as SVG; called in a worker."""
    return svg(cropped(view), find_palette(palette), PICTURE_WIDTH)
