"""The root of an alpha-beta search: every root move with its principal variation, value and proof."""

from typing import NamedTuple

import numpy as np

from fourfold.kernel.jit import RUNNING, Row, Table, compiled, opinions_at, rules_at
from fourfold.search.alphabeta import state as ab
from fourfold.search.alphabeta.move_ordering import estimate
from fourfold.search.alphabeta.search import search
from fourfold.search.state import NO_MOVE, STOPPED, is_stopped, try_move

SOLVED_BETWEEN = ab.DRAW - 1, ab.DRAW + 1  # the window of a search that solves: what lies beyond is a loss or a win


class RootMoves(NamedTuple):
    """The moves at the root, in order of promise, and what was found about each."""

    moves: Row
    values: Row  # even until it was searched
    proved: Row
    lines: Table  # principal variations, each ended by NO_MOVE

    @classmethod
    def of(cls, moves: Row) -> "RootMoves":
        """Begin with moves that were not searched."""
        lines = np.full((len(moves), ab.MOST_PLIES + 2), NO_MOVE)
        lines[:, 0] = moves
        return cls(moves, np.full(len(moves), ab.DRAW), np.zeros(len(moves), np.int64), lines)

    def take(self, order: Row) -> "RootMoves":
        """Copy the moves in this order."""
        return RootMoves(*(each[order] for each in self))


@compiled
def keep_best(tops: Row, value: int) -> None:
    """Put a value among the best ones, which lie in falling order, if it is one of them."""
    for place in range(len(tops)):
        if value > tops[place]:
            value, tops[place] = tops[place], value


@compiled
def search_root(words: Row, ws: ab.Workspace, roots: RootMoves, tops: Row, depth: int, floor: int, ceiling: int) -> int:
    """Search all root moves; return how many were done before a stop.

    As many of the best as `tops` has places (multi-PV) get exact values, between floor and ceiling; the others bounds
    that say that they are no better. Where one alone is wanted, a move that reaches the ceiling ends the search.
    """
    rules, opinions = rules_at(words), opinions_at(words)
    state, after, entry, below = ws.states[0], ws.states[1], ws.stack[0], ws.stack[1]
    seat = rules.to_move(state)
    wanted = len(tops)
    tops[:] = floor
    for i in range(len(roots.moves)):
        if is_stopped(ws.control, ws.stop):
            return i
        move, alpha = roots.moves[i], tops[wanted - 1]
        below[ab.LENGTH], below[ab.PROVED] = 0, 0
        status = try_move(rules, state, move, after, ws.control)
        if status != RUNNING:
            value = ab.ending_value(status, seat, 1)
            below[ab.PROVED] = 1
        elif depth <= 1:
            value = estimate(opinions, ws, after, 0, seat)
        else:
            sign = 1 if rules.to_move(after) == seat else -1
            low, high = ab.window(sign, alpha, alpha + 1 if i >= wanted else ceiling)
            value = sign * search(rules, opinions, ws, 1, depth - 1, low, high)
            if i >= wanted and alpha < value < ceiling and not ws.control[STOPPED]:
                low, high = ab.window(sign, alpha, ceiling)
                value = sign * search(rules, opinions, ws, 1, depth - 1, low, high)
            if ws.control[STOPPED]:
                return i
        roots.values[i], roots.proved[i] = value, below[ab.PROVED]
        ab.update_pv(ws.stack, 0, move, True)
        for place in range(entry[ab.LENGTH]):
            roots.lines[i, place] = entry[ab.PV + place]
        roots.lines[i, entry[ab.LENGTH]] = NO_MOVE
        keep_best(tops, value)
        if wanted == 1 and value >= min(ceiling, ab.DECISIVE):
            return i + 1
    return len(roots.moves)
