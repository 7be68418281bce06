"""The server is killed while several matches are played: nothing that was acknowledged is lost or doubled."""

import random
import signal
import threading
import time
from contextlib import suppress
from typing import Any

import httpx
import pytest

from web.process import PATIENCE, Server, seated

pytestmark = pytest.mark.long  # servers of their own, started and killed many times


MATCHES = 4
GAMES = ("exago", "quads", "quadominos", "qawale")


class Play:
    """Two guests at a table, who remember every answer; their unanswered command is sent again."""

    def __init__(self, server: Server, game: str) -> None:
        self.game = game
        self.match, self.guests = seated(server, game)
        self.acknowledged: dict[int, str] = {}
        self.doubtful: tuple[int, str] | None = None

    def move_to(self, server: Server) -> None:
        for guest in self.guests:
            guest.http.base_url = server.url

    def play(self, stop: threading.Event) -> None:
        with suppress(httpx.TransportError):
            while not stop.is_set() and self.step():
                pass

    def step(self) -> bool:
        table = self.guests[0].table(self.match)
        if table["status"] != "running":
            return False
        mover = self.guests[table["to_move"]]
        if self.doubtful is not None and self.doubtful[0] < table["ply"]:  # it was carried out, and is sent once more
            mover = next(guest for guest in self.guests if guest is not mover)
        ply, move = self.doubtful or (table["ply"], mover.first_move(self.match, mover.table(self.match)["clicks"]))
        self.doubtful = ply, move
        response = mover.command(self.match, "play", move=move, ply=ply)
        self.doubtful = None
        if response.status_code == 200:
            self.acknowledged[ply] = move
        return True

    def check(self, server: Server) -> None:
        stored = server.stored(self.match)
        events = self.guests[0].look(self.match)["events"]
        assert [event["sequence"] for event in events] == list(range(1, stored.sequence + 1))
        played: list[dict[str, Any]] = [event["body"] for event in events if event["body"]["kind"] == "played"]
        assert [body["ply"] for body in played] == list(range(len(played)))
        moves = {body["ply"]: body["move"] for body in played}
        for ply, move in self.acknowledged.items():
            assert moves.get(ply) == move, f"{self.match}: ply {ply} was acknowledged with {move}"
        assert len(moves) <= len(self.acknowledged) + 1


def kill_repeatedly(server: Server, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    plays: list[Play] = []
    acknowledged = 0
    for _ in range(rounds):
        running = [play for play in plays if play.guests[0].table(play.match)["status"] == "running"]
        running += [Play(server, GAMES[(len(plays) + k) % 4]) for k in range(MATCHES - len(running))]
        plays += [play for play in running if play not in plays]
        stop = threading.Event()
        threads = [threading.Thread(target=play.play, args=[stop]) for play in running]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.05, 0.6))
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
        server.start()
        for play in plays:
            play.move_to(server)
            play.check(server)
        total = sum(len(play.acknowledged) for play in plays)
        assert total >= acknowledged
        acknowledged = total
    assert acknowledged > 3 * rounds


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(own_server: Server) -> None:
    kill_repeatedly(own_server, rounds=3, seed=1)


@pytest.mark.long
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed_fifty_times(own_server: Server) -> None:
    kill_repeatedly(own_server, rounds=50, seed=2)
