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

from fourfold.store.engine.sqlite import driver
from web.server_process import COMPILING, PATIENCE, Guest, Server, hear, seated


def test_health_is_answered_from_the_start_and_says_when_the_kernels_are_ready(tmp_path: Path) -> None:
    server = Server(tmp_path).start(wait=False)
    try:
        assert server.health()["ok"] is True
        server.wait_until_ready()
        assert server.health() == {"ok": True, "ready": True}
        assert server.logged()[-1]["event"] == "ready"
    finally:
        server.close()


@pytest.mark.long
def test_health_is_answered_while_kernels_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "empty"))
    server = Server(tmp_path).start(wait=False)
    try:
        answers = 0
        while not server.health()["ready"]:
            answers += 1
            time.sleep(0.1)
        assert answers > 20  # it takes several seconds, and none was without answers
    finally:
        server.close()
    assert {line[0] for line in server.log.read_text().splitlines()} == {"{"}


def test_a_player_out_of_time_loses_also_when_nobody_looks(server: Server) -> None:
    slow, (first, second) = seated(server, "qawale", clock={"kind": "turn", "time": 600})
    assert first.table(slow)["clock"]["running"] is None  # clocks start when all have moved
    first.move(slow)
    second.move(slow)
    clock = first.table(slow)["clock"]
    assert clock["running"] == 0
    assert 0 < clock["left"][0] <= 600_000
    match, (first, second) = seated(server, "qawale", clock={"kind": "turn", "time": 2})
    first.move(match)
    second.move(match)
    deadline = time.monotonic() + PATIENCE
    while (ended := server.stored(match).ended) is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert ended is not None
    assert (ended.winner, ended.code) == (1, "time")


def test_time_that_ran_out_beats_a_command_that_comes_late(server: Server) -> None:
    match, (first, second) = seated(server, "exago", clock={"kind": "sudden", "time": 1})
    time.sleep(1.05)
    first.play(match, "e5", 0)
    second.move(match)
    time.sleep(1.05)
    response = first.command(match, "play", move="e4", ply=2)
    assert (response.status_code, response.json()["code"]) == (409, "match.is_over")


def test_stopping_lets_everybody_go_and_a_restart_resumes_clocks_and_computers(own_server: Server) -> None:
    match, (first, second) = seated(own_server, "exago", clock={"kind": "sudden", "time": 600})
    for mover in (first, second, first):
        mover.move(match)
    timed, (slow, other) = seated(own_server, "qawale", clock={"kind": "turn", "time": 3})
    slow.move(timed)
    other.move(timed)
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
        assert own_server.end(signal.SIGTERM) == 0
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
    second.move(match)
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


@pytest.mark.long
def test_a_restart_after_a_kill_makes_good_what_was_under_way(own_server: Server) -> None:
    """Computers move whose turn it was, and a rematch is set up that the process did not live to set up."""
    match, (first, second) = seated(own_server, "exago")
    first.command(match, "resign")
    second.command(match, "offer", agreement="rematch")
    first.command(match, "answer", agreement="rematch", accepts=True)
    following = first.table(match)["following"]
    quick = [first.post("/api/quick", game="qawale", level="simple")["match"] for _ in range(4)]
    own_server.end(signal.SIGKILL)
    forget_match(own_server.database, following)
    own_server.start()
    first.http.base_url = own_server.url
    assert first.table(match)["following"] == following
    assert first.table(following)["status"] == "running"
    deadline = time.monotonic() + PATIENCE
    while any(first.table(match)["clicks"] is None for match in quick) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert all(first.table(match)["clicks"] is not None for match in quick)


def forget_match(database: str, match: str) -> None:
    from fourfold.store.engine.sqlite import driver

    with contextlib.closing(driver().connect(database, isolation_level=None)) as connection:
        for table, column in (("events", "match_id"), ("seats", "match_id"), ("matches", "id")):
            connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (match,))


def test_an_unreadable_match_is_its_own_error_and_no_lists(own_server: Server) -> None:
    ann = Guest(own_server, "Ann")
    matches = [seated_with(ann, own_server) for _ in range(4)]
    open_table, _ = ann.create("qawale", is_public=True)
    own_server.end()
    nonsense = b"[" * 3000
    with contextlib.closing(driver().connect(own_server.database)) as database, database:
        change = "UPDATE events SET body = ? WHERE match_id = ? AND kind = ?"
        database.execute(change, (nonsense, matches[0], "played"))
        database.execute(change, (b'{"kind":"played","seat":7,"ply":99,"move":"z9"}', matches[1], "played"))
        database.execute(change, (b"", matches[2], "created"))
        database.execute("UPDATE matches SET settings = '{' WHERE id = ?", (open_table,))
    own_server.start()
    ann.move_to(own_server)
    for match in matches[:3]:
        for address in (f"/api/matches/{match}", f"/api/matches/{match}/record", f"/api/matches/{match}/stream"):
            response = ann.http.get(address)
            assert (response.status_code, response.json()["code"]) == (500, "store.unreadable_match")
            assert match in response.json()["message"]
    assert ann.look(matches[3])["table"]["ply"] == 1
    listed = {entry["match"]: entry["problem"] for entry in ann.get("/api/matches")["matches"]}
    assert listed.keys() == {*matches, open_table}
    assert {match for match, problem in listed.items() if problem} == {matches[0], open_table}
    assert [entry["problem"]["code"] for entry in ann.get("/api/lobby")["matches"]] == ["store.unreadable_match"]
    assert Guest(own_server).post("/api/pairing", game="qawale", clock={"kind": "none"}, name="Ben")["is_new"]


def seated_with(ann: Guest, server: Server) -> str:
    """A match in which the first move was played."""
    match, invite = ann.create("qawale", by_lot=False)
    Guest(server, "Ben").post(f"/api/invites/{invite}")
    ann.move(match)
    return match


def test_what_cannot_be_served_is_refused_in_one_sentence(server: Server, tmp_path: Path) -> None:
    (tmp_path / "not-ours.db").write_text("something else")
    for wish, code, mentioned in (
        (["--port", str(server.port)], 2, str(server.port)),
        (["--port", "0", "--workers", "2"], 2, "SQLite"),
        (["--port", "0", "--database", str(tmp_path / "not-ours.db")], 2, "not-ours.db"),
    ):
        command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--database", str(tmp_path / "x.db")]
        done = subprocess.run([*command, *wish], capture_output=True, text=True, env=os.environ, timeout=COMPILING)
        assert done.returncode == code
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert mentioned in done.stderr
    assert (tmp_path / "not-ours.db").read_text() == "something else"


def test_everything_in_the_log_is_one_line_of_json(server: Server) -> None:
    entries = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert entries[0]["event"] == "ready"
    assert all({"event", "level", "timestamp"} <= set(entry) for entry in entries)
    assert not [entry for entry in entries if entry["level"] == "error"]
