"""`fourfold analyse`: the best moves of a position, or the review of a record."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import fourfold
from fourfold.cli.attending import attend, attend_each
from fourfold.cli.files import read_text
from fourfold.cli.progress import watched
from fourfold.core.errors import BadRecord, ContradictoryOptions
from fourfold.core.position import Position
from fourfold.core.record import Record
from fourfold.core.registry import facts
from fourfold.search.analysis import Analysis, analyse
from fourfold.search.limit import Limit
from fourfold.search.review import Review, judge_moves
from fourfold.text import say

SECONDS, SECONDS_A_PLY = 1.0, 0.2
WIDTH = 100


def run_analysis(
    game: str,
    what: str | None,
    moves: str | None,
    given: Mapping[str, Any],
    *,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    seed: int,
    as_json: bool,
) -> None:
    """Analyse what was named, and print what came out."""
    is_record = what is not None and "@" not in what
    if seconds is None and nodes is None and depth is None:
        seconds = SECONDS_A_PLY if is_record else SECONDS
    limit = Limit(nodes=nodes, seconds=seconds, depth=depth, seed=seed)
    if what is not None and is_record:
        if moves is not None:
            raise ContradictoryOptions("cli.analyse.moves_of_record")
        _review(_read_record(game, what), limit, as_json)
        return
    position = _first_position(game, what, given)
    for move in (moves or "").split():
        position = position.play(move)
    analysis = attend(lambda: analyse(position, limit, lines=lines), limit.stop)
    if as_json:
        print(json.dumps(analysis.as_json(), ensure_ascii=False, indent=2))
    else:
        print_analysis(analysis)


def _first_position(game: str, text: str | None, given: Mapping[str, Any]) -> Position:
    chosen = fourfold.game(game)
    if text is None:
        return chosen.start(**given)
    if given.keys() - {"seed"}:
        raise ContradictoryOptions("cli.position_and_options")
    return chosen.read(text)


def _read_record(game: str, path: str) -> Record:
    record = Record.parse(read_text(Path(path)))
    if record.game != facts(game).id:
        raise BadRecord("cli.analyse.other_game", found=facts(record.game).name, game=facts(game).name)
    return record


def _review(record: Record, limit: Limit, as_json: bool) -> None:
    judged = attend_each(judge_moves(record, limit), limit.stop)
    verdicts = list(watched(judged, len(record.steps), say("cli.analyse.progress")))
    running = next((position for position in record.positions() if position.to_move is not None), None)
    even = (1 / record.seats,) * record.seats
    first = attend(lambda: analyse(running, limit, lines=1).chances, limit.stop) if running else even
    review = Review(first, tuple(verdicts))
    if as_json:
        print(json.dumps({"game": record.game, **review.as_json()}, ensure_ascii=False, indent=2))
    else:
        print_review(review)


def chances_text(chances: Sequence[float]) -> str:
    """Write each seat's chances in hundredths."""
    return "  ".join(say("cli.analyse.chance", seat=seat, share=f"{share:.0%}") for seat, share in enumerate(chances))


def print_analysis(analysis: Analysis) -> None:
    """Show the lines as a table, and what is proved in words."""
    table = Table()
    for column in ("move", "value", "proved", "line"):
        table.add_column(say(f"cli.analyse.column.{column}"), justify="right" if column == "value" else "left")
    for line in analysis.lines:
        table.add_row(line.move, f"{line.value:.1%}", line.proved or "-", " ".join(line.moves[1:]))
    Console(width=WIDTH).print(table)
    if analysis.proved:
        print(say("cli.analyse.proved", proof=analysis.proved, seat=analysis.to_move))
    else:
        print(say("cli.analyse.estimated", seat=analysis.to_move))
    print(say("cli.analyse.chances", chances=chances_text(analysis.chances)))
    print(say("cli.analyse.nodes_line", nodes=analysis.nodes, seconds=f"{analysis.seconds:.2f}", depth=analysis.depth))


def print_review(review: Review) -> None:
    """Show all moves as a table, and the turning points and the worst moves in words."""
    table = Table()
    for column in ("ply", "seat", "move", "chances", "proved", "cost"):
        table.add_column(say(f"cli.analyse.column.{column}"), justify="right" if column in ("ply", "cost") else "left")
    for verdict in review.verdicts:
        cost = f"{verdict.cost:.0%}" if verdict.reason else ""
        table.add_row(
            str(verdict.ply),
            str(verdict.seat),
            verdict.move,
            chances_text(verdict.chances),
            verdict.proved or "-",
            cost,
        )
    Console(width=WIDTH).print(table)
    turning = [f"{verdict.ply} ({verdict.move})" for verdict in review.turning_points]
    print(say("cli.analyse.turning", plies=", ".join(turning)) if turning else say("cli.analyse.no_turning"))
    if review.worst:
        print(say("cli.analyse.worst"))
    for verdict in review.worst:
        print(f"  {verdict.ply}. {verdict.why}")
