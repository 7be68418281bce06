"""Looking at a match, and playing it."""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import FastAPI, Path, Query
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fourfold.core.clicks import Clicks
from fourfold.core.errors import FourfoldError
from fourfold.match.commands import Join
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.middleware import TooLarge, too_large
from fourfold.web.metrics import COMMAND_SECONDS
from fourfold.web.openapi import gives, takes
from fourfold.web.schemas.messages import Message
from fourfold.web.schemas.requests import read_command
from fourfold.web.schemas.responses import Done, answer, refusal

ID = r"[A-Za-z0-9_-]{1,64}"
MatchId = Annotated[str, Path(pattern=f"^{ID}$", description="The match.")]
After = Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of the last event that is known.")]
WithBoard = Annotated[bool, Query(description="Whether the board comes with each message, as data to draw it.")]
WithChat = Annotated[bool, Query(description="Whether what is said at the table comes too, in messages of its own.")]
Watching = Annotated[bool, Query(description="Whether to be told what spectators see, also for who sits there.")]
Whole = Annotated[bool, Query(description="All clicks at once, where there are few enough moves.")]
ClickPath = Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=64)]

COMMANDS = re.compile(f"/api/matches/({ID})/commands")


class Shortcut:
    """Brings commands, of which there are most, straight to their address; everything else goes the usual way."""

    def __init__(self, app: ASGIApp, carry_out: Callable[[Request, str], Awaitable[Response]]) -> None:
        self.app = app
        self.carry_out = carry_out

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = COMMANDS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await self.carry_out(request, found[1])
        except FourfoldError as error:
            response = refusal(error)
        except TooLarge:
            response = answer(too_large(), 413)
        await response(scope, receive, send)


def add_playing(app: FastAPI, context: AppContext) -> Callable[[Request, str], Awaitable[Response]]:
    """Add the addresses; the result is the one for commands."""
    service = context.service

    @app.get("/api/matches/{match_id}", tags=["matches"], summary=say("web.summary.match"), **gives(Message, 404, 422))
    async def show_match(request: Request, match_id: MatchId, after: After = 0, board: WithBoard = False) -> Response:
        guest = await context.sessions.find(request)
        async with service.held(match_id) as live:
            message = await service.message_since(live, guest.id if guest else "", after, has_board=board)
        return Response(message, media_type="application/json")

    @app.post(
        "/api/matches/{match_id}/commands", tags=["matches"], summary=say("web.summary.command"),
        **takes("AnyCommand", Done, 401, 404, 409, 503),
    )  # fmt: skip
    async def carry_out(request: Request, match_id: MatchId) -> Response:
        with COMMAND_SECONDS.time():
            guest = await context.sessions.require(request)
            command = await read_command(request)
            if isinstance(command, Join):
                command = await context.named(command, guest)
            return answer(Done(await service.carry_out(match_id, command, guest.id, guest.account)))

    @app.get(
        "/api/matches/{match_id}/clicks", tags=["matches"], summary=say("web.summary.clicks"),
        **gives("application/json", 401, 404, 409, 422),
    )  # fmt: skip
    async def clicks(request: Request, match_id: MatchId, path: ClickPath = None, whole: Whole = False) -> Response:
        guest = await context.sessions.require(request)
        async with service.held(match_id) as live:
            seat, position = service.seat_of(live.match, guest.id), live.match.position
            if position is None or seat is None or live.match.to_move != seat:
                raise Denied(409, "web.not_your_turn")
        found = Clicks(position.view(seat).moves())
        return answer(found.whole_tree(path or []) if whole else found.tree(path or []))

    @app.get(
        "/api/matches/{match_id}/board", tags=["matches"], summary=say("web.summary.board"),
        **gives("text/plain", 404, 409, 422),
    )  # fmt: skip
    async def board(request: Request, match_id: MatchId) -> Response:
        guest = await context.sessions.find(request)
        async with service.held(match_id) as live:
            seat, position = service.seat_of(live.match, guest.id if guest else ""), live.match.position
        if position is None:
            raise Denied(409, "match.not_begun")
        return PlainTextResponse(position.view(seat).board())

    @app.get(
        "/api/matches/{match_id}/record", tags=["matches"], summary=say("web.summary.record"),
        **gives("text/plain", 404, 409, 422),
    )  # fmt: skip
    async def record(match_id: MatchId) -> Response:
        async with service.held(match_id) as live:
            position = live.match.position
            if position is None:
                raise Denied(409, "match.not_begun")
            if position.game.is_hidden(position.options) and live.match.ended is None:
                raise Denied(409, "web.still_hidden")
            return PlainTextResponse(str(live.match.record()))

    return carry_out
