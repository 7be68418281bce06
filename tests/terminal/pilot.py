"""Drives the app in tests (Textual's pilot): the screen as text, moves made by keys and by mouse."""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from fourfold import Position
from fourfold.core.registry import module
from fourfold.match.settings import Seat, Settings
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.board.sheet import TextSheet
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.saves import Saves
from fourfold.terminal.screens.dialogs import CurtainScreen
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.tables.local import HERE, LocalTable

PATIENCE = 120.0
ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_GB.UTF-8", "USER": "Ann"}
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
AppPilot = Pilot[None]
SNAPSHOTS = Path(__file__).parent / "snapshots"


def make_app(folder: Path, **wishes: str) -> TerminalApp:
    """An app that keeps its things in a folder of the test; its computers do not dawdle."""
    return TerminalApp(environment={**ENVIRONMENT, **wishes}, saves=Saves(folder / "kept"), pace=0)


def hot_seat(app: TerminalApp, game: str, options: dict[str, str] | None = None) -> LocalTable:
    """A table for two people at one keyboard."""
    people = [Seat("person", HERE, name) for name in ("Ann", "Ben")]
    return LocalTable.create(Settings(game, 2, options or {}), people, app.runner, app.saves, pace=0)


def short_options(game: str) -> dict[str, str]:
    """Options of a game that make a match short, as the game's own module says."""
    short = getattr(module(game, "variants"), "SHORT", {})
    return {option: str(value) for option, value in short.items()}


def screen_text(app: TerminalApp) -> str:
    """The screen as it stands, without colours."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


async def settle(pilot: AppPilot, until: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not until():
            await pilot.pause(0.02)


def way_to(sheet: TextSheet, start: str, target: str) -> list[str]:
    """The keys that walk from one spot to another."""
    seen: dict[str, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == target:
            return seen[here]
        for key, (right, down) in DIRECTIONS.items():
            there = sheet.beside(here, right, down)
            if there is not None and there not in seen:
                seen[there] = [*seen[here], key]
                waiting.append(there)
    raise AssertionError(f"{target} cannot be walked to from {start}")


def view_of(screen: PlayScreen, name: str) -> SheetView:
    """The part of the screen where something can be clicked; tiles lie beside the board."""
    return screen.tray if name in screen.tray.sheet.spots else screen.board


async def press(pilot: AppPilot, screen: PlayScreen, name: str) -> None:
    """Walk to a spot with the arrow keys and press Enter."""
    view = view_of(screen, name)
    if not view.has_focus:
        view.focus()
        await pilot.pause()
    assert view.cursor is not None
    await pilot.press(*way_to(view.sheet, view.cursor, name), "enter")


async def point(pilot: AppPilot, screen: PlayScreen, name: str) -> None:
    """Click a spot with the mouse."""
    view = view_of(screen, name)
    view.move_cursor_to(name)
    await pilot.pause()
    spot = view.sheet.spots[name]
    x = spot.x + spot.width // 2 - view.scroll_offset.x + view._margin
    y = spot.y + spot.height // 2 - view.scroll_offset.y
    assert await pilot.click(view, offset=(x, y))


async def make_move(pilot: AppPilot, screen: PlayScreen, position: Position, move: str) -> None:
    """Make a move by its clicks: with keys on even plies, with the mouse on odd ones."""
    code = position.game.notation.parse_move(position.row.copy(), move)
    click = press if position.ply % 2 == 0 else point
    names = [each.name for each in position.game.clicks.of(position.row.copy(), code)]
    while screen.snapshot.ply == position.ply and len(screen.builder.path) < len(names):
        await click(pilot, screen, names[len(screen.builder.path)])  # others may have gone without saying
        await pilot.pause()


async def lift_curtain(pilot: AppPilot, table: LocalTable) -> None:
    """Sit down, where a curtain asks for it."""
    await pilot.pause()
    if table.needs_curtain:
        await settle(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(pilot.app.screen, PlayScreen) and not table.needs_curtain)
        await pilot.pause()


def compare(name: str, text: str) -> None:
    """Compare a screen with the one that was looked at; FOURFOLD_SNAPSHOTS=write writes it anew."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("FOURFOLD_SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, text
