"""Alpha-beta, depth by depth, until the limit is reached or nothing is left to find out."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import judge_nothing
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row
from fourfold.kernel.move_list import list_moves
from fourfold.search.alphabeta.helper_threads import helping
from fourfold.search.alphabeta.root import SOLVED_BETWEEN
from fourfold.search.alphabeta.state import (
    ALARM,
    DESK_WORDS,
    DRAW,
    FIRST,
    GLANCING,
    HALTED,
    INFINITE,
    LEFT,
    MOST_LISTED,
    MOST_PLIES,
    NO_MOVE,
    OVERLOOKED,
    PROVED,
    RECESS,
    REPETITION,
    SALT,
    SOLVING,
)
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.alphabeta.workspace import Layout
from fourfold.search.limit import DEEPEST, ENDLESS, Limit

SOLVED_AFTER = 2  # plies that are searched before a position is solved: what they find is tried first
SHARE = 0.9  # of the limit, for solving
NODES_A_SECOND = 8_000_000  # for the size of the table, where time limits


@dataclass(frozen=True)
class SearchLine:
    """What a move leads to: the codes of the best play from it on, and its value for the seat that is to move.

    The value is exact only for the best lines, as many as were asked for; for the rest it is a bound from above.
    A move that the search did not come to is even.
    """

    moves: tuple[int, ...]
    value: int
    is_proved: bool


@dataclass(frozen=True)
class Findings:
    """The lines that a search found, the best first; what is proved; how deep, and in how many nodes.

    `proved` is 1, 0 or -1 for a win, a draw or a loss of the seat to move, or None.
    """

    lines: tuple[SearchLine, ...]
    proved: int | None
    depth: int
    nodes: int


def _proof(values: Row, firms: Row, is_whole: bool) -> int | None:
    """What the values of all root moves prove."""
    best = int(values.max())
    if best >= PROVED:
        return 1
    if not is_whole or not firms.all():
        return None
    return -1 if best <= -PROVED else 0


def spread(width: int, most: int) -> Row:
    """Numbers below `width`: all of them, or an even sample of so many."""
    return np.arange(width) if width <= most else np.arange(most) * width // most


def deepen(
    game: Game, row: Row, keys: Row, first: int, limit: Limit, *, wanted: int = 1, overlooked: int = 0, threads: int = 1
) -> Findings:
    """Search from a row with two seats and nothing hidden; `keys` are those of the earlier rows, `first` of them.

    Several threads solve endings sooner; what they find is as sure, but not the same each time.

    >>> import fourfold
    >>> from fourfold.search.alphabeta.state import ROWS
    >>> from fourfold.search.repetition import begin_keys
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> found = deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(nodes=1000))
    >>> found.proved, position.game.format_move(row=position.row, move=found.lines[0].moves[0])
    (1, 'e1')
    """
    desk = np.zeros(DESK_WORDS, np.int64)
    with limit.ringing(desk, ALARM):  # from now on: to lay everything out takes time too
        return _deepen(game, row, keys, first, limit, desk, wanted, overlooked, threads)


def _deepen(
    game: Game, row: Row, keys: Row, first: int, limit: Limit, desk: Row, wanted: int, overlooked: int, threads: int
) -> Findings:
    nodes = limit.most_nodes if limit.seconds is None else min(limit.most_nodes, int(limit.seconds * NODES_A_SECOND))
    layout = Layout(game, make_table(nodes), desk)
    work = layout.work
    width = int(game.rules.count(row, work[0]))
    moves = np.zeros(width, np.int64) if width <= MOST_LISTED else spread(width, MOST_LISTED)
    if width <= MOST_LISTED:
        list_moves(game.rules.nth, row, work[0], moves)
    else:
        for place, index in enumerate(moves.tolist()):
            moves[place] = game.rules.nth(row, index, work[0])
    salt = int(scramble(scramble(limit.seed) ^ int(row[game.ply_word])))
    chance = np.random.default_rng(salt & 0xFFFFFFFFFFFF)
    if overlooked:
        seen = np.array([(int(scramble(int(move) ^ salt)) & 1023) >= overlooked for move in moves])
        if seen.any():
            moves = moves[seen]
    chance.shuffle(moves)  # of equals the first is played
    desk[[LEFT, OVERLOOKED, SALT, REPETITION, FIRST]] = limit.most_nodes, overlooked, salt, game.repetition, first
    desk[GLANCING] = game.judge is not judge_nothing and not overlooked
    tops = np.zeros(min(wanted, len(moves)), np.int64)
    values, firms = np.full(len(moves), DRAW), np.zeros(len(moves), np.int64)  # even, and not proved, until reached
    lines = np.full((len(moves), MOST_PLIES + 2), NO_MOVE)
    lines[:, 0] = moves
    reached = 0
    left = game.plies_left(row)
    last = min(limit.depth or DEEPEST, left or DEEPEST)
    plan = [(depth, 0) for depth in range(1, last + 1)]
    if left is not None and SOLVED_AFTER < left <= game.solvable and not overlooked and last == left:
        plan[SOLVED_AFTER:SOLVED_AFTER] = [(left, best) for best in sorted({1, len(tops)})]
    proof = None
    helped = 0
    for depth, solved in plan:
        new_values, new_firms, new_lines = values.copy(), firms.copy(), lines.copy()
        helpers = threads - 1 if solved and not game.repetition else 0
        with (
            _solving(desk, limit) if solved else nullcontext(),
            helping(game, row, moves, layout.table, depth, helpers) as desks,
        ):
            done = layout.search(
                row, moves, new_values, new_firms, new_lines, tops[: solved or len(tops)], depth,
                *(SOLVED_BETWEEN if solved else (-INFINITE, INFINITE)), stop=limit.flag, keys=keys,
            )  # fmt: skip
        helped += sum(ENDLESS - int(other[LEFT]) for other in desks)
        is_won = done > 0 and new_values[:done].max() >= PROVED
        is_cut = done < len(moves) and not is_won
        if solved and is_cut:  # nothing new is known for sure: go on with estimates, unless it is solved already
            if proof is not None:
                break
            continue
        if done >= min(len(tops), len(moves)):  # those not done come after those that were
            if not is_cut:
                proof = _proof(new_values[:done], new_firms[:done], done == width)
            if solved == 1 < len(tops) and not is_won:  # of the other lines only bounds are known
                unsure = np.abs(new_values) < PROVED
                unsure[int(new_values.argmax())] = False
                new_firms[unsure] = 0
            order = np.argsort(-new_values[:done], kind="stable")
            order = np.concatenate([order, np.arange(done, len(moves))])
            moves, values, firms, lines = moves[order], new_values[order], new_firms[order], new_lines[order]
            reached = depth
        if is_cut or (proof is not None and solved in (0, len(tops))):
            break
    found = tuple(
        SearchLine(_until_end(line), int(value), bool(firm))
        for line, value, firm in zip(lines, values, firms, strict=True)
    )
    return Findings(found, proof, reached, limit.most_nodes - int(desk[LEFT]) + helped)


@contextmanager
def _solving(desk: Row, limit: Limit) -> Iterator[None]:
    """Take a share of what is left of the limit for solving, and give back what is not used."""
    kept = int(desk[LEFT] * (1 - SHARE))
    desk[LEFT] -= kept
    desk[SOLVING] = 1
    with limit.ringing(desk, RECESS, SHARE):
        yield
    desk[[SOLVING, HALTED, RECESS]] = 0
    desk[LEFT] += kept


def _until_end(line: Row) -> tuple[int, ...]:
    codes = line.tolist()
    return tuple(codes[: codes.index(NO_MOVE)])
