"""Opening the app, from the command line."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.screen import Screen

from fourfold.core.errors import BadValue
from fourfold.core.registry import facts, game
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.saves import read_record
from fourfold.terminal.tables.local import HERE, LocalTable


def launch(language: str | None = None) -> None:
    """Open the app where one can choose."""
    TerminalApp(language=language).run()


def launch_play(
    game_id: str | None,
    given: Mapping[str, Any],
    computers: Mapping[int, str],
    record: Path | None = None,
    link: str | None = None,
    language: str | None = None,
) -> None:
    """Open the app where `fourfold play` wants to be: at a table, a record, a form, or a link."""
    app = TerminalApp(language=language)
    app.first = first_screen(app, game_id, given, computers, record, link)
    app.run()


def first_screen(
    app: TerminalApp,
    game_id: str | None,
    given: Mapping[str, Any],
    computers: Mapping[int, str],
    record: Path | None,
    link: str | None,
) -> Screen[None] | None:
    """The screen to begin with; what is wrong is said before anything is opened."""
    if link is not None:
        from fourfold.terminal.screens.online import OnlineScreen

        return OnlineScreen(link)
    if record is not None:
        from fourfold.terminal.screens.replay import ReplayScreen

        return ReplayScreen(read_record(record))
    if game_id is None:
        return None
    known = facts(game_id)
    if not given and not computers:
        from fourfold.terminal.screens.setup import SetupScreen

        return SetupScreen(known.id)
    from fourfold.terminal.screens.play import PlayScreen

    return PlayScreen(make_table(app, known.id, given, computers))


def make_table(app: TerminalApp, game_id: str, given: Mapping[str, Any], computers: Mapping[int, str]) -> LocalTable:
    """Set a match up as the command line says."""
    words = {key: str(value) for key, value in given.items() if key not in ("seats", "seed")}
    position = game(game_id).undealt(seats=given.get("seats", 2), **words)
    seats = []
    for seat in range(position.seats):
        level = computers.get(seat)
        person = Seat("person", HERE, app.tell.seat_name(game_id, seat))
        seats.append(person if level is None else Seat("computer", level, find_level(level).name))
    for seat in computers:
        if seat not in range(position.seats):
            raise BadValue("cli.play.bad_seat", seat=seat, last=position.seats - 1)
    seed = given.get("seed")
    settings = Settings(game_id, position.seats, words)
    chance = None if seed is None else random.Random(seed)
    return LocalTable.create(settings, seats, app.runner, app.keeper, pace=app.pace, chance=chance)
