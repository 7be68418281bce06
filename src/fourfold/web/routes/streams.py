"""Event streams: `/api/matches/{match}/stream` and `/api/stream/events`, as NDJSON and over WebSockets.

A match's WebSocket also takes commands: its middleware ran once, and a move needs no request of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Annotated, Any, Generic, TypeVar

import msgspec
import structlog
from msgspec import Meta, Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fourfold.core.errors import FourfoldError
from fourfold.match.commands import AnyCommand
from fourfold.match.encoding import encode_json
from fourfold.match.settings import UNFINISHED
from fourfold.store.errors import UnreadableMatch
from fourfold.store.futures import settle
from fourfold.store.rows import MatchRow
from fourfold.store.store import Store
from fourfold.web.bounded import Client
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, problem_of, status_of_error
from fourfold.web.http.router import Api
from fourfold.web.live.live_match import Subscriber
from fourfold.web.live.notifications import Notification, notifications_of
from fourfold.web.metrics import REFUSALS
from fourfold.web.routes.challenges import open_challenges
from fourfold.web.schemas.messages import CommandAnswer, Message
from fourfold.web.schemas.parameters import MatchId, SequenceNumber, WithBoard

HEARTBEAT_SECONDS = 20.0  # after which an empty line is sent, so that both ends notice a lost connection
RESTART, TOO_SLOW, POLICY_VIOLATION = 1012, 1013, 1008  # WebSocket close codes
REFUSED = 4000  # plus the HTTP status of the refusal: the close code of a refused WebSocket
PASS_ON = "fourfold.pass_on"  # the extension of our server's WebSockets: a function that sends a text at once
MOST_MATCHES = 100  # unfinished matches that a new stream of notifications begins with

Line = TypeVar("Line")
Obey = Callable[[Subscriber, str], Awaitable[bytes]]  # carries out what a client sent, and gives the answer

log = structlog.get_logger()


class SocketCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command over the WebSocket of a match; the answer repeats its number."""

    number: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    command: AnyCommand


decode_command = msgspec.json.Decoder(SocketCommand).decode


class StreamQuery(Struct, frozen=True):
    """The query parameters of an event stream."""

    after: SequenceNumber = 0
    board: WithBoard = False
    chat: Annotated[bool, Meta(description="Whether chat messages come too.")] = False
    brief: Annotated[
        bool, Meta(description="Whether messages about moves alone have only what these change of the table.")
    ] = False
    watch: Annotated[bool, Meta(description="Whether to see what spectators see, also at one's own match.")] = False


class NdjsonStream(Response, Generic[Line]):
    """A response that sends each message of a subscriber as a line, until the subscriber or the client leaves."""

    media_type = "application/x-ndjson"

    def __init__(self, listening: AbstractAsyncContextManager[Subscriber]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.listening as subscriber, _beside(_close_after(receive, subscriber)):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while (message := await _next_or_heartbeat(subscriber)) is not None:
                await send({"type": "http.response.body", "body": message + b"\n", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def add_streams(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/matches/{match_id}/stream", "events", "web.summary.stream", 404, 422, 503)
    async def stream(request: Request, match_id: MatchId, query: StreamQuery) -> NdjsonStream[Message]:
        return NdjsonStream(listening(request, match_id, query))

    @api.socket("/api/matches/{match_id}/events")
    async def events(socket: WebSocket, match_id: MatchId, query: StreamQuery) -> None:
        async def obey(subscriber: Subscriber, text: str) -> bytes:
            sent = decode_command(text)
            try:
                player = await context.sessions.require_again(socket, subscriber.session)
                sequence = await context.carry_out(match_id, sent.command, player)
                answer = CommandAnswer(sent.number, sequence)
            except FourfoldError as error:
                REFUSALS.labels(error.code).inc()
                answer = CommandAnswer(sent.number, problem=problem_of(error))
            except Exception as error:  # only the log says what it was
                log.error("failed", path=socket.scope["path"], exc_info=error)
                answer = CommandAnswer(sent.number, problem=problem_of(Denied(500, "web.failed")))
            return encode_json(answer)

        await send_over(socket, listening(socket, match_id, query), obey)

    @api.get("/api/stream/events", "bots", "web.summary.follow", 409, 503)
    async def follow(request: Request) -> NdjsonStream[Notification]:
        return NdjsonStream(following(context, request))

    @api.socket("/api/stream/events")
    async def follow_by_socket(socket: WebSocket) -> None:
        await send_over(socket, following(context, socket))

    @asynccontextmanager
    async def listening(connection: HTTPConnection, match_id: str, query: StreamQuery) -> AsyncIterator[Subscriber]:
        guest = None if query.watch else await context.sessions.find(connection)
        player, session = (guest.id, guest.session.key) if guest else ("", "")
        wanted = Subscriber(player, session=session, has_board=query.board, has_chat=query.chat, is_brief=query.brief)
        with context.streams.of(share_of(context, connection, player)):
            async with context.service.subscribe(match_id, wanted, query.after) as subscriber:
                yield subscriber


def share_of(context: AppContext, connection: HTTPConnection, player: str) -> Client:
    """Whose share a stream counts for: spectators without a session have that of their network together."""
    client = context.clients.see(connection, player)
    return client if player else client[:1]


@asynccontextmanager
async def following(context: AppContext, connection: HTTPConnection) -> AsyncIterator[Subscriber]:
    """Listen to the notifications of a player: first open challenges and running matches, then what happens."""
    player = await context.sessions.require(connection)
    if context.service.is_stopping:
        raise Denied(503, "web.stopping")
    session, is_program = player.session.key, player.session.kind == "token"
    notifications = context.service.notifications
    with context.streams.of(share_of(context, connection, player.id)):
        async with notifications.subscribe(player.id, session, is_only=is_program) as subscriber:
            if is_program and context.store.is_shared:  # a copy may listen at another process
                name = notifications.name_of(subscriber)
                await settle(context.store.sessions.announce_program(session, name))
            for waiting in await context.store.read_async(open_challenges, context.store, player.id):
                game, commitment = waiting.settings.game, waiting.commitment
                news = Notification("challenge", waiting.match, game, name=waiting.name, commitment=commitment)
                subscriber.send(encode_json(news))
            for match in await context.store.read_async(find_unfinished, context.store, player.id):
                try:
                    live = await context.service.find(match.id)
                except UnreadableMatch:
                    continue
                for news in notifications_of(live, player.id, {"started"} if live.match.is_running else set()):
                    subscriber.send(encode_json(news))
            yield subscriber


def find_unfinished(store: Store, player: str) -> list[MatchRow]:
    """List the matches of a player that are not over."""
    return store.matches.search(guest_id=player, statuses=UNFINISHED, limit=MOST_MATCHES)


async def send_over(
    socket: WebSocket, listening: AbstractAsyncContextManager[Subscriber], obey: Obey | None = None
) -> None:
    """Send the messages of a subscriber over a WebSocket, or the problem where it is refused; obey what comes back."""
    await socket.accept()
    code = RESTART
    with suppress(WebSocketDisconnect):
        try:
            async with listening as subscriber:
                code = await send_all(socket, subscriber, obey)
        except FourfoldError as error:
            code = REFUSED + status_of_error(error)
            await socket.send_text(encode_json(problem_of(error)).decode())
        with suppress(RuntimeError):  # it is closed already
            await socket.close(code)


async def send_all(socket: WebSocket, subscriber: Subscriber, obey: Obey | None) -> int:
    """Send the messages of a subscriber; the result is the close code."""
    was_misused = asyncio.Event()
    subscriber.send_now = socket.scope.get("extensions", {}).get(PASS_ON, {}).get("send")
    async with _beside(_receive_all(socket, subscriber, obey, was_misused)):
        while (message := await subscriber.next()) is not None:
            await socket.send_text(message.decode())
    if was_misused.is_set():
        return POLICY_VIOLATION
    return TOO_SLOW if subscriber.is_slow else RESTART


@asynccontextmanager
async def _beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a task for as long as the context lasts."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _next_or_heartbeat(subscriber: Subscriber) -> bytes | None:
    try:
        async with asyncio.timeout(HEARTBEAT_SECONDS):
            return await subscriber.next()
    except TimeoutError:
        return b""


async def _close_after(receive: Receive, subscriber: Subscriber) -> None:
    """Close the subscriber when its client disconnects, or sends too much."""
    with suppress(Denied):
        while (await receive())["type"] != "http.disconnect":
            pass
    subscriber.close()


async def _receive_all(
    socket: WebSocket, subscriber: Subscriber, obey: Obey | None, was_misused: asyncio.Event
) -> None:
    """Obey what a client sends, in order; close the subscriber when it disconnects, or sends anything else."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text")
        try:
            if obey is None or text is None:
                raise msgspec.DecodeError
            subscriber.send(await obey(subscriber, text))
        except (msgspec.DecodeError, RecursionError):
            was_misused.set()
            break
    subscriber.close()
