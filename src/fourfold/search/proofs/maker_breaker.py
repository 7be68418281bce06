"""Maker and breaker: proofs that a seat cannot win, by a game in which winning is easier for it.

A game's `relax` makes its states easier for one seat, the maker. The other, the breaker, only hinders: its own chances
may be forgotten, and many states become the same. That the maker cannot win is then a proof for the game itself; that
it can proves nothing. For two seats that see everything, in games that end after so many plies.

The search knows two answers and no bounds. A node is a move that is played, as in every search.
"""

from typing import NamedTuple

import numpy as np

from fourfold.kernel.evaluation import CANNOT_WIN, WINS
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import RUNNING, Opinions, Row, Rules, Table, compiled, inlined, opinions_at, rules_at
from fourfold.kernel.rows import move_to_front
from fourfold.search.alphabeta import transposition_table as tt
from fourfold.search.alphabeta.move_ordering import bring_best
from fourfold.search.state import NO_MOVE, STOPPED, Space, is_stopped, try_move

KILLERS = 32  # replies for each ply that are tried before the others are listed
MOST_LISTED = 1 << 15  # replies; one among more is not found
# Counted in plies left. Before the last replies the breaker's moves are ranked, and what is found out is kept; further
# from the end even killer moves wait for the ranking, which costs little there.
RANKED_FROM, KILLERS_BELOW = 4, 6
CANNOT, CAN = 1, 2  # answers, as they are kept


class RelaxedWorkspace(NamedTuple):
    """All that the search writes on; all tables but the transposition table have one row a ply."""

    states: Table
    work: Table
    moves: Table  # the breaker's, as they are listed
    ranks: Table  # how promising these are
    killers: Table  # the last one first
    out: Row
    table: Row  # the transposition table
    control: Row
    stop: Row


def make_workspace(space: Space, table: Row) -> RelaxedWorkspace:
    """Make the workspace of a search with a transposition table."""
    rows = len(space.states)
    moves, ranks = np.zeros((2, rows, MOST_LISTED), np.int64)
    killers = np.full((rows, KILLERS), NO_MOVE)
    states, work, out = space.states, space.work, space.out
    return RelaxedWorkspace(states, work, moves, ranks, killers, out, table, space.control, space.stop)


@compiled
def key_of(opinions: Opinions, state: Row, maker: int) -> int:
    """The key of a relaxed state in the table, where those of other searches may lie too."""
    return scramble(opinions.symmetric_key(state) + maker + 1)


@compiled
def list_replies(rules: Rules, ws: RelaxedWorkspace, ply: int) -> int:
    """List the breaker's moves and return how many; what leaves the maker few moves is promising."""
    state, after, moves, ranks = ws.states[ply], ws.states[ply + 1], ws.moves[ply], ws.ranks[ply]
    listed = min(rules.count(state, ws.work[ply]), len(moves))
    for index in range(listed):
        moves[index] = rules.nth(state, index, ws.work[ply])
        is_running = try_move(rules, state, moves[index], after, ws.control) == RUNNING
        ranks[index] = -rules.count(after, ws.work[ply + 1]) if is_running else 0
    return listed


@inlined
def pick_reply(rules: Rules, ws: RelaxedWorkspace, ply: int, index: int, listed: int) -> int:
    """The breaker's move of a number, or NO_MOVE: below 0 killer moves, then those listed, or else as they come."""
    state, work = ws.states[ply], ws.work[ply]
    if index < 0:
        move = ws.killers[ply, KILLERS + index]
        return NO_MOVE if move == NO_MOVE or rules.refuse(state, move, work) else move
    if listed:
        bring_best(ws.moves[ply], ws.ranks[ply], index, listed)
        return ws.moves[ply, index]
    return rules.nth(state, index, work)


@compiled
def can_make(rules: Rules, opinions: Opinions, ws: RelaxedWorkspace, ply: int, left: int, maker: int) -> bool:
    """Whether the maker may win a ply with so many plies left. False is a proof; a stopped search finds none."""
    state, after, control = ws.states[ply], ws.states[ply + 1], ws.control
    if is_stopped(control, ws.stop):
        return True
    # Step 1. What is certain without search.
    makes = rules.to_move(state) == maker
    if makes:
        certain = opinions.judge(state, CANNOT_WIN, ws.out)
        if certain & (WINS | CANNOT_WIN):
            return certain & WINS != 0
    # Step 2. Transposition table.
    key, is_kept = 0, makes or left >= RANKED_FROM
    if is_kept:
        key = key_of(opinions, state, maker)
        _, known = tt.probe(ws.table, key)
        if known:
            return tt.value_of(known) == CAN
    can = not makes
    if makes:
        # Step 3. The maker needs one move that the breaker cannot answer.
        index, width = 0, rules.count(state, ws.work[ply])
        while index < width and not can:
            status = try_move(rules, state, rules.nth(state, index, ws.work[ply]), after, control)
            can = status == maker + 1
            if status == RUNNING:
                can = can_make(rules, opinions, ws, ply + 1, left - 1, maker)
            index += 1
    else:
        # Step 4. The breaker needs one reply: killer moves, then all of them.
        index, width, listed = -KILLERS if left < KILLERS_BELOW else 0, 1, 0
        while index < width and can:
            if index == 0:
                listed = list_replies(rules, ws, ply) if left >= RANKED_FROM else 0
                width = listed or rules.count(state, ws.work[ply])
            move = pick_reply(rules, ws, ply, index, listed)
            if move != NO_MOVE:
                status = try_move(rules, state, move, after, control)
                can = status == maker + 1
                if status == RUNNING:
                    opinions.relax(after, maker)
                    can = can_make(rules, opinions, ws, ply + 1, left - 1, maker)
                if not can:
                    move_to_front(ws.killers[ply], 0, KILLERS, move)
            index += 1
    if is_kept and not control[STOPPED]:
        tt.store(ws.table, key, NO_MOVE, CAN if can else CANNOT, 0, left, tt.EXACT, 1)
    return can


@compiled
def cannot_win(words: Row, ws: RelaxedWorkspace, left: int, seat: int) -> bool:
    """Tell whether it is proved that a seat cannot win the state at ply 0, which has at most so many plies left."""
    rules, opinions = rules_at(words), opinions_at(words)
    opinions.relax(ws.states[0], seat)
    return not can_make(rules, opinions, ws, 0, left, seat)


@compiled
def relaxed_key(words: Row, state: Row, seat: int) -> int:
    """Relax a state, and give the key that all have about which the question is the same."""
    opinions = opinions_at(words)
    opinions.relax(state, seat)
    return key_of(opinions, state, seat)
