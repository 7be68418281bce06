"""`fourfold bench --thinking`: whether the strongest level keeps its time limit, and how soon endings are solved."""

from collections.abc import Mapping, Sequence
from typing import Any

from fourfold.arena.move_times import time_endings, time_moves
from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.output import join_options, print_json, print_table
from fourfold.cli.progress import watched
from fourfold.core.registry import facts, game
from fourfold.players.levels import find_level, list_levels
from fourfold.text import say

MOVES, ENDINGS = 40, 200  # positions that are searched


def run(ids: Sequence[str], given: Mapping[str, Any], seconds: float, cpu: bool, as_json: bool) -> None:
    """Measure each game, with the fewest and the most seats unless some are given, and print the times."""
    tables = [(name, seats) for name in ids for seats in _seats(name, given)]
    measured = iterate_interruptible(_measure(name, {**given, "seats": seats}, seconds, cpu) for name, seats in tables)
    rows = [row for table in watched(measured, len(tables), say("cli.bench.progress")) for row in table]
    if as_json:
        print_json(rows)
        return
    columns = ("game", "what", "positions", "solved", "median", "worst")
    title = say("cli.timing.title", seconds=str(seconds))
    print_table("cli.timing.column", columns, map(_cells, rows), left=("game", "what"), title=title)


def _cells(row: Mapping[str, Any]) -> list[str]:
    what = say("cli.timing.moves" if row["plies"] is None else "cli.timing.endings", plies=row["plies"] or 0)
    solved = "" if row["solved"] is None else str(row["solved"])
    times = [f"{row[key]:.1f}" for key in ("median", "worst")]
    return [f"{row['game']} {join_options(row['options'])}", what, str(row["positions"]), solved, *times]


def _seats(name: str, given: Mapping[str, Any]) -> list[int]:
    known = facts(name).seats
    return [given["seats"]] if "seats" in given else sorted({known[0], known[-1]})


def _measure(name: str, options: Mapping[str, Any], seconds: float, cpu: bool) -> list[dict[str, Any]]:
    """The times of moves with these options, and of endings where the game can solve them."""
    chosen = game(name)
    first = chosen.undealt(**options)
    about = {"game": name, "options": {key: str(value) for key, value in options.items()}}
    player = find_level(list_levels()[-1]).player
    moves = time_moves(player, first, seconds, MOVES, cpu=cpu)
    rows = [about | {"plies": None, "solved": None} | moves.as_json()]
    if chosen.solvable:
        endings, solved = time_endings(first, chosen.solvable, seconds, ENDINGS, cpu=cpu)
        rows.append(about | {"plies": chosen.solvable, "solved": solved} | endings.as_json())
    return rows
