"""A real server in a process of its own, and guests who talk to it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from fourfold.match.events import Event, decode_body
from fourfold.match.match import Match
from fourfold.store import Store

PATIENCE = 60.0
COMPILING = 400.0  # seconds, where the kernels are compiled first, beside other tests
STARTED = re.compile(r"http://localhost:([0-9]+)/")
_logs = count()


class Unavailable(AssertionError):
    """The server, or its database, does not answer now: a failure, but for tests that have killed it."""


class Server:
    """One server process over a database; it can be stopped, killed and started again."""

    def __init__(
        self, folder: Path, database: str = "", options: Sequence[str] = (), program: Sequence[str] = ("-m", "fourfold")
    ) -> None:
        self.database = database or str(folder / "matches.db")
        self.options = options
        self.program = program
        self.log = folder / f"log{next(_logs)}.txt"
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self, wait: bool = True, port: int = 0) -> Self:
        command = [sys.executable, *self.program, "serve", "--no-browser", "--port", str(port)]
        command += ["--trust-proxy", "127.0.0.1", "--database", str(self.database)]  # so that tests come from anywhere
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ
            )
        assert self.process.stdout is not None
        found = STARTED.search(self.process.stdout.readline())
        assert found, self.log.read_text()
        self.port = int(found[1])
        if wait:
            self.wait_until_ready()
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def health(self) -> dict[str, bool]:
        answer: dict[str, bool] = httpx.get(f"{self.url}/healthz", timeout=PATIENCE).json()
        return answer

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + COMPILING
        while time.monotonic() < deadline:
            try:
                if self.health()["ready"]:
                    return
            except httpx.TransportError:
                assert self.process is not None
                assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop or kill the process; the result is its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def close(self) -> None:
        if self.process is not None:
            self.end(signal.SIGKILL)

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]

    def metric(self, name: str) -> float:
        text = httpx.get(f"{self.url}/metrics", timeout=PATIENCE).text
        return float(next(line.split()[-1] for line in text.splitlines() if line.split(" ")[0].split("{")[0] == name))

    def stored(self, match: str) -> Match:
        """The match as it truly is, from the database."""
        with Store.open(self.database) as store:
            return Match.replay([Event(e.sequence, e.time, decode_body(e.body)) for e in store.events.read(match)])


@contextmanager
def running(folder: Path, database: str = "", options: Sequence[str] = ()) -> Iterator[Server]:
    server = Server(folder, database, options)
    try:
        yield server.start()
    finally:
        server.close()


class Guest:
    """One who plays over the API; each has a cookie of his own."""

    present: ClassVar[list["Guest"]] = []

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        Guest.present.append(self)
        if name:
            self.post("/api/session", name=name)

    @classmethod
    def all_leave(cls) -> None:
        while cls.present:
            cls.present.pop().http.close()

    def move_to(self, server: Server) -> None:
        """Talk to another process, as the same guest."""
        self.server = server
        self.http.base_url = server.url

    def ask(self, address: str, body: Any) -> httpx.Response:
        return self.http.post(address, json=body)

    def post(self, address: str, /, **body: Any) -> dict[str, Any]:
        response = self.ask(address, body)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def get(self, address: str, /, **query: Any) -> Any:
        response = self.http.get(address, params=query)
        if response.status_code == 503:
            raise Unavailable(response.text)
        assert response.status_code == 200, response.text
        return response.json()

    def create(self, game: str, **wish: Any) -> tuple[str, str]:
        made = self.post("/api/matches", game=game, **wish)
        return made["match"], made["invite"]

    def look(self, match: str, after: int = 0) -> dict[str, Any]:
        message: dict[str, Any] = self.get(f"/api/matches/{match}", after=after)
        return message

    def table(self, match: str) -> dict[str, Any]:
        table: dict[str, Any] = self.look(match, after=2**31 - 1)["table"]
        return table

    def command(self, match: str, kind: str, **values: Any) -> httpx.Response:
        return self.ask(f"/api/matches/{match}/commands", {"kind": kind, **values})

    def play(self, match: str, move: str, ply: int) -> int:
        response = self.command(match, "play", move=move, ply=ply)
        assert response.status_code == 200, response.text
        sequence: int = response.json()["sequence"]
        return sequence

    def refused(self, match: str, code: str, kind: str, status: int = 409, **values: Any) -> None:
        response = self.command(match, kind, **values)
        assert (response.status_code, response.json()["code"]) == (status, code), response.text

    def first_move(self, match: str, tree: dict[str, Any]) -> str:
        """Follow the first clicks to a move, asking for branches that are left out."""
        path: list[str] = []
        branch: Any = tree
        while not isinstance(branch, str):
            if branch is None:
                branch = self.get(f"/api/matches/{match}/clicks", path=path)
            names = next(iter(branch.values()))
            path.append(next(iter(names)))
            branch = names[path[-1]]
        return branch

    def move(self, match: str) -> None:
        """Play the first move there is; it must be the guest's turn."""
        table = self.table(match)
        self.play(match, self.first_move(match, table["clicks"]), table["ply"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def listen(
        self, match: str, after: int = 0, headers: dict[str, str] | None = None, chat: bool = False, **query: str
    ) -> ClientConnection:
        wanted = httpx.QueryParams(after=after, chat=chat, **query)
        address = f"ws://127.0.0.1:{self.server.port}/api/matches/{match}/events?{wanted}"
        given = (headers or {}) | ({"Cookie": self.cookie} if self.cookie else {})
        return connect(address, additional_headers=given, open_timeout=PATIENCE, compression=None)


def hear(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    return message


def seated(server: Server, game: str, seats: int = 2, **wish: Any) -> tuple[str, list[Guest]]:
    """A match of guests, in the order of their seats."""
    guests = [Guest(server, name) for name in ("Ann", "Ben", "Cyd", "Dan")[:seats]]
    match, invite = guests[0].create(game, seats=seats, **wish)
    for guest in guests[1:]:
        guest.post(f"/api/invites/{invite}")
    return match, sorted(guests, key=lambda guest: int(guest.table(match)["seat"]))
