"""`fourfold ladder`: rates the levels of a game against each other, and writes the ratings as data, plot and page.

The files are for the folder of the game, from which the documentation takes the page.
"""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fourfold.cli import options
from fourfold.cli.files import write_text
from fourfold.cli.options import arena_setting, option, settings
from fourfold.cli.output import percent, print_json, print_table, rounded
from fourfold.cli.progress import watched
from fourfold.core.registry import facts
from fourfold.core.registry import folder as folder_of
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.arena.ladder import Climb, Ladder

PICTURE_WIDTH = 720
NAME = "ladder"  # of all files
NUMBERED = "level-"
RATING_COLUMNS = [f"cli.ladder.column.{name}" for name in ("level", "rating", "interval", "elo", "interval")]
PAIR_COLUMNS = [
    *(f"cli.ladder.column.{name}" for name in ("upper", "lower")),
    *(f"cli.duel.column.{name}" for name in ("wins", "draws", "losses", "share", "interval")),
]


def run(
    game: options.GameArgument,
    games: Annotated[int, option("N", "cli.ladder.games", show_default=True)] = 100,
    seconds: options.SecondsOption = None,
    nodes: options.NodesOption = None,
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.GamesSeedOption = 0,
    level: Annotated[list[str] | None, option("LEVEL", "cli.ladder.level")] = None,
    jobs: options.JobsOption = None,
    ray: options.RayOption = None,
    folder: Annotated[Path | None, option("FOLDER", "cli.ladder.folder")] = None,
    as_json: options.JsonOption = False,
) -> None:
    from fourfold.arena.entrants import find_entrant
    from fourfold.arena.errors import OtherRun
    from fourfold.arena.ladder import Ladder

    given = settings(seats, set_)
    setting = arena_setting(game, given, seconds, nodes, seed)
    ladder = Ladder(setting, [find_entrant(name) for name in level or _numbered_levels()], games)
    total = len(ladder.pairings())
    folder = folder or folder_of(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OtherRun("arena.journal_file", path=str(folder), problem=str(error.strerror)) from error
    played = ladder.play(jobs, folder / f"{NAME}.jsonl", ray)
    climb = ladder.judge(list(watched(played, total, say("cli.ladder.progress"))))
    command = _repeat_command(ladder, given, level or [])
    found = {"game": setting.game, "command": command, "seats": setting.first().seats, **climb.as_json()}
    title = say("cli.ladder.title", game=facts(game).name)
    write_text(folder / f"{NAME}.json", json.dumps(found, indent=2) + "\n")
    write_text(folder / f"{NAME}.svg", _plot(climb, title))
    write_text(folder / f"{NAME}.md", _page(climb, title, command))
    if as_json:
        print_json(found)
        return
    print_table("", RATING_COLUMNS, _rating_rows(climb), title=title)
    print_table("", PAIR_COLUMNS, _pair_rows(climb), title=title)
    if climb.forfeits:
        print(say("cli.ladder.forfeits", count=climb.forfeits))
    print(say("cli.ladder.written", folder=str(folder)))


def _numbered_levels() -> list[str]:
    """The levels that are numbered by strength; all levels where none is."""
    from fourfold.players.levels import list_levels

    return [level for level in list_levels() if level.startswith(NUMBERED)] or list_levels()


def _repeat_command(ladder: "Ladder", given: dict[str, Any], levels: Sequence[str]) -> str:
    """The command that repeats the run."""
    setting = ladder.setting
    words = ["fourfold", "ladder", setting.game, "--games", str(ladder.games), "--seed", str(setting.seed)]
    thinking = setting.thinking
    words += ["--nodes", str(thinking.nodes)] if thinking.nodes else ["--seconds", str(thinking.seconds)]
    for key, value in given.items():
        words += ["--seats", str(value)] if key == "seats" else ["--set", f"{key}={value}"]
    for level in levels:
        words += ["--level", level]
    return shlex.join(words)


def _rating_rows(climb: "Climb") -> list[list[str]]:
    rows = []
    for name in climb.names:
        rating, elo = climb.ratings[name], climb.elo and climb.elo[name]
        value, low, high = (rounded(number, tenths=True) for number in (rating.value, rating.low, rating.high))
        strength = [rounded(elo.value), f"{rounded(elo.low)} – {rounded(elo.high)}"] if elo else ["-", "-"]
        rows.append([name, value, f"{low} – {high}", *strength])
    return rows


def _pair_rows(climb: "Climb") -> list[list[str]]:
    rows = []
    for (upper, lower), tally in climb.tallies.items():
        counts = [str(count) for count in (tally.wins, tally.draws, tally.losses)]
        share, low, high = (percent(value, tenths=True) for value in (tally.share, *tally.interval))
        rows.append([upper, lower, *counts, share, f"{low} – {high}"])
    return rows


def _plot(climb: "Climb", title: str) -> str:
    """The ratings with their intervals as SVG."""
    from fourfold.picture.formats.svg import svg
    from fourfold.picture.plots.intervals import Bar, plot_bars

    ratings = [(level, climb.ratings[level]) for level in reversed(climb.names)]
    bars = [Bar(level, rating.value, rating.low, rating.high) for level, rating in ratings]
    description = say("cli.ladder.description", levels=", ".join(climb.names))
    return svg(plot_bars(bars, title, description), width=PICTURE_WIDTH)


def _page(climb: "Climb", title: str, command: str) -> str:
    """The page of the documentation, as Markdown."""

    def tabled(columns: list[str], rows: list[list[str]]) -> str:
        headings = [say(column) for column in columns]
        return "\n".join("| " + " | ".join(line) + " |" for line in [headings, ["---"] * len(columns), *rows])

    parts = [
        f"# {title}",
        say("cli.ladder.about"),
        f"    {command}",
        f"![{title}]({NAME}.svg)",
        tabled(RATING_COLUMNS, _rating_rows(climb)),
        tabled(PAIR_COLUMNS, _pair_rows(climb)),
    ]
    return "\n\n".join(parts) + "\n"
