"""Tactics (two-ply lookahead and flat Monte Carlo): win at once, stop a loss, else compare moves by random games.

Only as many moves are looked at as the limit allows. What a seat cannot see comes as *worlds* (determinization): full
rows that agree with its view, all with the same moves for the seat to move. Earlier positions are not known, so a
repetition is not foreseen.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.search.limit import Limit
from fourfold.search.state import (
    NO_MOVE,
    NODES_LEFT,
    STOPPED,
    Space,
    begin_search,
    count_node,
    is_stopped,
    list_moves,
    nodes_of,
    sampled,
    try_move,
)

MOST_CANDIDATES = 512  # moves that are looked at for what may follow them; of more, an even sample
MOST_REPLIES = 1024  # the same for the moves of the seats that follow
MOST_KEPT = 24  # candidates that random games are played for
WALKS = 8  # ways from a candidate to the mover's next turn, where chance or several seats lie between
VICTORY = 1000  # what a won match counts, in points

MOVE, TOTAL, GAMES = 0, 1, 2  # words of a kept candidate: its move; what its random games were worth; how many


@compiled
def find_win(rules: Rules, worlds: Table, after: Row, work: Row, most: int, control: Row) -> int:
    """A move that wins at once in every world for the seat to move, or NO_MOVE.

    The moves of the first world are left counted in `work`; of more than `most` an even sample is tried.
    """
    seat = rules.to_move(worlds[0])
    width = rules.count(worlds[0], work)
    tried = min(width, most, max(control[NODES_LEFT], 0))
    for i in range(tried):
        move = rules.nth(worlds[0], sampled(i, tried, width), work)
        world = 0
        while world < len(worlds) and try_move(rules, worlds[world], move, after, control) == seat + 1:
            world += 1
        if world == len(worlds):
            return move
    return NO_MOVE


@compiled
def feel_danger(rules: Rules, space: Space, answers: Row, mover: int) -> int:
    """Go on from states[1] by chance to the mover's next turn; if another seat wins or could win on the way, how soon.

    The sooner, the higher: fewer others can stop it. A seat's answer that won before is tried first (killer move): it
    mostly wins again. 0 where nobody wins.
    """
    state, after, work, control = space.states[1], space.states[2], space.work[1], space.control
    danger = len(answers)
    while rules.status(state) == RUNNING:
        seat = rules.to_move(state)
        if seat in (CHANCE, mover) or control[NODES_LEFT] <= 0:
            return 0
        danger = max(danger - 1, 1)
        if (
            answers[seat] != NO_MOVE
            and rules.refuse(state, answers[seat], work) == 0
            and try_move(rules, state, answers[seat], after, control) == seat + 1
        ):
            return danger
        win = find_win(rules, space.states[1:2], after, work, MOST_REPLIES, control)
        if win != NO_MOVE:
            answers[seat] = win
            return danger
        rules.play(state, rules.nth(state, random_below(space.random, rules.count(state, work)), work))
        count_node(control)
    return danger if rules.status(state) not in (DRAWN, mover + 1) else 0


@compiled
def sift(rules: Rules, space: Space, worlds: Table, order: Row, kept: Table, answers: Row, walks: int) -> int:
    """Keep the candidates with the least danger before the mover's next turn; return how many.

    Ends early when enough without danger are kept.
    """
    random, control, width = space.random, space.control, rules.count(worlds[0], space.work[0])
    mover = rules.to_move(worlds[0])
    least = walks * len(answers)
    found = 0
    shuffle(order, random)
    i = 0
    while i < len(order) and (found == 0 or ((least > 0 or found < len(kept)) and not is_stopped(control, space.stop))):
        first, end = order[i] * width // len(order), (order[i] + 1) * width // len(order)
        move = rules.nth(worlds[0], first + random_below(random, end - first), space.work[0])
        danger = 0
        walk = 0
        while walk < walks and danger <= least and (walk == 0 or control[NODES_LEFT] > 0):
            try_move(rules, worlds[walk % len(worlds)], move, space.states[1], control)
            danger += feel_danger(rules, space, answers, mover)
            walk += 1
        if found and control[NODES_LEFT] <= 0:  # this one may not have been looked at to the end
            break
        if danger < least:
            least = danger
            found = 0
        if danger == least and found < len(kept):
            kept[found, MOVE] = move
            found += 1
        i += 1
    return found


@compiled
def play_out(rules: Rules, space: Space, mover: int) -> int:
    """Play on by chance to the end, or to the next deal; return what came out for the mover, in points."""
    state, work, scores = space.states[1], space.work[1], space.out
    while rules.status(state) == RUNNING and rules.to_move(state) != CHANCE and space.control[NODES_LEFT] > 0:
        rules.play(state, rules.nth(state, random_below(space.random, rules.count(state, work)), work))
        count_node(space.control)
    rules.scores(state, scores)
    best = 1 if mover == 0 else 0
    for seat in range(len(scores)):
        if seat != mover and scores[seat] > scores[best]:
            best = seat
    worth = scores[mover] - scores[best]
    status = rules.status(state)
    if status > 0:
        worth += VICTORY if status == mover + 1 else -VICTORY
    return worth


@compiled
def compare(rules: Rules, space: Space, worlds: Table, kept: Table, found: int) -> int:
    """Play random games from the kept candidates in turn, as long as nodes are left; return the best one's move."""
    control, mover = space.control, rules.to_move(worlds[0])
    games = 0
    while found > 1 and not is_stopped(control, space.stop):
        candidate = kept[games % found]
        try_move(rules, worlds[games // found % len(worlds)], candidate[MOVE], space.states[1], control)
        worth = play_out(rules, space, mover)
        if control[NODES_LEFT] > 0:  # else it may not have come to its end
            candidate[TOTAL] += worth
            candidate[GAMES] += 1
        games += 1
    best = 0
    for i in range(1, found):
        if kept[i, TOTAL] * kept[best, GAMES] > kept[best, TOTAL] * kept[i, GAMES]:
            best = i
    return kept[best, MOVE]


@compiled
def _choose(words: Row, space: Space, worlds: Table, order: Row, kept: Table, answers: Row, walks: int) -> int:
    rules, control = rules_at(words), space.control
    whole = control[NODES_LEFT]
    reserve = whole // 2  # for the random games
    control[NODES_LEFT] -= reserve
    win = find_win(rules, worlds, space.states[1], space.work[0], whole // (4 * len(worlds)), control)
    found = sift(rules, space, worlds, order, kept, answers, walks) if win == NO_MOVE else 0
    control[NODES_LEFT] += reserve
    control[STOPPED] = 0
    return compare(rules, space, worlds, kept, found) if win == NO_MOVE else win


@dataclass(frozen=True)
class TacticalChoice:
    """The code of the chosen move, and the nodes."""

    move: int
    nodes: int


def choose(game: Game, worlds: Table, seats: int, limit: Limit) -> TacticalChoice:
    """Choose a move for the seat that is to move in all the worlds.

    One that wins at once in every world; else one of those with the least danger that another seat wins before this
    one's next turn, and of these the one with the best random games. No more moves are played than the limit's nodes,
    or one.

    >>> import fourfold
    >>> position = fourfold.game("exago").read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> choice = choose(position.game, position.row.copy()[None], 2, Limit(nodes=1000))
    >>> position.game.notation.format_move(position.row.copy(), choice.move)
    'e1'
    """
    moves = list_moves(game, worlds[0], MOST_CANDIDATES)
    if len(moves) == 1:
        return TacticalChoice(int(moves[0]), 0)
    kept, answers = np.zeros((MOST_KEPT, 3), np.int64), np.full(seats, NO_MOVE)
    walks = 1 if seats == 2 and len(worlds) == 1 else WALKS
    with begin_search(limit, game, worlds[0], rows=3, seats=seats) as space:
        move = _choose(game.rule_words, space, worlds, np.zeros_like(moves), kept, answers, walks)
    return TacticalChoice(int(move), nodes_of(limit, space))
