"""Search state: the control words that every search has, when it must stop, and the steps that searches share.

The control words of a search are one row: a kernel counts down the nodes, a timer in another thread sets the alarm.
`stop` is the flag of the limit, which several searches may share.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import DRAWN, Row, Rules, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import ENDLESS, Limit

# The control words. A search with words of its own counts on from STATE_WORDS.
NODES_LEFT = 0  # moves that may still be played
STOPPED = 1  # whether the search was stopped; what it returns then means nothing
ALARM, RECESS = 2, 3  # whether the time of the search, or of a part of it, is over
REPETITION, EARLIER = 4, 5  # how often a position may occur; how many positions came before the first
OVERLOOKED, SALT = 6, 7  # of 1024 moves so many are not seen, at any depth; the salt decides which
STATE_WORDS = 8

NO_MOVE = -(1 << 62)


@compiled
def is_interrupted(control: Row, stop: Row) -> bool:
    """Tell whether somebody stopped the search, or its time is over."""
    return stop[0] != 0 or control[ALARM] != 0 or control[RECESS] != 0


@compiled
def is_stopped(control: Row, stop: Row) -> bool:
    """Tell whether the search must end now, and remember it."""
    if control[NODES_LEFT] <= 0 or is_interrupted(control, stop):
        control[STOPPED] = 1
    return control[STOPPED] != 0


@compiled
def is_overlooked(control: Row, move: int) -> bool:
    """Tell whether a weak player does not see a move."""
    return control[OVERLOOKED] != 0 and (scramble(move ^ control[SALT]) & 1023) < control[OVERLOOKED]


@compiled
def try_move(rules: Rules, state: Row, move: int, after: Row, control: Row) -> int:
    """Play a move on a copy, count it, and return the status that it leads to."""
    copy_row(state, after)
    rules.play(after, move)
    control[NODES_LEFT] -= 1
    return rules.status(after)


@compiled
def sampled(place: int, tried: int, width: int) -> int:
    """The index of the move at a place of an even sample: `tried` of `width` moves."""
    return place if tried == width else place * width // tried


@compiled
def ending_share(status: int, seat: int, seats: int) -> int:
    """A seat's share of an ended game: all for a win, an equal part for a draw."""
    return CERTAIN // seats if status == DRAWN else CERTAIN * (status == seat + 1)


@compiled
def _list_moves(words: Row, state: Row, work: Row, moves: Row) -> None:
    rules = rules_at(words)
    width = rules.count(state, work)
    for place in range(len(moves)):
        moves[place] = rules.nth(state, sampled(place, len(moves), width), work)


def list_moves(game: Game, row: Row, most: int = ENDLESS) -> Row:
    """The legal moves of a row; of more than `most` an even sample."""
    work = np.zeros(game.work_words, np.int64)
    moves = np.zeros(min(int(game.rules.count(row, work)), most), np.int64)
    _list_moves(game.rule_words, row, work, moves)
    return moves


@contextmanager
def begin_search(
    limit: Limit, game: Game, row: Row, *, words: int = STATE_WORDS, overlooked: int = 0, earlier: int = 0
) -> Iterator[Row]:
    """Make the control words of a search from a row; the alarm is set when the seconds of the limit are over."""
    control = np.zeros(words, np.int64)
    control[[NODES_LEFT, OVERLOOKED, SALT]] = limit.most_nodes, overlooked, limit.salt(int(row[game.ply_word]))
    control[[REPETITION, EARLIER]] = game.repetition, earlier
    with limit.ringing(control, ALARM):
        yield control


def nodes_of(limit: Limit, control: Row) -> int:
    """The nodes that a search has used."""
    return limit.most_nodes - int(control[NODES_LEFT])
