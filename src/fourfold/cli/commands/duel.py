"""`fourfold duel`: one player against another, as a table or as JSON."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.table import Table

from fourfold.arena.duel import Duel, DuelStanding, describe
from fourfold.arena.entrants import SECONDS, ThinkingLimit, find_entrant
from fourfold.arena.runs.schedule import Setting
from fourfold.arena.statistics.sprt import Test
from fourfold.cli.output import page, percent
from fourfold.cli.progress import watched
from fourfold.core.errors import ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say


def find_thinking(seconds: float | None, nodes: int | None) -> ThinkingLimit:
    """What a choice may take: nodes, or seconds, or the usual seconds; not both."""
    if nodes is None:
        return ThinkingLimit(seconds=SECONDS if seconds is None else seconds)
    if seconds is not None:
        raise ContradictoryOptions("cli.duel.seconds_and_nodes")
    return ThinkingLimit(None, nodes)


def run_duel(
    game: str,
    options: Mapping[str, Any],
    position: str | None,
    one: str,
    other: str,
    *,
    games: int,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    sequential: bool,
    target: float | None,
    jobs: int | None,
    ray: str | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """Play the duel, with a bar that tells how it stands, and print what came out."""
    setting = Setting(facts(game).id, options, position, find_thinking(seconds, nodes), seed)
    seats = setting.first().seats
    if target is not None and not sequential:
        raise ContradictoryOptions("cli.duel.target_alone")
    test = Test.about(1 / seats if target is None else target) if sequential else None
    duel = Duel(setting, find_entrant(one), find_entrant(other), games, test)
    standing = None
    for standing in watched(duel.play(jobs, file, ray), games, say("cli.duel.progress", one=one, other=other)):  # noqa: B007
        pass
    assert standing is not None
    if as_json:
        measured = {name: value for name, value in describe(setting, [one, other]).items() if name != "format"}
        about = {**measured, "a": one, "b": other, "seats": seats}
        print(json.dumps(about | standing.as_json(), ensure_ascii=False, indent=2))
    else:
        print_standing(standing, facts(game).name, one, other)


def print_standing(standing: DuelStanding, game: str, one: str, other: str) -> None:
    """Show the result as a table, then in words what happened beside."""
    found = standing.as_json()
    share, low, high = (percent(value, tenths=True) for value in (found["share"], *found["interval"]))
    table = Table(title=say("cli.duel.title", game=game, one=one, other=other))
    for column in ("games", "wins", "draws", "losses", "share", "interval", "elo"):
        table.add_column(say(f"cli.duel.column.{column}"), justify="right")
    elo = "-" if found["elo"] is None else f"{found['elo']:+}"
    counts = (str(found[name]) for name in ("games", "wins", "draws", "losses"))
    table.add_row(*counts, share, f"{low} – {high}", elo)
    page().print(table)
    for name, seconds in found["slowest"].items():
        print(say("cli.duel.slowest", name=name, milliseconds=round(1000 * seconds)))
    for name, count in found["forfeits"].items():
        print(say("cli.duel.forfeits", name=name, count=count))
    for reason in found["reasons"][:5]:
        print("  " + reason)
    if standing.test is not None:
        low, high = percent(standing.test.low), percent(standing.test.high)
        print(say("cli.duel.verdict", verdict=standing.test.verdict or "open", low=low, high=high))
