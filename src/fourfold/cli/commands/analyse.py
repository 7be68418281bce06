"""`fourfold analyse`: the best moves of a position with their principal variations, or the review of a record."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.table import Table

import fourfold
from fourfold.cli import options
from fourfold.cli.files import read_text
from fourfold.cli.interrupts import iterate_interruptible, run_interruptible
from fourfold.cli.options import argument, first_position, option, settings
from fourfold.cli.output import page, percent, print_json, print_table
from fourfold.cli.progress import ticking, watched
from fourfold.core.errors import BadNotation, BadRecord, ContradictoryOptions
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis
    from fourfold.search.limit import Limit
    from fourfold.search.review import Review

SECONDS, SECONDS_A_PLY = 1.0, 0.2
DIGITS = 3  # of a chance in percent


def run(
    game: options.GameArgument,
    what: Annotated[str | None, argument("POSITION|RECORD", "cli.analyse.what")] = None,
    moves: Annotated[str | None, option("MOVES", "cli.analyse.moves")] = None,
    seconds: Annotated[float | None, option("S", "cli.analyse.seconds")] = None,
    nodes: Annotated[int | None, option("N", "cli.analyse.nodes")] = None,
    depth: Annotated[int | None, option("N", "cli.analyse.depth")] = None,
    lines: Annotated[int, option("N", "cli.analyse.lines", min=1, max=100, show_default=True)] = 3,
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.SeedOption = None,
    as_json: options.JsonOption = False,
) -> None:
    from fourfold.search.analysis import analyse
    from fourfold.search.limit import Limit

    given = settings(seats, set_, seed)
    is_record = what is not None and "@" not in what
    if seconds is None and nodes is None and depth is None:
        seconds = SECONDS_A_PLY if is_record else SECONDS
    limit = Limit(nodes=nodes, seconds=seconds, depth=depth, seed=seed or 0)
    if what is not None and is_record:
        if moves is not None:
            raise ContradictoryOptions("cli.analyse.moves_of_record")
        if given.keys() - {"seed"}:
            raise ContradictoryOptions("cli.analyse.options_of_record")
        _review(_read_record(game, what), limit, as_json)
        return
    table = _read_table(game, what, given, (moves or "").split())
    is_piped = as_json and not sys.stdout.isatty()
    with ticking(say("cli.analyse.progress"), limit.seconds, is_hidden=is_piped) as tick:
        found = run_interruptible(
            lambda: analyse(table, limit, lines=lines, threads=limit.usual_threads), limit.stop, tick
        )
    if as_json:
        print_json(found.as_json())
    else:
        _print_analysis(found)


def _read_table(
    game: str, text: str | None, given: dict[str, Any], moves: Sequence[str]
) -> "fourfold.Position | fourfold.View":
    """The given position after some moves; or the view of the seat to move, where the text is that of a view."""
    try:
        position = first_position(game, text, given)
    except BadNotation:
        chosen = fourfold.game(game)
        seat = chosen.read_view(text or "", 0).to_move  # the text does not say whose view it is
        view = chosen.read_view(text or "", seat or 0)
        if moves:
            raise ContradictoryOptions("cli.analyse.moves_of_view") from None
        return view
    for move in moves:
        position = position.play(move)
    return position


def _read_record(game: str, path: str) -> Record:
    record = Record.parse(read_text(Path(path)))
    if record.game != facts(game).id:
        raise BadRecord("cli.analyse.other_game", found=facts(record.game).name, game=facts(game).name)
    return record


def _review(record: Record, limit: "Limit", as_json: bool) -> None:
    from fourfold.search.analysis import analyse
    from fourfold.search.review import Review, judge_moves
    from fourfold.search.story import Storyteller

    judged = iterate_interruptible(judge_moves(record, limit), limit.stop)
    verdicts = tuple(watched(judged, len(record.steps), say("cli.analyse.progress")))
    running = next((position for position in record.positions() if position.to_move is not None), None)
    first = (1 / record.seats,) * record.seats
    if running:
        first = run_interruptible(lambda: analyse(running, limit, lines=1).chances, limit.stop)
    review = Review(first, verdicts)
    story = Storyteller(record, review).tell()
    if as_json:
        print_json({"game": record.game, **review.as_json(), "story": [sentence.as_json() for sentence in story]})
        return
    names = record.players or [say(f"{record.game}.seat.{seat}") for seat in range(record.seats)]
    for sentence in story:
        print(sentence.say(names))
    if story:
        print()
    _print_review(review)


def _proof_text(proof: str | None) -> str:
    return "-" if proof is None else say("cli.analyse.proof", proof=proof)


def _print_analysis(analysis: "Analysis") -> None:
    """Print the lines as a table, then what is proved, each seat's chances and the effort."""
    rows = [
        (line.move, percent(line.value, tenths=True), _proof_text(line.proved), " ".join(line.moves[1:]))
        for line in analysis.lines
    ]
    print_table("cli.analyse.column", ("move", "value", "proved", "line"), rows, left=("move", "proved", "line"))
    if analysis.proved:
        print(say("cli.analyse.proved", proof=analysis.proved, seat=analysis.to_move))
    else:
        print(say("cli.analyse.estimated", seat=analysis.to_move))
    chances = [
        say("cli.analyse.chance", seat=seat, share=percent(share)) for seat, share in enumerate(analysis.chances)
    ]
    print(say("cli.analyse.chances", chances="  ".join(chances)))
    print(say("cli.analyse.nodes_line", nodes=analysis.nodes, seconds=analysis.seconds, depth=analysis.depth))


def _aligned(numbers: Iterable[int]) -> str:
    """One number a seat, in columns."""
    return " ".join(f"{number:{DIGITS}}" for number in numbers)


def _print_review(review: "Review") -> None:
    """Print all moves as a table, then the turning points and the worst moves."""
    table = Table(show_edge=False, pad_edge=False)  # so that eight seats fit
    for column in ("ply", "seat", "move", "chances", "proved", "cost"):
        heading = say(f"cli.analyse.column.{column}")
        if column == "chances":
            heading += "\n" + _aligned(range(len(review.first_chances)))
        table.add_column(heading, justify="right" if column in ("ply", "cost") else "left", no_wrap=column != "move")
    for verdict in review.verdicts:
        cost = percent(verdict.cost) if verdict.reason else ""
        chances = _aligned(round(100 * chance) for chance in verdict.chances)
        table.add_row(str(verdict.ply), str(verdict.seat), verdict.move, chances, _proof_text(verdict.proved), cost)
    page().print(table)
    turning = [f"{verdict.ply} ({verdict.move})" for verdict in review.turning_points]
    print(say("cli.analyse.turning", plies=", ".join(turning)) if turning else say("cli.analyse.no_turning"))
    if review.worst:
        print(say("cli.analyse.worst"))
    for verdict in review.worst:
        print(f"  {verdict.ply}. {verdict.why}")
