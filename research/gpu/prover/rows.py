"""Boards of the easier game as rows of Qawale's kernels, and what these say about them. Needs Fourfold.

A board is sixteen words, each with a one above a bit for each pebble, the bottom one highest, set for the maker's.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

import fourfold
from fourfold.core.position import Position
from fourfold.games.qawale.kernel import CELLS, FIRST, FIRST_TOPS, NEUTRAL, PLY, SECOND_TOPS
from fourfold.kernel.jit import RUNNING, Row, Table
from fourfold.search.alphabeta.state import CONTROL_WORDS, ROWS, SOLVING
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.limit import ENDLESS
from fourfold.search.proofs.maker_breaker import cannot_win
from fourfold.search.proofs.maker_breaker import make_workspace as make_relaxed
from fourfold.search.state import NODES_LEFT, STOPPED, make_space

TABLE_BITS = 20
Board = Sequence[int]


def start(pebbles: int) -> Position:
    """The beginning of a game with so many pebbles for each player."""
    return fourfold.game("qawale").start(pebbles=pebbles)


def row_of(board: Board, pebbles: int, left: int, seat: int) -> Row:
    """The row of a board: the maker, with that seat, is to move and has so many moves left."""
    row = start(pebbles).row.copy()
    colour, tops = FIRST + seat, 0
    for cell, stack in enumerate(board):
        word, tall = 0, int(stack).bit_length() - 1
        for place in range(tall):  # the bottom pebble first
            word |= (colour if stack >> (tall - 1 - place) & 1 else NEUTRAL) << 2 * place
        row[cell] = word
        tops |= (tall > 0 and stack & 1) << cell
    row[FIRST_TOPS], row[SECOND_TOPS] = (tops, 0) if seat == 0 else (0, tops)
    row[PLY] = 2 * (pebbles - left) + seat
    return row


def board_of(row: Row, seat: int) -> tuple[int, ...]:
    """The board of a row: all pebbles but the maker's are blank."""
    board = []
    for cell in range(CELLS):
        word, stack = int(row[cell]), 1
        while word:
            stack, word = stack << 1 | (word & 3 == FIRST + seat), word >> 2
        board.append(stack)
    return tuple(board)


def boards_of(many: Table, seat: int) -> NDArray[np.uint16]:
    """The boards of rows, one a row."""
    rest, boards = many[:, :CELLS].copy(), np.ones((len(many), CELLS), np.int64)
    while rest.any():
        boards = np.where(rest > 0, boards << 1 | ((rest & 3) == FIRST + seat), boards)
        rest >>= 2
    if (boards >= 1 << 16).any():
        raise ValueError("a stack is too tall for a board")
    return boards.astype(np.uint16)


def random_boards(
    chance: np.random.Generator, many: int, pebbles: int, left: int, seat: int
) -> Iterator[tuple[int, ...]]:
    """Boards of random games that go on, with the maker to move and so many moves of his left."""
    rules = start(pebbles).game.rules
    work = np.zeros(start(pebbles).game.work_words, np.int64)
    while many:
        row = start(pebbles).row.copy()
        while rules.status(row) == RUNNING and row[PLY] < 2 * (pebbles - left) + seat:
            rules.play(row, rules.nth(row, int(chance.integers(rules.count(row, work))), work))
        if rules.status(row) == RUNNING:
            yield board_of(row, seat)
            many -= 1


@cache
def _searcher(pebbles: int) -> tuple[Position, NDArray[np.int64], NDArray[np.int64]]:
    return start(pebbles), make_table(ENDLESS, TABLE_BITS), np.zeros(CONTROL_WORDS, np.int64)


def can_win(board: Board, pebbles: int, left: int, seat: int, nodes: int = ENDLESS) -> bool | None:
    """Whether the maker, to move, can win, by the kernels of the project; None if these nodes do not suffice."""
    position, table, control = _searcher(pebbles)
    game = position.game
    table[:] = 0
    control[:] = 0
    control[[NODES_LEFT, SOLVING]] = nodes, 1
    row = row_of(board, pebbles, left, seat)
    space = make_space(game, row, control, np.zeros(1, np.int64), rows=ROWS)
    plies = 2 * left - seat
    can = not cannot_win(game.search_words, make_relaxed(space, table), plies, seat)
    return None if control[STOPPED] else can
