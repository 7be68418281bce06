"""Themes of Qawale's puzzles."""

from collections.abc import Iterator, Sequence

from fourfold.core.position import Position
from fourfold.games.qawale import kernel
from fourfold.games.qawale.board import way_of

TALL = 5  # pebbles of a stack with the one that is added
GIFTS = 0.1  # of the moves, where many give the line away
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
    moves = start.moves()
    outcomes = [start.play(move).outcome for move in moves]
    given = sum(outcome is not None and outcome.winner == 1 - start.to_move for outcome in outcomes)
    if given > GIFTS * len(moves):
        yield "gift"
    if end.outcome is not None and end.outcome.winner is not None:
        tops = [int(end.row[word]) for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS)]
        if any(cells & diagonal == diagonal for cells in tops for diagonal in DIAGONALS):
            yield "diagonal"
