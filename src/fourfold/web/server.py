"""The HTTP server: uvicorn with deadlines for slow clients, limits on headers, and a graceful shutdown.

It extends protocol classes that uvicorn and websockets do not promise to keep, so both are capped in pyproject.toml.
"""

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from fourfold.core.errors import FourfoldError
from fourfold.text import say
from fourfold.web.http.middleware import LARGEST_HEADERS
from fourfold.web.routes.streams import PASS_ON

if TYPE_CHECKING:
    from fourfold.web.app import Application

SHUTDOWN_SECONDS = 5  # that requests under way have when the server stops
WRITE_SECONDS = 5.0  # that a client may leave a full buffer unread
LONGEST_REQUEST = 30.0  # seconds to send a request
KEEP_ALIVE_SECONDS = 30
MOST_CONNECTIONS = 20_000
BACKLOG = 4096
SEND_BUFFER = 128 * 1024  # bytes that the operating system buffers for a client
LARGEST_FRAME = 4096  # bytes; clients send short commands
SHORT_FRAME = 125  # bytes; a longer frame has its length in more than one byte
MOST_UNREAD = 8  # commands of a client that wait for those before; no more are read from it meanwhile
TICKS_A_SECOND = 10


class CannotBind(FourfoldError):
    """The address to listen on is not available."""


class _WriteTimeout:
    """A connection that is aborted when its client stops reading."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _timeout: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._timeout = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._cancel_timeout()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)  # type: ignore[misc]
        self._cancel_timeout()

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None


class _Http(_WriteTimeout, HttpToolsProtocol):
    """HTTP with a deadline for each request, and a limit on the size of its headers."""

    _is_reading = True  # a request is awaited or incomplete
    _is_in_head = False
    _head_length = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        was_in_head = self._is_in_head
        super().data_received(data)
        self._head_length = self._head_length + len(data) if was_in_head and self._is_in_head else 0
        if self._head_length > LARGEST_HEADERS:
            self.send_400_response(say("web.too_large", most=LARGEST_HEADERS))
        self._watch()

    def on_message_begin(self) -> None:
        self._is_reading = self._is_in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_reading = False
        super().on_message_complete()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._is_reading = False
        self._watch()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # a reference cycle would outlast the connection

    def _watch(self) -> None:
        """Set the deadline while a request is incomplete, else cancel it."""
        if not self._is_reading and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        elif self._is_reading and self._deadline is None:
            self._deadline = self.loop.call_later(LONGEST_REQUEST, self.transport.abort)


class _WebSocket(_WriteTimeout, WebSocketsSansIOProtocol):
    """A WebSocket that takes and sends short texts without the detours of the general case.

    A text can be sent at once, without waking a task. Texts of one moment, such as an event and the answer to its
    command, go out by one system call. A short text that comes as one whole frame, as commands do, is read here.
    Who has just sent one is there: only others are asked by a ping.
    """

    _frames: bytes = b""
    _was_heard = False  # since the last ping was due
    _extensions: dict[str, Any] | None = None  # of the scope; None where the WebSocket was refused

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[PASS_ON] = {"send": self.pass_on}

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.conn.parser.close()  # breaks a reference cycle
        if self._extensions is not None:
            self._extensions.clear()

    def data_received(self, data: bytes) -> None:
        is_between_frames = self.conn.state is State.OPEN and not self.frames and not self.conn.reader.buffer
        text = _read_short_text(data) if is_between_frames and not self.close_sent else None
        if text is None:
            super().data_received(data)
            return
        self._was_heard = True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_text(self, event: Frame) -> None:
        self._was_heard = True
        super().handle_text(event)

    def send_keepalive_ping(self) -> None:
        if self._was_heard:
            self._was_heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def pass_on(self, text: bytes) -> bool:
        """Send a text at once; False where it would have to wait, or the connection is closed."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        if not self._frames:
            self.loop.call_soon(self._write_frames)
        self._frames += _frame_head(len(text)) + text
        return True

    def _write_frames(self) -> None:
        frames, self._frames = self._frames, b""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(frames)


def _read_short_text(data: bytes) -> str | None:
    """The text of one whole, short, masked frame (RFC 6455, 5.2); None where the data is anything else."""
    length = len(data) - 6
    if not 0 <= length <= SHORT_FRAME or data[0] != 0x81 or data[1] != 0x80 | length:
        return None
    try:
        return apply_mask(data[6:], data[2:6]).decode()
    except UnicodeDecodeError:
        return None


def _frame_head(length: int) -> bytes:
    """The head of a WebSocket frame with a whole text (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    return b"\x81\x7e" + length.to_bytes(2) if length < 65_536 else b"\x81\x7f" + length.to_bytes(8)


def bind(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """Bind and listen, alone or with other workers; port 0 is any free port."""
    taken = _take(host, port, is_shared=is_shared)
    taken.listen(BACKLOG)  # connections wait from now on, until they are accepted
    return taken


def reserve(host: str, port: int) -> socket.socket:
    """Bind a free address without listening, for workers that will share it."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotBind("web.cannot_share", host=host, port=str(port))
    with _take(host, port) as free:
        port = free.getsockname()[1]
    return _take(host, port, is_shared=True)


def _take(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family=family)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        taken.bind((host, port))
    except OSError as problem:
        taken.close()
        raise CannotBind("web.cannot_bind", host=host, port=str(port), problem=str(problem.strerror)) from None
    return taken


class Server(uvicorn.Server):
    """The uvicorn server of the application."""

    def __init__(
        self, application: "Application", give_sign: Callable[[], bool] | None = None, drain_seconds: float = 0.0
    ) -> None:
        self.application = application
        self.drain_seconds = drain_seconds  # between the signal to stop and the stop
        self._stop_at: float | None = None
        self.give_sign = give_sign  # the heartbeat of a worker; False where the parent is gone
        super().__init__(
            uvicorn.Config(
                application,
                http=_Http,
                ws=_WebSocket,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                log_config=None,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                limit_concurrency=MOST_CONNECTIONS,
                backlog=BACKLOG,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
            )
        )

    def serve_at(self, listening: socket.socket) -> None:
        """Serve until a signal stops the process."""
        self.run([listening])

    async def on_tick(self, counter: int) -> bool:
        """Send a heartbeat every second; stop where the parent is gone, or the time to drain is over."""
        if self._stop_at is not None and time.monotonic() >= self._stop_at:
            self.should_exit = True
        if self.give_sign is not None and counter % TICKS_A_SECOND == 0 and not self.give_sign():
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain, then shut down gracefully; at once after a second signal. The exit code is 0, not the signal's."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        if self._stop_at is None and self.drain_seconds:
            self.application.context.is_draining = True
            self._stop_at = time.monotonic() + self.drain_seconds
        else:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, then close the subscribers: theirs would stay open until the timeout."""
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        await self.application.end_streams()
        await super().shutdown(sockets)
