"""Exago in words: what to do now, what a move did, and what a better one would have done."""

from collections.abc import Iterator

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.exago.kernel import makes_line
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import cells_of, has
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import Row


def prompt(row: Row) -> Notice:
    """Put a tile from the hand, or lift one."""
    left = int(row[layout.HAND + row[layout.MOVER]])
    if not row[layout.BOARD : layout.BOARD + 2].any():
        return Notice("exago.prompt.first")
    if not left:
        return Notice("exago.prompt.lift")
    if row[layout.EARLY]:
        return Notice("exago.prompt.put_or_lift", {"left": left})
    return Notice("exago.prompt.put", {"left": left}) if left > 1 else Notice("exago.prompt.last")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The cells of the move, and how many tiles went back to the hands; which ones for those who listen."""
    grid = GRIDS[int(before[layout.SIDE])]
    target, source, _ = cells_of(move)
    cell = grid.name(target)
    if source == layout.NO_CELL:
        return MoveWords("exago.move.put", {"to": cell}, (cell,))
    hands = slice(layout.HAND, layout.HAND + int(before[layout.SEATS]))
    count = int(after[hands].sum() - before[hands].sum())
    heard = [Notice("exago.heard.lift", {"from": grid.name(source), "to": cell}), *_returned(before, move, after)]
    values: dict[str, str | int] = {"from": grid.name(source), "to": cell, "count": count}
    return MoveWords("exago.move.lift", values, (cell,), heard=tuple(heard))


def _returned(before: Row, move: int, after: Row) -> Iterator[Notice]:
    """For each seat, the cells whose tiles went back to its hand."""
    grid = GRIDS[int(before[layout.SIDE])]
    target, source, _ = cells_of(move)
    for seat in range(int(before[layout.SEATS])):
        old, new = (load(row, layout.TILES + 2 * seat) for row in (before, after))
        lying = {cell for cell in range(grid.cells) if has(old, cell)}
        if seat == before[layout.MOVER]:
            lying = lying - {source} | {target}
        gone = [grid.name(cell) for cell in sorted(lying) if not has(new, cell)]
        if gone:
            yield Notice("exago.heard.back", {"seat": str(seat), "count": len(gone), "cells": ", ".join(gone)})


def merit(before: Row, better: int, after: Row, instead: Row) -> Notice | None:
    """More than one place to complete a line, or more tiles of others sent back."""
    mover = int(before[layout.MOVER])
    gaps = _gaps(after, mover)
    if gaps > max(1, _gaps(instead, mover)):
        return Notice("exago.merit.gaps", {"count": gaps})
    sent, sent_instead = (_sent_back(before, row, mover) for row in (after, instead))
    return Notice("exago.merit.sent_back", {"count": sent}) if sent > max(1, sent_instead) else None


def _gaps(row: Row, seat: int) -> int:
    """How many empty cells would complete a line of a seat."""
    taken = load(row, layout.BOARD)
    cells = range(GRIDS[int(row[layout.SIDE])].cells)
    return sum(not has(taken, cell) and bool(makes_line(row, seat, cell)) for cell in cells)


def _sent_back(before: Row, after: Row, mover: int) -> int:
    """How many tiles of others went back to their hands."""
    hands = [layout.HAND + seat for seat in range(int(before[layout.SEATS])) if seat != mover]
    return int(after[hands].sum() - before[hands].sum())
