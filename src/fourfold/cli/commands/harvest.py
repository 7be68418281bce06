"""`fourfold harvest`: games of computer players, stored as a Parquet dataset."""

from pathlib import Path
from typing import Annotated

import typer

import fourfold
from fourfold.cli.options import GameArgument, JobsOption, RayOption, SeatsOption, SetOption, argument, option, settings
from fourfold.cli.progress import watch
from fourfold.core.errors import BadValue
from fourfold.core.registry import facts
from fourfold.text import say


def run(
    game: GameArgument,
    folder: Annotated[Path, argument("FOLDER", "cli.harvest.folder")],
    seats: SeatsOption = None,
    set_: SetOption = None,
    level: Annotated[list[str] | None, option("LEVEL", "cli.harvest.level", show_default="simple")] = None,
    games: Annotated[int, option("N", "cli.harvest.games", show_default=True)] = 100,
    positions: Annotated[bool, typer.Option("--positions", help=say("cli.harvest.positions"))] = False,
    seed: Annotated[int, option("N", "cli.harvest.seed", show_default=True)] = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    from fourfold.research.datasets.parquet import load_arrow

    load_arrow()
    from fourfold.arena.runs.pool import open_pool
    from fourfold.research.datasets.harvest import Harvest, gather

    given = settings(seats, set_)
    table = fourfold.game(game).undealt(**given).seats
    players = level or ["simple"]
    if len(players) not in (1, table):
        raise BadValue("cli.harvest.levels", found=len(players), seats=table)
    given.pop("seats", None)
    harvest = Harvest(game, tuple(players * table if len(players) == 1 else players), games, given, seed, positions)
    pool = open_pool(jobs, ray)
    watch(gather(harvest, folder, pool), harvest.parts, say("cli.harvest.progress", game=facts(game).name))
    print(say("cli.harvest.done", games=games, parts=harvest.parts, path=str(folder)))
