"""What every move of a position leads to, as it looks: the last ply of a search, and the order of all others."""

from fourfold.kernel.evaluation import WINS
from fourfold.kernel.jit import RUNNING, Evaluate, Judge, Row, Rules, Table, compiled
from fourfold.kernel.rows import copy_row
from fourfold.search.alphabeta.state import (
    BEST_KILLERS,
    FIRM,
    GLANCING,
    HALF,
    INFINITE,
    KILLER,
    KILLER_BONUS,
    KILLERS,
    LEFT,
    LENGTH,
    LINE,
    MOST_LISTED,
    NO_MOVE,
    PROVED,
    RANKED_FROM,
    REPLY,
    SOLVING,
    TRIED,
    WIN,
    ending_value,
    is_halted,
    is_killer,
    is_overlooked,
    lead_line,
)


@compiled
def scan(
    rules: Rules, evaluate: Evaluate, judge: Judge, states: Table, work: Table, out: Row, notes: Table, desk: Row,
    stop: Row, ply: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """Search one ply deep: what every move leads to, as it looks; of what looks best, whether it loses at once."""
    state, after, note = states[ply], states[ply + 1], notes[ply]
    seat = rules.to_move(state)
    width = rules.count(state, work[ply])
    tried = width if desk[SOLVING] else min(width, MOST_LISTED)
    firm = tried == width
    best = -INFINITE
    note[LENGTH] = 0
    for i in range(tried):
        move = rules.nth(state, i if tried == width else i * width // tried, work[ply])
        if is_overlooked(desk, move):
            firm = False
            continue
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        status = rules.status(after)
        if status == RUNNING:
            evaluate(after, work[ply + 1], out)
            value = out[seat] - HALF
            if desk[GLANCING] and value > max(alpha, best) and judge(after, 0, out) & WINS:
                value = ply + 2 - WIN
            else:
                firm = False
        else:
            value = ending_value(status, seat, ply + 1)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                lead_line(notes, ply, move, False)
            if value >= beta:
                note[FIRM] = status != RUNNING
                return best
        if (i & 63) == 63 and is_halted(desk, stop):
            break
    if best <= -PROVED and (not firm or best == -INFINITE):
        evaluate(state, work[ply + 1], out)
        best = out[seat] - HALF
    note[FIRM] = firm or best >= PROVED
    return best


@compiled
def rank_moves(
    rules: Rules, evaluate: Evaluate, states: Table, work: Table, lists: Table, ranks: Table, out: Row, notes: Table,
    desk: Row, stop: Row, ply: int, known: int, searched: int, depth: int,
) -> int:  # fmt: skip
    """List the moves with what they look like, and tell how many; one that wins comes alone.

    Those that were tried before, if any were, are marked.
    """
    state, after, note, moves, rank = states[ply], states[ply + 1], notes[ply], lists[ply], ranks[ply]
    seat = rules.to_move(state)
    width = rules.count(state, work[ply])
    tried = min(width, len(moves) if desk[SOLVING] else MOST_LISTED)
    is_ranked = not desk[SOLVING] or depth >= RANKED_FROM
    listed = 0
    for i in range(tried):
        move = rules.nth(state, i if tried == width else i * width // tried, work[ply])
        if is_overlooked(desk, move):
            continue
        value = 0
        if is_ranked:
            copy_row(state, after)
            rules.play(after, move)
            desk[LEFT] -= 1
            status = rules.status(after)
            if status == RUNNING:
                evaluate(after, work[ply + 1], out)
                value = out[seat] - HALF
                if is_killer(note, move, BEST_KILLERS):
                    value += KILLER_BONUS
                if desk[SOLVING]:
                    value -= REPLY * rules.count(after, work[ply + 1])
            else:
                value = ending_value(status, seat, ply + 1)
                if value >= PROVED:
                    moves[0] = move
                    rank[0] = value
                    return 1
        moves[listed] = move
        rank[listed] = value
        if searched and (move == known or (desk[SOLVING] and is_killer(note, move, KILLERS))):
            rank[listed] = TRIED
        listed += 1
        if (i & 63) == 63 and is_halted(desk, stop):
            break
    return listed


@compiled
def wins_again(rules: Rules, states: Table, work: Table, desk: Row, note: Row, ply: int) -> bool:
    """Tell whether one of the moves that refuted others at this ply wins at once."""
    state, after = states[ply], states[ply + 1]
    for stage in range(KILLER, KILLER + KILLERS):
        move = note[stage]
        if move != NO_MOVE and not rules.refuse(state, move, work[ply]):
            copy_row(state, after)
            rules.play(after, move)
            desk[LEFT] -= 1
            if rules.status(after) == rules.to_move(state) + 1:
                note[FIRM] = 1
                note[LINE] = move
                note[LENGTH] = 1
                return True
    return False
