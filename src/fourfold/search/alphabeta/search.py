"""Alpha-beta search for two seats that see everything.

Values are those of the seat to move: chances less a half, or a win or loss in so many plies, which are beyond all
estimates. A value is *proved* when no estimate has a part in it: a win because one move wins against everything, a
draw or a bound because every line that was looked at ended by the rules. Where a position came up before, in the game
or on the way, the value is taken for an estimate of a draw: so no proof leads through a repetition.

To solve is to search to the end of the game with the values loss, draw and win alone.

Weak players overlook: `desk[OVERLOOKED]` in 1024 moves are not seen, at any depth, chosen by the salt.
"""

from fourfold.kernel.evaluation import CANNOT_LOSE, CANNOT_WIN, WINS
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import RUNNING, Evaluate, Judge, Key, Row, Rules, Table, compiled
from fourfold.kernel.rows import copy_row
from fourfold.search.alphabeta.move_ordering import rank_moves, scan, wins_again
from fourfold.search.alphabeta.state import (
    DRAW,
    FIRM,
    FIRST,
    GLANCING,
    HALF,
    HALTED,
    INFINITE,
    LEFT,
    LENGTH,
    LINE,
    MOST_PLIES,
    NO_MOVE,
    PROVED,
    REDUCED_FROM,
    REPETITION,
    SOLVING,
    SORTED,
    STAGES,
    TRIED,
    WIN,
    bring_best,
    ending_value,
    from_table,
    is_halted,
    is_overlooked,
    lead_line,
    note_killer,
    staged_move,
    to_table,
)
from fourfold.search.alphabeta.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    FINDING,
    FOREVER,
    MOVE,
    NO_ENTRY,
    bound_of,
    depth_of,
    fetch_entry,
    find_entry,
    is_entry_of,
    is_proved,
    keep_entry,
    value_of,
)
from fourfold.search.repetition import forget_key, note_key


@compiled
def search(
    rules: Rules, evaluate: Evaluate, judge: Judge, symmetric: Key, states: Table, work: Table, lists: Table,
    ranks: Table, out: Row, table: Row, keys: Row, notes: Table, desk: Row, stop: Row, ply: int, depth: int,
    alpha: int, beta: int,
) -> int:  # fmt: skip
    """The value of states[ply] for the seat to move, exact between alpha and beta, else a bound; may be cut short."""
    state, after, note = states[ply], states[ply + 1], notes[ply]
    note[LENGTH] = 0
    note[FIRM] = 0
    if is_halted(desk, stop):
        return 0
    # Step 1. What can be seen without search; the table's bucket is on its way meanwhile.
    key = symmetric(state) if depth > 1 else rules.key(state)
    repetition = desk[REPETITION] != 0
    if repetition:
        key = scramble(key + ply)  # the ply limits the game too, though it is no part of the key
    fetch_entry(table, key)
    if desk[SOLVING]:
        asked = (CANNOT_WIN if alpha >= DRAW else 0) | (CANNOT_LOSE if beta <= DRAW else 0)
        if not (depth == 1 and asked & CANNOT_LOSE) and wins_again(rules, states, work, desk, note, ply):
            return WIN - ply - 1
        sure = judge(state, asked, out)
        if sure & WINS:
            note[FIRM] = 1
            note_killer(note, out[0])
            lead_line(notes, ply, out[0], False)
            return WIN - ply - 1
        if sure & asked or sure == CANNOT_WIN | CANNOT_LOSE:
            note[FIRM] = 1
            return DRAW
    elif desk[GLANCING] and judge(state, 0, out) & WINS:
        note[FIRM] = 1
        lead_line(notes, ply, out[0], False)
        return WIN - ply - 1
    # Step 2. A position that came up before is not searched again.
    if repetition and note_key(keys, desk[FIRST] + ply, rules.key(state), 2):
        forget_key(keys, desk[FIRST] + ply)
        return DRAW
    # Step 3. What the table knows.
    at = find_entry(table, key)
    best_move = NO_MOVE
    finding = table[at + FINDING] if at != NO_ENTRY else 0
    held = table[at + MOVE] if at != NO_ENTRY else NO_MOVE
    if at != NO_ENTRY and is_entry_of(table, at, key, held, finding):  # still: others may have written meanwhile
        value = from_table(value_of(finding), ply)
        bound = bound_of(finding)
        if (is_proved(finding) or depth_of(finding) >= depth) and (
            bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        ):
            note[FIRM] = is_proved(finding)
            if bound != AT_MOST and held != NO_MOVE:
                lead_line(notes, ply, held, False)
            if repetition:
                forget_key(keys, desk[FIRST] + ply)
            return value
        best_move = held
    first_alpha = alpha
    best = -INFINITE
    firm = True
    if depth <= 1:
        # Step 4. The last ply before the estimate, in a loop of its own.
        best = scan(rules, evaluate, judge, states, work, out, notes, desk, stop, ply, alpha, beta)
        firm = note[FIRM] != 0
        best_move = note[LINE] if note[LENGTH] else NO_MOVE
    else:
        # Step 5. The moves: first those that promise a cut, then the others, the most promising first.
        known = best_move
        best_move = NO_MOVE
        moves, rank = lists[ply], ranks[ply]
        seat = rules.to_move(state)
        listed = 0
        whole = True
        searched = 0
        deeper = depth - 1
        i = -STAGES
        while i < 0 or i < listed:
            if i < 0:
                move = staged_move(desk, note, i + STAGES, known)
                i += 1
                if i == 0:
                    listed = -1
                if move == NO_MOVE or is_overlooked(desk, move) or rules.refuse(state, move, work[ply]):
                    move = NO_MOVE
            else:
                if i < SORTED:
                    bring_best(moves, rank, i, listed)
                move = moves[i]
                i += 1
                if rank[i - 1] >= PROVED:  # it wins at once
                    best = rank[i - 1]
                    best_move = move
                    firm = True
                    lead_line(notes, ply, move, False)
                    break
                if rank[i - 1] == TRIED:
                    move = NO_MOVE
            if move != NO_MOVE:
                # Step 6. The first one with the full window, the rest to show that they are no better.
                copy_row(state, after)
                rules.play(after, move)
                desk[LEFT] -= 1
                status = rules.status(after)
                if status != RUNNING:
                    value = ending_value(status, seat, ply + 1)
                    notes[ply + 1, FIRM] = 1
                    notes[ply + 1, LENGTH] = 0
                else:
                    sign = 1 if rules.to_move(after) == seat else -1
                    reduced = deeper
                    if searched >= REDUCED_FROM and depth > 2 and deeper < depth and not desk[SOLVING]:
                        reduced = deeper - 1
                    low, high = alpha, beta
                    if searched:
                        high = alpha + 1
                    if sign < 0:
                        low, high = -high, -low
                    value = sign * search(
                        rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes, desk,
                        stop, ply + 1, reduced, low, high,
                    )  # fmt: skip
                    if value > alpha and (reduced < deeper or (searched and value < beta)) and not desk[HALTED]:
                        low, high = alpha, beta
                        if sign < 0:
                            low, high = -high, -low
                        value = sign * search(
                            rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes,
                            desk, stop, ply + 1, deeper, low, high,
                        )  # fmt: skip
                if desk[HALTED]:
                    break
                searched += 1
                if not notes[ply + 1, FIRM]:
                    firm = False
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        best_move = move
                        lead_line(notes, ply, move, status == RUNNING)
                    if value >= beta:
                        firm = notes[ply + 1, FIRM] != 0
                        note_killer(note, move)
                        break
            if listed < 0:
                listed = rank_moves(
                    rules, evaluate, states, work, lists, ranks, out, notes, desk, stop, ply, known, searched, depth
                )
                whole = listed == rules.count(state, work[ply]) or (listed == 1 and rank[0] >= PROVED)
                if not whole:
                    firm = False
                if listed == 1 and whole and ply + depth < MOST_PLIES:
                    deeper = depth
        if best <= -PROVED and not whole:  # a move that was not looked at may be better
            evaluate(state, work[ply + 1], out)
            best = out[seat] - HALF
    if repetition:
        forget_key(keys, desk[FIRST] + ply)
    if desk[HALTED]:
        return 0
    # Step 7. Keep what was found.
    if best >= PROVED:
        firm = True
    note[FIRM] = firm
    bound = AT_LEAST if best >= beta else EXACT if best > first_alpha else AT_MOST
    worth = FOREVER if firm and not desk[SOLVING] else depth  # to solve, what took longest is worth most
    keep_entry(table, key, best_move, to_table(best, ply), worth, bound, firm)
    return best
