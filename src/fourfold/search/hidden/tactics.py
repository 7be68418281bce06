"""Tactics: win where a move wins, stop who would win next, and otherwise try the rest by random games.

No search: two plies are looked at, and only as many moves as the limit allows. What a seat cannot see comes as
*worlds*: full rows that agree with its view, all with the same moves for the seat to move. Earlier positions are
not known, so a repetition is not foreseen.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.hashes import random_below, scramble, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit

MOST_CANDIDATES = 512  # moves that are looked at for what may follow them; of more, an even sample
MOST_REPLIES = 1024  # the same for the moves of the seats that follow
MOST_KEPT = 24  # candidates that random games are played for
WALKS = 8  # ways from a candidate to the mover's next turn, where chance or several seats lie between
VICTORY = 1000  # what a won match counts, in points
NONE = -1

MOVE, TOTAL, GAMES = 0, 1, 2  # words of a kept candidate: its move; what its random games were worth; how many
KNOWN = 1  # word of a seat's answer beside its MOVE: 1 once one was found that won


@compiled
def try_move(rules: Rules, state: Row, move: int, after: Row, left: Row) -> int:
    """Play a move on a copy, and tell the status it leads to; left[0] counts how many more may be played."""
    copy_row(state, after)
    rules.play(after, move)
    left[0] -= 1
    return rules.status(after)


@compiled
def find_win(rules: Rules, worlds: Table, after: Row, work: Row, most: int, left: Row) -> int:
    """The index of a move that wins at once in every world for the seat to move, or NONE.

    The moves of the first world are left counted in `work`; of more than `most` an even sample is tried.
    """
    seat = rules.to_move(worlds[0])
    width = rules.count(worlds[0], work)
    tried = min(width, most, max(left[0], 0))
    for i in range(tried):
        index = i * width // tried
        move = rules.nth(worlds[0], index, work)
        world = 0
        while world < len(worlds) and try_move(rules, worlds[world], move, after, left) == seat + 1:
            world += 1
        if world == len(worlds):
            return index
    return NONE


@compiled
def feel_danger(rules: Rules, states: Table, work: Row, mover: int, answers: Table, random: Row, left: Row) -> int:
    """Go on from states[0] by chance to the mover's next turn; if another seat wins or could win on the way, how soon.

    The sooner, the higher: fewer others can stop it. A seat's answer that won before is tried first: it mostly wins
    again. 0 where nobody wins.
    """
    state, after = states[0], states[1]
    danger = len(answers)
    while rules.status(state) == RUNNING:
        seat = rules.to_move(state)
        if seat in (CHANCE, mover) or left[0] <= 0:
            return 0
        danger = max(danger - 1, 1)
        answer = answers[seat]
        if (
            answer[KNOWN]
            and rules.refuse(state, answer[MOVE], work) == 0
            and try_move(rules, state, answer[MOVE], after, left) == seat + 1
        ):
            return danger
        index = find_win(rules, states[:1], after, work, MOST_REPLIES, left)
        if index != NONE:
            answer[MOVE] = rules.nth(state, index, work)
            answer[KNOWN] = 1
            return danger
        rules.play(state, rules.nth(state, random_below(random, rules.count(state, work)), work))
        left[0] -= 1
    return danger if rules.status(state) not in (DRAWN, mover + 1) else 0


@compiled
def sift(
    rules: Rules, worlds: Table, states: Table, work: Table, width: int, walks: int, order: Row, kept: Table,
    answers: Table, random: Row, left: Row, stop: Row,
) -> int:  # fmt: skip
    """Keep the candidates with the least danger before the mover's next turn; return how many.

    The moves of the first world lie counted in work[0]. Ends early when enough without danger are kept.
    """
    mover = rules.to_move(worlds[0])
    least = walks * len(answers)
    found = 0
    shuffle(order, random)
    i = 0
    while i < len(order) and (found == 0 or (left[0] > 0 and not stop[0] and (least > 0 or found < len(kept)))):
        first, end = order[i] * width // len(order), (order[i] + 1) * width // len(order)
        move = rules.nth(worlds[0], first + random_below(random, end - first), work[0])
        danger = 0
        walk = 0
        while walk < walks and danger <= least and (walk == 0 or left[0] > 0):
            try_move(rules, worlds[walk % len(worlds)], move, states[0], left)
            danger += feel_danger(rules, states, work[1], mover, answers, random, left)
            walk += 1
        if found and left[0] <= 0:  # this one may not have been looked at to the end
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
def play_out(rules: Rules, state: Row, work: Row, mover: int, scores: Row, random: Row, left: Row) -> int:
    """Play on by chance to the end, or to the next deal; return what came out for the mover, in points."""
    while rules.status(state) == RUNNING and rules.to_move(state) != CHANCE and left[0] > 0:
        rules.play(state, rules.nth(state, random_below(random, rules.count(state, work)), work))
        left[0] -= 1
    rules.scores(state, scores)
    best = NONE
    for seat in range(len(scores)):
        if seat != mover and (best == NONE or scores[seat] > scores[best]):
            best = seat
    worth = scores[mover] - scores[best]
    status = rules.status(state)
    if status > 0:
        worth += VICTORY if status == mover + 1 else -VICTORY
    return worth


@compiled
def compare(
    rules: Rules, worlds: Table, state: Row, work: Row, kept: Table, found: int, scores: Row, random: Row, left: Row,
    stop: Row,
) -> int:  # fmt: skip
    """Play random games from the kept candidates in turn, as long as moves are left; return the best one's move."""
    mover = rules.to_move(worlds[0])
    games = 0
    while found > 1 and left[0] > 0 and not stop[0]:
        candidate = kept[games % found]
        try_move(rules, worlds[games // found % len(worlds)], candidate[MOVE], state, left)
        worth = play_out(rules, state, work, mover, scores, random, left)
        if left[0] > 0:  # else it may not have come to its end
            candidate[TOTAL] += worth
            candidate[GAMES] += 1
        games += 1
    best = 0
    for i in range(1, found):
        if kept[i, TOTAL] * kept[best, GAMES] > kept[best, TOTAL] * kept[i, GAMES]:
            best = i
    return kept[best, MOVE]


@compiled
def _choose(
    words: Row,
    worlds: Table, states: Table, work: Table, order: Row, kept: Table, answers: Table, points: Row, width: int,
    walks: int, random: Row, left: Row, stop: Row,
) -> int:  # fmt: skip
    rules = rules_at(words)
    whole = left[0]
    reserve = whole // 2  # for the random games
    left[0] -= reserve
    win = find_win(rules, worlds, states[0], work[0], whole // (4 * len(worlds)), left)
    if win != NONE:
        left[0] += reserve
        return rules.nth(worlds[0], win, work[0])
    found = sift(rules, worlds, states, work, width, walks, order, kept, answers, random, left, stop)
    left[0] += reserve
    return compare(rules, worlds, states[0], work[1], kept, found, points, random, left, stop)


@dataclass(frozen=True)
class TacticalChoice:
    """The code of the chosen move, and how many moves were played to find it."""

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
    >>> position.game.format_move(position.row.copy(), choice.move)
    'e1'
    """
    work = np.zeros((2, game.work_words), np.int64)
    width = int(game.rules.count(worlds[0], work[0]))
    if width == 1:
        return TacticalChoice(int(game.rules.nth(worlds[0], 0, work[0])), 0)
    random = np.array([scramble(scramble(limit.seed) ^ worlds[0, game.ply_word])], np.int64)  # its own for each ply
    left = np.array([limit.most_nodes], np.int64)
    move = _choose(
        game.rule_words, worlds, np.zeros((2, worlds.shape[1]), np.int64), work,
        np.zeros(min(width, MOST_CANDIDATES), np.int64), np.zeros((MOST_KEPT, 3), np.int64),
        np.zeros((seats, 2), np.int64), np.zeros(seats, np.int64), width,
        1 if seats == 2 and len(worlds) == 1 else WALKS, random, left, limit.flag,
    )  # fmt: skip
    return TacticalChoice(int(move), limit.most_nodes - int(left[0]))
