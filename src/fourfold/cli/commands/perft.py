"""`fourfold perft`: counts the move sequences from a position, depth by depth."""

from collections.abc import Iterator

from fourfold.cli.interrupts import attend_each
from fourfold.cli.progress import watched
from fourfold.core.position import Position
from fourfold.search.perft import perft
from fourfold.text import say

WATCHED_FROM = 4  # shallower counts take no time in any game


def count_depths(position: Position, depth: int) -> Iterator[tuple[int, int]]:
    """Count for each depth up to the given one, the first moves one by one so that a bar can show them."""
    moves = position.moves()
    for level in range(1, depth + 1):
        if level < WATCHED_FROM:
            yield level, perft(position, level)
        else:
            text = say("cli.perft.progress", depth=level)
            counts = (perft(position.play(move), level - 1) for move in moves)
            yield level, sum(watched(attend_each(counts), len(moves), text))
