"""Move generation of Exago: the moves of the seat to move, in bundles, without the duty to block (F3, F4, F5, F7)."""

from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import centre, first_entry, lowest, near, only, without_lowest
from fourfold.games.exago.rules.groups import count_runs, largest, split
from fourfold.kernel.bitboard import EMPTY, Bitboard, difference, has_any, intersection, load, size, store, union
from fourfold.kernel.jit import Row, compiled

EVERYWHERE: Bitboard = (-1, -1)


@compiled
def add_bundle(work: Row, at: int, moves: int, targets: Bitboard, kept: Bitboard) -> int:
    """Write a bundle, and behind it the number of moves so far; give the place of the next one."""
    work[at + layout.MOVES] = moves
    store(work, at + layout.TARGETS, targets)
    store(work, at + layout.KEPT, kept)
    work[at + layout.BUNDLE_WORDS + layout.BEFORE] = work[at + layout.BEFORE] + size(targets)
    return at + layout.BUNDLE_WORDS


@compiled
def targets_joining(joined: int, board: Bitboard, work: Row) -> Bitboard:
    """The empty cells where a tile touches exactly these of the three groups in `work`, a bit for each."""
    targets = difference(EVERYWHERE, board)
    for group in range(layout.MOST_GROUPS):
        touch = load(work, group * layout.GROUP_WORDS + layout.TOUCH)
        targets = intersection(targets, touch) if joined >> group & 1 else difference(targets, touch)
    return targets


@compiled
def joined_size(joined: int, work: Row) -> int:
    """The size of the group that a tile makes of these groups."""
    tiles = 1
    for group in range(layout.MOST_GROUPS):
        if joined >> group & 1:
            tiles += work[group * layout.GROUP_WORDS + layout.SIZE]
    return tiles


@compiled
def apart_of_size(joined: int, wanted: int, work: Row) -> int:
    """The groups of a size that a tile does not join, a bit for each."""
    groups = 0
    for group in range(layout.MOST_GROUPS):
        if not joined >> group & 1 and work[group * layout.GROUP_WORDS + layout.SIZE] == wanted:
            groups |= 1 << group
    return groups


@compiled
def largest_after(joined: int, work: Row) -> int:
    """The size of the largest group once a tile has joined these groups."""
    best = joined_size(joined, work)
    for group in range(layout.MOST_GROUPS):
        if not joined >> group & 1:
            best = max(best, work[group * layout.GROUP_WORDS + layout.SIZE])
    return best


@compiled
def add_waiting(work: Row, end: int, moves: int, board: Bitboard) -> int:
    """Append the lifts from one source where the cut waits until the tile is put down (Exago F7, `late`).

    The three groups after the lift are in `work`, an empty one last where there are two. The tile joins those that it
    touches: for each choice of them the sizes are known, and so is which groups are the largest.
    """
    sole = EMPTY  # targets that leave one largest group
    moved = EMPTY  # targets that leave the group of the moved tile among several largest ones
    for at in range(layout.MUST, layout.MUST + 2 * layout.MOST_GROUPS):  # the same for each other group
        work[at] = 0
    for joined in range(1, 1 << layout.MOST_GROUPS):
        targets = targets_joining(joined, board, work)
        best = largest_after(joined, work)
        is_moved_largest = joined_size(joined, work) == best
        others = apart_of_size(joined, best, work)
        if others == 0 or (not is_moved_largest and others & (others - 1) == 0):
            sole = union(sole, targets)
            continue
        if is_moved_largest:
            moved = union(moved, targets)
        for group in range(layout.MOST_GROUPS):
            if others >> group & 1:
                store(work, layout.MUST + 2 * group, union(load(work, layout.MUST + 2 * group), targets))
    moves |= layout.WAITS
    end = add_bundle(work, end, moves, sole, EMPTY)
    if has_any(moved):
        end = add_bundle(work, end, moves | layout.MOVED_STAYS, moved, EMPTY)
    for group in range(layout.MOST_GROUPS):
        targets = load(work, layout.MUST + 2 * group)
        if has_any(targets):
            keep = lowest(load(work, group * layout.GROUP_WORDS + layout.GROUP))
            end = add_bundle(work, end, moves | (keep + 1) << layout.KEEP, targets, EMPTY)
    return end


@compiled
def add_cutting(state: Row, source: int, runs: int, end: int, work: Row) -> int:
    """Append the lifts from one source if its lift cuts, else nothing; give the end of the bundles."""
    board = load(state, layout.BOARD)
    moves = (source + 1) << layout.SOURCE
    groups = split(difference(board, only(source)), runs, first_entry(state), work)
    if groups == 1:
        return end
    if state[layout.LATE]:
        for at in range(groups * layout.GROUP_WORDS, layout.MOST_GROUPS * layout.GROUP_WORDS):
            work[at] = 0
        return add_waiting(work, end, moves, board)
    best = largest(groups, work)
    ties = -1
    for at in range(0, groups * layout.GROUP_WORDS, layout.GROUP_WORDS):
        ties += work[at + layout.SIZE] == best
    for at in range(0, groups * layout.GROUP_WORDS, layout.GROUP_WORDS):
        if work[at + layout.SIZE] == best:
            kept = load(work, at + layout.GROUP)
            keep = lowest(kept) + 1 if ties else 0
            end = add_bundle(
                work, end, moves | keep << layout.KEEP, difference(load(work, at + layout.TOUCH), board), kept
            )
    return end


@compiled
def touched_cells(state: Row) -> tuple[Bitboard, Bitboard, Bitboard]:
    """The cells that touch a tile; of these, the cells that touch two or more; and three or more."""
    first = first_entry(state)
    once = twice = thrice = EMPTY
    left = load(state, layout.BOARD)
    while has_any(left):
        around = near(first + lowest(left))
        left = without_lowest(left)
        thrice = union(thrice, intersection(twice, around))
        twice = union(twice, intersection(once, around))
        once = union(once, around)
    return once, twice, thrice


@compiled
def add_puts(state: Row, end: int, work: Row) -> int:
    """Append the moves with a tile from the hand; give the end of the bundles (Exago F3)."""
    board = load(state, layout.BOARD)
    if not has_any(board):
        return add_bundle(work, end, 0, only(centre(state)), EMPTY)
    return add_bundle(work, end, 0, difference(touched_cells(state)[0], board), board)


@compiled
def find_leaf(state: Row, source: int, runs: int, twice: Bitboard) -> Bitboard:
    """The single tile that a lift cuts off, if it touches no other tile: the most common cut."""
    if runs != 2 or state[layout.LATE]:
        return EMPTY
    board = load(state, layout.BOARD)
    leaves = difference(intersection(near(first_entry(state) + source), board), twice)
    return leaves if size(leaves) == 1 else EMPTY


@compiled
def add_lift(
    state: Row, source: int, once: Bitboard, twice: Bitboard, thrice: Bitboard, end: int, work: Row
) -> int:  # fmt: skip
    """Append the moves that lift one tile, given the `touched_cells`; give the end of the bundles (Exago F4, F5)."""
    first, board = first_entry(state), load(state, layout.BOARD)
    runs = count_runs(board, first + source)
    leaf = find_leaf(state, source, runs, twice)
    gone = EMPTY  # what the leaf touches
    if has_any(leaf):
        gone = near(first + lowest(leaf))
    elif runs > 1:
        after = add_cutting(state, source, runs, end, work)
        if after > end:
            return after
    # A cell is open if it touches a tile other than the lifted one and the leaf.
    around = near(first + source)
    at_two = difference(twice, intersection(around, gone))
    at_one = difference(once, union(around, gone))
    targets = difference(union(thrice, union(at_two, at_one)), board)
    kept = difference(board, union(only(source), leaf))
    return add_bundle(work, end, (source + 1) << layout.SOURCE, targets, kept)


@compiled
def add_lifts(state: Row, end: int, work: Row) -> int:
    """Append the moves that lift a tile; give the end of the bundles."""
    once, twice, thrice = touched_cells(state)
    own = load(state, layout.TILES + 2 * state[layout.MOVER])
    while has_any(own):
        end = add_lift(state, lowest(own), once, twice, thrice, end, work)
        own = without_lowest(own)
    return end


@compiled
def list_lifts_of(state: Row, source: int, work: Row) -> int:
    """Write the moves that lift one tile to `work`, without the duty to block; give the end of the bundles."""
    once, twice, thrice = touched_cells(state)
    work[layout.FIRST_BUNDLE + layout.BEFORE] = 0
    return add_lift(state, source, once, twice, thrice, layout.FIRST_BUNDLE, work)


@compiled
def list_bundles(state: Row, work: Row) -> int:
    """Write all moves of the seat to move to `work`; give the end of the bundles."""
    hand = state[layout.HAND + state[layout.MOVER]]
    end = layout.FIRST_BUNDLE
    work[end + layout.BEFORE] = 0
    if hand:
        end = add_puts(state, end, work)
    if not hand or state[layout.EARLY]:
        end = add_lifts(state, end, work)
    return end
