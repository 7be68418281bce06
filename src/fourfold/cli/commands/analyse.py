"""`fourfold analyse`: the best moves of a position, or the review of a record."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

import fourfold
from fourfold.cli.files import read_text
from fourfold.cli.interrupts import attend, attend_each
from fourfold.cli.options import first_position
from fourfold.cli.output import page, percent
from fourfold.cli.progress import ticking, watched
from fourfold.core.errors import BadNotation, BadRecord, ContradictoryOptions
from fourfold.core.game import Game
from fourfold.core.position import Position, View
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.search.analysis import Analysis, analyse
from fourfold.search.limit import Limit
from fourfold.search.review import Review, judge_moves
from fourfold.text import say

SECONDS, SECONDS_A_PLY = 1.0, 0.2
SIGNS = 3  # of a chance in hundredths


def run_analysis(
    game: str,
    what: str | None,
    moves: str | None,
    given: dict[str, Any],
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
        if given.keys() - {"seed"}:
            raise ContradictoryOptions("cli.analyse.options_of_record")
        _review(_read_record(game, what), limit, as_json)
        return
    table = _read_table(game, what, given, (moves or "").split())
    is_piped = as_json and not sys.stdout.isatty()
    with ticking(say("cli.analyse.progress"), limit.seconds, is_hidden=is_piped) as beat:
        analysis = attend(lambda: analyse(table, limit, lines=lines, threads=limit.usual_threads), limit.stop, beat)
    if as_json:
        print(json.dumps(analysis.as_json(), ensure_ascii=False, indent=2))
    else:
        print_analysis(analysis)


def _read_table(game: str, text: str | None, given: dict[str, Any], moves: Sequence[str]) -> Position | View:
    """The position that was named, after some moves; or what a seat sees of one, where the text is that of a view."""
    try:
        position = first_position(game, text, given)
    except BadNotation:
        view = _read_view(fourfold.game(game), text or "")
        if moves:
            raise ContradictoryOptions("cli.analyse.moves_of_view") from None
        return view
    for move in moves:
        position = position.play(move)
    return position


def _read_view(game: Game, text: str) -> View:
    """The view of the seat to move; whose it is the text does not say."""
    seat = game.read_view(text, 0).to_move
    return game.read_view(text, seat or 0)


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
    return "  ".join(say("cli.analyse.chance", seat=seat, share=percent(share)) for seat, share in enumerate(chances))


def proof_text(proof: str | None) -> str:
    """A word for what is proved, for a table."""
    return "-" if proof is None else say("cli.analyse.proof", proof=proof)


def print_analysis(analysis: Analysis) -> None:
    """Show the lines as a table, and what is proved in words."""
    table = Table()
    for column in ("move", "value", "proved", "line"):
        table.add_column(say(f"cli.analyse.column.{column}"), justify="right" if column == "value" else "left")
    for line in analysis.lines:
        value = percent(line.value, tenths=True)
        table.add_row(line.move, value, proof_text(line.proved), " ".join(line.moves[1:]))
    page().print(table)
    if analysis.proved:
        print(say("cli.analyse.proved", proof=analysis.proved, seat=analysis.to_move))
    else:
        print(say("cli.analyse.estimated", seat=analysis.to_move))
    print(say("cli.analyse.chances", chances=chances_text(analysis.chances)))
    print(say("cli.analyse.nodes_line", nodes=analysis.nodes, seconds=analysis.seconds, depth=analysis.depth))


def _aligned(numbers: Iterable[int]) -> str:
    """A number a seat, one below the other where there are several lines."""
    return " ".join(f"{number:{SIGNS}}" for number in numbers)


def print_review(review: Review) -> None:
    """Show all moves as a table, and the turning points and the worst moves in words."""
    table = Table(show_edge=False, pad_edge=False)  # eight seats must find room
    for column in ("ply", "seat", "move", "chances", "proved", "cost"):
        heading = say(f"cli.analyse.column.{column}")
        if column == "chances":
            heading += "\n" + _aligned(range(len(review.first_chances)))
        table.add_column(heading, justify="right" if column in ("ply", "cost") else "left", no_wrap=column != "move")
    for verdict in review.verdicts:
        cost = percent(verdict.cost) if verdict.reason else ""
        chances = _aligned(round(100 * chance) for chance in verdict.chances)
        table.add_row(str(verdict.ply), str(verdict.seat), verdict.move, chances, proof_text(verdict.proved), cost)
    page().print(table)
    turning = [f"{verdict.ply} ({verdict.move})" for verdict in review.turning_points]
    print(say("cli.analyse.turning", plies=", ".join(turning)) if turning else say("cli.analyse.no_turning"))
    if review.worst:
        print(say("cli.analyse.worst"))
    for verdict in review.worst:
        print(f"  {verdict.ply}. {verdict.why}")
