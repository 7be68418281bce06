"""The server as a process: getting ready, clocks, computers, stopping in order, going on after a restart."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from web.process import PATIENCE, Guest, Server, hear, seated

pytestmark = pytest.mark.long  # servers of their own, started and killed many times


def test_health_is_answered_before_the_kernels_are_ready(tmp_path: Path) -> None:
    server = Server(tmp_path).start(wait=False)
    try:
        assert server.health() == {"ok": True, "ready": False}
        server.wait_until_ready()
        assert server.logged()[-1]["event"] == "ready"
    finally:
        server.close()


@pytest.mark.long
def test_health_is_answered_while_kernels_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "empty"))
    server = Server(tmp_path).start(wait=False)
    try:
        slowest = 0.0
        while True:
            began = time.monotonic()
            ready = server.health()["ready"]
            slowest = max(slowest, time.monotonic() - began)
            if ready:
                break
            time.sleep(0.1)
        assert slowest < 2.0
    finally:
        server.close()


def test_a_player_out_of_time_loses_also_when_nobody_looks(server: Server) -> None:
    match, (first, _) = seated(server, "qawale", clock={"kind": "turn", "time": 1})
    table = first.table(match)
    assert table["clock"]["running"] == 0
    assert 0 < table["clock"]["left"][0] <= 1000
    time.sleep(1.3)
    ended = server.stored(match).ended
    assert ended is not None
    assert (ended.winner, ended.code) == (1, "time")


def test_time_that_ran_out_beats_a_command_that_comes_late(server: Server) -> None:
    match, (first, _) = seated(server, "exago", clock={"kind": "sudden", "time": 1})
    time.sleep(1.05)
    response = first.command(match, "play", move="e5", ply=0)
    assert (response.status_code, response.json()["code"]) == (409, "match.is_over")


def test_stopping_lets_everybody_go_and_a_restart_resumes_clocks_and_computers(own_server: Server) -> None:
    match, (first, second) = seated(own_server, "exago", clock={"kind": "sudden", "time": 600})
    first.play(match, "e5", 0)
    timed, (slow, _) = seated(own_server, "qawale", clock={"kind": "turn", "time": 3})
    alone = Guest(own_server, "Cyd")
    quick = alone.post("/api/quick", game="quadominos", level="simple", options={"rounds": "1"})["match"]
    before = {guest: guest.table(match) for guest in (first, second)}
    lines: list[str] = []
    with second.listen(match) as socket:
        hear(socket)
        reading = threading.Thread(target=read_lines, args=[first, match, lines])
        reading.start()
        deadline = time.monotonic() + PATIENCE
        while not lines and time.monotonic() < deadline:
            time.sleep(0.02)
        began = time.monotonic()
        assert own_server.end(signal.SIGTERM) == 0
        assert time.monotonic() - began < 4
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        reading.join(PATIENCE)
    assert lines[-1] == "end"
    time.sleep(1)
    own_server.start()
    for guest in (first, second, slow, alone):
        guest.http.base_url = own_server.url
    for guest, table in before.items():
        after = guest.table(match)
        for name in ("position", "sequence", "ply", "to_move", "seats", "seat", "status"):
            assert after[name] == table[name]
    assert second.table(match)["clock"]["left"][1] < before[second]["clock"]["left"][1] - 900
    second.play(match, second.first_move(match, second.table(match)["clicks"]), 1)
    with alone.listen(quick) as socket:
        own_moves = 0
        while own_moves < 2 and (table := hear(socket)["table"])["status"] == "running":
            if table["clicks"] is not None:
                alone.play(quick, alone.first_move(quick, table["clicks"]), table["ply"])
                own_moves += 1
    deadline = time.monotonic() + PATIENCE
    while slow.table(timed)["status"] != "over" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert slow.table(timed)["outcome"]["code"] == "time"


def read_lines(guest: Guest, match: str, lines: list[str]) -> None:
    with guest.http.stream("GET", f"/api/matches/{match}/stream") as stream:
        lines += (json.loads(line)["table"]["match"] for line in stream.iter_lines() if line)
    lines.append("end")


def test_a_computer_that_was_to_move_when_the_process_died_moves_after_it(own_server: Server) -> None:
    guest = Guest(own_server, "Ann")
    matches = [guest.post("/api/quick", game="qawale", level="simple")["match"] for _ in range(4)]
    own_server.end(signal.SIGKILL)
    own_server.start()
    guest.http.base_url = own_server.url
    deadline = time.monotonic() + PATIENCE
    while any(guest.table(match)["clicks"] is None for match in matches) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert all(guest.table(match)["clicks"] is not None for match in matches)


def test_a_rematch_that_the_process_did_not_live_to_set_up_is_set_up_later(own_server: Server) -> None:
    match, (first, second) = seated(own_server, "exago")
    first.command(match, "resign")
    second.command(match, "offer", agreement="rematch")
    first.command(match, "answer", agreement="rematch", accepts=True)
    following = first.table(match)["following"]
    own_server.end(signal.SIGKILL)
    forget_match(own_server.database, following)
    own_server.start()
    first.http.base_url = own_server.url
    assert first.table(match)["following"] == following
    assert first.table(following)["status"] == "running"


def forget_match(database: Path, match: str) -> None:
    from fourfold.store.sqlite import driver

    with contextlib.closing(driver().connect(str(database), isolation_level=None)) as connection:
        for table, column in (("events", "match_id"), ("seats", "match_id"), ("matches", "id")):
            connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (match,))


def test_an_address_in_use_is_one_sentence(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--port", str(server.port)]
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        env=os.environ,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(server.port) in done.stderr


def test_everything_in_the_log_is_one_line_of_json(server: Server) -> None:
    assert all(line.startswith("{") for line in server.log.read_text().splitlines())
