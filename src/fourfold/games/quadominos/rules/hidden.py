"""Hidden information of Quad-Ominos: blanking what a seat cannot see, and dealing it anew (determinization)."""

from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.hands import find_starter, highest_tile
from fourfold.games.quadominos.rules.layout import OPEN_WORDS
from fourfold.games.quadominos.rules.placement import can_place, can_place_two, list_open
from fourfold.games.quadominos.rules.tables import RANK, TILES
from fourfold.games.quadominos.rules.tile_sets import add_tile, deck_of, has, put_in_well
from fourfold.kernel.bitboard import EMPTY, Bitboard, difference, load, size, store
from fourfold.kernel.bits import nth_bit
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import Row, compiled, local_row, popcount

# A group is where an unseen tile can be: a hand, the place of the tile that the mover has just drawn, the well.
FRESH_GROUP = layout.MOST_SEATS
WELL_GROUP = FRESH_GROUP + 1
GROUPS = WELL_GROUP + 1
NOWHERE = -1
ATTEMPTS = 200


@compiled
def hide(state: Row, seat: int) -> None:
    """Blank the other hands, which are open between rounds, and the well, until the match is over."""
    if state[layout.PHASE] == layout.MATCH_OVER:
        return
    for at in range(layout.WELL, layout.WELL_LEFT):
        state[at] = 0
    if state[layout.PHASE] == layout.PLAYING:
        for other in range(state[layout.SEATS]):
            if other != seat:
                store(state, layout.HANDS + 2 * other, EMPTY)


@compiled
def unseen_tiles(state: Row) -> Bitboard:
    """The tiles of the deck that lie neither on the table nor in a visible hand."""
    tiles = difference(deck_of(state), load(state, layout.TABLE))
    for seat in range(state[layout.SEATS]):
        tiles = difference(tiles, load(state, layout.HANDS + 2 * seat))
    return tiles


@compiled
def find_allowed(state: Row, seat: int, allowed: Row) -> None:
    """Write for each tile in which groups it can be, as far as the seat knows: a bit for each."""
    # Who is about to start knows that nobody holds a better tile.
    knows_start = state[layout.PHASE] == layout.PLAYING and state[layout.LYING] == 0 and state[layout.MOVER] == seat
    highest = RANK[highest_tile(state, seat)] if knows_start else TILES
    for tile in range(TILES):
        allowed[tile] = 1 << FRESH_GROUP | 1 << WELL_GROUP
        for hand in range(layout.MOST_SEATS):
            if RANK[tile] <= highest and not has(load(state, layout.RULED_OUT + 2 * hand), tile):
                allowed[tile] |= 1 << hand


@compiled
def count_room(state: Row, seat: int, room: Row) -> None:
    """Write how many unseen tiles each group holds."""
    mover = state[layout.MOVER]
    for other in range(state[layout.SEATS]):
        room[other] = state[layout.HELD + other] - size(load(state, layout.HANDS + 2 * other))
    if state[layout.FRESH] and mover != seat:
        room[mover] -= 1
        room[FRESH_GROUP] = 1
    room[WELL_GROUP] = state[layout.WELL_LEFT]


@compiled
def shuffle_tiles(tiles: Bitboard, order: Row, random: Row) -> None:
    """Write the tiles of a set in random order."""
    shuffle(order, random)
    low, high = tiles
    lows = popcount(low)
    for place in range(len(order)):
        index = order[place]
        order[place] = nth_bit(low, index) if index < lows else 64 + nth_bit(high, index - lows)


@compiled
def draw_group(allowed: int, room: Row, random: Row) -> int:
    """Draw a group for a tile, each as often as it has room; NOWHERE if none has."""
    free = 0
    for group in range(GROUPS):
        if allowed >> group & 1:
            free += room[group]
    if free == 0:
        return NOWHERE
    index = random_below(random, free)
    group = -1
    while index >= 0:
        group += 1
        if allowed >> group & 1:
            index -= room[group]
    return group


@compiled
def enqueue(tile: int, allowed: int, entering: Row, queue: Row, queued: int) -> int:
    """Queue the groups that a tile may enter and no other tile would enter yet; give how many are queued."""
    for group in range(GROUPS):
        if entering[group] == NOWHERE and allowed >> group & 1:
            entering[group] = tile
            queue[queued] = group
            queued += 1
    return queued


@compiled
def make_room(tile: int, allowed: Row, room: Row, home: Row) -> bool:
    """Find a home for a tile by moving others on, each to a group where it may be (an augmenting path)."""
    entering = local_row(GROUPS)  # the tile that would move into a group
    entering[:] = NOWHERE
    queue = local_row(GROUPS)
    queued = enqueue(tile, allowed[tile], entering, queue, 0)
    at = 0
    while at < queued:
        group = queue[at]
        at += 1
        if room[group]:
            room[group] -= 1
            while entering[group] != tile:
                left = home[entering[group]]
                home[entering[group]] = group
                group = left
            home[tile] = group
            return True
        for other in range(TILES):
            if home[other] == group:
                queued = enqueue(other, allowed[other], entering, queue, queued)
    return False


@compiled
def reserve(tile: int, mover: int, allowed: Row, room: Row) -> bool:
    """Keep room for a tile, if it is one, in the hand of the seat to move; tell whether that is possible."""
    if tile == NOWHERE:
        return True
    if room[mover] == 0 or not allowed[tile] >> mover & 1:
        return False
    room[mover] -= 1
    return True


@compiled
def place_unseen(state: Row, order: Row, home: Row) -> None:
    """Put the tiles into the groups that were found for them."""
    left = 0
    for tile in order:
        group = home[tile]
        if group == WELL_GROUP:
            put_in_well(state, left, tile)
            left += 1
        else:
            add_tile(state, layout.HANDS + 2 * (state[layout.MOVER] if group == FRESH_GROUP else group), tile)


@compiled
def deal_unseen(state: Row, seat: int, first: int, second: int, random: Row) -> bool:
    """Deal what the seat cannot see; the seat to move gets the tiles `first` and `second`, where they are not NOWHERE.

    Tells whether there is such a deal.
    """
    hide(state, seat)
    mover = state[layout.MOVER]
    if state[layout.SHOWN] and state[layout.SHOWN_BY] != seat:
        add_tile(state, layout.HANDS + 2 * state[layout.SHOWN_BY], state[layout.SHOWN] - 1)
    allowed = local_row(TILES)
    find_allowed(state, seat, allowed)
    room = local_row(GROUPS)
    room[:] = 0
    count_room(state, seat, room)
    unseen = unseen_tiles(state)
    order = local_row(TILES)[: size(unseen)]
    shuffle_tiles(unseen, order, random)
    if not (reserve(first, mover, allowed, room) and reserve(second, mover, allowed, room)):
        return False
    home = local_row(TILES)
    home[:] = NOWHERE
    for place in range(len(order)):
        tile = int(order[place])
        if tile in (first, second):
            continue
        group = draw_group(allowed[tile], room, random)
        if group != NOWHERE:
            room[group] -= 1
            home[tile] = group
        elif not make_room(tile, allowed, room, home):
            return False
    for reserved in (first, second):
        if reserved != NOWHERE:
            home[reserved] = mover
    place_unseen(state, order, home)
    return True


@compiled
def agrees(state: Row) -> bool:
    """Tell whether the hand of the seat to move agrees with what is public: who starts, and which tiles are due."""
    hand, due = load(state, layout.HANDS + 2 * state[layout.MOVER]), state[layout.DUE]
    if state[layout.PHASE] != layout.PLAYING:
        return True
    if state[layout.LYING] == 0:
        return find_starter(state) == state[layout.MOVER]
    if due == 2:
        spots = local_row(OPEN_WORDS)
        list_open(state, hand, spots)
        return can_place_two(state, hand, spots, layout.NOTHING)
    return due == 0 or can_place(state, hand)


@compiled
def is_unseen(state: Row, tile: int) -> bool:
    """Tell whether a tile of the deck lies in a hidden hand or in the well, and was not shown."""
    return state[layout.SHOWN] != tile + 1 and has(unseen_tiles(state), tile)


@compiled
def fill(state: Row, seat: int, seed: int) -> None:
    """Determinize: deal what the seat, or NOBODY, cannot see at random, consistent with what is public."""
    if state[layout.PHASE] == layout.MATCH_OVER or state[layout.ROUND] == 0:
        return
    random = local_row(1)
    random[0] = seed
    for _ in range(ATTEMPTS):
        if deal_unseen(state, seat, NOWHERE, NOWHERE, random) and agrees(state):
            return
    # Random deals do not hit the special hand of the seat to move: give it each pair of tiles in turn.
    tiles = local_row(TILES)
    shuffle(tiles, random)
    for pair in range(TILES * TILES):
        first, second = int(tiles[pair // TILES]), int(tiles[pair % TILES])
        hide(state, seat)
        if not is_unseen(state, first) or not is_unseen(state, second):
            continue
        if deal_unseen(state, seat, first, second if second != first else NOWHERE, random) and agrees(state):
            return
