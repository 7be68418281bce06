"""What programs that play need beside the page's addresses: a stream of all that concerns them, and short commands."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

import msgspec
from fastapi import FastAPI, Path, Query
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fourfold.match.commands import AnyCommand, Play, Resign
from fourfold.store import rows
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.live.live_match import Listener
from fourfold.web.live.notifications import Notification, news_of
from fourfold.web.openapi import gives
from fourfold.web.routes.challenges import open_challenges
from fourfold.web.routes.event_streams import Lines, send_over
from fourfold.web.routes.matches import MatchId
from fourfold.web.schemas.responses import Done, answer

MOST_RUNNING = 100  # matches that are told of when somebody begins to follow; all others when something happens there

MoveText = Annotated[str, Path(max_length=400, description="The move, in notation.")]
AtPly = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="The ply that the move is meant for.")]


def find_unfinished(store: Store, player: str) -> list[rows.MatchRow]:
    """List the matches of a player that are not over."""
    return store.matches(guest_id=player, statuses=["open", "running", "paused"], limit=MOST_RUNNING)


_encode = msgspec.json.Encoder().encode


def add_following(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    service = context.service

    @app.get(
        "/api/stream/events", tags=["bots"], summary=say("web.summary.follow"),
        **gives(Notification, 409, 503, media_type="application/x-ndjson"),
    )  # fmt: skip
    async def follow(request: Request) -> Response:
        return Lines(following(context, request))

    @app.websocket("/api/stream/events")
    async def follow_by_socket(socket: WebSocket) -> None:
        await send_over(socket, following(context, socket))

    @app.post(
        "/api/matches/{match_id}/move/{move:path}", tags=["bots"], summary=say("web.summary.move"),
        **gives(Done, 404, 409, 413, 415, 422, 503),
    )  # fmt: skip
    async def play(request: Request, match_id: MatchId, move: MoveText, ply: AtPly = None) -> Response:
        player = await context.sessions.require(request)
        meant = ply if ply is not None else (await service.find(match_id)).match.ply
        return await carry_out(match_id, Play(move=move, ply=meant), player)

    @app.post(
        "/api/matches/{match_id}/resign", tags=["bots"], summary=say("web.summary.resign"),
        **gives(Done, 404, 409, 413, 415, 422, 503),
    )  # fmt: skip
    async def resign(request: Request, match_id: MatchId) -> Response:
        return await carry_out(match_id, Resign(), await context.sessions.require(request))

    async def carry_out(match_id: str, command: AnyCommand, player: Identity) -> Response:
        return answer(Done(await service.carry_out(match_id, command, player.id, player.account)))


@asynccontextmanager
async def following(context: AppContext, connection: HTTPConnection) -> AsyncIterator[Listener]:
    """Follow who asks for it: first come the challenges that wait and the matches that run, then what happens."""
    player = await context.sessions.require(connection)
    if context.service.is_stopping:
        raise Denied(503, "web.stopping")
    async with context.service.followers.following(player.id, player.session.key) as listener:
        for waiting in await context.store.aside(open_challenges, context.store, player.id):
            news = Notification("challenge", waiting.match, waiting.settings.game, name=waiting.name)
            listener.tell(_encode(news))
        mine = await context.store.aside(find_unfinished, context.store, player.id)
        for match in mine:
            live = await context.service.find(match.id)
            for news in news_of(live, player.id, {"started"} if live.match.is_running else set()):
                listener.tell(_encode(news))
        yield listener
