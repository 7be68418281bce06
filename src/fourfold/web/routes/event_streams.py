"""The same messages, as lines of JSON and over a WebSocket."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fourfold.core.errors import FourfoldError
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import problem_of, status_of_error
from fourfold.web.http.middleware import TooLarge
from fourfold.web.live.live_match import Listener
from fourfold.web.openapi import gives
from fourfold.web.routes.matches import After, MatchId, Watching, WithBoard, WithChat
from fourfold.web.schemas.messages import Message, encoder

HEARTBEAT = 20.0  # seconds; then an empty line, so that both ends notice when the other is gone
COME_AGAIN, TOO_SLOW, SAYS_TOO_MUCH = 1012, 1013, 1008  # why a socket is closed
REFUSED = 4000  # and the status of the refusal
PASS_ON = "fourfold.pass_on"  # what our own server adds to a socket: a function that sends a text at once


class Lines(Response):
    """Everything that a listener is told, a line each, until one of both is gone."""

    media_type = "application/x-ndjson"

    def __init__(self, listening: AbstractAsyncContextManager[Listener]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.listening as listener, beside(_watch(receive, listener)):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while (message := await _next_or_nothing(listener)) is not None:
                await send({"type": "http.response.body", "body": message + b"\n", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def add_listening(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    service = context.service

    @app.get(
        "/api/matches/{match_id}/stream", tags=["events"], summary=say("web.summary.stream"),
        **gives(Message, 404, 422, 503, media_type="application/x-ndjson"),
    )  # fmt: skip
    async def stream(
        request: Request,
        match_id: MatchId,
        after: After = 0,
        board: WithBoard = False,
        chat: WithChat = False,
        watch: Watching = False,
    ) -> Response:
        return Lines(listening(request, match_id, after, board, chat, watch))

    @app.websocket("/api/matches/{match_id}/events")
    async def events(
        socket: WebSocket,
        match_id: MatchId,
        after: After = 0,
        board: WithBoard = False,
        chat: WithChat = False,
        watch: Watching = False,
    ) -> None:
        await send_over(socket, listening(socket, match_id, after, board, chat, watch))

    @asynccontextmanager
    async def listening(
        connection: HTTPConnection, match_id: str, after: int, board: bool, chat: bool, watch: bool
    ) -> AsyncIterator[Listener]:
        guest = None if watch else await context.sessions.find(connection)
        player, session = (guest.id, guest.session.key) if guest else ("", "")
        async with service.listening(
            match_id, player, after, session=session, has_board=board, has_chat=chat
        ) as listener:
            yield listener


async def send_over(socket: WebSocket, listening: AbstractAsyncContextManager[Listener]) -> None:
    """Send what a listener is told over a socket, or why there is nothing to tell."""
    await socket.accept()
    code = COME_AGAIN
    with suppress(WebSocketDisconnect):
        try:
            async with listening as listener:
                code = await send_all(socket, listener)
        except FourfoldError as error:
            code = REFUSED + status_of_error(error)
            await socket.send_text(encoder.encode(problem_of(error)).decode())
        with suppress(RuntimeError):  # it is closed already
            await socket.close(code)


async def send_all(socket: WebSocket, listener: Listener) -> int:
    """Send what the listener is told; the result says why there is no more."""
    said: list[bool] = []
    listener.pass_on = socket.scope.get("extensions", {}).get(PASS_ON, {}).get("send")
    async with beside(_hush(socket, listener, said)):
        while (message := await listener.next()) is not None:
            await socket.send_text(message.decode())
    if said:
        return SAYS_TOO_MUCH
    return TOO_SLOW if listener.is_slow else COME_AGAIN


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do something else meanwhile."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _next_or_nothing(listener: Listener) -> bytes | None:
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await listener.next()
    except TimeoutError:
        return b""


async def _watch(receive: Receive, listener: Listener) -> None:
    """Let the listener go when its client is gone."""
    with suppress(TooLarge):
        while (await receive())["type"] != "http.disconnect":
            pass
    listener.close()


async def _hush(socket: WebSocket, listener: Listener, said: list[bool]) -> None:
    """Let the listener go when its client is gone, or says anything: commands are sent by POST."""
    message = await socket.receive()
    if message["type"] != "websocket.disconnect":
        said.append(True)
    listener.close()
