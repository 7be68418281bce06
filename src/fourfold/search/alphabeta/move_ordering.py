"""Move ordering: the move picker and its ranking of moves, killer moves, and the last ply before the evaluation."""

from fourfold.kernel.evaluation import CERTAIN, WINS
from fourfold.kernel.jit import RUNNING, Opinions, Row, Rules, compiled, inlined
from fourfold.search.alphabeta import state as ab
from fourfold.search.alphabeta.state import Workspace
from fourfold.search.state import NO_MOVE, is_overlooked, is_stopped, sampled, try_move

TRIED = -2 * ab.INFINITE  # the rank of a move that was searched before the others were listed
STAGES = 1 + ab.KILLERS  # moves that are searched before the others are listed
SORTED = 12  # moves that are searched in the order of their rank; the rest as they come
KILLER_BONUS, BEST_KILLERS = CERTAIN // 16, 2  # by how much the last so many of them are more promising
RANKED_FROM = 3  # where a position is solved and fewer plies are left, moves are tried as they come
REPLY = CERTAIN // 100  # what each reply to a move makes it less promising there: few are soon refuted


@compiled
def estimate(opinions: Opinions, ws: Workspace, state: Row, ply: int, seat: int) -> int:
    """The static evaluation of a state for a seat; scratch space is that of the ply after this one."""
    opinions.evaluate(state, ws.work[ply + 1], ws.out)
    return ws.out[seat] - ab.HALF


@inlined
def search_last_ply(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, alpha: int, beta: int) -> int:
    """Search one ply deep: the evaluation after every move; of what looks best, whether it loses at once (a glance)."""
    state, after, entry, control = ws.states[ply], ws.states[ply + 1], ws.stack[ply], ws.control
    seat = rules.to_move(state)
    width = rules.count(state, ws.work[ply])
    tried = width if control[ab.SOLVING] else min(width, ab.MOST_LISTED)
    proved = tried == width
    best = -ab.INFINITE
    entry[ab.LENGTH] = 0
    for i in range(tried):
        move = rules.nth(state, sampled(i, tried, width), ws.work[ply])
        if is_overlooked(control, move):
            proved = False
            continue
        status = try_move(rules, state, move, after, control)
        if status == RUNNING:
            value = estimate(opinions, ws, after, ply, seat)
            if control[ab.GLANCING] and value > max(alpha, best) and opinions.judge(after, 0, ws.out) & WINS:
                value = ply + 2 - ab.WIN
            else:
                proved = False
        else:
            value = ab.ending_value(status, seat, ply + 1)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                ab.update_pv(ws.stack, ply, move, False)
            if value >= beta:
                entry[ab.PROVED] = status != RUNNING
                return best
        if (i & 63) == 63 and is_stopped(control, ws.stop):
            break
    if best <= -ab.DECISIVE and (not proved or best == -ab.INFINITE):
        best = estimate(opinions, ws, state, ply, seat)
    entry[ab.PROVED] = proved or best >= ab.DECISIVE
    return best


@compiled
def rank_moves(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, depth: int, known: int, searched: int) -> int:
    """List the moves with their ranks, and return how many; a move that wins at once is listed alone.

    Those that were searched before the others, if any were, are marked.
    """
    state, after, entry, control = ws.states[ply], ws.states[ply + 1], ws.stack[ply], ws.control
    moves, ranks = ws.moves[ply], ws.ranks[ply]
    seat = rules.to_move(state)
    width = rules.count(state, ws.work[ply])
    tried = min(width, len(moves) if control[ab.SOLVING] else ab.MOST_LISTED)
    is_ranked = not control[ab.SOLVING] or depth >= RANKED_FROM
    listed = 0
    for i in range(tried):
        move = rules.nth(state, sampled(i, tried, width), ws.work[ply])
        if is_overlooked(control, move):
            continue
        rank = 0
        if is_ranked:
            status = try_move(rules, state, move, after, control)
            if status == RUNNING:
                rank = estimate(opinions, ws, after, ply, seat)
                if ab.is_killer(entry, move, BEST_KILLERS):
                    rank += KILLER_BONUS
                if control[ab.SOLVING]:
                    rank -= REPLY * rules.count(after, ws.work[ply + 1])
            else:
                rank = ab.ending_value(status, seat, ply + 1)
                if rank >= ab.DECISIVE:
                    moves[0] = move
                    ranks[0] = rank
                    return 1
        moves[listed] = move
        ranks[listed] = rank
        if searched and (move == known or (control[ab.SOLVING] and ab.is_killer(entry, move, ab.KILLERS))):
            ranks[listed] = TRIED
        listed += 1
        if (i & 63) == 63 and is_stopped(control, ws.stop):
            break
    return listed


@compiled
def bring_best(moves: Row, ranks: Row, place: int, listed: int) -> None:
    """Bring the move of the highest rank from a place on to that place."""
    best = place
    for other in range(place + 1, listed):
        if ranks[other] > ranks[best]:
            best = other
    if best != place:
        moves[place], moves[best] = moves[best], moves[place]
        ranks[place], ranks[best] = ranks[best], ranks[place]


@inlined
def pick_move(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, depth: int, known: int, searched: int) -> int:
    """The next move to search, or NO_MOVE: that of the table; when solving, killer moves; then all others by rank."""
    state, entry, control, moves, ranks = ws.states[ply], ws.stack[ply], ws.control, ws.moves[ply], ws.ranks[ply]
    while entry[ab.PICKED] < STAGES:
        stage = entry[ab.PICKED]
        entry[ab.PICKED] += 1
        move = known if stage == 0 else entry[ab.KILLER + stage - 1]
        is_candidate = move != NO_MOVE and (stage == 0 or (control[ab.SOLVING] != 0 and move != known))
        if is_candidate and not is_overlooked(control, move) and not rules.refuse(state, move, ws.work[ply]):
            return move
    if entry[ab.PICKED] == STAGES:
        listed = rank_moves(rules, opinions, ws, ply, depth, known, searched)
        entry[ab.LISTED] = listed
        entry[ab.IS_WHOLE] = listed == rules.count(state, ws.work[ply]) or (listed == 1 and ranks[0] >= ab.DECISIVE)
    while entry[ab.PICKED] - STAGES < entry[ab.LISTED]:
        place = entry[ab.PICKED] - STAGES
        entry[ab.PICKED] += 1
        if place < SORTED:
            bring_best(moves, ranks, place, entry[ab.LISTED])
        if ranks[place] != TRIED:
            return moves[place]
    return NO_MOVE


@inlined
def find_killer_win(rules: Rules, ws: Workspace, ply: int) -> int:
    """A killer move that wins at once, or NO_MOVE."""
    state, after = ws.states[ply], ws.states[ply + 1]
    winning = rules.to_move(state) + 1
    for place in range(ab.KILLER, ab.PV):
        move = ws.stack[ply, place]
        is_legal = move != NO_MOVE and not rules.refuse(state, move, ws.work[ply])
        if is_legal and try_move(rules, state, move, after, ws.control) == winning:
            return move
    return NO_MOVE
