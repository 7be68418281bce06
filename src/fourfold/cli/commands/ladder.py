"""`fourfold ladder`: measures the levels of a game, and writes what came out: data, a picture, a page."""

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from fourfold.arena.entrants import find_entrant
from fourfold.arena.errors import OtherRun
from fourfold.arena.ladder import Climb, Ladder
from fourfold.arena.runs.schedule import Setting
from fourfold.cli.commands.duel import find_thinking
from fourfold.cli.files import write_text
from fourfold.cli.output import page, percent, rounded
from fourfold.cli.progress import watched
from fourfold.core.registry import facts
from fourfold.picture.formats.svg import svg
from fourfold.picture.plots.intervals import Bar, plot_bars
from fourfold.players.levels import list_levels
from fourfold.text import say

PICTURE_WIDTH = 720
NUMBERED = "level-"


def run_ladder(
    game: str,
    options: Mapping[str, Any],
    *,
    levels: Sequence[str],
    games: int,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    jobs: int | None,
    ray: str | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Play what is missing, print the table, and write the files."""
    setting = Setting(facts(game).id, options, None, find_thinking(seconds, nodes), seed)
    ladder = Ladder(setting, [find_entrant(level) for level in levels or find_rungs()], games)
    total = len(ladder.pairings())
    journal = folder / f"{setting.game}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OtherRun("arena.journal_file", path=str(folder), problem=str(error.strerror)) from error
    climb = ladder.judge(list(watched(ladder.play(jobs, journal, ray), total, say("cli.ladder.progress"))))
    name = facts(game).name
    command = repeat_command(ladder, options, levels)
    found = {"game": setting.game, "command": command, "seats": setting.first().seats, **climb.as_json()}
    drawing = plot_bars(
        [Bar(level, *_bounds(climb, level)) for level in reversed(climb.names)],
        say("cli.ladder.title", game=name),
        say("cli.ladder.description", levels=", ".join(climb.names)),
    )
    write_text(folder / f"{setting.game}.json", json.dumps(found, indent=2) + "\n")
    write_text(folder / f"{setting.game}.svg", svg(drawing, width=PICTURE_WIDTH))
    write_text(folder / f"{setting.game}.md", write_page(climb, name, setting.game, command))
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        print_climb(climb, name)
        print(say("cli.ladder.written", folder=str(folder)))


def find_rungs() -> list[str]:
    """The levels that are numbered by strength; all where none are."""
    return [level for level in list_levels() if level.startswith(NUMBERED)] or list_levels()


def _bounds(climb: Climb, level: str) -> tuple[float, float, float]:
    rating = climb.ratings[level]
    return rating.value, rating.low, rating.high


def repeat_command(ladder: Ladder, options: Mapping[str, Any], levels: Sequence[str]) -> str:
    """The command that repeats the run."""
    setting = ladder.setting
    words = ["fourfold", "ladder", setting.game, "--games", str(ladder.games), "--seed", str(setting.seed)]
    thinking = setting.thinking
    words += ["--nodes", str(thinking.nodes)] if thinking.nodes else ["--seconds", str(thinking.seconds)]
    for key, value in options.items():
        words += ["--seats", str(value)] if key == "seats" else ["--set", f"{key}={value}"]
    for level in levels:
        words += ["--level", level]
    return shlex.join(words)


def _rating_rows(climb: Climb) -> list[list[str]]:
    rows = []
    for name in climb.names:
        rating, elo = climb.ratings[name], climb.elo and climb.elo[name]
        rows.append(
            [
                name,
                rounded(rating.value, tenths=True),
                f"{rounded(rating.low, tenths=True)} – {rounded(rating.high, tenths=True)}",
                rounded(elo.value) if elo else "-",
                f"{rounded(elo.low)} – {rounded(elo.high)}" if elo else "-",
            ]
        )
    return rows


def _pair_rows(climb: Climb) -> list[list[str]]:
    rows = []
    for (upper, lower), tally in climb.tallies.items():
        counts = [str(count) for count in (tally.wins, tally.draws, tally.losses)]
        share, low, high = (percent(value, tenths=True) for value in (tally.share, *tally.interval))
        rows.append([upper, lower, *counts, share, f"{low} – {high}"])
    return rows


def _rating_columns() -> list[str]:
    return [say(f"cli.ladder.column.{column}") for column in ("level", "rating", "interval", "elo", "interval")]


def _pair_columns() -> list[str]:
    own = [say(f"cli.ladder.column.{column}") for column in ("upper", "lower")]
    return own + [say(f"cli.duel.column.{column}") for column in ("wins", "draws", "losses", "share", "interval")]


def print_climb(climb: Climb, game: str) -> None:
    """Show ratings and pairs as tables."""
    for columns, rows in ((_rating_columns(), _rating_rows(climb)), (_pair_columns(), _pair_rows(climb))):
        table = Table(title=say("cli.ladder.title", game=game))
        for column in columns:
            table.add_column(column, justify="right")
        for row in rows:
            table.add_row(*row)
        page().print(table)
    if climb.forfeits:
        print(say("cli.ladder.forfeits", count=climb.forfeits))


def write_page(climb: Climb, name: str, game: str, command: str) -> str:
    """Write the page for people who read the documentation."""

    def tabled(columns: list[str], rows: list[list[str]]) -> str:
        lines = [columns, ["---"] * len(columns), *rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    parts = [
        "# " + say("cli.ladder.title", game=name),
        say("cli.ladder.about"),
        f"    {command}",
        f"![{say('cli.ladder.title', game=name)}]({game}.svg)",
        tabled(_rating_columns(), _rating_rows(climb)),
        tabled(_pair_columns(), _pair_rows(climb)),
    ]
    return "\n\n".join(parts) + "\n"
