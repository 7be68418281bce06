"""What a client needs to draw a board, and to know what a move would do before it is made."""

from functools import cache
from typing import Annotated

import msgspec
from fastapi import FastAPI, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.help.explanation import explain_clicks
from fourfold.core.position import Position
from fourfold.core.registry import facts, game
from fourfold.picture.formats.svg import symbol_contents
from fourfold.picture.palette import NAMES
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, Problem, problem_of
from fourfold.web.http.files import StaticFile, serve
from fourfold.web.openapi import gives
from fourfold.web.routes.matches import ClickPath, MatchId
from fourfold.web.schemas.boards import Board, ShownFrame, Symbols, show_board, show_frame
from fourfold.web.schemas.responses import answer

GameId = Annotated[str, Path(max_length=40, description="The game.")]
MoveText = Annotated[str, Query(max_length=80, description="The move, in the notation of the game.")]


def add_looking(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    service = context.service

    async def find_turn(request: Request, match_id: str) -> tuple[int, Position]:
        """The seat of who asks, and the position, where it is his turn."""
        guest = await context.sessions.require(request)
        async with service.held(match_id) as live:
            seat, position = service.seat_of(live.match, guest.id), live.match.position
            if position is None or seat is None or live.match.to_move != seat:
                raise Denied(409, "web.not_your_turn")
            return seat, position

    @app.get(
        "/api/games/{game_id}/symbols", tags=["boards"], summary=say("web.summary.symbols"), **gives(Symbols, 404, 422)
    )
    async def show_symbols(request: Request, game_id: GameId) -> Response:
        await service.need(facts(game_id).id)
        return serve(request, _symbols(game_id))

    @app.get(
        "/api/matches/{match_id}/frame", tags=["boards"], summary=say("web.summary.frame"),
        **gives(ShownFrame, 404, 422),
    )  # fmt: skip
    async def frame(match_id: MatchId) -> Response:
        async with service.held(match_id) as live:
            settings = live.match.settings
        assert settings is not None
        return answer(show_frame(settings.undealt()))

    @app.get(
        "/api/matches/{match_id}/preview", tags=["boards"], summary=say("web.summary.preview"),
        **gives(Board, 401, 404, 409, 422),
    )  # fmt: skip
    async def preview(request: Request, match_id: MatchId, move: MoveText) -> Response:
        seat, position = await find_turn(request, match_id)
        if position.game.is_hidden(position.options):
            raise Denied(409, "web.no_preview")
        return answer(show_board(position.play(move).view(seat)))

    @app.get(
        "/api/matches/{match_id}/why", tags=["boards"], summary=say("web.summary.why"),
        **gives(Problem, 401, 404, 409, 422),
    )  # fmt: skip
    async def why(request: Request, match_id: MatchId, path: ClickPath = None) -> Response:
        _, position = await find_turn(request, match_id)
        refusal = explain_clicks(position, path or [])
        if refusal is None:
            raise Denied(409, "web.leads_to_a_move")
        return answer(problem_of(refusal))


@cache
def _symbols(game_id: str) -> StaticFile:
    content = msgspec.json.encode(Symbols(symbol_contents(game(game_id).symbols().values(), NAMES)))
    return StaticFile.of(content, "application/json")
