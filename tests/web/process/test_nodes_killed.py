"""Two processes and their database are killed in turn while matches are played: nothing is lost or doubled.

Guests whose process is gone go on through the other one. A command without an answer is sent again.
"""

import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

import postgres
from fourfold.core.registry import list_games
from web.server_process import PATIENCE, Guest, Server, Unavailable, running, seated

MATCHES = 4
KILLS = 51  # of one test, which are four
GAMES = list_games()


class Play:
    """Two guests at a table, each at another process, who remember every answer, and the command that has none."""

    def __init__(self, servers: list[Server], game: str) -> None:
        self.servers = servers
        self.match, self.guests = seated(servers[0], game)
        self.acknowledged: dict[int, str] = {}
        self.unanswered: tuple[Guest, int, str] | None = None
        self.is_over = False
        self.spread()

    def spread(self) -> None:
        """Let each guest talk to another process, or both to the one that runs."""
        there = [server for server in self.servers if server.process is not None]
        for guest, server in zip(self.guests, there * 2, strict=False):
            guest.move_to(server)

    def play(self, stop: Event, goal: int) -> None:
        """Play until the end of the match, or until somebody is gone, or until so many moves are acknowledged."""
        try:
            while not stop.is_set() and not self.is_over and len(self.acknowledged) < goal:
                if self.unanswered is None:
                    self.choose()
                self.send()
        except (httpx.TransportError, Unavailable):
            pass

    def choose(self) -> None:
        table = self.look(self.guests[0])
        self.is_over = table["status"] == "over"
        if not self.is_over:
            mover = self.guests[table["to_move"]]
            self.unanswered = mover, table["ply"], mover.first_move(self.match, self.look(mover)["clicks"])

    def look(self, guest: Guest) -> dict[str, Any]:
        response = guest.http.get(f"/api/matches/{self.match}", params={"after": 2**31 - 1})
        if response.status_code == 503:
            raise Unavailable
        assert response.status_code == 200, response.text
        table: dict[str, Any] = response.json()["table"]
        return table

    def send(self) -> None:
        if self.unanswered is None:
            return
        mover, ply, move = self.unanswered
        response = mover.command(self.match, "play", move=move, ply=ply)
        if response.status_code == 503:
            raise Unavailable
        assert response.status_code == 200, response.text
        self.acknowledged[ply] = move
        self.unanswered = None

    def check(self) -> None:
        """What was acknowledged is stored, each move once, in order; at most the one without answer is there too."""
        events = self.guests[0].look(self.match)["events"]
        stored = self.servers[0].stored(self.match)
        assert [event["sequence"] for event in events] == list(range(1, stored.sequence + 1))
        played = [event["body"] for event in events if event["body"]["kind"] == "played"]
        assert [body["ply"] for body in played] == list(range(len(played)))
        found = {body["ply"]: body["move"] for body in played}
        if self.unanswered is not None and self.unanswered[1] in found:
            assert found.pop(self.unanswered[1]) == self.unanswered[2]
        assert found == self.acknowledged


def play_for_a_while(plays: list[Play], moves: int, strike: Callable[[], None] | None = None) -> None:
    """Let all play at once; where there is a strike, it comes when so many moves are acknowledged."""
    stop = Event()
    with ThreadPoolExecutor(MATCHES) as pool:
        enough = acknowledged_by(plays) + moves
        goals = [10**6 if strike is not None else len(play.acknowledged) + moves for play in plays]
        playing = [pool.submit(play.play, stop, goal) for play, goal in zip(plays, goals, strict=True)]
        if strike is not None:
            while acknowledged_by(plays) < enough and not all(done.done() for done in playing):
                time.sleep(0.001)
            strike()
            stop.set()
        for done in playing:
            done.result(PATIENCE)


def kill_repeatedly(servers: list[Server], cluster: postgres.Cluster, rounds: int, seed: int) -> dict[str, int]:
    """Play and kill; the result is how often what was killed, and how many moves were acknowledged."""
    chance = random.Random(seed)
    plays: list[Play] = []
    counts = {"first process": 0, "second process": 0, "database": 0, "answers lost": 0}
    for number in range(rounds):
        there = [play for play in plays if not play.is_over]
        there += [Play(servers, GAMES[(len(plays) + k) % len(GAMES)]) for k in range(MATCHES - len(there))]
        plays += [play for play in there if play not in plays]
        victim = ("first process", "second process", "database")[number % 3]
        counts[victim] += 1

        def strike(victim: str = victim) -> None:
            time.sleep(chance.uniform(0, 0.03))
            if victim == "database":
                cluster.end(signal.SIGKILL)
            else:
                servers[int(victim == "second process")].end(signal.SIGKILL)

        play_for_a_while(there, chance.randint(1, 30), strike)
        counts["answers lost"] += sum(play.unanswered is not None for play in there)
        if victim == "database":
            cluster.start()
        for play in there:
            play.spread()
        deadline = time.monotonic() + PATIENCE
        while any(play.unanswered is not None for play in there) and time.monotonic() < deadline:
            play_for_a_while(there, 2)  # through the process that is left, or as soon as the database is back
        for server in servers:
            if server.process is None:
                server.start()
        for play in there:
            play.spread()
            play.check()
            assert play.unanswered is None
    for play in plays:  # also those that ended long ago
        play.spread()
        play.check()
    return counts | {"matches": len(plays), "moves acknowledged": acknowledged_by(plays)}


def acknowledged_by(plays: list[Play]) -> int:
    return sum(len(play.acknowledged) for play in plays)


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_nothing_acknowledged_is_lost_or_doubled_whoever_is_killed(tmp_path: Path, seed: int) -> None:
    with postgres.cluster() as cluster:
        place = cluster.database()
        with running(tmp_path, place) as one, running(tmp_path, place) as other:
            counts = kill_repeatedly([one, other], cluster, KILLS, seed)
    print(counts)
    assert counts["moves acknowledged"] > 10 * KILLS
    assert counts["answers lost"] > 0
