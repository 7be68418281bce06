"""Alpha-beta, depth by depth, until the limit is reached or nothing is left to find out."""

from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import Row
from fourfold.kernel.listing import list_moves
from fourfold.kernel.mixing import scramble
from fourfold.search.alphabeta import (
    ALARM,
    DESK_WORDS,
    FIRST,
    INFINITE,
    LEFT,
    MOST_LISTED,
    MOST_PLIES,
    MOST_SOLVED,
    NO_MOVE,
    NOTE_WORDS,
    OVERLOOKED,
    PROVED,
    REPETITION,
    SALT,
    SOLVING,
    search_root,
)
from fourfold.search.limit import DEEPEST, Limit
from fourfold.search.transposition import make_table

ROWS = MOST_PLIES + 2
NODES_A_SECOND = 8_000_000  # for the size of the table, where time limits


@dataclass(frozen=True)
class Line:
    """What a move leads to: the codes of the best play from it on, and its value for the seat that is to move.

    The value is exact only for the best lines, as many as were asked for; for the rest it is a bound from above.
    """

    moves: tuple[int, ...]
    value: int
    is_proved: bool


@dataclass(frozen=True)
class Findings:
    """The lines that a search found, the best first; whether those are all moves; how deep, and in how many nodes."""

    lines: tuple[Line, ...]
    is_whole: bool
    depth: int
    nodes: int

    @property
    def proved(self) -> int | None:
        """1, 0 or -1 where a win, a draw or a loss is proved for the seat to move, else None."""
        best = self.lines[0]
        if best.value >= PROVED:
            return 1
        if not self.is_whole or not all(line.is_proved for line in self.lines):
            return None
        return -1 if best.value <= -PROVED else 0


def spread(width: int, most: int) -> Row:
    """Numbers below `width`: all of them, or an even sample of so many."""
    return np.arange(width) if width <= most else np.arange(most) * width // most


def deepen(
    game: Game, row: Row, keys: Row, first: int, limit: Limit, *, wanted: int = 1, overlooked: int = 0
) -> Findings:
    """Search from a row with two seats and nothing hidden; `keys` are those of the earlier rows, `first` of them.

    >>> import fourfold
    >>> from fourfold.search.repetition import begin_keys
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> found = deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(nodes=1000))
    >>> found.proved, position.game.format_move(row=position.row, move=found.lines[0].moves[0])
    (1, 'e1')
    """
    work = np.zeros((ROWS, game.work_words), np.int64)
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
    states = np.zeros((ROWS, len(row)), np.int64)
    states[0] = row
    desk = np.zeros(DESK_WORDS, np.int64)
    desk[[LEFT, OVERLOOKED, SALT, REPETITION, FIRST]] = limit.most_nodes, overlooked, salt, game.repetition, first
    nodes = limit.most_nodes if limit.seconds is None else min(limit.most_nodes, int(limit.seconds * NODES_A_SECOND))
    table = make_table(nodes)
    lists, ranks = (np.zeros((ROWS, MOST_SOLVED), np.int64) for _ in range(2))
    notes = np.full((ROWS, NOTE_WORDS), NO_MOVE)
    out = np.zeros(2, np.int64)
    tops = np.zeros(min(wanted, len(moves)), np.int64)
    values, firms = np.full(len(moves), -INFINITE), np.zeros(len(moves), np.int64)
    lines = np.full((len(moves), MOST_PLIES + 2), NO_MOVE)
    lines[:, 0] = moves
    reached = 0
    left = game.plies_left(row)
    plan = [*range(1, (limit.depth or DEEPEST) + 1)]
    if left is not None and left <= game.solvable and not overlooked:
        plan.insert(3, left)
    with limit.ringing(desk, ALARM):
        for place, depth in enumerate(plan):
            desk[SOLVING] = place == 3 and depth == left
            new_values, new_firms, new_lines = values.copy(), firms.copy(), lines.copy()
            done = search_root(
                *game.rules, game.evaluate, game.judge, game.symmetric_key or game.rules.key, states, work, lists, ranks,
                out, table, keys, notes, desk, limit.flag, moves, new_values, new_firms, new_lines, tops, depth,
            )  # fmt: skip
            if done:  # those not done come after those that were
                order = np.argsort(-new_values[:done], kind="stable")
                order = np.concatenate([order, np.arange(done, len(moves))])
                moves, values, firms, lines = moves[order], new_values[order], new_firms[order], new_lines[order]
                reached = depth
            if done < len(moves) or firms.all() or len(moves) == 1:
                break
    found = tuple(
        Line(_until_end(line), int(value), bool(firm)) for line, value, firm in zip(lines, values, firms, strict=True)
    )
    return Findings(found, len(moves) == width, reached, limit.most_nodes - int(desk[LEFT]))


def _until_end(line: Row) -> tuple[int, ...]:
    codes = line.tolist()
    return tuple(codes[: codes.index(NO_MOVE)])
