"""Snapshots of screens as text, small and large; FOURFOLD_SNAPSHOTS=write writes them again."""

import asyncio
from pathlib import Path
from threading import Event as Flag

import pytest

import fourfold
from fourfold.core.position import Position
from fourfold.core.registry import facts
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.screens.replay import ReplayScreen
from fourfold.terminal.screens.setup import SetupScreen
from fourfold.terminal.tables.analysis import Judgement
from fourfold.terminal.tables.local import LocalTable
from terminal.pilot import SNAPSHOTS, compare, hot_seat, make_app, press, screen_text, settle

SIZES = {"80": (80, 24), "140": (140, 50)}
TABLES = sorted(path.stem for path in SNAPSHOTS.glob("*-[0-9]*.txt"))  # the size is the width


def header(name: str) -> str:
    """The first line of a table's snapshot: the game and its first moves."""
    return (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8").partition("\n")[0]


async def set_table(app: TerminalApp, name: str) -> LocalTable:
    game, *moves = header(name).split()
    table = hot_seat(app, game)
    for move in moves:
        await table.play(move)
    return table


@pytest.mark.parametrize("name", TABLES)
def test_the_table(name: str, tmp_path: Path) -> None:
    async def look() -> str:
        app = make_app(tmp_path)
        app.first = PlayScreen(await set_table(app, name))
        async with app.run_test(size=SIZES[name.rpartition("-")[2]]) as pilot:
            await pilot.pause()
            return screen_text(app)

    compare(name, f"{header(name)}\n{asyncio.run(look())}")


def test_a_tile_as_it_would_lie(tmp_path: Path) -> None:
    async def look() -> str:
        app = make_app(tmp_path)
        screen = app.first = PlayScreen(await set_table(app, "quads-80"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await press(pilot, screen, "PPST")
            await press(pilot, screen, "b3")
            await pilot.press("right")
            await pilot.pause()
            return screen_text(app)

    compare("quads-way-to-lie", asyncio.run(look()))


class ByPoints:
    """Judges by the points alone: a search by time would not give the same picture twice."""

    def judge(self, position: Position, stopped: Flag) -> Judgement:
        points = position.points()
        return Judgement(tuple(each / max(1, sum(points)) for each in points))

    def search(self, position: Position, stopped: Flag) -> Judgement:
        return self.judge(position, stopped)


def test_a_table_without_rim(tmp_path: Path) -> None:
    async def look() -> str:
        app = make_app(tmp_path)
        position = fourfold.game("quadominos").start(seed=4)
        for _ in range(9):
            position = position.play(position.moves()[0])
        screen = app.first = ReplayScreen(fourfold.Record.of(position), analyst=ByPoints())
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: all(screen.chances[1:]) and "●" in screen_text(app))  # the last move is seen
            await pilot.pause()
            return screen_text(app)

    compare("quadominos-replay", asyncio.run(look()))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_screen(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sold = [game for game in fourfold.list_games() if facts(game).publisher]
    monkeypatch.setattr("fourfold.terminal.screens.home.list_games", lambda: sold)

    async def look() -> str:
        app = make_app(tmp_path, LANG=language)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return screen_text(app)

    compare(f"home-{language}", asyncio.run(look()))


def test_the_form(tmp_path: Path) -> None:
    async def look() -> str:
        app = make_app(tmp_path)
        app.first = SetupScreen("exago")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return screen_text(app)

    compare("setup-exago", asyncio.run(look()))
