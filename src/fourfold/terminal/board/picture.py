"""What lies on the table, as a terminal needs it: cells by their middles, pieces by their symbols, hands.

It is read off the same data that pages draw: here from a position or a view, online from what the server sends.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.moves import Move
from fourfold.core.position import Position, View
from fourfold.picture.shapes import HandItem, MarkKind

QUARTER = 90  # degrees
SQUARE = 4


@dataclass(frozen=True)
class TerminalPiece:
    """A symbol of the shared pictures, turned clockwise by quarters."""

    symbol: str
    turn: int = 0


@dataclass(frozen=True)
class TerminalCell:
    """A cell: the middle of its outline, and how many corners it has."""

    name: str
    x: float
    y: float
    corners: int


@dataclass(frozen=True)
class Held:
    """A piece beside the board: the click for it, and the ways in which it can lie with their clicks."""

    name: str
    piece: TerminalPiece
    lying: Mapping[str, TerminalPiece] = field(default_factory=dict)


@dataclass(frozen=True)
class TerminalHand:
    """What lies beside the board: how many pieces, and those that can be seen; of a seat, or of everybody."""

    seat: int | None
    symbol: str
    number: int
    items: tuple[Held, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A board: its cells, the pieces on each from the bottom up, the cells of the last move, the hands, the well."""

    places: Mapping[str, TerminalCell]
    pieces: Mapping[str, tuple[TerminalPiece, ...]] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    hands: tuple[TerminalHand, ...] = ()
    well: int | None = None

    @classmethod
    def of(cls, table: Position | View) -> "Picture":
        """Read a position or a view.

        >>> import fourfold
        >>> picture = Picture.of(fourfold.game("exago").start().play("e5"))
        >>> len(picture.places), picture.pieces, picture.touched
        (61, {'e5': (Piece(symbol='exago-0', turn=0),)}, frozenset({'e5'}))
        """
        game, row = table.game, table.row.copy()
        pieces = game.pieces(row, table.last.code if isinstance(table.last, Move) else None)
        beside = game.hands(row)
        places = _places((cell.name, cell.points) for cell in (*game.frame(row).cells, *pieces.cells))
        laid = [(item.name, item.place, TerminalPiece(item.symbol, _quarters(item.turn))) for item in pieces.items]
        hands = [
            TerminalHand(hand.seat, hand.symbol, hand.number, tuple(map(_held, hand.items))) for hand in beside.hands
        ]
        return cls._made(
            places, laid, [(m.name, m.kind) for m in pieces.marks], hands, tuple(map(_held, beside.shared)), beside.well
        )

    @classmethod
    def of_board(cls, board: Mapping[str, Any], frame: Mapping[str, Any]) -> "Picture":
        """Read what a server says about the board of a match, and about its frame."""
        places = _places((cell["name"], cell["points"]) for cell in (*frame["cells"], *board["cells"]))
        laid = [
            (item["name"], (item["x"], item["y"]), TerminalPiece(item["symbol"], _quarters(item["turn"])))
            for item in board["items"]
        ]
        hands = [
            TerminalHand(hand["seat"], hand["symbol"], hand["number"], tuple(map(_held_of, hand["items"])))
            for hand in board["hands"]
        ]
        marks = [(mark["name"], MarkKind(mark["kind"])) for mark in board["marks"]]
        return cls._made(places, laid, marks, hands, tuple(map(_held_of, board["shared"])), board["well"])

    @classmethod
    def _made(
        cls,
        places: dict[str, TerminalCell],
        laid: Sequence[tuple[str, tuple[float, float], TerminalPiece]],
        marks: Sequence[tuple[str, MarkKind]],
        hands: list[TerminalHand],
        shared: tuple[Held, ...],
        well: int | None,
    ) -> "Picture":
        """On a table without rim, cells with pieces are cells too."""
        is_lattice = any("," in name for name in places)
        stacks: dict[str, tuple[TerminalPiece, ...]] = {}
        for name, (x, y), piece in laid:
            if is_lattice:
                places.setdefault(name, TerminalCell(name, x, y, SQUARE))
            if name in places:
                stacks[name] = (*stacks.get(name, ()), piece)
        if shared:
            hands.insert(0, TerminalHand(None, "", len(shared), shared))
        ways = [part for name, kind in marks for part in (name.split("-") if kind is MarkKind.PATH else [name])]
        return cls(places, stacks, frozenset(way for way in ways if way in places), tuple(hands), well)


def _quarters(turn: float) -> int:
    return round(turn / QUARTER) % 4


def _places(cells: Iterable[tuple[str, Sequence[Sequence[float]]]]) -> dict[str, TerminalCell]:
    return {
        name: TerminalCell(
            name, sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points), len(points)
        )
        for name, points in cells
    }


def _held(item: HandItem) -> Held:
    lying = {way.click: TerminalPiece(way.symbol, _quarters(way.turn)) for way in item.lying}
    return Held(item.name, TerminalPiece(item.symbol, _quarters(item.turn)), lying)


def _held_of(item: Mapping[str, Any]) -> Held:
    lying = {way["click"]: TerminalPiece(way["symbol"], _quarters(way["turn"])) for way in item["lying"]}
    return Held(item["name"], TerminalPiece(item["symbol"], _quarters(item["turn"])), lying)
