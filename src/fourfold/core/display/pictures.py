"""Drawings of positions, views and records, with a title and a description for screen readers."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from fourfold.core.display.scene import Scene
from fourfold.core.errors import BadValue
from fourfold.core.moves import Move
from fourfold.picture.palette import NAMES, PALETTES, Palette
from fourfold.picture.shapes import Box, Drawing, Frame, Hands, Mark, Pieces
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.core.position import _Table
    from fourfold.core.records.record import Record


def find_palette(name: str) -> Palette:
    """Find a palette by name; `page` leaves the colours to the style sheet of a page."""
    palettes = {**PALETTES, NAMES.name: NAMES}
    if name not in palettes:
        raise BadValue("fourfold.no_such_palette", name=name, names=", ".join(palettes))
    return palettes[name]


def lay_out(table: "_Table") -> tuple[Frame, Pieces, Hands]:
    """Give the parts of a board separately: its frame, the pieces on it, the hands beside it.

    >>> import fourfold
    >>> frame, pieces, hands = lay_out(fourfold.game("exago").start().play("e5"))
    >>> len(frame.cells), [item.name for item in pieces.items], [hand.number for hand in hands.hands]
    (61, ['e5'], [11, 12])
    """
    game, row = table.game, table._row
    last = table.last.code if isinstance(table.last, Move) else None
    return game.look.frame(row), game.look.pieces(row, last), game.look.hands(row)


def ending_of(table: "_Table") -> tuple[Mark, ...]:
    """The marks of why a game ended: the winning line, or blocked places; none while it runs."""
    return table.game.look.ending(table._row) if table.outcome else ()


def draw(table: "_Table", span: Box | None = None) -> Drawing:
    """Draw a position or a view."""
    last = table.last if isinstance(table.last, Move) else None
    winner = table.outcome.winner if table.outcome else None
    scene = Scene(last.code if last else None, table.to_move, winner, span)
    title = say("fourfold.picture.title", game=table.game.name, ply=table.ply)
    description = say(
        "fourfold.picture.description",
        last=str(last) if last else "none",
        mover="none" if table.to_move is None else say(f"{table.game.id}.seat.{table.to_move}"),
        reason=table.outcome.reason if table.outcome else "none",
        position=str(table),
    )
    drawing = table.game.look.draw(table._row, scene)
    return replace(drawing, marks=(*drawing.marks, *ending_of(table)), title=title, description=description)


def draw_record(record: "Record", seat: int | None = None, *, is_view: bool = False) -> Iterator[Drawing]:
    """Draw every position of a record with the same bounds; with `is_view` as a seat, or a spectator, sees it."""
    positions = list(record.positions())
    span = reduce(Box.joined, (position.game.look.span(position._row) for position in positions))
    for position in positions:
        yield draw(position.view(seat) if is_view else position, span)
