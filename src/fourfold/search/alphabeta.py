"""Alpha-beta search for two seats that see everything.

Values are those of the seat to move: chances less a half, or a win or loss in so many plies, which are beyond all
estimates. A value is *proved* when no estimate has a part in it: a win because one move wins against everything, a
draw or a bound because every line that was looked at ended by the rules. Where a position came up before, in the game
or on the way, the value is taken for an estimate of a draw: so no proof leads through a repetition.

To solve is to search to the end of the game with the values loss, draw and win alone.

Weak players overlook: `desk[OVERLOOKED]` in 1024 moves are not seen, at any depth, chosen by the salt.
"""

from fourfold.kernel.jit import (
    RUNNING,
    Count,
    Deal,
    Deck,
    Evaluate,
    Fill,
    Hide,
    Judge,
    Key,
    Nth,
    Play,
    Refuse,
    Row,
    Rules,
    Scores,
    Status,
    Table,
    ToMove,
    compiled,
)
from fourfold.kernel.mixing import scramble
from fourfold.kernel.opinions import CANNOT_LOSE, CANNOT_WIN, WINS
from fourfold.kernel.rows import copy_row
from fourfold.search.desk import (
    DRAW,
    FIRM,
    FIRST,
    HALF,
    HALTED,
    INFINITE,
    KILLER,
    KILLER_BONUS,
    LEFT,
    LENGTH,
    LINE,
    MOST_LISTED,
    MOST_PLIES,
    NO_MOVE,
    PROVED,
    REDUCED_FROM,
    REPETITION,
    SECOND_KILLER,
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
    keep_best,
    lead_line,
    note_killer,
    staged_move,
    to_table,
)
from fourfold.search.repetition import forget_key, note_key
from fourfold.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    FINDING,
    FOREVER,
    MOVE,
    NO_ENTRY,
    bound_of,
    depth_of,
    find_entry,
    is_proved,
    keep_entry,
    value_of,
)


@compiled
def scan(
    rules: Rules, evaluate: Evaluate, states: Table, work: Table, out: Row, notes: Table, desk: Row, stop: Row,
    ply: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """Search one ply deep: what every move leads to, as it looks."""
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
    desk: Row, stop: Row, ply: int, known: int, searched: int,
) -> int:  # fmt: skip
    """List the moves with what they look like, and tell how many; one that wins comes alone.

    Those that were tried before, if any were, are marked.
    """
    state, after, note, moves, rank = states[ply], states[ply + 1], notes[ply], lists[ply], ranks[ply]
    seat = rules.to_move(state)
    width = rules.count(state, work[ply])
    tried = min(width, len(moves) if desk[SOLVING] else MOST_LISTED)
    listed = 0
    for i in range(tried):
        move = rules.nth(state, i if tried == width else i * width // tried, work[ply])
        if is_overlooked(desk, move):
            continue
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        status = rules.status(after)
        if status == RUNNING:
            evaluate(after, work[ply + 1], out)
            value = out[seat] - HALF
            if move == note[KILLER] or move == note[SECOND_KILLER]:
                value += KILLER_BONUS
        else:
            value = ending_value(status, seat, ply + 1)
            if value >= PROVED:
                moves[0] = move
                rank[0] = value
                return 1
        moves[listed] = move
        rank[listed] = value
        if searched and (move == known or (desk[SOLVING] and (move == note[KILLER] or move == note[SECOND_KILLER]))):
            rank[listed] = TRIED
        listed += 1
        if (i & 63) == 63 and is_halted(desk, stop):
            break
    return listed


@compiled
def wins_again(rules: Rules, states: Table, work: Table, desk: Row, note: Row, ply: int) -> bool:
    """Tell whether one of the moves that refuted others at this ply wins at once."""
    state, after = states[ply], states[ply + 1]
    for stage in range(KILLER, SECOND_KILLER + 1):
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
    # Step 1. What can be seen without search.
    if desk[SOLVING]:
        if wins_again(rules, states, work, desk, note, ply):
            return WIN - ply - 1
        sure = judge(state, out)
        if sure & WINS:
            note[FIRM] = 1
            note_killer(note, out[0])
            lead_line(notes, ply, out[0], False)
            return WIN - ply - 1
        if (sure & CANNOT_WIN and (alpha >= DRAW or sure & CANNOT_LOSE)) or (sure & CANNOT_LOSE and beta <= DRAW):
            note[FIRM] = 1
            return DRAW
    # Step 2. A position that came up before is not searched again.
    repetition = desk[REPETITION] != 0
    key = symmetric(state) if depth > 1 else rules.key(state)
    if repetition:
        if note_key(keys, desk[FIRST] + ply, rules.key(state), 2):
            forget_key(keys, desk[FIRST] + ply)
            return DRAW
        key = scramble(key + ply)  # the ply limits the game too, though it is no part of the key
    # Step 3. What the table knows.
    at = find_entry(table, key)
    best_move = NO_MOVE
    if at != NO_ENTRY:
        finding = table[at + FINDING]
        value = from_table(value_of(finding), ply)
        bound = bound_of(finding)
        if depth_of(finding) >= depth and (
            bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        ):
            note[FIRM] = is_proved(finding)
            if bound != AT_MOST and table[at + MOVE] != NO_MOVE:
                lead_line(notes, ply, table[at + MOVE], False)
            if repetition:
                forget_key(keys, desk[FIRST] + ply)
            return value
        best_move = table[at + MOVE]
    first_alpha = alpha
    best = -INFINITE
    firm = True
    if depth <= 1:
        # Step 4. The last ply before the estimate, in a loop of its own.
        best = scan(rules, evaluate, states, work, out, notes, desk, stop, ply, alpha, beta)
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
                    rules, evaluate, states, work, lists, ranks, out, notes, desk, stop, ply, known, searched
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
    keep_entry(table, key, best_move, to_table(best, ply), FOREVER if firm else depth, bound, firm)
    return best


@compiled
def search_root(
    count: Count, nth: Nth, play: Play, to_move: ToMove, status: Status, scores: Scores, key: Key, refuse: Refuse,
    hide: Hide, fill: Fill, deck: Deck, deal: Deal, evaluate: Evaluate, judge: Judge, symmetric: Key,
    states: Table, work: Table, lists: Table, ranks: Table, out: Row, table: Row, keys: Row, notes: Table, desk: Row,
    stop: Row, moves: Row, values: Row, firms: Row, lines: Table, tops: Row, depth: int,
) -> int:  # fmt: skip
    """Search all root moves, which come in order of promise; tell how many were done before a halt.

    As many of the best as `tops` has places get exact values; the others bounds that say that they are no better.
    """
    rules = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, deck, deal)
    state, after = states[0], states[1]
    seat = rules.to_move(state)
    done = 0
    wanted = len(tops)
    ceiling = DRAW + 1 if desk[SOLVING] else INFINITE
    for i in range(wanted):
        tops[i] = DRAW - 1 if desk[SOLVING] else -INFINITE
    for i in range(len(moves)):
        if is_halted(desk, stop):
            return done
        copy_row(state, after)
        rules.play(after, moves[i])
        desk[LEFT] -= 1
        notes[1, LENGTH] = 0
        ended = rules.status(after)
        if ended != RUNNING:
            values[i] = ending_value(ended, seat, 1)
            firms[i] = 1
            lead_line(notes, 0, moves[i], False)
        else:
            sign = 1 if rules.to_move(after) == seat else -1
            alpha = tops[wanted - 1]
            if depth <= 1:
                evaluate(after, work[1], out)
                values[i] = out[seat] - HALF
                firms[i] = 0
            else:
                low, high = alpha, ceiling
                if i >= wanted:
                    high = alpha + 1
                if sign < 0:
                    low, high = -high, -low
                value = sign * search(
                    rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes, desk, stop,
                    1, depth - 1, low, high,
                )  # fmt: skip
                if i >= wanted and alpha < value < ceiling and not desk[HALTED]:
                    low, high = alpha, ceiling
                    if sign < 0:
                        low, high = -high, -low
                    value = sign * search(
                        rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes, desk,
                        stop, 1, depth - 1, low, high,
                    )  # fmt: skip
                if desk[HALTED]:
                    return done
                values[i] = value
                firms[i] = notes[1, FIRM]
            lead_line(notes, 0, moves[i], True)
        for place in range(notes[0, LENGTH]):
            lines[i, place] = notes[0, LINE + place]
        lines[i, notes[0, LENGTH]] = NO_MOVE
        keep_best(tops, values[i])
        done += 1
        if wanted == 1 and values[i] >= PROVED:
            return done
    return done
