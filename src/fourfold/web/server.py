"""The server under the application: it stops without breaking anything off, and waits for no client for ever."""

import asyncio
import signal
import socket
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fourfold.core.errors import FourfoldError

if TYPE_CHECKING:
    from fourfold.web.app import Application

GRACE = 5  # seconds that answers under way have when the server stops
PATIENCE = 5.0  # seconds that a client may leave what was sent to it unread
MOST_CONNECTIONS = 20_000
BACKLOG = 4096
KERNEL_BUFFER = 128 * 1024  # bytes that the operating system keeps for a client who does not read
LARGEST_FRAME = 4096  # bytes; clients have nothing to say over the socket


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


class _Http(_Impatient, H11Protocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request no longer than for any other."""
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)


class _WebSocket(_Impatient, WebSocketsSansIOProtocol):
    pass


def bind(host: str, port: int) -> socket.socket:
    """Take the address to listen on; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family=family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # from now on nobody is turned away, only kept waiting
    except OSError as problem:
        listening.close()
        raise CannotBind("web.cannot_bind", host=host, port=str(port), problem=str(problem.strerror)) from None
    return listening


class Server(uvicorn.Server):
    """Serves the application at a socket until the process is told to stop."""

    def __init__(self, application: "Application") -> None:
        self.application = application
        super().__init__(
            uvicorn.Config(
                application,
                http=_Http,
                ws=_WebSocket,
                log_level="error",
                access_log=False,
                server_header=False,
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=30,
                limit_concurrency=MOST_CONNECTIONS,
                backlog=BACKLOG,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                h11_max_incomplete_event_size=16 * 1024,
            )
        )

    def serve_at(self, listening: socket.socket) -> None:
        """Serve until a signal says to stop."""
        self.run([listening])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; whoever interrupts twice is in a hurry. The process then ends by itself, not by the signal."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the listeners go first: their connections would stay open until they are told."""
        await self.application.stop()
        await super().shutdown(sockets)


__all__ = ["CannotBind", "Server", "bind"]
