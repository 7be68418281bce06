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
from fourfold.kernel.jit import RUNNING, Opinions, Rules, compiled, inlined
from fourfold.search.alphabeta import state as ab
from fourfold.search.alphabeta import transposition_table as tt
from fourfold.search.alphabeta.move_ordering import estimate, find_killer_win, pick_move, search_last_ply
from fourfold.search.state import NO_MOVE, REPETITION, STOPPED, is_stopped, try_move

REDUCED_FROM = 4  # moves later than this are searched less deeply at first (late move reduction)


@inlined
def table_key(rules: Rules, opinions: Opinions, ws: ab.Workspace, ply: int, depth: int) -> int:
    """The key of a ply in the transposition table; near the leaves symmetry is not worth its cost."""
    state = ws.states[ply]
    key = opinions.symmetric_key(state) if depth > 1 else rules.key(state)
    if ws.control[REPETITION]:
        key = scramble(key + ply)  # the ply limits the game too, though it is no part of the key
    return key


@inlined
def glance(rules: Rules, opinions: Opinions, ws: ab.Workspace, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value that is certain without search, or UNKNOWN."""
    state, entry, control = ws.states[ply], ws.stack[ply], ws.control
    if control[ab.SOLVING]:
        asked = (CANNOT_WIN if alpha >= ab.DRAW else 0) | (CANNOT_LOSE if beta <= ab.DRAW else 0)
        if not (depth == 1 and asked & CANNOT_LOSE):
            move = find_killer_win(rules, ws, ply)
            if move != NO_MOVE:
                return ab.prove_win(ws, ply, move)
        certain = opinions.judge(state, asked, ws.out)
        if certain & WINS:
            ab.note_killer(entry, ws.out[0])
            return ab.prove_win(ws, ply, ws.out[0])
        if certain & asked or certain == CANNOT_WIN | CANNOT_LOSE:
            entry[ab.PROVED] = 1
            return ab.DRAW
    elif control[ab.GLANCING] and opinions.judge(state, 0, ws.out) & WINS:
        return ab.prove_win(ws, ply, ws.out[0])
    return ab.UNKNOWN


@compiled
def search(rules: Rules, opinions: Opinions, ws: ab.Workspace, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of a ply for the seat to move, exact between alpha and beta, else a bound; may be stopped."""
    state, after, control = ws.states[ply], ws.states[ply + 1], ws.control
    entry, below = ws.stack[ply], ws.stack[ply + 1]
    entry[ab.LENGTH] = 0
    entry[ab.PROVED] = 0
    if is_stopped(control, ws.stop):
        return 0
    # Step 1. What is certain without search; the table's bucket is on its way meanwhile.
    key = table_key(rules, opinions, ws, ply, depth)
    tt.prefetch(ws.table, key)
    value = glance(rules, opinions, ws, ply, depth, alpha, beta)
    if value != ab.UNKNOWN:
        return value
    # Step 2. Repetition: a position that came up before is not searched again.
    if ab.push_key(rules, ws, ply):
        ab.pop_key(ws, ply)
        return ab.DRAW
    # Step 3. Transposition table.
    known, data = tt.probe(ws.table, key)
    value = tt.cutoff_value(data, ply, depth, alpha, beta)
    if value != ab.UNKNOWN:
        entry[ab.PROVED] = tt.is_proved(data)
        if tt.bound_of(data) != tt.UPPER and known != NO_MOVE:
            ab.update_pv(ws.stack, ply, known, False)
        ab.pop_key(ws, ply)
        return value
    first_alpha, best, best_move, proved = alpha, -ab.INFINITE, NO_MOVE, True
    if depth <= 1:
        # Step 4. The last ply before the evaluation, in a loop of its own.
        best = search_last_ply(rules, opinions, ws, ply, alpha, beta)
        proved = entry[ab.PROVED] != 0
        best_move = entry[ab.PV] if entry[ab.LENGTH] else NO_MOVE
    else:
        # Step 5. The moves, in the order of the move picker.
        entry[ab.PICKED], entry[ab.LISTED], entry[ab.IS_WHOLE] = 0, 0, 1
        seat, searched = rules.to_move(state), 0
        move = pick_move(rules, opinions, ws, ply, depth, known, searched)
        while move != NO_MOVE:
            if entry[ab.LISTED] == 1 and ws.ranks[ply, 0] >= ab.DECISIVE:  # it wins at once
                best, best_move = ws.ranks[ply, 0], move
                ab.update_pv(ws.stack, ply, move, False)
                break
            status = try_move(rules, state, move, after, control)
            if status != RUNNING:
                value = ab.ending_value(status, seat, ply + 1)
                below[ab.PROVED], below[ab.LENGTH] = 1, 0
            else:
                # Step 6. The first move with the full window, the others with a null window: they should be no better.
                # Late moves are searched less deeply, an only move more deeply. What is better is searched again.
                is_only = entry[ab.LISTED] == 1 and entry[ab.IS_WHOLE] and ply + depth < ab.MOST_PLIES
                deeper = depth if is_only else depth - 1
                is_late = searched >= REDUCED_FROM and depth > 2 and not is_only and not control[ab.SOLVING]
                reduced = deeper - 1 if is_late else deeper
                sign = 1 if rules.to_move(after) == seat else -1
                low, high = ab.window(sign, alpha, alpha + 1 if searched else beta)
                value = sign * search(rules, opinions, ws, ply + 1, reduced, low, high)
                if value > alpha and (is_late or (searched and value < beta)) and not control[STOPPED]:
                    low, high = ab.window(sign, alpha, beta)
                    value = sign * search(rules, opinions, ws, ply + 1, deeper, low, high)
            if control[STOPPED]:
                break
            searched += 1
            proved = proved and below[ab.PROVED] != 0
            if value > best:
                best = value
                if value > alpha:
                    alpha, best_move = value, move
                    ab.update_pv(ws.stack, ply, move, status == RUNNING)
                if value >= beta:
                    proved = below[ab.PROVED] != 0
                    ab.note_killer(entry, move)
                    break
            move = pick_move(rules, opinions, ws, ply, depth, known, searched)
        if not entry[ab.IS_WHOLE]:
            proved = proved and move != NO_MOVE
            if best <= -ab.DECISIVE:  # a move that was not looked at may be better
                best = estimate(opinions, ws, state, ply, seat)
    ab.pop_key(ws, ply)
    if control[STOPPED]:
        return 0
    # Step 7. Keep what was found.
    proved = proved or best >= ab.DECISIVE
    entry[ab.PROVED] = proved
    bound = tt.LOWER if best >= beta else tt.EXACT if best > first_alpha else tt.UPPER
    worth = tt.FOREVER if proved and not control[ab.SOLVING] else depth  # to solve, what took longest is worth most
    tt.store(ws.table, key, best_move, best, ply, worth, bound, proved)
    return best
