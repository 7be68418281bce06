"""The load generator, with a small load; the figures that count are measured by hand."""

import asyncio

import pytest

import load
from web.server_process import Server


def test_a_small_load_is_carried_without_loss(server: Server) -> None:
    report = load.run([("127.0.0.1", server.port)], clients=20, rate=20, seconds=2, warm_up=0.5)
    assert report["failed"] == 0, report
    assert report["dropped"] == 0
    assert report["sent"] + report["missed"] == 40  # a slow machine misses more of them, and loses none
    assert report["acknowledged"] == report["sent"] > 0
    assert 0 < report["milliseconds"]["p50"] <= report["milliseconds"]["p99"] <= report["milliseconds"]["most"]
    assert 50 < report["server_megabytes"] < 700


def test_a_request_on_a_kept_connection_that_was_just_closed_is_sent_again_once() -> None:
    """A server closes idle connections; a request that crosses this was not read."""
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await reader.readuntil(b"\r\n\r\n")
        if connections < 3:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()

    async def test() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            address = server.sockets[0].getsockname()
            client = load.Client(load.Load((address,), 2, 1, 1, load.GAMES, 0), address)
            assert [await client.get("/"), await client.get("/")] == ["ok", "ok"]
            assert connections == 2
            with pytest.raises(ConnectionResetError):
                await client.get("/")
            assert connections == 3

    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.mark.parametrize(
    "url", ["http://example.org", "http://192.0.2.1:80", "https://localhost", "http://0.0.0.0:1", "http://[::]:1"]
)
def test_nothing_but_this_machine_is_put_under_load(url: str) -> None:
    with pytest.raises(SystemExit):
        load.parse_address(url)
    assert load.parse_address("http://localhost:4444/") == ("127.0.0.1", 4444)


def test_the_load_is_bounded() -> None:
    with pytest.raises(SystemExit):
        load.run([("127.0.0.1", 1)], clients=10**6, rate=1, seconds=1)
