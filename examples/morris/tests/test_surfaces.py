"""Nine Men's Morris on every surface of Fourfold, which knows nothing of it."""

import asyncio
import random
import threading
from pathlib import Path
from signal import SIGKILL

import pytest
from pettingzoo.test import api_test

import fourfold
from cli.console import run
from fourfold.core.display.print_sheets import print_game
from fourfold.core.registry import left_out
from fourfold.players.levels import find_level
from fourfold.research import pettingzoo
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from terminal.test_games import play_through
from web.server_process import running, seated

CLOSES_MILL = "morris@3/3/3/6/1b1/b2/ww1:4"


def test_it_is_listed_with_its_words() -> None:
    assert "morris" in fourfold.list_games()
    assert left_out() == {}
    listed = run("games").stdout
    assert "Nine Men’s Morris for 2 players\n" in listed
    assert "Three in a line close a mill" in listed


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "morris"),
        ("perft", "morris", "3"),
        ("play", "morris", "--random", "0", "--random", "1", "--seed", "1", "--plain"),
        ("analyse", "morris", CLOSES_MILL, "--nodes", "2000"),
    ],
)
def test_the_command_line_takes_it(command: tuple[str, ...]) -> None:
    done = run(*command)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_refusal_names_the_rule() -> None:
    with pytest.raises(fourfold.IllegalMove, match="Nine Men’s Morris F4: g1 closes a mill"):
        fourfold.read(CLOSES_MILL).play("g1")


def test_search_closes_the_mill() -> None:
    best = analyse(fourfold.read(CLOSES_MILL), Limit(nodes=5_000)).lines[0].moves[0]
    assert best.startswith("g1x")


def test_a_level_beats_a_random_player() -> None:
    wins = 0
    for seed in range(4):
        position = fourfold.game("morris").start()
        players = [find_level(level).load() for level in ("level-3", "random")]
        while position.outcome is None:
            assert position.to_move is not None
            player = players[position.to_move ^ seed & 1]
            position = position.play(player.choose(position.view(position.to_move), Limit(nodes=500, seed=seed)))
        wins += position.outcome.winner == seed & 1
    assert wins == 4


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
def test_it_is_a_pettingzoo_environment() -> None:
    api_test(pettingzoo.env("morris"), num_cycles=40)


def test_it_can_be_printed() -> None:
    for paper in ("a4", "letter"):
        assert print_game(fourfold.game("morris"), paper, "en").startswith(b"%PDF")


def test_a_whole_game_in_the_terminal(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def play() -> None:
        try:
            asyncio.run(play_through("morris", tmp_path))
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=play)  # the browser's event loop runs in this one
    thread.start()
    thread.join()
    assert not failures


def test_a_match_goes_on_when_the_server_comes_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        match, guests = seated(server, "morris")
        port = server.port
        for ply in range(6):
            mover = guests[ply % 2]
            mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
        server.end(SIGKILL)
        server.start(port=port)
        with guests[1].listen(match, after=0) as socket:
            assert len(socket.recv()) > 100
        for ply in range(6, 12):
            mover = guests[ply % 2]
            mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
        record = guests[0].http.get(f"/api/matches/{match}/record").text
        assert fourfold.Record.parse(record).position.ply == 12


def test_its_record_is_its_game() -> None:
    position, chance = fourfold.game("morris").start(), random.Random(1)
    while position.outcome is None:
        moves = position.moves()
        position = position.play(moves[chance.randrange(len(moves))])
    assert fourfold.Record.parse(str(fourfold.Record.of(position))).position == position
