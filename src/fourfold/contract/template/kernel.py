"""The rules of Template as kernels.

A row holds the squares of each seat as a set of bits, and the ply. A move is the number of a square.
"""

from fourfold.core.grids import SquareGrid
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.defaults import fill_nothing, hide_nothing, no_deal, no_deck
from fourfold.kernel.hashes import hash_words
from fourfold.kernel.jit import DRAWN, RUNNING, Row, Rules, compiled, popcount

GRID = SquareGrid(3)
FIRST, SECOND, PLY = range(3)
WORDS = 3
SQUARES = GRID.cells
ALL = (1 << SQUARES) - 1
LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)

F2_SQUARE_TAKEN = 1  # what `refuse` answers: a rule, and the message `refuse.square_taken`


@compiled
def count(state: Row, work: Row) -> int:
    return popcount(ALL & ~(state[FIRST] | state[SECOND]))


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    return nth_bit(ALL & ~(state[FIRST] | state[SECOND]), index)


@compiled
def play(state: Row, move: int) -> None:
    state[state[PLY] & 1] |= bit(move)
    state[PLY] += 1


@compiled
def to_move(state: Row) -> int:
    return int(state[PLY]) & 1


@compiled
def status(state: Row) -> int:
    """F3: three in a row win. F4: a full board is a draw."""
    for seat in range(2):
        for line in LINES:
            if state[seat] & line == line:
                return seat + 1
    return DRAWN if state[PLY] == SQUARES else RUNNING


@compiled
def scores(state: Row, out: Row) -> None:
    winner = status(state)
    out[0] = winner == 1
    out[1] = winner == 2


@compiled
def key(state: Row) -> int:
    return hash_words(state, 0, WORDS)


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    return F2_SQUARE_TAKEN if (state[FIRST] | state[SECOND]) & bit(move) else 0


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide_nothing, fill_nothing, no_deck, no_deal)
