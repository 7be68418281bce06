"""Quads in words: what to do now, what a move did, and what a better one would have done."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.quads import kernel
from fourfold.games.quads.notation import SIDES, format_edges
from fourfold.games.quads.symbols import OWNERS
from fourfold.kernel.jit import Row

NEUTRALS = 2  # tiles that are laid before the players' own (Quads F4)


def prompt(row: Row) -> Notice:
    """A neutral tile, or one of one's own."""
    if row[kernel.PLY] >= NEUTRALS:
        return Notice("quads.prompt.lay")
    if row[kernel.PLY] == 0:
        return Notice("quads.prompt.first_neutral")
    return Notice("quads.prompt.neutral_apart" if row[kernel.OPTIONS] & kernel.DIAGONAL else "quads.prompt.neutral")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The square of the tile; its edges for those who listen."""
    cell = kernel.GRID.name(move & 63)
    is_neutral = before[kernel.PLY] < NEUTRALS
    owner = OWNERS[kernel.NEUTRAL if is_neutral else int(kernel.to_move(before))]
    edges = dict(zip(SIDES, format_edges(move >> kernel.SQUARE_BITS), strict=True))
    heard = Notice("quads.heard.lay", {"to": cell, "owner": owner, **edges})
    return MoveWords("quads.move.neutral" if is_neutral else "quads.move.lay", {"to": cell}, (cell,), heard=(heard,))


def open_squares(row: Row, player: int) -> set[int]:
    """The squares beside tiles where some tile of a player's hand fits (Quads F5)."""
    hand, frontier = int(row[kernel.HANDS + player]), int(row[kernel.FRONTIER])
    beside = [square for square in range(kernel.SQUARES) if frontier >> square & 1]
    return {square for square in beside if int(kernel.FITS[player, row[square] & kernel.DEMANDS]) & hand}


def merit(before: Row, better: int, after: Row, instead: Row) -> Notice | None:
    """The squares that both could fill are closed, or the other has fewer squares left."""
    if before[kernel.PLY] < NEUTRALS:
        return None
    shared, closed, left = (len(open_squares(row, 0) & open_squares(row, 1)) for row in (before, after, instead))
    if shared and left and not closed:
        return Notice("quads.merit.closed_last" if shared == 1 else "quads.merit.closed_all")
    other = 1 - int(kernel.to_move(before))
    fewer, more = (len(open_squares(row, other)) for row in (after, instead))
    return Notice("quads.merit.narrowed", {"count": fewer, "instead": more}) if 0 < fewer < more - 1 else None
