"""Alpha-beta search with principal variations, null windows, late move reductions and a transposition table.

For two seats that see everything. Values are those of the seat to move: chances less a half, or a win or loss in so
many plies, which are beyond all estimates. A value is *proved* when no estimate has a part in it: a win because one
move wins against everything, a draw or a bound because every line that was looked at ended by the rules. Where a
position came up before, in the game or on the way, the value is taken for an estimate of a draw: so no proof leads
through a repetition.

To solve is to search to the end of the game with the values loss, draw and win alone.
"""

from fourfold.kernel.evaluation import CANNOT_LOSE, CANNOT_WIN, WINS
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import RUNNING, Opinions, Rules, compiled
from fourfold.search.alphabeta.move_ordering import estimate, find_killer_win, pick_move, search_last_ply
from fourfold.search.alphabeta.state import (
    DECISIVE,
    DRAW,
    GLANCING,
    INFINITE,
    IS_WHOLE,
    LENGTH,
    LISTED,
    MOST_PLIES,
    PICKED,
    PROVED,
    PV,
    SOLVING,
    UNKNOWN,
    Workspace,
    ending_value,
    note_killer,
    pop_key,
    prove_win,
    push_key,
    update_pv,
    window,
)
from fourfold.search.alphabeta.transposition_table import (
    EXACT,
    FOREVER,
    LOWER,
    UPPER,
    bound_of,
    cutoff_value,
    is_proved,
    prefetch,
    probe,
    store,
)
from fourfold.search.state import NO_MOVE, REPETITION, STOPPED, is_stopped, try_move

REDUCED_FROM = 4  # moves later than this are searched less deeply at first (late move reduction)


@compiled
def table_key(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, depth: int) -> int:
    """The key of a ply in the transposition table; near the leaves symmetry is not worth its cost."""
    state = ws.states[ply]
    key = opinions.symmetric_key(state) if depth > 1 else rules.key(state)
    if ws.control[REPETITION]:
        key = scramble(key + ply)  # the ply limits the game too, though it is no part of the key
    return key


@compiled
def glance(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value that is certain without search, or UNKNOWN."""
    state, entry, control = ws.states[ply], ws.stack[ply], ws.control
    if control[SOLVING]:
        asked = (CANNOT_WIN if alpha >= DRAW else 0) | (CANNOT_LOSE if beta <= DRAW else 0)
        if not (depth == 1 and asked & CANNOT_LOSE):
            move = find_killer_win(rules, ws, ply)
            if move != NO_MOVE:
                return prove_win(ws, ply, move)
        certain = opinions.judge(state, asked, ws.out)
        if certain & WINS:
            note_killer(entry, ws.out[0])
            return prove_win(ws, ply, ws.out[0])
        if certain & asked or certain == CANNOT_WIN | CANNOT_LOSE:
            entry[PROVED] = 1
            return DRAW
    elif control[GLANCING] and opinions.judge(state, 0, ws.out) & WINS:
        return prove_win(ws, ply, ws.out[0])
    return UNKNOWN


@compiled
def search(rules: Rules, opinions: Opinions, ws: Workspace, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of a ply for the seat to move, exact between alpha and beta, else a bound; may be stopped."""
    state, after, control = ws.states[ply], ws.states[ply + 1], ws.control
    entry, below = ws.stack[ply], ws.stack[ply + 1]
    entry[LENGTH] = 0
    entry[PROVED] = 0
    if is_stopped(control, ws.stop):
        return 0
    # Step 1. What is certain without search; the table's bucket is on its way meanwhile.
    key = table_key(rules, opinions, ws, ply, depth)
    prefetch(ws.table, key)
    value = glance(rules, opinions, ws, ply, depth, alpha, beta)
    if value != UNKNOWN:
        return value
    # Step 2. Repetition: a position that came up before is not searched again.
    if push_key(rules, ws, ply):
        pop_key(ws, ply)
        return DRAW
    # Step 3. Transposition table.
    known, data = probe(ws.table, key)
    value = cutoff_value(data, ply, depth, alpha, beta)
    if value != UNKNOWN:
        entry[PROVED] = is_proved(data)
        if bound_of(data) != UPPER and known != NO_MOVE:
            update_pv(ws.stack, ply, known, False)
        pop_key(ws, ply)
        return value
    first_alpha, best, best_move, proved = alpha, -INFINITE, NO_MOVE, True
    if depth <= 1:
        # Step 4. The last ply before the evaluation, in a loop of its own.
        best = search_last_ply(rules, opinions, ws, ply, alpha, beta)
        proved = entry[PROVED] != 0
        best_move = entry[PV] if entry[LENGTH] else NO_MOVE
    else:
        # Step 5. The moves, in the order of the move picker.
        entry[PICKED], entry[LISTED], entry[IS_WHOLE] = 0, 0, 1
        seat, searched = rules.to_move(state), 0
        move = pick_move(rules, opinions, ws, ply, depth, known, searched)
        while move != NO_MOVE:
            if entry[LISTED] == 1 and ws.ranks[ply, 0] >= DECISIVE:  # it wins at once
                best, best_move = ws.ranks[ply, 0], move
                update_pv(ws.stack, ply, move, False)
                break
            status = try_move(rules, state, move, after, control)
            if status != RUNNING:
                value = ending_value(status, seat, ply + 1)
                below[PROVED], below[LENGTH] = 1, 0
            else:
                # Step 6. The first move with the full window, the others with a null window: they should be no better.
                # Late moves are searched less deeply, an only move more deeply. What is better is searched again.
                is_only = entry[LISTED] == 1 and entry[IS_WHOLE] and ply + depth < MOST_PLIES
                deeper = depth if is_only else depth - 1
                is_late = searched >= REDUCED_FROM and depth > 2 and not is_only and not control[SOLVING]
                reduced = deeper - 1 if is_late else deeper
                sign = 1 if rules.to_move(after) == seat else -1
                low, high = window(sign, alpha, alpha + 1 if searched else beta)
                value = sign * search(rules, opinions, ws, ply + 1, reduced, low, high)
                if value > alpha and (is_late or (searched and value < beta)) and not control[STOPPED]:
                    low, high = window(sign, alpha, beta)
                    value = sign * search(rules, opinions, ws, ply + 1, deeper, low, high)
            if control[STOPPED]:
                break
            searched += 1
            proved = proved and below[PROVED] != 0
            if value > best:
                best = value
                if value > alpha:
                    alpha, best_move = value, move
                    update_pv(ws.stack, ply, move, status == RUNNING)
                if value >= beta:
                    proved = below[PROVED] != 0
                    note_killer(entry, move)
                    break
            move = pick_move(rules, opinions, ws, ply, depth, known, searched)
        if not entry[IS_WHOLE]:
            proved = proved and move != NO_MOVE
            if best <= -DECISIVE:  # a move that was not looked at may be better
                best = estimate(opinions, ws, state, ply, seat)
    pop_key(ws, ply)
    if control[STOPPED]:
        return 0
    # Step 7. Keep what was found.
    proved = proved or best >= DECISIVE
    entry[PROVED] = proved
    bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
    worth = FOREVER if proved and not control[SOLVING] else depth  # to solve, what took longest is worth most
    store(ws.table, key, best_move, best, ply, worth, bound, proved)
    return best
