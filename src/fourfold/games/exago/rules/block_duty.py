"""The duty to block: which opponent the mover has to stop (Exago F6, R4). Three seats or more: four in a line win."""

from fourfold.games.exago.rules import layout, tables
from fourfold.games.exago.rules.cells import cells_of, first_entry, lowest, only, without_lowest
from fourfold.games.exago.rules.groups import count_runs, group_of, largest, settle, split
from fourfold.kernel.bitboard import EMPTY, Bitboard, difference, has_any, intersection, load, size, store, union
from fourfold.kernel.jit import Row, compiled


@compiled
def find_gaps(own: Bitboard, board: Bitboard, first: int) -> Bitboard:
    """The empty cells where a tile would make four in a line.

    Three of a four are found from the lowest of them: the gap is ahead of it, or just before it.
    """
    gaps = EMPTY
    left = own
    while has_any(left):
        entry = first + lowest(left)
        left = without_lowest(left)
        for line in range(tables.AXES * entry, tables.AXES * (entry + 1)):
            ahead = tables.AHEAD_LOW[line], tables.AHEAD_HIGH[line]
            if size(intersection(own, ahead)) >= 2:
                gaps = union(gaps, ahead)
                if not has_any(difference((tables.NEXT_LOW[line], tables.NEXT_HIGH[line]), own)):
                    gaps = union(gaps, (tables.BEFORE_LOW[line], tables.BEFORE_HIGH[line]))
    return difference(gaps, board)


@compiled
def wins_by_cut(board: Bitboard, own: Bitboard, groups: int, first: int, work: Row) -> bool:
    """Tell whether a lift that cuts wins: a largest group must hold three of a four."""
    best = largest(groups, work)
    for at in range(0, groups * layout.GROUP_WORDS, layout.GROUP_WORDS):
        if work[at + layout.SIZE] == best:
            kept = intersection(own, load(work, at + layout.GROUP))
            if has_any(find_gaps(kept, board, first)):
                return True
    return False


@compiled
def wins_by_late_cut(tiles: Bitboard, gaps: Bitboard, runs: int, first: int, work: Row) -> bool:
    """Tell whether a lift wins in one of the gaps with `late`: the group of the new line must be a largest one."""
    while has_any(gaps):
        target = lowest(gaps)
        gaps = without_lowest(gaps)
        groups = split(union(tiles, only(target)), runs, first, work)
        if groups == 1 or work[group_of(target, groups, work) + layout.SIZE] == largest(groups, work):
            return True
    return False


@compiled
def can_win(board: Bitboard, own: Bitboard, hand: int, late: int, first: int, work: Row) -> bool:
    """Tell whether a colour could make four in a line were it its turn, on a board with these tiles.

    A cell that completes a line touches a tile of it, so it is always open to a tile.
    """
    if not has_any(find_gaps(own, board, first)):
        return False
    if hand:
        return True
    left = own
    while has_any(left):
        source = lowest(left)
        left = without_lowest(left)
        gaps = find_gaps(difference(own, only(source)), board, first)
        if not has_any(gaps):
            continue
        runs = count_runs(board, first + source)
        if runs < 2:
            return True
        tiles = difference(board, only(source))
        if late:
            if wins_by_late_cut(tiles, gaps, runs, first, work):
                return True
            continue
        groups = split(tiles, runs, first, work)
        if groups == 1 or wins_by_cut(board, own, groups, first, work):
            return True
    return False


@compiled
def seat_can_win(state: Row, seat: int, board: Bitboard, work: Row) -> bool:
    """Tell whether a seat could win were it its turn on this board; its other tiles are in its hand."""
    own = load(state, layout.TILES + 2 * seat)
    hand = state[layout.HAND + seat] + has_any(difference(own, board))
    return can_win(board, intersection(own, board), hand, state[layout.LATE], first_entry(state), work)


@compiled
def find_sure_gaps(board: Bitboard, own: Bitboard, hand: int, first: int, work: Row) -> Bitboard:
    """The gaps that a colour can fill without a cut.

    One more tile elsewhere changes nothing about them: it touches the tiles that stay, or is alone when they are cut.
    """
    gaps = find_gaps(own, board, first)
    if hand or not has_any(gaps):
        return gaps
    sure = EMPTY
    left = own
    while has_any(left):
        source = lowest(left)
        left = without_lowest(left)
        gaps = find_gaps(difference(own, only(source)), board, first)
        if has_any(gaps):
            runs = count_runs(board, first + source)
            if runs < 2 or split(difference(board, only(source)), runs, first, work) == 1:
                sure = union(sure, gaps)
    return sure


@compiled
def board_after(state: Row, bundle: int, target: int, work: Row) -> Bitboard:
    """The tiles that lie on the board after a move of a bundle."""
    moves = work[bundle + layout.MOVES]
    if not moves & layout.WAITS:
        return union(load(work, bundle + layout.KEPT), only(target))
    _, source, keep = cells_of(moves)
    if moves & layout.MOVED_STAYS:
        keep = target
    board, first = load(state, layout.BOARD), first_entry(state)
    runs = count_runs(board, first + source)
    board = union(difference(board, only(source)), only(target))
    at = settle(board, runs, keep, first, work)
    return load(work, at + layout.GROUP) if at >= 0 else board


@compiled
def find_candidates(state: Row, bundle: int, seat: int, work: Row) -> Bitboard:
    """The targets of a bundle that may stop a seat: two sure gaps cannot be stopped, one only by a tile in it."""
    targets = load(work, bundle + layout.TARGETS)
    if work[bundle + layout.MOVES] & layout.WAITS:
        return targets
    board = load(work, bundle + layout.KEPT)
    own = load(state, layout.TILES + 2 * seat)
    hand = state[layout.HAND + seat] + has_any(difference(own, board))
    gaps = find_sure_gaps(board, intersection(own, board), hand, first_entry(state), work)
    if size(gaps) > 1:
        return EMPTY
    return intersection(targets, gaps) if has_any(gaps) else targets


@compiled
def find_stops(state: Row, bundle: int, seat: int, work: Row) -> Bitboard:
    """The targets of a bundle that stop a seat: were it its turn then, it could not win."""
    stops = EMPTY
    left = find_candidates(state, bundle, seat, work)
    while has_any(left):
        target = lowest(left)
        left = without_lowest(left)
        if not seat_can_win(state, seat, board_after(state, bundle, target, work), work):
            stops = union(stops, only(target))
    return stops


@compiled
def find_duty(state: Row, threats: int, bundles: int, work: Row) -> None:
    """Find the seat to stop, and the ruling; write the targets that stop it, and those that stop others."""
    mover = state[layout.MOVER]
    seats = state[layout.SEATS]
    for distance in range(1, seats):
        seat = (mover + distance) % seats
        if not threats >> seat & 1:
            continue
        stoppable = False
        for number in range(bundles):
            stops = find_stops(state, layout.FIRST_BUNDLE + number * layout.BUNDLE_WORDS, seat, work)
            if has_any(stops):
                stoppable = True
            if work[layout.DUTY]:
                store(work, layout.SOME + 2 * number, union(load(work, layout.SOME + 2 * number), stops))
            else:
                store(work, layout.MUST + 2 * number, stops)
                store(work, layout.SOME + 2 * number, EMPTY)
        if stoppable and not work[layout.DUTY]:
            work[layout.DUTY] = layout.R4A_STOP_NEXT if distance == 1 else layout.R4B_STOP_NEAREST
            work[layout.DUTY_SEAT] = seat
        if work[layout.DUTY] == layout.R4A_STOP_NEXT:
            return


@compiled
def apply_blocking(state: Row, end: int, work: Row) -> None:
    """Remove from the bundles the moves that Exago R4 forbids."""
    work[layout.DUTY] = 0
    threats = 0
    board = load(state, layout.BOARD)
    for seat in range(state[layout.SEATS]):
        if seat != state[layout.MOVER] and seat_can_win(state, seat, board, work):
            threats |= 1 << seat
    if not threats or seat_can_win(state, state[layout.MOVER], board, work):
        return
    bundles = (end - layout.FIRST_BUNDLE) // layout.BUNDLE_WORDS
    find_duty(state, threats, bundles, work)
    if not work[layout.DUTY]:
        return
    for number in range(bundles):
        bundle = layout.FIRST_BUNDLE + number * layout.BUNDLE_WORDS
        targets = load(work, bundle + layout.TARGETS)
        legal = intersection(targets, load(work, layout.MUST + 2 * number))
        if work[layout.DUTY] == layout.R4B_STOP_NEAREST:  # what stops nobody stays legal
            legal = union(legal, difference(targets, load(work, layout.SOME + 2 * number)))
        store(work, bundle + layout.TARGETS, legal)
        work[bundle + layout.BUNDLE_WORDS + layout.BEFORE] = work[bundle + layout.BEFORE] + size(legal)
