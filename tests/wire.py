"""The client's side of what browsers and the server talk over: HTTP with kept-alive connections, and WebSockets.

Written out because a load of a thousand clients must cost little itself.
"""

import asyncio
import struct
from collections import deque
from typing import Protocol, cast

KEY = "x3JJHMbDL1EzLkh9GBhXDw=="  # any sixteen bytes: only browsers need fresh ones


class Listener(Protocol):
    """Who is told what comes over a socket."""

    def hear(self, content: bytes) -> None: ...

    def lost(self, socket: "Socket") -> None: ...


class Refusal(Exception):
    """The server answered with an error."""


class Connection(asyncio.Protocol):
    """One kept-alive HTTP connection; requests are answered one after the other."""

    def __init__(self) -> None:
        self.buffer = b""
        self.waiting: deque[asyncio.Future[tuple[bytes, bytes]]] = deque()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        while self.waiting:
            broken = self.waiting.popleft()
            if not broken.done():
                broken.set_exception(ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end]
            _, _, rest = head.lower().partition(b"content-length:")
            length = int(rest.split(b"\r\n", 1)[0])
            if len(self.buffer) < end + 4 + length:
                return
            body, self.buffer = self.buffer[end + 4 : end + 4 + length], self.buffer[end + 4 + length :]
            answered = self.waiting.popleft()
            if not answered.done():
                answered.set_result((head, body))


class Socket(asyncio.Protocol):
    """The client's side of a WebSocket."""

    def __init__(self, listener: Listener, path: str, head: str) -> None:
        self.listener = listener
        self.request = f"GET {path} HTTP/1.1\r\n{head}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        self.request += f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self.buffer = b""
        self.is_open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.listener.lost(self)

    def say(self, text: bytes) -> None:
        """Send a short text, masked with zeros."""
        assert self.transport is not None
        length = len(text)
        head = bytes((0x81, 0x80 | length)) if length < 126 else struct.pack("!BBH", 0x81, 0xFE, length)
        self.transport.write(head + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        self.buffer = self.buffer + data if self.buffer else data
        if not self.is_open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                raise Refusal(head.decode())
            self.is_open, self.buffer = True, rest
        while self.take_frame():
            pass

    def take_frame(self) -> bool:
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        kind, length, start = buffer[0] & 15, buffer[1], 2
        if length == 126 and len(buffer) >= 4:
            length, start = struct.unpack_from("!H", buffer, 2)[0], 4
        elif length == 127 and len(buffer) >= 10:
            length, start = struct.unpack_from("!Q", buffer, 2)[0], 10
        elif length > 125:
            return False
        if len(buffer) < start + length:
            return False
        content, self.buffer = buffer[start : start + length], buffer[start + length :]
        if kind in (1, 2):
            self.listener.hear(content)
        elif kind == 9 and self.transport is not None:  # a ping, which wants its pong, masked with zeros
            self.transport.write(struct.pack("!BB", 0x8A, 0x80 | length) + bytes(4) + content)
        elif kind == 8 and self.transport is not None:  # the server says goodbye
            self.transport.close()
        return True
