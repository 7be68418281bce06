"""Validation of parsed positions of Quad-Ominos."""

from collections import Counter

from fourfold.core.errors import BadPosition
from fourfold.games.quadominos.kernel import deck, end_round
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.contents import hand_of, lacking, table_of, well_of
from fourfold.games.quadominos.rules.hands import find_starter
from fourfold.games.quadominos.rules.hidden import agrees
from fourfold.games.quadominos.rules.placement import can_place
from fourfold.games.quadominos.rules.tables import HAND_SIZE, NAMES, ZEROS
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import Row


def check_set(row: Row, tiles: list[int], unseen: int = 0) -> None:
    """Require each tile of the deck once, or with unseen tiles at most once; none before the first deal."""
    size = int(deck(row)) if row[layout.ROUND] else 0
    found = Counter(tiles)
    for tile, times in found.items():
        if tile >= size:
            raise BadPosition("quadominos.position.tile_too_many", tile=NAMES[tile])
        if times > 1:
            raise BadPosition("quadominos.position.tile_twice", tile=NAMES[tile])
    if unseen and len(found) + unseen != size:
        raise BadPosition("quadominos.position.unseen", found=len(found) + unseen, size=size)
    for tile in range(0 if unseen else size):
        if tile not in found:
            raise BadPosition("quadominos.position.tile_missing", tile=NAMES[tile])


def settle_phase(row: Row) -> None:
    """Refuse a row that cannot occur; between rounds, find out whether the match is over."""
    if row[layout.ROUNDS] and row[layout.ROUND] > row[layout.ROUNDS]:
        raise BadPosition("quadominos.position.round", round=int(row[layout.ROUND]), rounds=int(row[layout.ROUNDS]))
    if row[layout.ROUND] == 0:
        if row[layout.PHASE] == layout.PLAYING or _has_facts(row) or any(_scores(row)) or row[layout.PLY]:
            raise BadPosition("quadominos.position.undealt")
        return
    drawn = _count_drawn(row)
    target = row[layout.TARGET]
    reached = sum(score >= target for score in _scores(row)) if target else 0
    empty = sum(row[layout.HELD + seat] == 0 for seat in range(int(row[layout.SEATS])))
    if row[layout.PHASE] == layout.PLAYING:
        if reached or empty:
            raise BadPosition("quadominos.position.over", seat=int(row[layout.MOVER]))
        if row[layout.FRESH] and not drawn:
            raise BadPosition("quadominos.position.drew")
        _check_playing(row)
        return
    if _has_facts(row):
        raise BadPosition("quadominos.position.nobody_to_move")
    if reached > 1 or empty > 1:
        raise BadPosition("quadominos.position.two_winners")
    if not (row[layout.LYING] and (reached or empty or _is_blocked(row))):
        raise BadPosition("quadominos.position.round_not_over")
    end_round(row)


def _scores(row: Row) -> list[int]:
    scores: list[int] = row[layout.SCORES : layout.SCORES + row[layout.SEATS]].tolist()
    return scores


def _count_drawn(row: Row) -> int:
    """Count the tiles drawn in this round; refuse a well or a ply that does not agree."""
    seats, left = int(row[layout.SEATS]), int(row[layout.WELL_LEFT])
    most = int(deck(row)) - seats * int(HAND_SIZE[seats])
    if left > most:
        raise BadPosition("quadominos.position.well", found=left, most=most)
    least = int(row[layout.LYING]) + most - left + int(row[layout.PASSES])
    if row[layout.PLY] < least:
        raise BadPosition("quadominos.position.ply", ply=int(row[layout.PLY]), least=least)
    return most - left


def _has_facts(row: Row) -> bool:
    return any(row[word] for word in (layout.DUE, layout.PASSES, layout.FRESH, layout.SHOWN)) or any(_lacks(row))


def _lacks(row: Row) -> list[list[int]]:
    return [lacking(row, seat) for seat in range(int(row[layout.SEATS]))]


def _is_blocked(row: Row) -> bool:
    """Tell whether nobody can place or draw (Quad-Ominos R7)."""
    hands = [load(row, layout.HANDS + 2 * seat) for seat in range(int(row[layout.SEATS]))]
    return not row[layout.WELL_LEFT] and not any(can_place(row, hand) for hand in hands)


def _check_playing(row: Row) -> None:
    """Check the facts of a round in play against each other."""
    seats, due, passes, fresh = (int(row[word]) for word in (layout.SEATS, layout.DUE, layout.PASSES, layout.FRESH))
    if not row[layout.LYING]:
        _check_opening(row)
    if passes and (passes >= seats or row[layout.WELL_LEFT] or due or fresh):
        raise BadPosition("quadominos.position.passes")
    if due and (fresh or not agrees(row)):
        raise BadPosition("quadominos.position.due", due=due)
    if row[layout.SHOWN]:
        tile = int(row[layout.SHOWN]) - 1
        is_held = tile in hand_of(row, int(row[layout.SHOWN_BY]))
        if not is_held or len(set(NAMES[tile])) > 1 or table_of(row).get((0, 0)) != NAMES[ZEROS]:
            raise BadPosition("quadominos.position.shown", tile=NAMES[tile])
    unlaid = {*well_of(row), *(tile for seat in range(seats) for tile in hand_of(row, seat))}
    for seat, tiles in enumerate(_lacks(row)):
        held = set(tiles) & set(hand_of(row, seat))
        if len(held) > (fresh and seat == row[layout.MOVER]) or not unlaid.issuperset(tiles):
            raise BadPosition("quadominos.position.lacks", seat=seat)


def _check_opening(row: Row) -> None:
    """Before the first tile all hands are full, and the holder of the highest tile is to move."""
    seats = int(row[layout.SEATS])
    size = int(HAND_SIZE[seats])
    if _has_facts(row) or any(row[layout.HELD + seat] != size for seat in range(seats)):
        raise BadPosition("quadominos.position.opening", size=size)
    starter = int(find_starter(row))
    if starter != row[layout.MOVER]:
        raise BadPosition("quadominos.position.starter", seat=starter)
