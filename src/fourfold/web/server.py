"""The server under the application: it stops without breaking anything off, and waits for no client for ever."""

import asyncio
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from fourfold.core.errors import FourfoldError
from fourfold.text import say
from fourfold.web.http.middleware import LARGEST_HEADERS
from fourfold.web.routes.streams import PASS_ON

if TYPE_CHECKING:
    from fourfold.web.app import Application

GRACE = 5  # seconds that answers under way have when the server stops
PATIENCE = 5.0  # seconds that a client may leave what was sent to it unread
LONGEST_REQUEST = 30.0  # seconds that a client may take to send a request
LONGEST_PAUSE = 30  # seconds until a connection without requests is closed
MOST_CONNECTIONS = 20_000
BACKLOG = 4096
KERNEL_BUFFER = 128 * 1024  # bytes that the operating system keeps for a client who does not read
LARGEST_FRAME = 4096  # bytes; clients have nothing to say over the socket
TICKS_A_SECOND = 10


class CannotBind(FourfoldError):
    """The address to listen on cannot be had."""


class _Impatient:
    """A connection that is cut when its client reads nothing any more; what waits for it would wait for ever."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _cutting: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._cutting = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._calm()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)  # type: ignore[misc]
        self._calm()

    def _calm(self) -> None:
        if self._cutting is not None:
            self._cutting.cancel()
            self._cutting = None


class _Http(_Impatient, HttpToolsProtocol):
    """A connection whose requests must be complete within a time, and whose headers must end somewhere."""

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
        self.parser = None  # type: ignore[assignment]  # the socket takes over; a circle would outlast both

    def _watch(self) -> None:
        """Set the deadline of what is being read, or forget it when all is there."""
        if not self._is_reading and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        elif self._is_reading and self._deadline is None:
            self._deadline = self.loop.call_later(LONGEST_REQUEST, self.transport.abort)


class _WebSocket(_Impatient, WebSocketsSansIOProtocol):
    """A socket over which a text can also be sent at once, without a task that waits for its turn."""

    _extensions: dict[str, Any] | None = None  # of the scope; none where the socket was refused

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[PASS_ON] = {"send": self.pass_on}

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.conn.parser.close()  # circles would keep who is gone in memory until all is looked through
        if self._extensions is not None:
            self._extensions.clear()

    def pass_on(self, text: bytes) -> bool:
        """Send a text if it can be sent now; where it has to wait, or cannot be sent, the usual way sees to it."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def bind(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """Take the address to listen on, alone or with other processes of ours; port 0 is any that is free."""
    taken = _take(host, port, is_shared=is_shared)
    taken.listen(BACKLOG)  # from now on nobody is turned away, only kept waiting
    return taken


def reserve(host: str, port: int) -> socket.socket:
    """Keep an address, which must be free, for processes that will share it."""
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
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        taken.bind((host, port))
    except OSError as problem:
        taken.close()
        raise CannotBind("web.cannot_bind", host=host, port=str(port), problem=str(problem.strerror)) from None
    return taken


class Server(uvicorn.Server):
    """Serves the application at a socket until the process is told to stop."""

    def __init__(self, application: "Application", give_sign: Callable[[], bool] | None = None) -> None:
        self.application = application
        self.give_sign = give_sign  # says that the event loop goes round; False where nobody wants to know any more
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
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=LONGEST_PAUSE,
                limit_concurrency=MOST_CONNECTIONS,
                backlog=BACKLOG,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
            )
        )

    def serve_at(self, listening: socket.socket) -> None:
        """Serve until a signal says to stop."""
        self.run([listening])

    async def on_tick(self, counter: int) -> bool:
        """Give a sign of life every second, and stop where nobody is left to hear it."""
        if self.give_sign is not None and counter % TICKS_A_SECOND == 0 and not self.give_sign():
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; whoever interrupts twice is in a hurry. The process then ends by itself, not by the signal."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the listeners go first: their connections would stay open until they are told."""
        await self.application.stop()
        await super().shutdown(sockets)


__all__ = ["CannotBind", "Server", "bind", "reserve"]
