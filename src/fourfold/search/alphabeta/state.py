"""The state of an alpha-beta search: its workspace, the stack of plies with principal variations, and values."""

from typing import NamedTuple

import numpy as np

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import DRAWN, Row, Rules, Table, compiled
from fourfold.kernel.rows import move_to_front
from fourfold.search.repetition import forget_key, note_key
from fourfold.search.state import EARLIER, NO_MOVE, REPETITION, STATE_WORDS, Space

HALF = CERTAIN // 2
DRAW = 0
WIN = 4 * CERTAIN  # less one for each ply until it is won
DECISIVE = 2 * CERTAIN  # values beyond are wins and losses
INFINITE = 8 * CERTAIN
UNKNOWN = -2 * INFINITE  # no value
KILLERS = 4  # killer moves for each ply
MOST_PLIES = 64
ROWS = MOST_PLIES + 2  # of the tables of a workspace: one a ply
MOST_LISTED = 2048  # moves that are looked at in one position; of more, an even sample
MOST_SOLVED = 1 << 15  # the same where a position is solved

# Further control words: whether the position is solved, that is searched to the end with the values loss, draw and win
# alone; whether `judge` is asked where it is not.
SOLVING, GLANCING, CONTROL_WORDS = range(STATE_WORDS, STATE_WORDS + 3)
# Words of the stack, one row a ply: whether the value is proved; the length of the principal variation; what the move
# picker has done: its place, how many moves it has listed, and whether these are all; killer moves, the last one first;
# the principal variation.
PROVED, LENGTH, PICKED, LISTED, IS_WHOLE, KILLER = range(6)
PV = KILLER + KILLERS
STACK_WORDS = PV + MOST_PLIES + 1


class Workspace(NamedTuple):
    """All that a search writes on; the transposition table and the stop flag may be shared with other threads."""

    states: Table  # one row a ply, as in all tables but the transposition table
    work: Table
    moves: Table  # listed by the move picker
    ranks: Table  # how promising these are
    stack: Table
    out: Row
    table: Row  # the transposition table
    keys: Row  # of earlier positions
    control: Row
    stop: Row


def make_workspace(space: Space, table: Row) -> Workspace:
    """Make the workspace of a search with a transposition table."""
    moves, ranks = np.zeros((2, ROWS, MOST_SOLVED), np.int64)
    stack = np.full((ROWS, STACK_WORDS), NO_MOVE)
    states, work, keys, out = space.states, space.work, space.keys, space.out
    return Workspace(states, work, moves, ranks, stack, out, table, keys, space.control, space.stop)


@compiled
def ending_value(status: int, seat: int, ply: int) -> int:
    """What an ended game is worth to a seat."""
    if status == DRAWN:
        return DRAW
    return WIN - ply if status == seat + 1 else ply - WIN


@compiled
def window(sign: int, alpha: int, beta: int) -> tuple[int, int]:
    """The window for the seat that moves next, with sign 1 where that is the same seat, else -1."""
    return (alpha, beta) if sign > 0 else (-beta, -alpha)


@compiled
def update_pv(stack: Table, ply: int, move: int, goes_on: bool) -> None:
    """Begin the principal variation of a ply with a move, and go on with that of the next ply."""
    entry = stack[ply]
    entry[PV] = move
    entry[LENGTH] = 1
    if goes_on:
        after = stack[ply + 1]
        length = min(after[LENGTH], MOST_PLIES - 1)
        for place in range(length):
            entry[PV + 1 + place] = after[PV + place]
        entry[LENGTH] = 1 + length


@compiled
def prove_win(ws: Workspace, ply: int, move: int) -> int:
    """Note that a move wins at once, and return its value."""
    ws.stack[ply, PROVED] = 1
    update_pv(ws.stack, ply, move, False)
    return WIN - ply - 1


@compiled
def push_key(rules: Rules, ws: Workspace, ply: int) -> bool:
    """Where repetition counts, put the position on the stack of keys; tell whether it came up before."""
    earlier = ws.control[EARLIER]
    return ws.control[REPETITION] != 0 and note_key(ws.keys, earlier + ply, rules.key(ws.states[ply]), 2)


@compiled
def pop_key(ws: Workspace, ply: int) -> None:
    """Take the position off the stack of keys again."""
    if ws.control[REPETITION]:
        forget_key(ws.keys, ws.control[EARLIER] + ply)


@compiled
def note_killer(entry: Row, move: int) -> None:
    """Remember a killer move: one that refuted others at this ply."""
    move_to_front(entry, KILLER, PV, move)


@compiled
def is_killer(entry: Row, move: int, killers: int) -> bool:
    """Tell whether a move is among the last so many killer moves of this ply."""
    found = False
    for place in range(KILLER, KILLER + killers):
        found = found or entry[place] == move
    return found
