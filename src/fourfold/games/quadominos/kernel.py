"""The rules of Quad-Ominos, as kernels: move generation, rounds, scores, hash key. They are written nowhere else.

`layout` describes the words of a row; legality is in `refusal`, hidden information in `hidden`.
"""

from fourfold.games.quadominos import BONUS, PENALTY
from fourfold.games.quadominos.rules import layout, placement, tables
from fourfold.games.quadominos.rules.hands import find_starter, hand_total, highest_tile, is_quad, opening_signs
from fourfold.games.quadominos.rules.hidden import fill, hide
from fourfold.games.quadominos.rules.refusal import refuse
from fourfold.games.quadominos.rules.tile_sets import add_tile, deck_of, fill_well, remove_tile
from fourfold.kernel.bitboard import EMPTY, difference, intersection, load, store, union
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import CHANCE, DRAWN, Row, Rules, compiled


@compiled
def count_openings(state: Row, work: Row) -> int:
    """List the moves that may start the round."""
    listed = 0
    best = highest_tile(state, state[layout.MOVER])
    signs = opening_signs(state, best)
    for sign in range(4):
        if signs >> sign & 1:
            work[layout.WORK_FIRST + listed] = layout.ORIGIN << 11 | best << 4 | sign
            listed += 1
    if best != tables.ZEROS and is_quad(best) and state[layout.HANDS + 2 * state[layout.MOVER]] & 1:
        signs = opening_signs(state, tables.ZEROS)
        work[layout.WORK_FIRST + listed] = layout.ORIGIN << 11 | tables.ZEROS << 4 | lowest_bit(signs)
        listed += 1
    work[layout.WORK_LISTED] = listed
    return listed


@compiled
def is_special(state: Row, code: int) -> bool:
    """Tell whether two more tiles matter on a spot with this code: they are due, or it earns a bonus."""
    return state[layout.DUE] == 2 or (state[layout.DUE] == 0 and tables.EARNS_BONUS[code] != 0)


@compiled
def count_special(state: Row, spots: Row, spot: int, ways: int) -> int:
    """Count the moves on a spot where two more tiles matter.

    Where a bonus is earned every way can take the 25, and some two more tiles; where two tiles are due the
    first must leave a second possible (Quad-Ominos R5).
    """
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    code, cell = spot & tables.CODE_MASK, spot >> tables.CODE_BITS
    due = state[layout.DUE] == 2
    total = 0 if due else ways
    for index in range(ways):
        way = placement.nth_way(code, hand, index)
        if due:
            total += placement.leaves_place(state, hand, spots, layout.NOTHING, cell, way)
        else:
            total += placement.leaves_two(state, hand, spots, cell, way)
    return total


@compiled
def count(state: Row, work: Row) -> int:
    """Count the legal moves."""
    if state[layout.LYING] == 0:
        return count_openings(state, work)
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    spots = work[layout.WORK_OPEN :]
    placement.list_open(state, hand, spots)
    work[layout.WORK_LISTED] = 0
    total = 0
    for place in range(spots[0]):
        spot = spots[1 + place]
        code = spot & tables.CODE_MASK
        ways = placement.count_ways(code, hand)
        total += count_special(state, spots, spot, ways) if is_special(state, code) else ways
        work[layout.WORK_FIRST + place] = total
    if total:
        return total
    work[layout.WORK_LISTED] = 1
    work[layout.WORK_FIRST] = layout.DRAW if state[layout.WELL_LEFT] else layout.PASS
    return 1


@compiled
def nth_special(state: Row, spots: Row, spot: int, index: int) -> int:
    """The index-th of the moves that `count_special` counted."""
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    code, cell = spot & tables.CODE_MASK, spot >> tables.CODE_BITS
    due = state[layout.DUE] == 2
    if not due:
        ways = placement.count_ways(code, hand)
        if index < ways:
            return cell << 11 | placement.nth_way(code, hand, index) << 2 | layout.PLUS_25
        index -= ways
    at = -1
    way = 0
    while index >= 0:
        at += 1
        way = placement.nth_way(code, hand, at)
        if due:
            index -= placement.leaves_place(state, hand, spots, layout.NOTHING, cell, way)
        else:
            index -= placement.leaves_two(state, hand, spots, cell, way)
    return cell << 11 | way << 2 | (0 if due else layout.PLUS_2)


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    """The index-th of the legal moves."""
    if work[layout.WORK_LISTED]:
        return work[layout.WORK_FIRST + index]
    at = 0
    while work[layout.WORK_FIRST + at] <= index:
        at += 1
    if at:
        index -= work[layout.WORK_FIRST + at - 1]
    spots = work[layout.WORK_OPEN :]
    spot = spots[1 + at]
    code, cell = spot & tables.CODE_MASK, spot >> tables.CODE_BITS
    if is_special(state, code):
        return nth_special(state, spots, spot, index)
    return cell << 11 | placement.nth_way(code, load(state, layout.HANDS + 2 * state[layout.MOVER]), index) << 2


@compiled
def pass_turn(state: Row) -> None:
    """Give the turn to the next seat."""
    seat = state[layout.MOVER] + 1
    state[layout.MOVER] = 0 if seat == state[layout.SEATS] else seat


@compiled
def end_round(state: Row) -> None:
    """Open the hands, and end the match if this was its last round (Quad-Ominos F9)."""
    for i in range(layout.PASSES, layout.ROUND_END):
        state[i] = 0
    for i in range(layout.RULED_OUT, layout.RULED_OUT + 2 * layout.MOST_SEATS):
        state[i] = 0
    state[layout.PHASE] = layout.BEFORE_DEAL
    best = 0
    tied = False
    for seat in range(1, state[layout.SEATS]):
        if state[layout.SCORES + seat] > state[layout.SCORES + best]:
            best = seat
            tied = False
        elif state[layout.SCORES + seat] == state[layout.SCORES + best]:
            tied = True
    if state[layout.TARGET]:
        if state[layout.SCORES + best] >= state[layout.TARGET]:
            state[layout.PHASE] = layout.MATCH_OVER
            state[layout.RESULT] = best + 1
    elif state[layout.ROUND] == state[layout.ROUNDS]:
        state[layout.PHASE] = layout.MATCH_OVER
        state[layout.RESULT] = DRAWN if tied else best + 1


@compiled
def score_blocked(state: Row) -> None:
    """Score a blocked round: a sole lowest hand gets the total of the others less its own (Quad-Ominos R7)."""
    lowest = -1
    least = 0
    tied = False
    total = 0
    for seat in range(state[layout.SEATS]):
        held = hand_total(state, seat)
        total += held
        if lowest < 0 or held < least:
            lowest = seat
            least = held
            tied = False
        elif held == least:
            tied = True
    if not tied:
        state[layout.SCORES + lowest] += total - 2 * least


@compiled
def rule_out_fitting(state: Row, seat: int) -> None:
    """Record that no tile of this hand fits anywhere.

    After a draw the older records do not hold for the new tile, so they are replaced.
    """
    fitting = EMPTY
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        fitting = union(fitting, placement.fitting_any(state[at] & tables.CODE_MASK))
    unlaid = difference(deck_of(state), load(state, layout.TABLE))
    older = EMPTY if state[layout.FRESH] else load(state, layout.RULED_OUT + 2 * seat)
    store(state, layout.RULED_OUT + 2 * seat, union(older, intersection(fitting, unlaid)))


@compiled
def draw_tile(state: Row) -> None:
    """Take the next tile of the well, for the penalty (Quad-Ominos F7)."""
    seat = state[layout.MOVER]
    rule_out_fitting(state, seat)
    state[layout.FRESH] = 1
    state[layout.SCORES + seat] -= PENALTY
    state[layout.WELL_LEFT] -= 1
    at, shift = layout.WELL + (state[layout.WELL_LEFT] >> 3), 8 * (state[layout.WELL_LEFT] & 7)
    tile = (state[at] >> shift & 127) - 1
    state[at] ^= (tile + 1) << shift
    add_tile(state, layout.HANDS + 2 * seat, tile)
    state[layout.HELD + seat] += 1


@compiled
def start_round(state: Row, tile: int) -> None:
    """Show the quad that allows to start with 0000, and record what no seat can hold (Quad-Ominos F3)."""
    best = highest_tile(state, state[layout.MOVER])
    if tile != best:
        state[layout.SHOWN] = best + 1
        state[layout.SHOWN_BY] = state[layout.MOVER]
    ruled_out = intersection((tables.OUTRANKING[best, 0], tables.OUTRANKING[best, 1]), deck_of(state))
    for seat in range(state[layout.SEATS]):
        store(state, layout.RULED_OUT + 2 * seat, ruled_out)


@compiled
def play_pass(state: Row) -> None:
    """Pass, for the penalty; if everybody has passed the round is over (Quad-Ominos F7, R7)."""
    seat = state[layout.MOVER]
    rule_out_fitting(state, seat)
    state[layout.FRESH] = 0
    state[layout.SCORES + seat] -= PENALTY
    state[layout.PASSES] += 1
    pass_turn(state)
    if state[layout.PASSES] == state[layout.SEATS]:
        score_blocked(state)
        end_round(state)


@compiled
def lay_from_hand(state: Row, move: int) -> None:
    """Move a tile from the hand of the seat to move to the table, and update what all know."""
    seat, tile = state[layout.MOVER], move >> 4 & 127
    if state[layout.LYING] == 0:
        start_round(state, tile)
    remove_tile(state, layout.HANDS + 2 * seat, tile)
    state[layout.HELD + seat] -= 1
    for other in range(state[layout.SEATS]):
        remove_tile(state, layout.RULED_OUT + 2 * other, tile)
    if state[layout.SHOWN] == tile + 1:
        state[layout.SHOWN] = 0
        state[layout.SHOWN_BY] = 0
    placement.put_tile(state, move)
    state[layout.FRESH] = 0
    state[layout.PASSES] = 0


@compiled
def play(state: Row, move: int) -> None:
    """Make a legal move."""
    state[layout.PLY] += 1
    if move == layout.DRAW:
        draw_tile(state)
        return
    if move == layout.PASS:
        play_pass(state)
        return
    lay_from_hand(state, move)
    seat, sign = state[layout.MOVER], move & 3
    state[layout.SCORES + seat] += tables.TOTAL[move >> 4 & 127] + (BONUS if sign & layout.PLUS_25 else 0)
    if state[layout.HELD + seat] == 0:  # Quad-Ominos F8, before the target is looked at (R8)
        for other in range(state[layout.SEATS]):
            state[layout.SCORES + seat] += hand_total(state, other)
        end_round(state)
    elif state[layout.TARGET] and state[layout.SCORES + seat] >= state[layout.TARGET]:
        end_round(state)
    elif sign & layout.PLUS_2:
        state[layout.DUE] = 2
    else:
        state[layout.DUE] = max(state[layout.DUE] - 1, 0)
        if state[layout.DUE] == 0:
            pass_turn(state)


@compiled
def to_move(state: Row) -> int:
    """The seat to move, or CHANCE before a deal."""
    return CHANCE if state[layout.PHASE] == layout.BEFORE_DEAL else int(state[layout.MOVER])


@compiled
def status(state: Row) -> int:
    """RUNNING, DRAWN, or the winner's seat + 1."""
    return int(state[layout.RESULT])


@compiled
def scores(state: Row, out: Row) -> None:
    """Write the points of each seat."""
    for seat in range(state[layout.SEATS]):
        out[seat] = state[layout.SCORES + seat]


@compiled
def key(state: Row) -> int:
    """Hash all that decides the future; not the frontier, which follows from the table, nor the ruled-out tiles."""
    mixed = state[layout.TABLE_HASH]
    for i in range(layout.HANDS, layout.HELD):
        mixed = scramble(mixed ^ state[i]) + i
    for i in range(layout.WELL, layout.FRESH):
        mixed = scramble(mixed ^ state[i]) + i
    for i in range(layout.MOVER, layout.PLY):
        mixed = scramble(mixed ^ state[i]) + i
    return int(mixed)


@compiled
def deck(state: Row) -> int:
    """The number of tiles that are dealt."""
    return tables.BEGINNER_TILES if state[layout.BEGINNER] else tables.TILES


@compiled
def deal(state: Row, order: Row) -> None:
    """Begin a round: the hands in seat order, then the well in drawing order."""
    placement.clear_table(state)
    for i in range(layout.TABLE, layout.ROUND_END):
        state[i] = 0
    seats = state[layout.SEATS]
    size = tables.HAND_SIZE[seats]
    at = 0
    for seat in range(seats):
        state[layout.HELD + seat] = size
        for _ in range(size):
            add_tile(state, layout.HANDS + 2 * seat, order[at])
            at += 1
    left = deck(state) - at
    state[layout.WELL_LEFT] = left
    fill_well(state, order[at : at + left])
    state[layout.ROUND] += 1
    state[layout.PHASE] = layout.PLAYING
    state[layout.MOVER] = find_starter(state)


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, deck, deal)
