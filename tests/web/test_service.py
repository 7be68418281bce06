"""The service as clients meet it: a real process, real sockets, a real database."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import fourfold

READY_WITHIN = 120.0  # seconds, where kernels must be compiled first


class Server:
    """One server process over one database; it can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "table.db"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / "log.txt"
        self.clients: list[httpx.Client] = []
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "fourfold", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "PYTHONUTF8": "1"})
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.address}/healthz", timeout=5).json()["ready"]:
                    return
            except httpx.TransportError:
                assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        pytest.fail("the server did not become ready")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(30)

    def close(self) -> None:
        for client in self.clients:
            client.close()
        if self.process.poll() is None:
            self.stop()

    def client(self, name: str = "") -> httpx.Client:
        client = httpx.Client(base_url=self.address, timeout=30)
        self.clients.append(client)
        if name:
            assert client.post("/api/session", json={"name": name}).status_code == 200
        return client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


def sit_down(server: Server, game: str, *names: str, **wish: Any) -> tuple[str, list[httpx.Client]]:
    """Set up a match, let the others in by invitation; the clients come in the order of the seats."""
    clients = [server.client(name) for name in names]
    made = clients[0].post("/api/matches", json={"game": game, "seats": len(names), **wish})
    assert made.status_code == 200, made.text
    match = made.json()
    for client in clients[1:]:
        assert client.post(f"/api/invites/{match['invite']}", json={}).json() == {"match": match["match"]}
    seats = [table(client, match["match"])["seat"] for client in clients]
    assert sorted(seats) == list(range(len(names)))
    return match["match"], [client for _, client in sorted(zip(seats, clients, strict=True), key=lambda pair: pair[0])]


def table(client: httpx.Client, match: str) -> dict[str, Any]:
    answer = client.get(f"/api/matches/{match}")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()["table"]
    return shown


def ask(client: httpx.Client, match: str, **command: Any) -> httpx.Response:
    return client.post(f"/api/matches/{match}/commands", json=command)


def play_out(match: str, clients: list[httpx.Client], seed: int, most: int = 400) -> dict[str, Any]:
    """Play by following the tree of clicks, as a page does."""
    chance = random.Random(seed)
    shown = table(clients[0], match)
    while shown["status"] == "running" and shown["ply"] < most:
        client = clients[shown["to_move"]]
        branch: Any = table(client, match)["clicks"]
        path: list[str] = []
        while not isinstance(branch, str):
            click = chance.choice(sorted(branch))
            path.append(click)
            branch = branch[click]
            if branch is None:
                branch = client.get(f"/api/matches/{match}/clicks", params={"path": path}).json()
        done = ask(client, match, kind="play", move=branch, ply=shown["ply"])
        assert done.status_code == 200, done.text
        shown = table(clients[0], match)
    return shown


@pytest.mark.parametrize(
    ("game", "options"),
    [("qawale", {"pebbles": "3"}), ("quads", {"border": "on"}), ("quadominos", {"rounds": "1"}), ("exago", {})],
)
def test_a_whole_game_is_played_by_clicks(server: Server, game: str, options: dict[str, str]) -> None:
    match, clients = sit_down(server, game, "Ann", "Ben", options=options)
    shown = play_out(match, clients, seed=5)
    assert shown["status"] == "over"
    assert shown["outcome"] is not None
    record = fourfold.Record.parse(clients[0].get(f"/api/matches/{match}/record").text)
    assert record.players in (["Ann", "Ben"], ["Ben", "Ann"])
    assert str(record.position) == shown["position"]


def test_commands_are_carried_out_once_and_refused_in_words(server: Server) -> None:
    match, (first, second) = sit_down(server, "qawale", "Ann", "Ben")
    move = {"kind": "play", "move": "a1NEE", "ply": 0}
    sequence = ask(first, match, **move).json()["sequence"]
    assert ask(first, match, **move).json()["sequence"] == sequence
    late = ask(second, match, kind="play", move="a4ESE", ply=0)
    assert (late.status_code, late.json()["code"]) == (409, "match.stale")
    turn = ask(first, match, kind="play", move="a1ENN", ply=1)
    assert (turn.status_code, turn.json()["code"]) == (409, "match.not_your_turn")
    illegal = ask(second, match, kind="play", move="a4WWW", ply=1)
    assert illegal.status_code == 422
    assert "Qawale F2" in illegal.json()["message"]
    assert ask(server.client("Eve"), match, kind="resign").status_code == 409
    assert ask(server.client(), match, kind="resign").status_code == 401
    for body in (b"", b"{", b"[]", b'{"kind":"fly"}', b'{"kind":"play","move":5,"ply":0}', b"\xff"):
        as_json = {"Content-Type": "application/json"}
        answer = first.post(f"/api/matches/{match}/commands", content=body, headers=as_json)
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["message"]
    assert table(first, match)["ply"] == 1


def test_events_come_over_the_socket_and_as_lines_and_can_be_resumed(server: Server) -> None:
    match, (first, second) = sit_down(server, "qawale", "Ann", "Ben")
    cookie = f"fourfold_guest={second.cookies['fourfold_guest']}"
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/events"
    with connect(url, additional_headers={"Cookie": cookie}) as events:
        begun = json.loads(events.recv(timeout=10))
        assert [event["body"]["kind"] for event in begun["events"]] == ["created", "joined", "started"]
        assert begun["table"]["seat"] == 1
        ask(first, match, kind="play", move="a1NEE", ply=0)
        told = json.loads(events.recv(timeout=10))
        assert [event["body"]["move"] for event in told["events"]] == ["a1NEE"]
        assert told["table"]["clicks"]
    with second.stream("GET", f"/api/matches/{match}/stream", params={"after": 3}) as lines:
        line = json.loads(next(lines.iter_lines()))
        assert line["events"] == told["events"]
        assert line["table"]["position"] == told["table"]["position"]
    with connect(url + "?after=4") as spectator:
        seen = json.loads(spectator.recv(timeout=10))
        assert seen["events"] == []
        assert seen["table"]["seat"] is None
        assert seen["table"]["clicks"] is None


def test_hidden_hands_reach_nobody_else(server: Server) -> None:
    match, clients = sit_down(server, "quadominos", "Ann", "Ben", "Cyd", options={"rounds": "1"})
    hands = [set(table(client, match)["position"].partition("@")[2].split(":")[1].split("/")) for client in clients]
    own = [next(hand for hand in shown if not hand.startswith("_") and hand != "-").split(".") for shown in hands]
    spectator = server.client()
    for seat, client in [*enumerate(clients), (None, spectator)]:
        everything = client.get(f"/api/matches/{match}").text + client.get(f"/api/matches/{match}/record").text
        for other, hand in enumerate(own):
            if other != seat:
                assert not any(f"{tile}." in everything or f".{tile}" in everything for tile in hand), (seat, other)
        assert client.get(f"/api/matches/{match}/record").status_code == 409
        assert json.loads(client.get(f"/api/matches/{match}").text)["events"][-1]["body"]["order"] == []
    assert not any(tile in server.log.read_text() for hand in own for tile in hand)


def test_a_computer_answers(server: Server) -> None:
    client = server.client("Ann")
    match = client.post("/api/quick", json={"game": "qawale", "level": "simple"}).json()["match"]
    until = time.monotonic() + 30
    while (shown := table(client, match))["to_move"] != shown["seat"] and time.monotonic() < until:
        time.sleep(0.05)
    ply = shown["ply"]
    fourfold_position = fourfold.read(shown["position"])
    assert ask(client, match, kind="play", move=str(fourfold_position.moves()[0]), ply=ply).status_code == 200
    while table(client, match)["ply"] < ply + 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert table(client, match)["ply"] >= ply + 2


def test_the_lobby_shows_public_tables_also_when_they_are_full(server: Server) -> None:
    ann, ben = server.client("Ann"), server.client("Ben")
    match = ann.post("/api/matches", json={"game": "exago", "is_public": True}).json()["match"]
    assert match in [listed["match"] for listed in ben.get("/api/lobby").json()["matches"]]
    assert ask(ben, match, kind="join", name="Ben").status_code == 200
    assert match in [listed["match"] for listed in ben.get("/api/lobby").json()["matches"]]
    assert match in [listed["match"] for listed in ben.get("/api/matches").json()["matches"]]


def test_what_no_honest_client_sends_is_refused(server: Server) -> None:
    client = server.client("Ann")
    assert client.post("/api/session", json={}, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert client.get("/healthz", headers={"Host": "elsewhere.example"}).status_code == 400
    as_json = {"Content-Type": "application/json"}
    assert client.post("/api/session", content=b"x" * 100_000, headers=as_json).status_code == 413
    assert client.post("/api/session", content=b"name=Ann").status_code == 415
    assert client.post("/api/matches", json={"game": "chess"}).status_code == 404
    assert client.post("/api/matches", json={"game": "qawale", "options": {"pebbles": "99"}}).status_code == 422
    assert client.get("/api/matches/nothing").status_code == 404
    assert client.get("/nowhere").status_code == 404
    answer = client.get("/healthz")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "httponly" in server.client().post("/api/session", json={}).headers["set-cookie"].lower()


def test_operators_see_figures_and_programs_a_description(server: Server) -> None:
    client = server.client()
    assert "fourfold_moves_total" in client.get("/metrics").text
    described = client.get("/openapi.json").json()
    assert "/api/matches/{match_id}/commands" in described["paths"]


def test_time_runs_out_at_the_server(server: Server) -> None:
    match, clients = sit_down(server, "qawale", "Ann", "Ben", clock={"kind": "sudden", "time": 1})
    until = time.monotonic() + 15
    while (shown := table(clients[0], match))["status"] == "running" and time.monotonic() < until:
        time.sleep(0.1)
    assert shown["outcome"]["code"] == "time"
    assert shown["outcome"]["winner"] == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_acknowledged_is_lost_when_the_server_dies(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path)
    try:
        match, clients = sit_down(server, "exago", "Ann", "Ben")
        play_out(match, clients, seed=1, most=9)
        before = table(clients[0], match)
        server.stop(how)
        server.start()
        after = table(clients[0], match)
        for name in ("position", "sequence", "seat", "to_move", "ply"):
            assert after[name] == before[name]
        assert play_out(match, clients, seed=2, most=14)["ply"] == 14
    finally:
        server.close()
