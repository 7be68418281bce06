"""`fourfold study`: statistics of a game or variant over many games, and the report about all of them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.table import Table

from fourfold.cli.files import make_folder, write_text
from fourfold.cli.options import JobsOption, JsonOption, RayOption, SeatsOption, SetOption, argument, option, settings
from fourfold.cli.output import join_options, page, print_json
from fourfold.cli.progress import watch
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.core.registry import facts, list_games
from fourfold.research.studies.variants import list_variants
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.arena.runs.pool import Pool
    from fourfold.picture.shapes import Drawing
    from fourfold.research.studies.study import Study

PICTURE_WIDTH = 720


def run(
    game: Annotated[str | None, argument("GAME", "cli.study.game")] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    level: Annotated[str, option("LEVEL", "cli.study.level", show_default=True)] = "random",
    games: Annotated[int, option("N", "cli.study.games", show_default=True)] = 2000,
    level_games: Annotated[int, option("N", "cli.study.level_games", show_default=True)] = 100,
    seed: Annotated[int, option("N", "cli.study.seed", show_default=True)] = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
    plots: Annotated[Path | None, option("FOLDER", "cli.study.plots")] = None,
    report: Annotated[Path | None, option("FOLDER", "cli.study.report")] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.arena.runs.pool import open_pool
    from fourfold.research.studies.report import draw

    pool = open_pool(jobs, ray)
    if report is not None:
        if game is not None or seats is not None or set_:
            raise ContradictoryOptions("cli.study.report_all")
        _write_report(report, level, games, level_games, seed, pool)
        return
    if game is None:
        raise BadValue("cli.study.no_game")
    found = _study(facts(game).id, settings(seats, set_), level, games, seed, pool)
    if plots is not None:
        _write_plots(plots, {f"{found.game}-{kind}": drawing for kind, drawing in draw(found).items()})
    if as_json:
        print_json(found.as_json())
    else:
        _print_study(found, level, games)


def _print_study(found: "Study", level: str, games: int) -> None:
    from fourfold.research.studies.report import describe, judge, name_variant

    variant, name = name_variant(found).strip("`"), facts(found.game).name
    title = say("cli.study.title", game=name, variant=variant, player=level, games=games)
    table = Table(title=title, show_header=False)
    for heading, text in describe(found):
        table.add_row(heading, text)
    console = page()
    console.print(table)
    console.print(judge(found))


def _write_report(folder: Path, level: str, games: int, level_games: int, seed: int, pool: "Pool") -> None:
    """Measure every variant of every game, at random and at a level, and write the page and its plots."""
    from fourfold.arena.runs.pool import SerialPool
    from fourfold.research.studies.report import write_report
    from fourfold.research.studies.study import RANDOM

    runs: dict[str, tuple[int, Pool]] = {
        RANDOM: (games, SerialPool())
    }  # random games play faster than they are distributed
    command = f"fourfold study --report {folder.as_posix()} --games {games}"
    if level != RANDOM:
        runs[level] = (level_games, pool)
        command += f" --level {level} --level-games {level_games}"
    studies = {
        game_id: [
            _study(game_id, variant, player, number, seed, workers)
            for variant in list_variants(game_id)
            for player, (number, workers) in runs.items()
        ]
        for game_id in list_games()
    }
    text, drawings = write_report(studies, f"{command} --seed {seed}")
    _write_plots(folder / "study", drawings)
    write_text(folder / "study.md", text)
    print(say("cli.study.written", path=str(folder / "study.md")))


def _write_plots(folder: Path, drawings: "Mapping[str, Drawing]") -> None:
    from fourfold.picture.formats.svg import svg

    make_folder(folder)
    for name, drawing in drawings.items():
        write_text(folder / f"{name}.svg", svg(drawing, width=PICTURE_WIDTH))


def _study(game_id: str, given: Mapping[str, Any], level: str, games: int, seed: int, pool: "Pool") -> "Study":
    """Run one study with a progress bar."""
    from fourfold.research.studies.study import count_tasks, study

    variant = join_options(given) or "none"
    text = say("cli.study.progress", game=facts(game_id).name, variant=variant, player=level)
    running = study(game_id, given, level=level, games=games, seed=seed, pool=pool)
    found: list[Study] = []

    def parts() -> Iterator[int]:
        found.append((yield from running))

    watch(parts(), count_tasks(level, games), text)
    return found[0]
