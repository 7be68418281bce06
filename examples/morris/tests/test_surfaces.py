"""Nine Men's Morris on every surface of Fourfold, which knows nothing of it."""

import asyncio
import importlib.util
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGKILL

import pytest
from pettingzoo.test import api_test

import fourfold
from cli.console import run
from fourfold.core.display.print_sheets import print_game
from fourfold.core.registry import encoding, left_out
from fourfold.players.levels import find_level
from fourfold.players.simple_player import SimplePlayer
from fourfold.research import pettingzoo
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from fourfold.terminal.screens.play import PlayScreen
from research.test_pettingzoo import MEANT
from terminal.pilot import hot_seat, make_app, make_move, screen_text
from web.server_process import running, seated

PLIES = 22  # eighteen men are placed, then they move
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


@pytest.mark.filterwarnings(*MEANT)
def test_it_is_a_pettingzoo_environment() -> None:
    api_test(pettingzoo.env("morris"), num_cycles=40)


def test_it_can_be_printed() -> None:
    for paper in ("a4", "letter"):
        assert print_game(fourfold.game("morris"), paper, "en").startswith(b"%PDF")


async def play_in_terminal(folder: Path) -> int:
    """Play by keys and mouse until men move: the plies that were played."""
    app = make_app(folder)
    table = hot_seat(app, "morris")
    screen = app.first = PlayScreen(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(PLIES):
            position = table.match.position
            assert position is not None
            assert position.to_move is not None
            move = SimplePlayer().choose(position.view(position.to_move), Limit(nodes=300, seed=1))
            await make_move(pilot, screen, position, str(move))
            assert table.match.ply == position.ply + 1, (str(move), screen_text(app))
        assert "Nine Men" in screen_text(app)
        return table.match.ply


def test_men_are_placed_moved_and_taken_in_the_terminal(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:  # the browser's event loop may run in this thread
        assert pool.submit(asyncio.run, play_in_terminal(tmp_path)).result() == PLIES


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


@pytest.mark.long
@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="the extra cuda is not installed")
def test_its_kernels_compile_for_a_graphics_processor() -> None:
    from fourfold.kernel.cuda import compile_kernel

    coding = encoding("morris")
    for kernel in (*fourfold.game("morris").rules, *coding.kernels, *coding.steps):
        assert ".target sm_90" in compile_kernel(kernel)
