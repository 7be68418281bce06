"""The data of a board as the TUI needs it: cells by their centres, pieces by their symbols, hands.

It is made from a local position or view, or from the JSON that a server sends.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from fourfold.core.moves import Move
from fourfold.core.position import Position, View
from fourfold.picture.shapes import MarkKind

QUARTER = 90  # degrees
SQUARE = 4  # corners


@dataclass(frozen=True)
class TerminalPiece:
    """A symbol of the drawing, turned clockwise by quarters."""

    symbol: str
    turn: int = 0


@dataclass(frozen=True)
class TerminalCell:
    """A cell: the centre of its outline, and its number of corners."""

    name: str
    x: float
    y: float
    corners: int


@dataclass(frozen=True)
class Held:
    """A piece beside the board: its click, and its orientations by their clicks."""

    name: str
    piece: TerminalPiece
    lying: Mapping[str, TerminalPiece] = field(default_factory=dict)


@dataclass(frozen=True)
class TerminalHand:
    """The pieces of a seat, or of everybody (None): their number, and those that can be seen."""

    seat: int | None
    symbol: str
    number: int
    items: tuple[Held, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A board: cells, pieces on each cell from the bottom up, cells of the last move, hands, tiles left to draw."""

    cells: Mapping[str, TerminalCell]
    pieces: Mapping[str, tuple[TerminalPiece, ...]] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    hands: tuple[TerminalHand, ...] = ()
    well: int | None = None

    @classmethod
    def of(cls, table: Position | View) -> "Picture":
        """Read a position or a view.

        >>> import fourfold
        >>> picture = Picture.of(fourfold.game("exago").start().play("e5"))
        >>> len(picture.cells), picture.pieces, picture.touched
        (61, {'e5': (TerminalPiece(symbol='exago-0', turn=0),)}, frozenset({'e5'}))
        """
        game, row = table.game, table.row.copy()
        pieces = game.look.pieces(row, table.last.code if isinstance(table.last, Move) else None)
        laid = [(item.name, item.place, _piece(item)) for item in pieces.items]
        return cls._make((*game.look.frame(row).cells, *pieces.cells), laid, pieces.marks, game.look.hands(row))

    @classmethod
    def of_board(cls, board: Mapping[str, Any], frame: Mapping[str, Any]) -> "Picture":
        """Read the board and the frame of a match that a server has sent."""
        sent = _with_attributes(board)
        laid = [(item.name, (item.x, item.y), _piece(item)) for item in sent.items]
        return cls._make((*_with_attributes(frame).cells, *sent.cells), laid, sent.marks, sent)

    @classmethod
    def _make(
        cls,
        outlines: Iterable[Any],
        laid: Iterable[tuple[str, tuple[float, float], TerminalPiece]],
        marks: Iterable[Any],
        beside: Any,
    ) -> "Picture":
        cells = {outline.name: _cell(outline.name, outline.points) for outline in outlines}
        has_no_rim = any("," in name for name in cells)
        stacks: dict[str, tuple[TerminalPiece, ...]] = {}
        for name, (x, y), piece in laid:
            if has_no_rim:  # the frame has no cells: those with pieces are the board
                cells.setdefault(name, TerminalCell(name, x, y, SQUARE))
            if name in cells:
                stacks[name] = (*stacks.get(name, ()), piece)
        hands = [TerminalHand(hand.seat, hand.symbol, hand.number, _held(hand.items)) for hand in beside.hands]
        if beside.shared:
            hands.insert(0, TerminalHand(None, "", len(beside.shared), _held(beside.shared)))
        paths = (mark.name.split("-") if MarkKind(mark.kind) is MarkKind.PATH else [mark.name] for mark in marks)
        touched = frozenset(name for path in paths for name in path if name in cells)
        return cls(cells, stacks, touched, tuple(hands), beside.well)


NO_PICTURE = Picture({})  # of a match that has not begun


def _with_attributes(value: Any) -> Any:
    """JSON as objects, with the attributes of the drawing classes."""
    if isinstance(value, Mapping):
        return SimpleNamespace(**{name: _with_attributes(each) for name, each in value.items()})
    return [_with_attributes(each) for each in value] if isinstance(value, list) else value


def _piece(item: Any) -> TerminalPiece:
    return TerminalPiece(item.symbol, round(item.turn / QUARTER) % 4)


def _cell(name: str, points: Any) -> TerminalCell:
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return TerminalCell(name, x, y, len(points))


def _held(items: Iterable[Any]) -> tuple[Held, ...]:
    return tuple(Held(item.name, _piece(item), {way.click: _piece(way) for way in item.lying}) for item in items)
