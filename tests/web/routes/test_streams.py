"""Messages over a WebSocket and as lines are the same, complete, and can be resumed from any number."""

import json
import socket as sockets
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from web.server_process import PATIENCE, Guest, Server, hear, seated


def without_time(message: dict[str, Any]) -> dict[str, Any]:
    return {**message, "table": {**message["table"], "time": 0}}


def test_a_socket_and_a_stream_give_the_same_messages(server: Server) -> None:
    match, (first, second) = seated(server, "quadominos")
    with (
        first.listen(match) as socket,
        first.http.stream("GET", f"/api/matches/{match}/stream", timeout=PATIENCE) as stream,
    ):
        assert stream.headers["content-type"] == "application/x-ndjson"
        lines = (line for line in stream.iter_lines() if line)
        for _ in range(6):
            by_socket, by_line = hear(socket), json.loads(next(lines))
            assert without_time(by_socket) == without_time(by_line)
            assert by_socket["format"] == 2
            table = by_socket["table"]
            mover = (first, second)[table["to_move"]]
            mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), table["ply"])


@pytest.mark.parametrize("board", ["false", "true"])
def test_brief_messages_change_the_table_as_whole_ones_do(server: Server, board: str) -> None:
    match, guests = seated(server, "quadominos")
    with (
        guests[0].listen(match, board=board) as whole,
        guests[0].listen(match, board=board, brief="true") as brief,
    ):
        known: dict[str, Any] = {}
        for turn in range(8):
            message, change = without_time(hear(whole)), without_time(hear(brief))
            known |= change.pop("table")
            table = message.pop("table")
            assert message == change, "events and moves are the same"
            assert {**known, "position": ""} == {**table, "position": ""}
            assert ("position" in change) == ("seats" in change)
            if table["status"] == "over":
                assert known == table, "the end is told whole"
                break
            mover = guests[table["to_move"]]
            if turn == 6:
                mover.command(match, kind="resign")
            else:
                mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), table["ply"])
        assert table["status"] == "over"


def test_one_resumes_from_the_last_number(server: Server) -> None:
    match, guests = seated(server, "exago")
    for ply in range(6):
        guests[ply % 2].play(match, guests[ply % 2].first_move(match, guests[ply % 2].table(match)["clicks"]), ply)
    everything = guests[0].look(match)["events"]
    for after in range(len(everything) + 1):
        with guests[0].listen(match, after) as socket:
            message = hear(socket)
        assert message["events"] == everything[after:]
        assert message["table"]["sequence"] == len(everything)


def test_every_event_comes_once_and_in_order_to_who_comes_and_goes(server: Server) -> None:
    match, guests = seated(server, "qawale", options={"pebbles": "10"})
    known: list[int] = []
    for ply in range(8):
        guests[ply % 2].play(match, guests[ply % 2].first_move(match, guests[ply % 2].table(match)["clicks"]), ply)
        if ply % 3 == 1:
            with guests[0].listen(match, after=len(known)) as socket:
                known += [event["sequence"] for event in hear(socket)["events"]]
        if guests[0].table(match)["status"] == "over":
            break
    assert known == list(range(1, len(known) + 1))
    assert known


def test_listening_to_nothing_is_refused(guest: Guest) -> None:
    with guest.listen("no-such-match") as socket:
        assert hear(socket)["code"] == "store.unknown_match"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    response = guest.http.get("/api/matches/no-such-match/stream")
    assert (response.status_code, response.json()["code"]) == (404, "store.unknown_match")


def test_commands_over_a_socket_are_carried_out_as_by_post(server: Server) -> None:
    match, guests = seated(server, "qawale")
    mover = guests[guests[0].table(match)["to_move"]]
    other, spectator = guests[1 - guests.index(mover)], Guest(server)
    with mover.listen(match) as socket, other.listen(match) as heard, spectator.listen(match) as stranger:
        move = mover.first_move(match, hear(socket)["table"]["clicks"])
        played = {"kind": "play", "move": move, "ply": 0}
        for listener, code in ((heard, "match.not_your_turn"), (stranger, "web.no_session")):
            hear(listener)
            listener.send(json.dumps({"number": 3, "command": played}))
            answer = hear(listener)
            assert (answer["answer"], answer["problem"]["code"]) == (3, code)
        for number in (1, 2):  # the second time as if the first answer had got lost
            socket.send(json.dumps({"number": number, "command": played}))
            if number == 1:
                assert [event["body"]["move"] for event in hear(socket)["events"]] == [move]
            assert hear(socket) == {"answer": number, "sequence": mover.look(match)["table"]["sequence"]}
        assert [event["body"]["move"] for event in hear(heard)["events"]] == [move]
    assert mover.table(match)["ply"] == 1


def test_commands_that_come_too_often_over_a_socket_are_refused(server: Server, guest: Guest) -> None:
    match, _ = guest.create("qawale")
    with guest.listen(match, headers={"X-Forwarded-For": "198.51.100.7"}) as socket:
        hear(socket)
        codes: set[str] = set()
        for _ in range(100):  # the limit comes after 400, later where the machine is slow
            for number in range(200):
                socket.send(json.dumps({"number": number, "command": {"kind": "resume"}}))
            codes |= {hear(socket)["problem"]["code"] for _ in range(200)}
            if "web.too_many" in codes:
                break
    assert codes == {"match.not_paused", "web.too_many"}


def test_who_talks_nonsense_over_the_socket_is_shown_the_door(server: Server, guest: Guest) -> None:
    match, _ = guest.create("qawale")
    nested = '{"number":1,"command":' + "[" * 3000 + "]" * 900
    for said in ("hello", b"\x00", "x" * 100_000, '{"number":1}', '{"number":1,"command":{"kind":"dance"}}', nested):
        with guest.listen(match) as socket:
            hear(socket)
            socket.send(said)
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)
    assert guest.table(match)["status"] == "open"


def test_clients_that_die_are_forgotten(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    before = server.metric("fourfold_listeners")
    for _ in range(5):
        raw = open_socket(second, match)
        raw.recv(100)
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        raw.close()  # with a reset, as a machine that lost its line
    first.play(match, "a1NEE", 0)
    deadline = time.monotonic() + PATIENCE
    while server.metric("fourfold_listeners") > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.metric("fourfold_listeners") == before


def open_socket(guest: Guest, match: str) -> sockets.socket:
    """A WebSocket by hand, of one who reads as little as possible."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", guest.server.port))
    raw.sendall(
        f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\nSec-WebSocket-Version: 13\r\nCookie: {guest.cookie}\r\n"
        "\r\n".encode()
    )
    return raw


def test_who_reads_too_slowly_is_let_go_and_can_come_again(server: Server, guest: Guest) -> None:
    match, _ = guest.create("quads", places=[{"kind": "me"}, {"kind": "me"}])
    before = server.metric("fourfold_listeners")
    with open_socket(guest, match) as raw:
        raw.recv(100)
        for _ in range(400):  # one who plays alone agrees with himself: each command makes two messages
            assert guest.command(match, "offer", agreement="pause").status_code == 200
            assert guest.command(match, "resume").status_code == 200
            if any(entry["event"] == "slow_client" for entry in server.logged()):
                break
        deadline = time.monotonic() + PATIENCE
        while server.metric("fourfold_listeners") > before and time.monotonic() < deadline:
            time.sleep(0.1)
    assert server.metric("fourfold_listeners") == before
    assert {"event": "slow_client", "match": match}.items() <= server.logged()[-1].items()
    with guest.listen(match) as socket:
        message = hear(socket)
    assert [event["sequence"] for event in message["events"]] == list(range(1, message["table"]["sequence"] + 1))
