"""`fourfold duel`: player A against player B; a fixed number of games, or a sequential test (SPRT)."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import options
from fourfold.cli.files import check_suffix
from fourfold.cli.options import arena_setting, argument, option, settings
from fourfold.cli.output import percent, print_json, print_table
from fourfold.cli.progress import watched
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.arena.duel import DuelStanding

MOST_REASONS = 5  # of forfeits are printed


def run(
    game: options.GameArgument,
    one: Annotated[str, argument("A", "cli.duel.one")],
    other: Annotated[str, argument("B", "cli.duel.other")],
    games: Annotated[int, option("N", "cli.duel.games", show_default=True)] = 100,
    seconds: options.SecondsOption = None,
    cpu: options.CpuOption = False,
    nodes: options.NodesOption = None,
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.GamesSeedOption = 0,
    position: Annotated[str | None, option("TEXT", "cli.duel.position")] = None,
    sequential: Annotated[bool, typer.Option("--sequential", help=say("cli.duel.sequential"))] = False,
    target: Annotated[float | None, option("SHARE", "cli.duel.target")] = None,
    jobs: options.JobsOption = None,
    ray: options.RayOption = None,
    file: options.FileOption = None,
    as_json: options.JsonOption = False,
) -> None:
    from fourfold.arena.duel import Duel
    from fourfold.arena.entrants import find_entrant
    from fourfold.arena.statistics.sprt import MARGIN, Test

    if position is not None and (seats is not None or set_):
        raise ContradictoryOptions("cli.position_and_options")
    if file is not None:
        check_suffix(file, ".jsonl")
    setting = arena_setting(game, settings(seats, set_), seconds, nodes, seed, position, cpu)
    table = setting.first().seats
    if target is not None and not sequential:
        raise ContradictoryOptions("cli.duel.target_alone")
    if target is not None and not MARGIN < target < 1 - MARGIN:
        raise BadValue("cli.duel.bad_target", target=str(target), margin=str(MARGIN))
    test = Test.about(1 / table if target is None else target) if sequential else None
    duel = Duel(setting, find_entrant(one), find_entrant(other), games, test)
    *_, standing = watched(duel.play(jobs, file, ray), games, say("cli.duel.progress", one=one, other=other))
    if as_json:
        about = setting.describe([one, other])
        del about["format"]
        print_json({**about, "a": one, "b": other, "seats": table, **standing.as_json()})
    else:
        _print_standing(standing, say("cli.duel.title", game=facts(game).name, one=one, other=other))


def _print_standing(standing: "DuelStanding", title: str) -> None:
    """Print the result as a table, then the slowest moves, the forfeits and the verdict of the test."""
    found = standing.as_json()
    share, low, high = (percent(value, tenths=True) for value in (found["share"], *found["interval"]))
    elo = "-" if found["elo"] is None else f"{found['elo']:+}"
    counts = ("games", "wins", "draws", "losses")
    row = (*(str(found[name]) for name in counts), share, f"{low} – {high}", elo)
    print_table("cli.duel.column", (*counts, "share", "interval", "elo"), [row], title=title)
    for name, seconds in found["slowest"].items():
        print(say("cli.duel.slowest", name=name, milliseconds=round(1000 * seconds)))
    for name, count in found["forfeits"].items():
        print(say("cli.duel.forfeits", name=name, count=count))
    for reason in found["reasons"][:MOST_REASONS]:
        print("  " + reason)
    if standing.test is not None:
        low, high = percent(standing.test.low), percent(standing.test.high)
        print(say("cli.duel.verdict", verdict=standing.test.verdict or "open", low=low, high=high))
