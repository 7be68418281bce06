"""`fourfold bench --thinking`: whether the strongest level keeps its time, and how soon endings are solved."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from fourfold.arena.move_times import time_endings, time_moves
from fourfold.cli.interrupts import attend_each
from fourfold.cli.output import page
from fourfold.cli.progress import watched
from fourfold.core.registry import facts, game
from fourfold.players.levels import find_level, list_levels
from fourfold.text import say

MOVES, ENDINGS = 40, 200  # positions that are asked about


def run_timing(ids: Sequence[str], given: Mapping[str, Any], seconds: float, as_json: bool) -> None:
    """Measure each game, with the fewest and the most seats unless some are given, and print what came out."""
    tables = [(name, seats) for name in ids for seats in _seats(name, given)]
    measured = attend_each(_measure(name, {**given, "seats": seats}, seconds) for name, seats in tables)
    rows = [row for table in watched(measured, len(tables), say("cli.bench.progress")) for row in table]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(title=say("cli.timing.title", seconds=str(seconds)))
    for column in ("game", "what", "positions", "solved", "median", "worst"):
        table.add_column(say(f"cli.timing.column.{column}"), justify="left" if column in ("game", "what") else "right")
    for row in rows:
        options = " ".join(f"{key}={value}" for key, value in row["options"].items())
        what = say("cli.timing.moves" if row["plies"] is None else "cli.timing.endings", plies=row["plies"] or 0)
        solved = "" if row["solved"] is None else str(row["solved"])
        table.add_row(f"{row['game']} {options}", what, str(row["positions"]), solved, *_milliseconds(row))
    page().print(table)


def _milliseconds(row: Mapping[str, Any]) -> list[str]:
    return [f"{row[key]:.1f}" for key in ("median", "worst")]


def _seats(name: str, given: Mapping[str, Any]) -> list[int]:
    known = facts(name).seats
    return [given["seats"]] if "seats" in given else sorted({known[0], known[-1]})


def _measure(name: str, options: Mapping[str, Any], seconds: float) -> list[dict[str, Any]]:
    """The moves of one table, and its endings where it has any."""
    chosen = game(name)
    first = chosen.undealt(**options)
    about = {"game": name, "options": {key: str(value) for key, value in options.items()}}
    player = find_level(list_levels()[-1]).player
    moves = time_moves(player, first, seconds, MOVES)
    rows = [about | {"plies": None, "solved": None} | moves.as_json()]
    if chosen.solvable:
        endings, solved = time_endings(first, chosen.solvable, seconds, ENDINGS)
        rows.append(about | {"plies": chosen.solvable, "solved": solved} | endings.as_json())
    return rows
