"""The server is killed while several matches are played: nothing that was acknowledged is lost or doubled.

A command whose answer got lost is sent again after the restart. It must be answered as done, whether it was stored
before the kill or is carried out only now.
"""

import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx
import pytest

from fourfold.core.registry import list_games
from web.server_process import PATIENCE, Guest, Server, seated

MATCHES = 4
GAMES = list_games()


class Play:
    """Two guests at a table, who remember every answer, and the command that has none."""

    def __init__(self, server: Server, game: str) -> None:
        self.match, self.guests = seated(server, game)
        self.acknowledged: dict[int, str] = {}
        self.unanswered: tuple[Guest, int, str] | None = None

    @property
    def is_running(self) -> bool:
        return bool(self.guests[0].table(self.match)["status"] == "running")

    def play(self, stop: Event) -> None:
        """Play until the end, of the match or of the server."""
        try:
            while not stop.is_set() and self.is_running:
                table = self.guests[0].table(self.match)
                mover = self.guests[table["to_move"]]
                move = mover.first_move(self.match, mover.table(self.match)["clicks"])
                self.unanswered = mover, table["ply"], move
                self.send()
        except httpx.TransportError:
            pass  # killed

    def send(self) -> None:
        assert self.unanswered is not None
        mover, ply, move = self.unanswered
        mover.play(self.match, move, ply)
        self.acknowledged[ply] = move
        self.unanswered = None

    def resume(self, server: Server) -> bool:
        """Go on with a server that was started again; the result says whether an answer had got lost."""
        for guest in self.guests:
            guest.http.base_url = server.url
        if self.unanswered is None:
            return False
        self.send()
        return True

    def check(self, server: Server) -> None:
        """What was acknowledged is stored, each move once, in order, and nothing else is."""
        stored = server.stored(self.match)
        events = self.guests[0].look(self.match)["events"]
        assert [event["sequence"] for event in events] == list(range(1, stored.sequence + 1))
        played = [event["body"] for event in events if event["body"]["kind"] == "played"]
        assert [body["ply"] for body in played] == list(range(len(played)))
        assert {body["ply"]: body["move"] for body in played} == self.acknowledged


def kill_repeatedly(server: Server, rounds: int, seed: int) -> tuple[int, int]:
    """Play and kill; the result is how many moves were acknowledged and how many answers got lost."""
    chance = random.Random(seed)
    plays: list[Play] = []
    lost = 0
    for _ in range(rounds):
        running = [play for play in plays if play.is_running]
        running += [Play(server, GAMES[(len(plays) + k) % len(GAMES)]) for k in range(MATCHES - len(running))]
        plays += [play for play in running if play not in plays]
        stop = Event()
        with ThreadPoolExecutor(MATCHES) as pool:
            enough = acknowledged_by(running) + chance.randint(1, 30)
            playing = [pool.submit(play.play, stop) for play in running]
            while acknowledged_by(running) < enough and not all(done.done() for done in playing):
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.03))
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            stop.set()
            for done in playing:
                done.result(PATIENCE)
        server.start()
        lost += sum(play.resume(server) for play in plays)
        for play in plays:
            play.check(server)
    return acknowledged_by(plays), lost


def acknowledged_by(plays: list[Play]) -> int:
    return sum(len(play.acknowledged) for play in plays)


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(own_server: Server) -> None:
    acknowledged, _ = kill_repeatedly(own_server, rounds=2, seed=1)
    assert acknowledged > 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 22))
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed_a_thousand_times(
    own_server: Server, seed: int
) -> None:
    """Fifty times with each of twenty seeds."""
    acknowledged, lost = kill_repeatedly(own_server, rounds=50, seed=seed)
    print(f"{acknowledged} moves were acknowledged, {lost} answers got lost and came when asked for again")
    assert acknowledged > 500  # each round has 15 or so
    assert lost > 0
