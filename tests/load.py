"""A load generator for the service: many clients in matches of two, on this machine only.

    .venv/bin/python tests/load.py --clients 1000 --rate 500 --seconds 60
    .venv/bin/python tests/load.py --clients 1000 --rate 400 --seconds 60 --nodes 2
    .venv/bin/python tests/load.py --clients 1000 --rate 400 --seconds 20 --against OTHER_CHECKOUT --turns 5

It starts a server of its own with an empty database, or, with `--nodes`, several processes over a PostgreSQL of their
own; or it uses servers that run already (`--url`, several times where they share a database). Two who play against
each other are at different processes then. With `--against`, a server of another checkout of this repository is
measured too: both get the same load in turns, so that what else the machine does concerns both alike. Every client
has a WebSocket, over which it also sends its moves, and a kept-alive connection for everything else, as a browser
has; with `--posts` moves are requests too. Moves are chosen by chance from the tree of clicks. The latency of a move
is the time from sending it to having its event at the opponent's socket.
"""

import argparse
import asyncio
import contextlib
import gc
import ipaddress
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fourfold.core.registry import list_games
from wire import Connection, Refusal, Socket

GAMES = tuple(list_games())
MOST_CLIENTS, MOST_RATE, MOST_SECONDS = 4_000, 4_000, 600
WARM_UP = 5.0  # seconds that are played before anything is measured
PATIENCE = 30.0  # seconds that anything may take before the run is given up
CONNECTING_AT_ONCE = 16


class Body(msgspec.Struct):
    kind: str
    ply: int = -1


class Event(msgspec.Struct):
    sequence: int
    body: Body


class Table(msgspec.Struct):
    ply: int
    status: str = "running"  # brief messages are about moves alone
    seat: int | None = None
    to_move: int | None = None
    clicks: dict[str, Any] | None = None


class Message(msgspec.Struct):
    events: list[Event]
    table: Table


decode_message = msgspec.json.Decoder(Message).decode


@dataclass(eq=False)
class Client:
    """One guest: a cookie, a connection for commands, a socket for events."""

    load: "Load"
    address: tuple[str, int]
    cookie: str = ""
    connection: Connection | None = None
    socket: Socket | None = None
    match: str = ""
    pair: "Pair | None" = None
    sent: int = 0
    answers: dict[int, "asyncio.Future[dict[str, Any]]"] = field(default_factory=dict)
    network: str = ""  # the address that a proxy would say it comes from

    @property
    def head(self) -> str:
        host, port = self.address
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        network = f"X-Forwarded-For: {self.network}\r\n" if self.network else ""
        return f"Host: {host}:{port}\r\n{cookie}{network}"

    async def post(self, path: str, body: Any) -> Any:
        text = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\n{self.head}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        return await self.ask(head.encode() + text)

    async def get(self, path: str) -> Any:
        return await self.ask(f"GET {path} HTTP/1.1\r\n{self.head}\r\n".encode())

    async def ask(self, request: bytes) -> Any:
        """Ask over the kept connection, or a new one where the server just closed it for being idle, as browsers do."""
        is_kept = self.connection is not None and self.connection.transport is not None
        try:
            head, body = await self.exchange(request)
        except ConnectionResetError:
            if not is_kept:
                raise
            head, body = await self.exchange(request)
        if not head.startswith(b"HTTP/1.1 200"):
            raise Refusal(f"{head[:12].decode()}: {body[:300].decode()}")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie:"):
                self.cookie = line.split(b":", 1)[1].split(b";")[0].strip().decode()
        return msgspec.json.decode(body) if body[:1] in b"{[" else body.decode()

    async def exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request, and wait for the head and the body of its answer."""
        loop = asyncio.get_running_loop()
        if self.connection is None or self.connection.transport is None:
            _, self.connection = await loop.create_connection(Connection, *self.address)
        answer: asyncio.Future[tuple[bytes, bytes]] = loop.create_future()
        self.connection.waiting.append(answer)
        assert self.connection.transport is not None
        self.connection.transport.write(request)
        return await answer

    async def listen(self, match: str) -> None:
        old, self.match = self.socket, match
        if old is not None and old.transport is not None:
            old.listener = self.load.nobody
            old.transport.close()
        path = f"/api/matches/{match}/events?after=0&brief=true"
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(lambda: Socket(self, path, self.head), *self.address)

    async def command(self, command: dict[str, Any]) -> None:
        """Send a command over the socket, or as a request."""
        if self.load.has_posts:
            await self.post(f"/api/matches/{self.match}/commands", command)
            return
        assert self.socket is not None
        self.sent += 1
        answer = self.answers[self.sent] = asyncio.get_running_loop().create_future()
        self.socket.say(msgspec.json.encode({"number": self.sent, "command": command}))
        if "problem" in (said := await answer):
            raise Refusal(str(said["problem"]))

    def hear(self, content: bytes) -> None:
        if content.startswith(b'{"answer"'):
            said = msgspec.json.decode(content)
            self.answers.pop(said["answer"]).set_result(said)
        elif self.pair is not None:
            self.pair.hear(self, content)

    def lost(self, socket: Socket) -> None:
        if self.socket is socket and not self.load.is_over:
            self.load.dropped += 1


@dataclass(eq=False)
class Pair:
    """Two clients at a table."""

    load: "Load"
    game: str
    clients: tuple[Client, Client]
    sent: tuple[int, float, Client] | None = None  # ply, time and client of the move under way
    turn: tuple[Client, int, dict[str, Any]] | None = None
    is_renewing: bool = False

    def hear(self, client: Client, content: bytes) -> None:
        now = time.perf_counter()
        message = decode_message(content)
        table = message.table
        if self.sent is not None and client is not self.sent[2]:
            for event in message.events:
                if event.body.kind == "played" and event.body.ply == self.sent[0]:
                    self.load.note(now - self.sent[1])
                    self.sent = None
                    break
        if table.status == "over":
            self.renew()
        elif (
            table.clicks is not None and table.to_move == table.seat and (self.sent is None or self.sent[0] < table.ply)
        ):
            if self.turn is None:
                self.load.ready.append(self)
            self.turn = (client, table.ply, table.clicks)

    def renew(self) -> None:
        if not self.is_renewing and not self.load.is_over:
            self.is_renewing = True
            self.load.start_task(self.sit_down())

    async def sit_down(self) -> None:
        """Begin a match: one sets it up, the other comes by invitation."""
        first, second = self.clients
        self.turn = self.sent = None
        made = await first.post("/api/matches", {"game": self.game})
        await second.post(f"/api/invites/{made['invite']}", {})
        self.load.matches += 1
        self.is_renewing = False
        await first.listen(made["match"])
        await second.listen(made["match"])

    async def move(self) -> None:
        assert self.turn is not None
        client, ply, tree = self.turn
        self.turn = None
        path: list[str] = []
        branch: Any = tree
        while not isinstance(branch, str):
            if branch is None:
                query = "&".join(f"path={click}" for click in path)
                branch = await client.get(f"/api/matches/{client.match}/clicks?{query}")
            names = {name: below for names in branch.values() for name, below in names.items()}
            path.append(random.choice(list(names)))
            branch = names[path[-1]]
        self.sent = (ply, time.perf_counter(), client)
        await client.command({"kind": "play", "move": branch, "ply": ply})
        self.load.acknowledged += 1


@dataclass(eq=False)
class Load:
    """One run."""

    addresses: tuple[tuple[str, int], ...]
    clients: int
    rate: float
    seconds: float
    games: tuple[str, ...]
    warm_up: float
    has_posts: bool = False
    ready: list[Pair] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    matches: int = 0
    sent: int = 0
    acknowledged: int = 0
    dropped: int = 0
    missed: int = 0
    failures: list[str] = field(default_factory=list)
    is_counting: bool = False
    is_over: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.nobody = Client(self, self.addresses[0])
        self.operators = [Client(self, address) for address in self.addresses]

    def note(self, latency: float) -> None:
        if self.is_counting:
            self.latencies.append(latency)

    def start_task(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finish)

    def finish(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not self.is_over:
            self.failures.append(repr(task.exception()))

    async def run(self) -> dict[str, Any]:
        await self.wait_until_ready()
        pairs = [
            Pair(self, self.games[k % len(self.games)], (self.client(k), self.client(k + 1)))
            for k in range(self.clients // 2)
        ]
        for pair in pairs:
            for client in pair.clients:
                client.pair = pair
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def begin(pair: Pair) -> None:
            async with gate:
                await pair.sit_down()

        await asyncio.gather(*map(begin, pairs))
        await self.until(lambda: len(self.ready) >= len(pairs))
        await self.drive(self.warm_up)
        await self.until(lambda: not self.tasks)
        before = await self.figures()
        self.sent = self.acknowledged = self.missed = self.matches = 0
        self.is_counting = True
        began, own = time.perf_counter(), time.process_time()
        await self.drive(self.seconds)
        took, own = time.perf_counter() - began, time.process_time() - own
        await self.until(lambda: not self.tasks)
        self.is_counting = False
        after = await self.figures()
        self.is_over = True
        await self.leave([*self.operators, *(client for pair in pairs for client in pair.clients)])
        return self.report(took, own, before, after)

    def client(self, number: int) -> Client:
        """A client at one of the processes."""
        return Client(self, self.addresses[number % len(self.addresses)])

    async def leave(self, clients: list[Client]) -> None:
        """Break everything off."""
        for task in list(self.tasks):
            task.cancel()
        for client in clients:
            for line in (client.connection, client.socket):
                if line is not None and line.transport is not None:
                    line.transport.abort()
        await asyncio.sleep(0.1)

    async def drive(self, seconds: float) -> None:
        """Send moves at the rate that is asked for; what cannot be sent for want of a match is missed."""
        began = time.perf_counter()
        count = 0
        while count < int(seconds * self.rate):
            due = int(min(time.perf_counter() - began, seconds) * self.rate)
            while count < due:
                count += 1
                pair = self.take_ready()
                if pair is not None:
                    self.sent += 1
                    self.start_task(pair.move())
                else:
                    self.missed += 1
            await asyncio.sleep(0.002)

    async def until(self, is_reached: Callable[[], bool]) -> None:
        """Wait for something however slow the machine is; a run that hangs is given up by its own limit."""
        while not is_reached() and not self.failures:
            await asyncio.sleep(0.01)

    def take_ready(self) -> Pair | None:
        """Any match that waits for a move, by chance: people do not play in step."""
        while self.ready:
            place = random.randrange(len(self.ready))
            self.ready[place], self.ready[-1] = self.ready[-1], self.ready[place]
            pair = self.ready.pop()
            if pair.turn is not None:
                return pair
        return None

    async def wait_until_ready(self) -> None:
        deadline = time.monotonic() + 4 * PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                if all([(await operator.get("/healthz"))["ready"] for operator in self.operators]):
                    return
            await asyncio.sleep(0.1)
        raise TimeoutError("the server does not get ready")

    async def figures(self) -> Counter[str]:
        """The figures of all processes together."""
        together: Counter[str] = Counter()
        for operator in self.operators:
            lines = str(await operator.get("/metrics")).splitlines()
            for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#"):
                together[name] += float(value)  # type: ignore[assignment]
        return together

    def report(self, took: float, own: float, before: Counter[str], after: Counter[str]) -> dict[str, Any]:
        latencies = sorted(self.latencies) or [0.0]

        def percentile(share: float) -> float:
            return round(1000 * latencies[min(len(latencies) - 1, int(share * len(latencies)))], 1)

        cpu = after.get("process_cpu_seconds_total", 0.0) - before.get("process_cpu_seconds_total", 0.0)
        return {
            "clients": self.clients,
            "processes": len(self.addresses),
            "seconds": round(took, 1),
            "moves_per_second": round(len(self.latencies) / took, 1),
            "sent": self.sent,
            "acknowledged": self.acknowledged,
            "missed": self.missed,
            "milliseconds": {
                "p50": percentile(0.5),
                "p95": percentile(0.95),
                "p99": percentile(0.99),
                "most": percentile(1),
            },
            "new_matches": self.matches,
            "server_megabytes": round(after.get("process_resident_memory_bytes", 0) / 1e6, 1),
            "server_processors": round(cpu / took, 2),
            "server_milliseconds_per_move": round(1000 * cpu / max(1, len(self.latencies)), 2),
            "generator_processors": round(own / took, 2),
            "dropped": self.dropped,
            "failed": len(self.failures),
            "failures": self.failures[:5],
        }


@contextlib.contextmanager
def own_servers(nodes: int, *options: str) -> Iterator[list[tuple[str, int]]]:
    """Start a server with an empty database on a free port, or several that share one, and stop them at the end."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        place = f"{folder}/load.db"
        if nodes > 1:
            import postgres

            place = stack.enter_context(postgres.cluster()).database()
        yield [stack.enter_context(own_server(place, None, *options)) for _ in range(nodes)]


@contextlib.contextmanager
def own_server(place: str, checkout: Path | None = None, *options: str) -> Iterator[tuple[str, int]]:
    """Start a server on a free port, of this checkout or another one, and stop it at the end."""
    command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--port", "0", *options]
    environment = os.environ | {"FOURFOLD_DATABASE": place}
    if checkout is not None:
        environment["PYTHONPATH"] = str(checkout / "src")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield parse_address(next(word for word in server.stdout.readline().split() if "://" in word))
        finally:
            server.terminate()
            server.wait(PATIENCE)


def compare(
    other: Path, turns: int, clients: int, rate: float, seconds: float, posting: Collection[str] = ()
) -> dict[str, Any]:
    """Put this checkout and another one under the same load in turns; the result is the CPU time of a move in each."""
    found: dict[str, list[float]] = {"here": [], "there": []}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        servers = {
            name: stack.enter_context(own_server(f"{folder}/{name}.db", checkout))
            for name, checkout in (("here", None), ("there", other))
        }
        for turn in range(turns):
            for name in sorted(servers, reverse=bool(turn % 2)):
                report = run([servers[name]], clients, rate, seconds, has_posts=name in posting)
                found[name].append(report["server_milliseconds_per_move"])
    middle = {name: median(values) for name, values in found.items()}
    return {
        "milliseconds_here": found["here"],
        "milliseconds_there": found["there"],
        "medians": middle,
        "here_to_there": round(middle["here"] / middle["there"], 3),
    }


def parse_address(url: str) -> tuple[str, int]:
    """Take the host and port of a server on this machine; nothing else is ever put under load."""
    parts = urlsplit(url)
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    if parts.scheme != "http" or not _is_loopback(host):
        raise SystemExit(f"{url} is not a server on this machine: only http on loopback addresses is put under load")
    return host, parts.port or 80


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def run(
    addresses: Sequence[tuple[str, int]],
    clients: int,
    rate: float,
    seconds: float,
    games: tuple[str, ...] = GAMES,
    warm_up: float = WARM_UP,
    *,
    has_posts: bool = False,
) -> dict[str, Any]:
    """Put a server under load, within bounds, and report."""
    if not (2 <= clients <= MOST_CLIENTS and 0 < rate <= MOST_RATE and 0 < seconds <= MOST_SECONDS):
        raise SystemExit(f"at most {MOST_CLIENTS} clients, {MOST_RATE} moves a second, {MOST_SECONDS} seconds")
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        load = Load(tuple(addresses), clients, rate, seconds, games, warm_up, has_posts)
        return runner.run(asyncio.wait_for(load.run(), seconds + warm_up + 8 * PATIENCE))


def loop_factory() -> Any:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", action="append", help="a server that runs on this machine; by default one is started")
    parser.add_argument("--nodes", type=int, default=1, help="processes to start; several share a PostgreSQL")
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500, help="moves a second, all matches together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--against", type=Path, help="another checkout, whose server gets the same load in turns")
    parser.add_argument("--turns", type=int, default=5, help="how often each of the two is measured")
    parser.add_argument(
        "--posts",
        choices=["here", "there"],
        action="append",
        default=[],
        help="send moves by POST, here, or to the other checkout, which may know nothing else",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document only")
    given = parser.parse_args()
    gc.disable()  # the process is short-lived, and its pauses would be counted as the server's
    with contextlib.ExitStack() as stack:
        if given.against is not None:
            report = compare(given.against, given.turns, given.clients, given.rate, given.seconds, given.posts)
        else:
            own = stack.enter_context(own_servers(given.nodes)) if not given.url else []
            report = run(
                own or [parse_address(url) for url in given.url],
                given.clients,
                given.rate,
                given.seconds,
                tuple(given.games),
                has_posts="here" in given.posts,
            )
    if given.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name.replace('_', ' '):30} {value}")


if __name__ == "__main__":
    main()
