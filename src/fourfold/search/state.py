"""Search state: the control words that every search has, when it must stop, and the steps that searches share.

The control words of a search are one row: a kernel counts down the nodes, and reads the clock.
`stop` is the flag of the limit, which several searches may share.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import DRAWN, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.clock import ALARM as ALARM
from fourfold.search.clock import NANOSECONDS, watch
from fourfold.search.clock import RECESS as RECESS
from fourfold.search.limit import ENDLESS, Limit

# The control words, beside those of the clock. A search with words of its own counts on from STATE_WORDS.
NODES_LEFT = 0  # moves that may still be played
STOPPED = 1  # whether the search was stopped; what it returns then means nothing
REPETITION, EARLIER = 4, 5  # how often a position may occur; how many positions came before the first
OVERLOOKED, SALT = 6, 7  # of 1024 moves so many are not seen, at any depth; the salt decides which
STATE_WORDS = NANOSECONDS + 1

NO_MOVE = -(1 << 62)
NO_KEYS = np.zeros(0, np.int64)


@compiled
def is_interrupted(control: Row, stop: Row) -> bool:
    """Tell whether somebody stopped the search, or its time is over."""
    watch(control)
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
def count_node(control: Row) -> None:
    """Count a move that is played."""
    control[NODES_LEFT] -= 1
    watch(control)


@compiled
def try_move(rules: Rules, state: Row, move: int, after: Row, control: Row) -> int:
    """Play a move on a copy, count it, and return the status that it leads to."""
    copy_row(state, after)
    rules.play(after, move)
    count_node(control)
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


class Space(NamedTuple):
    """What a search reads and writes, beside its tree; `states` and `work` have as many rows as it needs."""

    states: Table  # the first is where the search begins
    work: Table
    keys: Row  # of earlier positions
    order: Row  # of a deal
    random: Row  # the random generator
    out: Row  # a number for each seat
    control: Row
    stop: Row


def make_space(
    game: Game, row: Row, control: Row, stop: Row, *, rows: int = 2, seats: int = 2, keys: Row = NO_KEYS
) -> Space:
    """Make the space of a search from a row."""
    states, work = np.zeros((rows, len(row)), np.int64), np.zeros((rows, game.work_words), np.int64)
    states[0] = row
    order, out = np.zeros(int(game.rules.deck(states[0])), np.int64), np.zeros(seats, np.int64)
    return Space(states, work, keys, order, control[[SALT]], out, control, stop)


@contextmanager
def begin_search(
    limit: Limit, game: Game, row: Row, *, rows: int = 2, seats: int = 2, words: int = STATE_WORDS,
    overlooked: int = 0, keys: Row = NO_KEYS, earlier: int = 0,
) -> Iterator[Space]:  # fmt: skip
    """Begin a search from a row; its alarm is set when the seconds of the limit are over."""
    control = np.zeros(words, np.int64)
    control[[NODES_LEFT, OVERLOOKED, SALT]] = limit.most_nodes, overlooked, limit.salt(int(row[game.ply_word]))
    control[[REPETITION, EARLIER]] = game.repetition, earlier
    with limit.ringing(control, ALARM):
        yield make_space(game, row, control, limit.flag, rows=rows, seats=seats, keys=keys)


def nodes_of(limit: Limit, space: Space) -> int:
    """The nodes that a search has used."""
    return limit.most_nodes - int(space.control[NODES_LEFT])
