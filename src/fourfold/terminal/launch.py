"""Starts the app from the command line, at the screen that the options ask for."""

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
    """Run the app from the start screen."""
    TerminalApp(language=language).run()


def launch_play(
    game_id: str | None,
    given: Mapping[str, Any],
    computers: Mapping[int, str],
    record: Path | None = None,
    link: str | None = None,
    language: str | None = None,
) -> None:
    """Run the app as `fourfold play` asks: with a link, a record, a new match or its form; errors come before it."""
    app = TerminalApp(language=language)
    if link is not None:
        from fourfold.terminal.screens.online import OnlineScreen

        app.first = OnlineScreen(link)
    elif record is not None:
        from fourfold.terminal.screens.replay import ReplayScreen

        app.first = ReplayScreen(read_record(record))
    elif game_id is not None:
        app.first = _match_screen(app, facts(game_id).id, given, computers)
    app.run()


def launch_learn(game_id: str, language: str | None = None) -> None:
    """Run the app as `fourfold learn` asks."""
    from fourfold.terminal.screens.learn import LearnScreen

    app = TerminalApp(language=language)
    app.first = LearnScreen(game(game_id).id, app.saves.read_steps(game_id))
    app.run()


def _match_screen(
    app: TerminalApp, game_id: str, given: Mapping[str, Any], computers: Mapping[int, str]
) -> Screen[None]:
    """A new match, or the form for it where nothing is given."""
    from fourfold.terminal.screens.play import PlayScreen
    from fourfold.terminal.screens.setup import SetupScreen

    if not given and not computers:
        return SetupScreen(game_id)
    words = {key: str(value) for key, value in given.items() if key not in ("seats", "seed")}
    table = game(game_id).undealt(seats=given.get("seats", 2), **words).seats
    seats = [Seat("person", HERE, app.tell.seat_name(game_id, seat)) for seat in range(table)]
    levels = {seat: find_level(level) for seat, level in computers.items() if seat in range(table)}
    for seat in computers:
        if seat not in levels:
            raise BadValue("cli.play.bad_seat", seat=seat, last=table - 1)
        seats[seat] = Seat("computer", computers[seat], levels[seat].name)
    chance = None if given.get("seed") is None else random.Random(given["seed"])
    settings = Settings(game_id, table, words)
    return PlayScreen(LocalTable.create(settings, seats, app.runner, app.saves, pace=app.pace, chance=chance))
