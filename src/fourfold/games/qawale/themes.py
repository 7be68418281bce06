"""Themes of Qawale's puzzles."""

from collections.abc import Iterator, Sequence

from fourfold.core.position import Position
from fourfold.games.qawale import kernel
from fourfold.games.qawale.board import way_of

TALL = 5  # pebbles of a stack with the one that is added
DIAGONALS = kernel.LINE_SETS[-2:]


def find_themes(line: Sequence[Position]) -> Iterator[str]:
    """What is true of the first move, of the moves beside it, and of the line that wins."""
    start, after, end = line[0], line[1], line[-1]
    assert start.to_move is not None
    assert after.last is not None
    way = way_of(start.game.notation.parse_move(start.row.copy(), str(after.last)))
    if len(set(way)) < len(way):
        yield "loop"
    if len(way) > TALL:
        yield "tall"
    is_won = end.outcome is not None and end.outcome.winner is not None
    if not is_won and any(_gives_line(start.play(move), start.to_move) for move in start.moves()):
        yield "gift"
    if is_won:
        tops = [int(end.row[word]) for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS)]
        if any(cells & diagonal == diagonal for cells in tops for diagonal in DIAGONALS):
            yield "diagonal"


def _gives_line(after: Position, seat: int) -> bool:
    """Whether a move of a seat completes the line of the other."""
    return after.outcome is not None and after.outcome.winner == 1 - seat
