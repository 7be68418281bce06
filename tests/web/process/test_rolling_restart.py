"""A rolling restart of two nodes behind nginx, with our file for it: no request fails, no move is lost."""

import asyncio
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from threading import Event

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fourfold.web.routes.streams import RESTART
from load import GAMES, Client, Load
from postgres import Cluster
from web.server_process import PATIENCE, Server, hear, seated
from wire import Socket

pytestmark = [pytest.mark.xdist_group("postgresql"), pytest.mark.long]

ROOT = Path(__file__).parents[3]
PAIRS = 4
DRAIN = 5  # seconds, as documented
PAGES, RATE = 80, 100  # of the busy restart: clients, and moves a second of all together


def free_port() -> int:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Proxy(Server):
    """nginx with our file: without encryption, at a free port, in front of these nodes."""

    def __init__(self, folder: Path, nodes: list[Server]) -> None:
        super().__init__(folder, nodes[0].database)
        self.folder = folder
        self.port = free_port()
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        text = text[: text.index("server {\n    listen 80;")]
        text = re.sub(r"ssl_certificate.*\n", "", text)
        text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{self.port}")
        for default, node in zip((4444, 4445), nodes, strict=True):
            assert f"127.0.0.1:{default} " in text
            text = text.replace(f"127.0.0.1:{default} ", f"127.0.0.1:{node.port} ")
        paths = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        head = f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}"
        (folder / "nginx.conf").write_text(f"{head} http {{ access_log off; {paths}\n{text} }}")

    @contextmanager
    def running(self) -> Iterator["Proxy"]:
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
        assert program, "these tests need nginx: CONTRIBUTING.md"
        command = [program, "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + PATIENCE
            while not self.answers():
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < deadline
            yield self
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            time.sleep(0.05)
            return False


@pytest.fixture
def nodes(cluster: Cluster, tmp_path: Path) -> Iterator[list[Server]]:
    place = cluster.database()
    names = ["--name", "table.example.org", "--drain", str(DRAIN), "--no-limits"]
    pair = [Server(tmp_path, place, names).start() for _ in range(2)]
    try:
        yield pair
    finally:
        for node in pair:
            node.close()


def play_on(proxy: Server, is_over: Event) -> tuple[int, list[tuple[str, int]]]:
    """Play match after match through the proxy; the number of moves, and each match with its plies."""
    moves, done = 0, []
    while not is_over.is_set():
        match, guests = seated(proxy, "exago")
        plies = 0
        while not is_over.is_set() and plies < 30:
            mover = guests[plies % 2]
            mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), plies)
            plies += 1
        moves += plies
        done.append((match, plies))
    return moves, done


def test_a_rolling_restart_fails_no_request_and_loses_no_move(nodes: list[Server], tmp_path: Path) -> None:
    is_over = Event()
    with Proxy(tmp_path, nodes).running() as proxy, ThreadPoolExecutor(PAIRS) as pool:
        playing = [pool.submit(play_on, proxy, is_over) for _ in range(PAIRS)]
        try:
            for node in nodes:
                assert node.end(signal.SIGTERM) == 0  # it drains first
                node.start(port=node.port)
        finally:
            is_over.set()
        done = [each.result(PATIENCE) for each in playing]  # a failed request would be raised here
        assert all(moves > 0 for moves, _ in done)
        for match, plies in (pair for _, matches in done for pair in matches):
            assert nodes[0].stored(match).ply == plies
        print(sum(moves for moves, _ in done), "moves")


@dataclass(eq=False)
class Page(Client):
    """A client that comes back when its stream ends, as the page does, and counts its acknowledged moves."""

    acknowledged: Counter[str] = field(default_factory=Counter)  # by match
    left: float | None = None  # when its stream ended
    returns: list[float] = field(default_factory=list)  # seconds without a stream

    async def command(self, command: dict[str, object]) -> None:
        match = self.match
        await super().command(command)
        self.acknowledged[match] += 1

    def hear(self, content: bytes) -> None:
        if self.left is not None:
            self.returns.append(time.monotonic() - self.left)
            self.left = None
        super().hear(content)

    def lost(self, socket: Socket) -> None:
        if self.socket is socket and not self.load.is_over:
            self.left = self.left or time.monotonic()
            self.load.start_task(self.listen(self.match))


class Restart(Load):
    """A load through the proxy, which goes on until the nodes have been restarted."""

    is_restarted = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pages: list[Page] = []

    def client(self, number: int) -> Client:
        self.pages.append(Page(self, self.addresses[0]))
        return self.pages[-1]

    async def figures(self) -> Counter[str]:
        return Counter()  # the proxy shows none

    async def drive(self, seconds: float) -> None:
        await super().drive(seconds)
        while self.is_counting and not self.is_restarted and not self.failures:
            await super().drive(seconds)


def test_a_rolling_restart_under_a_hundred_moves_a_second(nodes: list[Server], tmp_path: Path) -> None:
    async def play(port: int) -> tuple[Restart, dict[str, object]]:
        load = Restart((("127.0.0.1", port),), PAGES, RATE, 5.0, GAMES, 2.0, has_posts=True)
        playing = asyncio.create_task(load.run())
        await load.until(lambda: load.is_counting or playing.done())
        for node in nodes:
            assert await asyncio.to_thread(node.end, signal.SIGTERM) == 0  # it drains first
            await asyncio.to_thread(node.start, port=node.port)
        load.is_restarted = True
        return load, await playing

    with Proxy(tmp_path, nodes).running() as proxy:
        load, report = asyncio.run(play(proxy.port))
    acknowledged = sum((page.acknowledged for page in load.pages), Counter[str]())
    returns = sorted(seconds for page in load.pages for seconds in page.returns)
    print(report, f"{sum(acknowledged.values())} moves; {len(returns)} returns, the longest {returns[-1]:.2f} s")
    assert load.failures == []
    assert len(returns) >= PAGES / 2  # each restart ended some streams
    assert {match: nodes[0].stored(match).ply for match in acknowledged} == acknowledged


def test_a_node_that_hangs_is_given_up_and_the_page_finds_the_other(nodes: list[Server], tmp_path: Path) -> None:
    with Proxy(tmp_path, nodes).running() as proxy:
        match, guests = seated(proxy, "exago")
        assert nodes[0].process is not None
        nodes[0].process.send_signal(signal.SIGSTOP)
        try:
            for ply in range(4):  # some of these requests go to the node that hangs first
                mover = guests[ply % 2]
                mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
            with guests[0].listen(match) as listener:
                assert hear(listener)["table"]["ply"] == 4
        finally:
            nodes[0].process.send_signal(signal.SIGCONT)
        assert nodes[1].stored(match).ply == 4


def test_a_listener_whose_node_stops_hears_at_the_other_what_it_missed(nodes: list[Server], tmp_path: Path) -> None:
    with Proxy(tmp_path, nodes).running() as proxy:
        match, guests = seated(proxy, "exago")
        with guests[1].listen(match) as listener:
            begin = hear(listener)["table"]["sequence"]
            for node in nodes:
                node.end(signal.SIGTERM)
                guests[0].http.get("/api/games").raise_for_status()
                node.start(port=node.port)
            with pytest.raises(ConnectionClosed) as closed:
                hear(listener)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == RESTART
        began = time.monotonic()
        guests[0].play(match, guests[0].first_move(match, guests[0].table(match)["clicks"]), 0)
        with guests[1].listen(match, after=begin) as again:
            assert hear(again)["table"]["ply"] == 1
        print(f"{time.monotonic() - began:.2f} s")
