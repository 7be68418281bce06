"""The rules of Quad-Ominos, as kernels. They are written nowhere else. The words of a state are in `layout`."""

from fourfold.games.quadominos import BONUS, PENALTY
from fourfold.games.quadominos.rules.hands import find_starter, hand_total, highest_tile, is_quad, opening_signs
from fourfold.games.quadominos.rules.hidden import fill, hide
from fourfold.games.quadominos.rules.layout import (
    BEFORE_DEAL,
    BEGINNER,
    DRAW,
    DUE,
    FRESH,
    FRONTIER,
    HANDS,
    HELD,
    LYING,
    MATCH_OVER,
    MOST_SEATS,
    MOVER,
    NOTHING,
    ORIGIN,
    PASS,
    PASSES,
    PHASE,
    PLAYING,
    PLUS_2,
    PLUS_25,
    PLY,
    RESULT,
    ROUND,
    ROUND_END,
    ROUNDS,
    RULED_OUT,
    SCORES,
    SEATS,
    SHOWN,
    SHOWN_BY,
    SPOTS,
    TABLE,
    TABLE_HASH,
    TARGET,
    WELL,
    WELL_LEFT,
    WORK_FIRST,
    WORK_LISTED,
)
from fourfold.games.quadominos.rules.placement import (
    count_ways,
    leaves_place,
    leaves_two,
    nth_way,
    put_tile,
)
from fourfold.games.quadominos.rules.refusal import refuse
from fourfold.games.quadominos.rules.tables import (
    BEGINNER_TILES,
    CODE_BITS,
    CODE_MASK,
    DECKS,
    EARNS_BONUS,
    FITS_ANY,
    HAND_SIZE,
    OUTRANKING,
    TILES,
    TOTAL,
    ZEROS,
)
from fourfold.kernel.bits import bit, lowest_bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import CHANCE, DRAWN, Row, Rules, compiled


@compiled
def count_openings(state: Row, work: Row) -> int:
    """List the moves that may start the round."""
    listed = 0
    best = highest_tile(state, state[MOVER])
    signs = opening_signs(state, best)
    for sign in range(4):
        if signs >> sign & 1:
            work[WORK_FIRST + listed] = ORIGIN << 11 | best << 4 | sign
            listed += 1
    if best != ZEROS and is_quad(best) and state[HANDS + 2 * state[MOVER]] & 1:
        signs = opening_signs(state, ZEROS)
        work[WORK_FIRST + listed] = ORIGIN << 11 | ZEROS << 4 | lowest_bit(signs)
        listed += 1
    work[WORK_LISTED] = listed
    return listed


@compiled
def count_special(state: Row, spot: int, ways: int) -> int:
    """Count the moves on a spot where two more tiles matter.

    Where a bonus is earned every way can take the 25, and some two more tiles; where two tiles are due the
    first must leave a second possible (Quad-Ominos R5).
    """
    seat = state[MOVER]
    low, high = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1]
    code, cell = spot & CODE_MASK, spot >> CODE_BITS
    due = state[DUE] == 2
    total = 0 if due else ways
    for index in range(ways):
        way = nth_way(code, low, high, index)
        if due:
            total += leaves_place(state, low, high, NOTHING, cell, way)
        else:
            total += leaves_two(state, low, high, cell, way)
    return total


@compiled
def count(state: Row, work: Row) -> int:
    """Count the legal moves."""
    seat = state[MOVER]
    low, high, due = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1], state[DUE]
    if state[LYING] == 0:
        return count_openings(state, work)
    work[WORK_LISTED] = 0
    total = 0
    for i in range(state[SPOTS]):
        code = state[FRONTIER + i] & CODE_MASK
        if FITS_ANY[code, 0] & low | FITS_ANY[code, 1] & high:
            ways = count_ways(code, low, high)
            if due == 2 or (due == 0 and EARNS_BONUS[code]):
                total += count_special(state, state[FRONTIER + i], ways)
            else:
                total += ways
        work[WORK_FIRST + i] = total
    if total:
        return total
    work[WORK_LISTED] = 1
    work[WORK_FIRST] = DRAW if state[WELL_LEFT] else PASS
    return 1


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    """The index-th of the legal moves."""
    if work[WORK_LISTED]:
        return int(work[WORK_FIRST + index])
    at = 0
    while work[WORK_FIRST + at] <= index:
        at += 1
    if at:
        index -= work[WORK_FIRST + at - 1]
    seat = state[MOVER]
    low, high = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1]
    spot = state[FRONTIER + at]
    code, cell, due = spot & CODE_MASK, spot >> CODE_BITS, state[DUE]
    place = cell << 11
    bonus = due == 0 and EARNS_BONUS[code]
    if not bonus and due < 2:
        return int(place | nth_way(code, low, high, index) << 2)
    if bonus:
        ways = count_ways(code, low, high)
        if index < ways:
            return int(place | nth_way(code, low, high, index) << 2 | PLUS_25)
        index -= ways
    at = -1
    while index >= 0:
        at += 1
        way = nth_way(code, low, high, at)
        if bonus:
            index -= leaves_two(state, low, high, cell, way)
        else:
            index -= leaves_place(state, low, high, NOTHING, cell, way)
    return int(place | nth_way(code, low, high, at) << 2 | (PLUS_2 if bonus else 0))


@compiled
def pass_turn(state: Row) -> None:
    """Give the turn to the next seat."""
    seat = state[MOVER] + 1
    state[MOVER] = 0 if seat == state[SEATS] else seat


@compiled
def end_round(state: Row) -> None:
    """Open the hands, and end the match if this was its last round (Quad-Ominos F9)."""
    for i in range(PASSES, ROUND_END):
        state[i] = 0
    for i in range(RULED_OUT, RULED_OUT + 2 * MOST_SEATS):
        state[i] = 0
    state[PHASE] = BEFORE_DEAL
    best = 0
    tied = False
    for seat in range(1, state[SEATS]):
        if state[SCORES + seat] > state[SCORES + best]:
            best = seat
            tied = False
        elif state[SCORES + seat] == state[SCORES + best]:
            tied = True
    if state[TARGET]:
        if state[SCORES + best] >= state[TARGET]:
            state[PHASE] = MATCH_OVER
            state[RESULT] = best + 1
    elif state[ROUND] == state[ROUNDS]:
        state[PHASE] = MATCH_OVER
        state[RESULT] = DRAWN if tied else best + 1


@compiled
def score_blocked(state: Row) -> None:
    """Everybody has passed: a sole lowest hand scores the others less its own (Quad-Ominos R7)."""
    lowest = -1
    least = 0
    tied = False
    total = 0
    for seat in range(state[SEATS]):
        held = hand_total(state, seat)
        total += held
        if lowest < 0 or held < least:
            lowest = seat
            least = held
            tied = False
        elif held == least:
            tied = True
    if not tied:
        state[SCORES + lowest] += total - 2 * least


@compiled
def rule_out_fitting(state: Row, seat: int) -> None:
    """Note that no tile of this hand fits anywhere.

    A tile drawn since the last such note is only now bound by one, so older notes do not hold for the whole hand.
    """
    low = high = 0
    for i in range(FRONTIER, FRONTIER + state[SPOTS]):
        code = state[i] & CODE_MASK
        low |= FITS_ANY[code, 0]
        high |= FITS_ANY[code, 1]
    beginner = state[BEGINNER]
    low &= DECKS[beginner, 0] & ~state[TABLE]
    high &= DECKS[beginner, 1] & ~state[TABLE + 1]
    at = RULED_OUT + 2 * seat
    if state[FRESH]:
        state[at] = low
        state[at + 1] = high
    else:
        state[at] |= low
        state[at + 1] |= high


@compiled
def draw_tile(state: Row) -> None:
    """Take the next tile of the well, for the penalty (Quad-Ominos F7)."""
    seat = state[MOVER]
    rule_out_fitting(state, seat)
    state[FRESH] = 1
    state[SCORES + seat] -= PENALTY
    state[WELL_LEFT] -= 1
    at, shift = WELL + (state[WELL_LEFT] >> 3), 8 * (state[WELL_LEFT] & 7)
    tile = (state[at] >> shift & 127) - 1
    state[at] ^= (tile + 1) << shift
    state[HANDS + 2 * seat + (tile >> 6)] |= bit(tile & 63)
    state[HELD + seat] += 1


@compiled
def start_round(state: Row, tile: int) -> None:
    """Show the quad that gives the right to start with 0000, and note what no seat can hold (Quad-Ominos F3)."""
    seat = state[MOVER]
    best = highest_tile(state, seat)
    if tile != best:
        state[SHOWN] = best + 1
        state[SHOWN_BY] = seat
    beginner = state[BEGINNER]
    for other in range(state[SEATS]):
        state[RULED_OUT + 2 * other] = OUTRANKING[best, 0] & DECKS[beginner, 0]
        state[RULED_OUT + 2 * other + 1] = OUTRANKING[best, 1] & DECKS[beginner, 1]


@compiled
def play(state: Row, move: int) -> None:
    """Make a legal move."""
    state[PLY] += 1
    seat = state[MOVER]
    if move == DRAW:
        draw_tile(state)
        return
    if move == PASS:
        rule_out_fitting(state, seat)
        state[FRESH] = 0
        state[SCORES + seat] -= PENALTY
        state[PASSES] += 1
        pass_turn(state)
        if state[PASSES] == state[SEATS]:
            score_blocked(state)
            end_round(state)
        return
    sign, tile = move & 3, move >> 4 & 127
    if state[LYING] == 0:
        start_round(state, tile)
    half, member = tile >> 6, bit(tile & 63)
    state[HANDS + 2 * seat + half] ^= member
    state[HELD + seat] -= 1
    for other in range(state[SEATS]):
        state[RULED_OUT + 2 * other + half] &= ~member
    if state[SHOWN] == tile + 1:
        state[SHOWN] = 0
        state[SHOWN_BY] = 0
    put_tile(state, move)
    state[FRESH] = 0
    state[PASSES] = 0
    state[SCORES + seat] += TOTAL[tile] + (BONUS if sign & PLUS_25 else 0)
    if state[HELD + seat] == 0:  # Quad-Ominos F8, before the target is looked at (R8)
        for other in range(state[SEATS]):
            state[SCORES + seat] += hand_total(state, other)
        end_round(state)
    elif state[TARGET] and state[SCORES + seat] >= state[TARGET]:
        end_round(state)
    elif sign & PLUS_2:
        state[DUE] = 2
    else:
        if state[DUE]:
            state[DUE] -= 1
        if state[DUE] == 0:
            pass_turn(state)


@compiled
def to_move(state: Row) -> int:
    """The seat to move, or CHANCE before a deal."""
    return CHANCE if state[PHASE] == BEFORE_DEAL else int(state[MOVER])


@compiled
def status(state: Row) -> int:
    """RUNNING, DRAWN, or the winner's seat + 1."""
    return int(state[RESULT])


@compiled
def scores(state: Row, out: Row) -> None:
    """Write the points of each seat."""
    for seat in range(state[SEATS]):
        out[seat] = state[SCORES + seat]


@compiled
def key(state: Row) -> int:
    """Hash what decides the future; the frontier and the sets of ruled-out tiles follow from the rest or do not."""
    mixed = state[TABLE_HASH]
    for i in range(HANDS, HELD):
        mixed = scramble(mixed ^ state[i]) + i
    for i in range(WELL, FRESH):
        mixed = scramble(mixed ^ state[i]) + i
    for i in range(MOVER, PLY):
        mixed = scramble(mixed ^ state[i]) + i
    return int(mixed)


@compiled
def deck(state: Row) -> int:
    """How many tiles are dealt."""
    return BEGINNER_TILES if state[BEGINNER] else TILES


@compiled
def deal(state: Row, order: Row) -> None:
    """Begin a round: the hands in seat order, then the well in drawing order."""
    for i in range(ROUND_END):
        state[i] = 0
    seats = state[SEATS]
    size = HAND_SIZE[seats]
    at = 0
    for seat in range(seats):
        state[HELD + seat] = size
        for _ in range(size):
            state[HANDS + 2 * seat + (order[at] >> 6)] |= bit(order[at] & 63)
            at += 1
    left = deck(state) - at
    state[WELL_LEFT] = left
    while left:
        left -= 1
        state[WELL + (left >> 3)] |= (order[at] + 1) << 8 * (left & 7)
        at += 1
    state[ROUND] += 1
    state[PHASE] = PLAYING
    state[MOVER] = find_starter(state)


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, deck, deal)
