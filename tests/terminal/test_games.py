"""A whole match of each game, made by keys and mouse, from the first board to the record on the disk."""

import ast
import asyncio
import random
import re
from pathlib import Path

import pytest

import fourfold.core.registry
import fourfold.terminal
from fourfold.contract.ways import by_chance
from fourfold.core.registry import facts
from fourfold.match.settings import Seat, Settings
from fourfold.players.simple_player import SimplePlayer
from fourfold.search.limit import Limit
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.tables.local import LocalTable
from terminal.pilot import PATIENCE, hot_seat, lift_curtain, make_app, make_move, screen_text, settle, short_options

# Half a minute each: but for those that can be short they run with --all.
GAMES = [
    pytest.param(
        game,
        marks=[] if short_options(game) and not facts(game).has_deals else [pytest.mark.long],
    )
    for game in fourfold.list_games()
]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_keys_and_mouse(game: str, tmp_path: Path) -> None:
    asyncio.run(play_through(game, tmp_path))


async def play_through(game: str, folder: Path) -> None:
    app = make_app(folder)
    table = hot_seat(app, game, short_options(game))
    screen = PlayScreen(table)
    app.first = screen
    async with app.run_test(size=(80, 24)) as pilot:
        await lift_curtain(pilot, table)
        while table.match.ended is None:
            position = table.match.position
            assert position is not None
            assert position.to_move is not None
            move = SimplePlayer().choose(position.view(position.to_move), Limit(nodes=800, seed=1))
            await make_move(pilot, screen, position, str(move))
            assert table.match.ply == position.ply + 1, (str(move), screen_text(app))
            await lift_curtain(pilot, table)
        assert "wins" in screen_text(app) or "draw" in screen_text(app)
        path = folder / "game.txt"
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(*["backspace"] * 20, *str(path), "enter")
        await settle(pilot, path.exists)
        record = fourfold.Record.parse(path.read_text())
        assert record.position == table.match.position
        assert record.players == ["Ann", "Ben"]


def test_a_computer_answers_a_person(tmp_path: Path) -> None:
    async def play() -> None:
        app = make_app(tmp_path)
        table = hot_seat(app, "qawale")
        table.match.seats[1] = Seat("computer", "simple", "Simple")
        screen = app.first = PlayScreen(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            position = table.match.position
            assert position is not None
            await make_move(pilot, screen, position, "a1NEE")
            await settle(pilot, lambda: table.match.ply == 2)
            await settle(pilot, lambda: "Simple played" in screen_text(app))

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


@pytest.mark.parametrize("game", fourfold.list_games())
def test_computers_play_among_themselves(game: str, tmp_path: Path) -> None:
    """Nobody at the keyboard has a seat: one watches, and keys of players are refused."""

    async def watch() -> None:
        app = make_app(tmp_path)
        seats = [Seat("computer", "random", name) for name in ("One", "Two")]
        settings = Settings(game, 2, short_options(game), start=near_end(game))
        table = LocalTable.create(settings, seats, app.runner, app.saves, pace=0)
        screen = app.first = PlayScreen(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h", "t", "d")
            await settle(pilot, lambda: screen.snapshot.ending is not None)
            await settle(pilot, lambda: "n again" in screen_text(app))

    asyncio.run(asyncio.wait_for(watch(), PATIENCE))


def near_end(game: str) -> str:
    """A position from which a random match has only a few plies to go."""
    chance, positions = random.Random(1), [fourfold.game(game).start(seed=1, **short_options(game))]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(by_chance(positions[-1], chance)))
    return str(positions[-8])


def test_the_terminal_names_no_game() -> None:
    """Only its doctests do."""
    facts = [fourfold.core.registry.facts(game) for game in fourfold.list_games()]
    named = re.compile(
        rf"\b({'|'.join({*(each.id for each in facts), *(each.name for each in facts)})})\b", re.IGNORECASE
    )
    folder = Path(fourfold.terminal.__file__).parent
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
                node.body[0] = ast.Pass()
        assert not named.search(ast.unparse(tree)), path
    for path in folder.rglob("*.json"):
        assert not named.search(path.read_text(encoding="utf-8")), path
