"""The replay screen: steps and jumps, chances and best lines, saving, playing on, files that cannot be read."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event as Flag

import pytest

import fourfold
from fourfold import Position
from fourfold.core.errors import FourfoldError
from fourfold.search.limit import Limit
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.saves import read_record, write_record
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.screens.reader import ReadScreen
from fourfold.terminal.screens.replay import ReplayScreen
from fourfold.terminal.tables.analysis import BestLine, Judgement, Searcher, turning_points
from fourfold.terminal.tables.local import LocalTable
from terminal.pilot import PATIENCE, AppPilot, make_app, screen_text, settle

MOVES = ("e5", "d5", "e4", "d6", "e6", "d4", "e3", "d3", "e7")  # red makes a line of five


Act = Callable[[AppPilot, TerminalApp, ReplayScreen], Awaitable[None]]


def played() -> Position:
    position = fourfold.game("exago").start()
    for move in MOVES:
        position = position.play(move)
    return position


def replaying(
    folder: Path,
    act: Callable[[AppPilot, TerminalApp, ReplayScreen], Awaitable[None]],
    position: Position | None = None,
) -> None:
    app = make_app(folder)

    async def sit() -> None:
        record = fourfold.Record.of(position or played(), players=["Ann", "Ben"])
        screen = app.first = ReplayScreen(record)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await act(pilot, app, screen)

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_analysis_shows_its_progress_from_the_beginning(tmp_path: Path) -> None:
    is_free = Flag()

    class Slow(Searcher):
        def judge(self, position: Position, stopped: Flag) -> Judgement:
            is_free.wait(PATIENCE)
            return Judgement((0.5, 0.5))

    async def sit() -> None:
        app = make_app(tmp_path)
        app.first = ReplayScreen(fourfold.Record.of(played()), Slow())
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: "Chances (0 of 10 positions)" in screen_text(app))
            is_free.set()
            await settle(pilot, lambda: "Chances\n" in screen_text(app).replace(" ", ""))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_progress_ends_where_the_first_position_waits_for_its_deal(tmp_path: Path) -> None:
    class Quick(Searcher):
        def judge(self, position: Position, stopped: Flag) -> Judgement:
            return Judgement((0.5, 0.5))

    async def sit() -> None:
        app = make_app(tmp_path)
        screen = app.first = ReplayScreen(fourfold.Record.of(dealt), Quick())
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: screen.chances[-1] is not None)
            await pilot.pause()
            assert "positions)" not in screen_text(app)
            assert screen.chances[0] is None

    dealt = fourfold.game("quadominos").start(rounds=1, seed=1)
    dealt = dealt.play(dealt.moves()[0])
    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_a_record_is_stepped_through(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        assert "Exago F2" in screen_text(app)
        await pilot.press("left")
        assert screen.place == len(MOVES) - 1
        await pilot.press("home")
        assert "The game begins" in screen_text(app)
        await pilot.press("right")
        await settle(pilot, lambda: "Ann played e5" in screen_text(app))
        await pilot.press("j", "4", "enter")
        await settle(pilot, lambda: screen.position.ply == 4)
        await pilot.press("end", "right")
        assert screen.place == len(MOVES)

    replaying(tmp_path, act)


def test_the_game_is_told_in_a_few_sentences(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        screen.story_limit = Limit(nodes=20_000)  # by nodes a busy machine finds the same
        await pilot.press("w")
        await settle(pilot, lambda: isinstance(app.screen, ReadScreen))
        assert isinstance(app.screen, ReadScreen)
        assert "Ann led from the start." in app.screen.text
        await settle(pilot, lambda: "Ann led from the start." in " ".join(screen_text(app).split()))
        await pilot.press("escape")
        assert app.screen is screen

    replaying(tmp_path, act, played())


def test_chances_are_judged_and_turning_points_jumped_to(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        await settle(pilot, lambda: all(screen.chances))
        await pilot.pause()
        assert screen.chances[-1] == (1.0, 0.0)
        assert "100 %" in screen_text(app)
        points = turning_points(screen.chances)
        assert points
        await pilot.press("home", "right_square_bracket")
        assert screen.place == points[0]

    replaying(tmp_path, act)


def test_the_best_move_is_found_where_it_wins_at_once(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        await pilot.press("left", "a")
        await settle(pilot, lambda: screen.place in screen.lines)
        await pilot.pause()
        best = screen.lines[screen.place].lines[0]
        assert best.chance == 1.0
        assert screen.position.play(best.moves[0]).outcome is not None
        assert "Best moves" in screen_text(app)
        await pilot.press("home")
        screen.lines[0] = Judgement((0.5, 0.5), (BestLine(("a1NEEN",) * 9, 0.5),))
        screen.show_chances()
        await pilot.pause()
        assert "a1NEEN" in (shown := next(line for line in screen_text(app).splitlines() if " 50 %  a1" in line))
        assert set(shown.partition("%")[2].split()) == {"a1NEEN"}  # no move is cut
        await pilot.press("right")
        await settle(pilot, lambda: "Red · Ann played" in screen_text(app))

    replaying(tmp_path, act)


def test_one_can_play_on_from_any_position_of_a_record(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        place = len(screen.positions) // 2
        screen.go_to(place)
        await pilot.press("p")
        await settle(pilot, lambda: any(isinstance(other, PlayScreen) for other in app.screen_stack))
        table = next(other.table for other in app.screen_stack if isinstance(other, PlayScreen))
        assert isinstance(table, LocalTable)
        assert table.match.position == screen.positions[place]

    replaying(tmp_path, act)
    quadominos = fourfold.game("quadominos").start(seed=3)
    for _ in range(6):
        quadominos = quadominos.play(quadominos.moves()[0])
    replaying(tmp_path, act, quadominos)


def test_a_record_from_a_position_of_its_own_cannot_be_gone_on_with(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: ReplayScreen) -> None:
        await pilot.press("p")
        await settle(pilot, lambda: "begins with a position of its own" in screen_text(app))

    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").play("f1")
    replaying(tmp_path, act, position)


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_records_are_written_and_read_again(name: str, tmp_path: Path) -> None:
    record = fourfold.Record.of(played(), players=["Ann", "Ben"])
    assert read_record(write_record(tmp_path / name, record)) == record


def test_files_that_are_none_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    record = fourfold.Record.of(played())
    with pytest.raises(FourfoldError, match="cannot be read"):
        read_record(tmp_path / "missing.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\x83")
    with pytest.raises(FourfoldError, match="cannot be read: it is no text in UTF-8"):
        read_record(tmp_path / "bytes.txt")
    for bad in (tmp_path, tmp_path / "missing" / "game.txt", Path("x\0y")):
        with pytest.raises(FourfoldError, match="cannot be written"):
            write_record(bad, record)


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_game_is_judged(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    judged = Searcher(thorough=0.2).search(position, Flag())
    assert len(judged.chances) == position.seats
    assert abs(sum(judged.chances) - 1) < 1e-5  # they are counted in millionths
    assert all(line.moves[0] in position.moves() for line in judged.lines)
