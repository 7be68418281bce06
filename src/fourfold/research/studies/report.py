"""The report of studies: text, tables and plots."""

from collections.abc import Mapping, Sequence

from fourfold.arena.statistics.estimate import Estimate
from fourfold.core.registry import facts
from fourfold.picture.plots.columns import plot_columns
from fourfold.picture.plots.intervals import Bar, plot_bars
from fourfold.picture.shapes import Drawing
from fourfold.research.studies.study import EVEN, RANDOM, Study
from fourfold.text import has, say

COLUMNS = ("variant", "player", "games", "length", "moves", "first", "draws", "decided", "verdict")
MOST_COLUMNS = 60  # of a picture
PERCENT = 100


def name_variant(study: Study, *, short: bool = False) -> str:
    """Name the seats and options of a study; short for a plot."""
    pairs = {"seats": str(study.seats)} if len(facts(study.game).seats) > 1 else {}
    text = " ".join(f"{key}={value}" for key, value in (pairs | study.options).items())
    if short:
        return text.replace(" ", ",") or "plain"
    return f"`{text}`" if text else say("research.study.plain")


def describe(study: Study) -> list[tuple[str, str]]:
    """Describe all measurements, as lines of a name and a text."""
    typical = f"{study.typical_branching:.0f}"
    lines = [
        ("length", _interval(study.length)),
        ("moves", say("research.study.moves_text", mean=_interval(study.branching), typical=typical)),
        *((f"seat {seat}", _percent(points)) for seat, points in enumerate(study.points)),
        ("advantage", _percent(study.advantage, signed=True)),
        ("draws", _percent(study.draws)),
        ("decided", _percent(study.decided) if study.decided else say("research.study.never")),
    ]
    named = []
    for name, text in lines:
        kind, _, seat = name.partition(" ")
        named.append((say(f"research.study.line.{kind}", seat=seat), text))
    return named


def judge(study: Study) -> str:
    """Say in a sentence whether the game is even."""
    points = [point.value for point in study.points]
    favoured = max(range(study.seats), key=lambda seat: points[seat])
    return say(f"research.study.verdict.{study.verdict}", seat=str(favoured), share=f"{PERCENT * EVEN:.0f}")


def draw(study: Study) -> dict[str, Drawing]:
    """Plot a study: the points of each seat, the lengths of games, the numbers of moves by ply."""
    about = {"game": facts(study.game).name, "variant": name_variant(study, short=True), "player": study.level}
    titles = {kind: say(f"research.study.title.{kind}", **about) for kind in ("points", "lengths", "moves")}
    bars = [_bar(f"seat{seat}", points) for seat, points in enumerate(study.points)]
    counts, first, each = _by_length(study.lengths)
    shares = [PERCENT * count / study.games for count in counts]
    widths = study.widths[:MOST_COLUMNS]
    return {
        "points": plot_bars(bars, titles["points"], "; ".join(f"{bar.name} {bar.value:.1f}" for bar in bars)),
        "lengths": plot_columns(shares, first, titles["lengths"], _interval(study.length), each=each, across="plies"),
        "moves": plot_columns(widths, 0, titles["moves"], _interval(study.branching), across="ply", colour="light"),
    }


def draw_advantages(studies: Sequence[Study]) -> Drawing:
    """Plot the advantage of the first seat, variant by variant."""
    name = facts(studies[0].game).name
    bars = [_bar(name_variant(study, short=True), study.advantage) for study in studies]
    about = {"game": name, "player": studies[0].level}
    return plot_bars(bars, say("research.study.title.advantages", **about), ", ".join(bar.name for bar in bars))


def write_report(studies: Mapping[str, Sequence[Study]], command: str) -> tuple[str, dict[str, Drawing]]:
    """Write the page about all games, and its plots; `studies` holds those of each game."""
    levels = {study.level for of_game in studies.values() for study in of_game}
    player = next(iter(levels - {RANDOM}), RANDOM)
    parts = [say("research.report.head", command=command, players=player, fair=f"{PERCENT * EVEN:.0f}")]
    drawings: dict[str, Drawing] = {}
    for game_id, of_game in studies.items():
        parts.append(f"## {facts(game_id).name}")
        if has(f"{game_id}.study"):
            parts.append(say(f"{game_id}.study"))
        parts.append(_table(of_game))
        for level in dict.fromkeys(study.level for study in of_game):
            chosen = [study for study in of_game if study.level == level]
            parts.append(_advice(chosen))
            name = f"{game_id}-{level}"
            drawings[name] = draw_advantages(chosen)
            parts.append(f"![{drawings[name].title}](study/{name}.svg)")
        for kind, drawing in draw(of_game[0]).items():
            if kind != "points":
                drawings[f"{game_id}-{kind}"] = drawing
                parts.append(f"![{drawing.title}](study/{game_id}-{kind}.svg)")
    return "\n\n".join(parts) + "\n", drawings


def _table(studies: Sequence[Study]) -> str:
    head = [say(f"research.report.column.{name}") for name in COLUMNS]
    rows = [head, ["---" if name in ("variant", "player", "verdict") else "---:" for name in COLUMNS]]
    rows += [_cells(study) for study in studies]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _cells(study: Study) -> list[str]:
    return [
        name_variant(study),
        study.level,
        f"{study.games:,}",
        f"{study.length.value:.1f}",
        f"{study.branching.value:.0f}",
        _percent(study.advantage, signed=True),
        _percent(study.draws),
        _percent(study.decided) if study.decided else "–",
        say(f"research.report.verdict.{study.verdict}"),
    ]


def _advice(studies: Sequence[Study]) -> str:
    """Say which of these variants, all at one level, are even; random play only shows a tendency."""
    groups: dict[str, list[str]] = {"even": [], "uneven": [], "balanced": [], "leaning": []}
    for study in studies:
        leans = study.advantage.low > 0 or study.advantage.high < 0
        kind = study.verdict if study.verdict in groups else "leaning" if leans else "balanced"
        groups[kind].append(name_variant(study))
    named = {kind: ", ".join(names) or "none" for kind, names in groups.items()}
    level = studies[0].level
    return (
        say("research.report.lean", **named)
        if level == RANDOM
        else say("research.report.advice", player=level, **named)
    )


def _by_length(lengths: Mapping[int, int]) -> tuple[list[int], int, int]:
    """A histogram of the lengths: counts, the first length, and the width of a bin."""
    first, last = min(lengths), max(lengths)
    each = next(size for size in (1, 2, 5, 10, 20, 50, 100, 10_000) if (last - first) / size < MOST_COLUMNS)
    first -= first % each
    counts = [0] * ((last - first) // each + 1)
    for length, count in lengths.items():
        counts[(length - first) // each] += count
    return counts, first, each


def _bar(name: str, estimate: Estimate) -> Bar:
    return Bar(name, PERCENT * estimate.value, PERCENT * estimate.low, PERCENT * estimate.high)


def _interval(estimate: Estimate) -> str:
    return say(
        "research.study.interval", value=f"{estimate.value:.1f}", low=f"{estimate.low:.1f}", high=f"{estimate.high:.1f}"
    )


def _percent(estimate: Estimate, *, signed: bool = False) -> str:
    sign = "+" if signed else ""
    value, low, high = (f"{PERCENT * number:{sign}.1f}" for number in (estimate.value, estimate.low, estimate.high))
    return say("research.study.percent", value=value, low=low, high=high)
