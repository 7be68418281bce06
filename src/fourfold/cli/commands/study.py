"""`fourfold study`: what kind of game a variant is, and the report about all of them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.table import Table

from fourfold.arena.runs.pool import Alone, Pool
from fourfold.cli.files import make_folder, write_text
from fourfold.cli.output import page
from fourfold.cli.progress import watched
from fourfold.core.registry import facts, list_games
from fourfold.picture.formats.svg import svg
from fourfold.research.studies.report import describe, draw, judge, name_variant, write_report
from fourfold.research.studies.study import RANDOM, Study, count_tasks, study
from fourfold.research.studies.variants import list_variants
from fourfold.text import say

PICTURE_WIDTH = 720


def run_study(
    game: str,
    given: Mapping[str, Any],
    *,
    level: str,
    games: int,
    seed: int,
    crew: Pool,
    plots: Path | None,
    as_json: bool,
) -> None:
    """Measure one variant, print what came out, and write its pictures where they are wanted."""
    found = _measure(facts(game).id, given, level, games, seed, crew)
    if plots is not None:
        make_folder(plots)
        for kind, drawing in draw(found).items():
            write_text(plots / f"{found.game}-{kind}.svg", svg(drawing, width=PICTURE_WIDTH))
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
        return
    variant = name_variant(found).strip("`")
    table = Table(
        title=say("cli.study.title", game=facts(game).name, variant=variant, player=level, games=games),
        show_header=False,
    )
    for name, text in describe(found):
        table.add_row(name, text)
    console = page()
    console.print(table)
    console.print(judge(found))


def run_report(folder: Path, *, level: str, games: int, level_games: int, seed: int, crew: Pool) -> None:
    """Measure every variant of every game, at random and at a level, and write the page and its pictures."""
    here = Alone()  # random games are faster played than handed out
    runs = {RANDOM: (games, here), level: (level_games, crew)} if level != RANDOM else {RANDOM: (games, here)}
    studies = {
        game_id: [
            _measure(game_id, variant, player, number, seed, workers)
            for variant in list_variants(game_id)
            for player, (number, workers) in runs.items()
        ]
        for game_id in list_games()
    }
    strong = f" --level {level} --level-games {level_games}" if level != RANDOM else ""
    command = f"fourfold study --report {folder.as_posix()} --games {games}{strong} --seed {seed}"
    text, drawings = write_report(studies, command)
    make_folder(folder / "study")
    for name, drawing in drawings.items():
        write_text(folder / "study" / f"{name}.svg", svg(drawing, width=PICTURE_WIDTH))
    write_text(folder / "study.md", text)
    print(say("cli.study.written", path=str(folder / "study.md")))


def _measure(game_id: str, given: Mapping[str, Any], level: str, games: int, seed: int, crew: Pool) -> Study:
    """Run one study behind a bar."""
    options = " ".join(f"{key}={value}" for key, value in given.items())
    text = say("cli.study.progress", game=facts(game_id).name, variant=options or "none", player=level)
    running = study(game_id, given, level=level, games=games, seed=seed, crew=crew)
    found: list[Study] = []

    def parts() -> Iterator[int]:
        found.append((yield from running))

    for _ in watched(parts(), count_tasks(level, games), text):
        pass
    return found[0]
