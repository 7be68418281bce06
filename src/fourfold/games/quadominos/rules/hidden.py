"""What seats cannot see in Quad-Ominos: blanking it, and dealing it anew as all that is public allows."""

import numpy as np

from fourfold.games.quadominos.rules.hands import find_starter, highest_tile
from fourfold.games.quadominos.rules.layout import (
    BEGINNER,
    DUE,
    FRESH,
    HANDS,
    HELD,
    LYING,
    MATCH_OVER,
    MOST_SEATS,
    MOVER,
    NOTHING,
    PHASE,
    PLAYING,
    ROUND,
    RULED_OUT,
    SEATS,
    SHOWN,
    SHOWN_BY,
    TABLE,
    WELL,
    WELL_LEFT,
)
from fourfold.games.quadominos.rules.placement import (
    can_place,
    can_place_two,
)
from fourfold.games.quadominos.rules.tables import (
    DECKS,
    RANK,
    TILES,
)
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import Row, allocating, compiled, popcount

FRESH_GROUP, WELL_GROUP, GROUPS = MOST_SEATS, MOST_SEATS + 1, MOST_SEATS + 2  # where an unseen tile can be
NOWHERE = -1
ATTEMPTS = 200


@compiled
def hide(state: Row, seat: int) -> None:
    """Blank the other hands, which are open between rounds, and the well, until the match is over."""
    if state[PHASE] == MATCH_OVER:
        return
    for i in range(WELL, WELL_LEFT):
        state[i] = 0
    if state[PHASE] == PLAYING:
        for other in range(state[SEATS]):
            if other != seat:
                state[HANDS + 2 * other] = 0
                state[HANDS + 2 * other + 1] = 0


@compiled
def is_barred(state: Row, tile: int, group: int, highest: int) -> bool:
    """Tell whether all know that a tile is not in this group."""
    if group >= MOST_SEATS:
        return False
    return bool(RANK[tile] > highest or state[RULED_OUT + 2 * group + (tile >> 6)] >> (tile & 63) & 1)


@allocating
def make_room(state: Row, tile: int, highest: int, room: Row, home: Row) -> bool:
    """Find a home for a tile by moving others on, each to a group where it may be (an augmenting path)."""
    moved = np.full(GROUPS, NOWHERE, np.int64)  # the tile that would move into a group
    queue = np.zeros(GROUPS, np.int64)
    queued = 0
    for group in range(GROUPS):
        if not is_barred(state, tile, group, highest):
            moved[group] = tile
            queue[queued] = group
            queued += 1
    at = 0
    while at < queued:
        group = queue[at]
        at += 1
        if room[group]:
            room[group] -= 1
            while moved[group] != tile:
                left = home[moved[group]]
                home[moved[group]] = group
                group = left
            home[tile] = group
            return True
        for other in range(TILES):
            if home[other] == group:
                for onward in range(GROUPS):
                    if moved[onward] == NOWHERE and not is_barred(state, other, onward, highest):
                        moved[onward] = other
                        queue[queued] = onward
                        queued += 1
    return False


@allocating
def deal_unseen(state: Row, seat: int, first: int, second: int, random: Row) -> bool:
    """Deal what the seat cannot see; the seat to move gets the tiles `first` and `second`, where they are not NOWHERE.

    Tells whether there is such a deal.
    """
    hide(state, seat)
    mover = state[MOVER]
    if state[SHOWN] and state[SHOWN_BY] != seat:
        tile = state[SHOWN] - 1
        state[HANDS + 2 * state[SHOWN_BY] + (tile >> 6)] |= bit(tile & 63)
    # Who is about to start knows that nobody holds a better tile.
    knows_start = state[PHASE] == PLAYING and state[LYING] == 0 and mover == seat
    highest = RANK[highest_tile(state, seat)] if knows_start else TILES
    low = DECKS[state[BEGINNER], 0] & ~state[TABLE]
    high = DECKS[state[BEGINNER], 1] & ~state[TABLE + 1]
    room = np.zeros(GROUPS, np.int64)
    for other in range(state[SEATS]):
        at = HANDS + 2 * other
        room[other] = state[HELD + other] - popcount(state[at]) - popcount(state[at + 1])
        low &= ~state[at]
        high &= ~state[at + 1]
    if state[FRESH] and mover != seat:
        room[mover] -= 1
        room[FRESH_GROUP] = 1
    room[WELL_GROUP] = state[WELL_LEFT]
    home = np.full(TILES, NOWHERE, np.int64)
    order = np.zeros(popcount(low) + popcount(high), np.int64)
    shuffle(order, random)
    lows = popcount(low)
    for i in range(len(order)):
        order[i] = nth_bit(low, order[i]) if order[i] < lows else 64 + nth_bit(high, order[i] - lows)
    for tile in (first, second):
        if tile != NOWHERE:
            if room[mover] == 0 or is_barred(state, tile, mover, highest):
                return False
            room[mover] -= 1
    for i in range(len(order)):
        tile = int(order[i])
        if tile in (first, second):
            continue
        free = 0
        for group in range(GROUPS):
            if room[group] and not is_barred(state, tile, group, highest):
                free += room[group]
        if free:
            index = random_below(random, free)
            for group in range(GROUPS):
                if room[group] and not is_barred(state, tile, group, highest):
                    index -= room[group]
                    if index < 0:
                        room[group] -= 1
                        home[tile] = group
                        break
        elif not make_room(state, tile, highest, room, home):
            return False
    left = 0
    for i in range(len(order)):
        tile = int(order[i])
        group = mover if tile in (first, second) or home[tile] == FRESH_GROUP else home[tile]
        if group == WELL_GROUP:
            state[WELL + (left >> 3)] |= (tile + 1) << 8 * (left & 7)
            left += 1
        elif group != NOWHERE:
            state[HANDS + 2 * group + (tile >> 6)] |= bit(tile & 63)
    return True


@compiled
def agrees(state: Row) -> bool:
    """Tell whether the seat to move could be to move with its hand: who starts, and what is due, is known to all."""
    seat = state[MOVER]
    low, high = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1]
    if state[PHASE] != PLAYING:
        return True
    if state[LYING] == 0:
        return find_starter(state) == int(seat)
    if state[DUE] == 2:
        return can_place_two(state, low, high, NOTHING)
    return state[DUE] == 0 or can_place(state, low, high, NOTHING, NOTHING)


@compiled
def is_unseen(state: Row, tile: int) -> bool:
    """Tell whether a tile of the deck lies in a hidden hand or in the well, and was not shown."""
    half = tile >> 6
    seen = state[TABLE + half] | ~DECKS[state[BEGINNER], half]
    for seat in range(state[SEATS]):
        seen |= state[HANDS + 2 * seat + half]
    return state[SHOWN] != tile + 1 and not seen >> (tile & 63) & 1


@allocating
def fill(state: Row, seat: int, seed: int) -> None:
    """Deal anew what the seat, or NOBODY, cannot see, as far as all that is public allows."""
    if state[PHASE] == MATCH_OVER or state[ROUND] == 0:
        return
    random = np.full(1, seed, np.int64)
    for _ in range(ATTEMPTS):
        if deal_unseen(state, seat, NOWHERE, NOWHERE, random) and agrees(state):
            return
    # What the seat to move holds is so special that chance does not hit it: give it each pair of tiles in turn.
    tiles = np.zeros(TILES, np.int64)
    shuffle(tiles, random)
    for i in range(TILES * TILES):
        first, second = int(tiles[i // TILES]), int(tiles[i % TILES])
        hide(state, seat)
        if not is_unseen(state, first) or not is_unseen(state, second):
            continue
        if deal_unseen(state, seat, first, second if second != first else NOWHERE, random) and agrees(state):
            return
