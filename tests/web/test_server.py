"""Connections: endless headers, requests that never end, clients that leave."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from fourfold.web import server as module
from fourfold.web.routes.streams import PASS_ON
from fourfold.web.server import CannotBind, _Http, _WebSocket, bind

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[tuple[str, int]]:
    config = uvicorn.Config(app, ws=_WebSocket, log_config=None, lifespan="off")
    config.load()
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: _Http(config, ServerState(), {}), "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()


def talk(*said: bytes) -> bytes:
    """Say something, one piece after the other, to a server that answers everything; hear all until it hangs up."""

    async def whole() -> bytes:
        async with serving(answer) as address:
            reader, writer = await asyncio.open_connection(*address)
            for part in said:
                writer.write(part)
                await asyncio.sleep(0.01)
            try:
                heard = await reader.read()
            except ConnectionError:
                heard = b""
            writer.close()
            return heard

    return asyncio.run(asyncio.wait_for(whole(), 60))


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_REQUEST", 0.3)


def test_requests_one_after_the_other_and_in_pieces_are_answered() -> None:
    close = b"Connection: close\r\n\r\n"
    assert talk(REQUEST + close).count(b"ok") == 1
    assert talk(REQUEST[:7], REQUEST[7:], close[:3], close[3:]).count(b"ok") == 1
    assert talk((REQUEST + b"\r\n") * 20 + REQUEST + close).count(b"ok") == 21


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(
    "begun", [b"", b"GET ", REQUEST, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"]
)
def test_a_request_that_never_ends_is_cut(begun: bytes) -> None:
    heard = talk(begun)
    assert heard.count(b"HTTP/1.1") <= 1
    assert b"400" not in heard


@pytest.mark.parametrize("endless", [b"x" * 9_000, b"X-More: " + b"y" * 990 + b"\r\n"])
def test_headers_without_end_are_refused(endless: bytes) -> None:
    heard = talk(REQUEST, *[endless] * 40)
    assert heard.startswith(b"HTTP/1.1 400") or heard == b""
    assert b"ok" not in heard


def test_a_socket_may_be_silent_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_REQUEST", 1.0)  # in which the socket must be opened, on a busy machine too

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(1.5 * module.LONGEST_REQUEST)
        await send({"type": "websocket.send", "text": "still there"})
        await receive()

    async def whole() -> str | bytes:
        async with serving(listen) as (host, port), connect(f"ws://{host}:{port}/") as socket:
            return await socket.recv()

    assert asyncio.run(asyncio.wait_for(whole(), 60)) == "still there"


async def tell_at_once(scope: Any, receive: Any, send: Any) -> None:
    """Say two things at once over a socket, then stay until the client leaves."""
    await receive()
    pass_on = scope["extensions"][PASS_ON]["send"]
    assert not pass_on(b"too early")
    await send({"type": "websocket.accept"})
    assert pass_on(b"one")
    assert pass_on("zwölf".encode())
    assert (await receive())["type"] == "websocket.disconnect"
    assert not pass_on(b"too late")


def test_a_text_is_sent_at_once_over_a_socket_that_is_open() -> None:
    async def test() -> None:
        async with serving(tell_at_once) as (host, port), connect(f"ws://{host}:{port}/") as socket:
            assert [await socket.recv(), await socket.recv()] == ["one", "zwölf"]

    asyncio.run(asyncio.wait_for(test(), 60))


def test_only_who_was_not_heard_is_asked_by_a_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    heard = 0
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda protocol: asked.append(heard))

    async def ask_after_each(scope: Any, receive: Any, send: Any) -> None:
        nonlocal heard
        await receive()
        await send({"type": "websocket.accept"})
        protocol = scope["extensions"][PASS_ON]["send"].__self__
        while (await receive())["type"] == "websocket.receive":
            heard += 1
            protocol.send_keepalive_ping()  # as a timer does
            await send({"type": "websocket.send", "text": "heard"})
        protocol.send_keepalive_ping()

    async def test() -> None:
        async with serving(ask_after_each) as (host, port), connect(f"ws://{host}:{port}/") as socket:
            for said in ("one", "two"):
                await socket.send(said)
                assert await socket.recv() == "heard"

    asyncio.run(asyncio.wait_for(test(), 60))
    assert asked == [2]


async def repeat(scope: Any, receive: Any, send: Any) -> None:
    """Say over a socket what is heard."""
    await receive()
    await send({"type": "websocket.accept"})
    while (heard := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": heard["text"]})


def test_texts_are_heard_in_order_however_they_come() -> None:
    """Short ones, which are read by a shortcut, beside long ones, fragments, and many at once."""
    said: list[str | list[str]] = ["", "a", "zwölf", "b" * 125, "c" * 126, ["d", "ö", "e"], "f", ["g"], "h" * 4000]
    said += [str(number) for number in range(5 * module.MOST_UNREAD)]

    async def test() -> None:
        async with serving(repeat) as (host, port), connect(f"ws://{host}:{port}/") as socket:
            for text in said:
                await socket.send(text)
            assert [await socket.recv() for _ in said] == ["".join(text) for text in said]

    asyncio.run(asyncio.wait_for(test(), 60))


def frame(text: bytes) -> bytes:
    """A short masked frame with a whole text."""
    mask = b"mask"
    return bytes((0x81, 0x80 | len(text))) + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(text))


@pytest.mark.parametrize("cut", [1, 2, 5, 6, 8, 9, 12])
def test_frames_that_come_in_pieces_or_together_are_heard(cut: int) -> None:
    async def test() -> bytes:
        async with serving(repeat) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(SOCKET + b"Sec-WebSocket-Version: 13\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            frames = frame(b"one") + frame(b"two")
            for part in (frames[:cut], frames[cut:], frame(b"three"), frame(b"\xff")):
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0.01)
            heard = await reader.read()
            writer.close()
            return heard

    heard = asyncio.run(asyncio.wait_for(test(), 60))
    texts, end = b"\x81\x03one\x81\x03two\x81\x05three", b"\x88"
    assert heard.startswith(texts + end), "what is no text ends the connection"


def connections() -> int:
    """How many are left; asked by type, as a weak reference of another test may be dead."""
    return sum(issubclass(type(thing), _Http | _WebSocket) for thing in gc.get_objects())


SOCKET = REQUEST + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n"


def test_a_socket_of_an_unknown_version_is_refused() -> None:
    assert talk(SOCKET + b"Sec-WebSocket-Version: 12\r\n\r\n").startswith(b"HTTP/1.1 4")


def test_who_is_gone_leaves_nothing_behind() -> None:
    async def test() -> None:
        async with serving(tell_at_once) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(SOCKET + b"Sec-WebSocket-Version: 13\r\n\r\n")
            assert b" 101 " in await reader.readline()
            assert connections() > before
            writer.close()
            while connections() > before:
                await asyncio.sleep(0.001)

    gc.collect()
    before = connections()
    gc.disable()  # nobody looks for circles
    try:
        asyncio.run(asyncio.wait_for(test(), 60))
    finally:
        gc.enable()


def test_an_address_is_taken_once() -> None:
    with bind("127.0.0.1", 0) as taken, pytest.raises(CannotBind):
        bind("127.0.0.1", taken.getsockname()[1])
