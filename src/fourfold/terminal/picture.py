"""What lies on the table, as a terminal needs it: cells with their neighbourhood, pieces by their symbols, hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.picture.drawing import Drawing, MarkKind

QUARTER = 90  # degrees


@dataclass(frozen=True)
class Piece:
    """A symbol of the shared pictures, turned clockwise by quarters."""

    symbol: str
    turn: int = 0


@dataclass(frozen=True)
class Place:
    """A cell: the middle of its outline, and how many corners it has."""

    name: str
    x: float
    y: float
    corners: int


@dataclass(frozen=True)
class Hand:
    """What lies beside the board: the named tiles that can be seen and how many there are; of a seat, or of all."""

    seat: int | None
    symbol: str
    number: int
    items: tuple[tuple[str, Piece], ...] = ()


@dataclass(frozen=True)
class Picture:
    """A board: its cells, the pieces on each from the bottom up, the cells of the last move, and the hands."""

    places: Mapping[str, Place]
    pieces: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    hands: tuple[Hand, ...] = ()

    @classmethod
    def of(cls, drawing: Drawing) -> "Picture":
        """Read a drawing.

        >>> import fourfold
        >>> picture = Picture.of(fourfold.game("exago").start().play("e5").drawing())
        >>> len(picture.places), picture.pieces, picture.touched
        (61, {'e5': (Piece(symbol='exago-0', turn=0),)}, frozenset({'e5'}))
        """
        places = _places((cell.name, cell.points) for cell in drawing.cells)
        laid = [(item.name, Piece(item.symbol, _quarters(item.turn))) for item in drawing.items]
        touched = [(mark.name, mark.kind) for mark in drawing.marks]
        return cls(places, _stacked(laid, places), _touched(touched, places), _hands(drawing, places))

    @classmethod
    def of_board(cls, board: Mapping[str, Any], frame: Mapping[str, Any]) -> "Picture":
        """Read what a server says about the board of a match, and about its frame."""
        cells = [*frame["cells"], *board["cells"]]
        places = _places((cell["name"], cell["points"]) for cell in cells)
        laid = [(item["name"], Piece(item["symbol"], _quarters(item["turn"]))) for item in board["items"]]
        for name, _ in laid:
            if name not in places and board["cells"]:
                item = next(item for item in board["items"] if item["name"] == name)
                places[name] = Place(name, item["x"], item["y"], 4)
        touched = [(mark["name"], MarkKind(mark["kind"])) for mark in board["marks"]]
        hands = [_hand(hand["seat"], hand["symbol"], hand["number"], hand["items"]) for hand in board["hands"]]
        if board["shared"]:
            hands.insert(0, _hand(None, "", len(board["shared"]), board["shared"]))
        return cls(places, _stacked(laid, places), _touched(touched, places), tuple(hands))


def _quarters(turn: float) -> int:
    return round(turn / QUARTER) % 4


def _places(cells: Any) -> dict[str, Place]:
    return {
        name: Place(
            name,
            sum(x for x, _ in points) / len(points),
            sum(y for _, y in points) / len(points),
            len(points),
        )
        for name, points in cells
    }


def _stacked(laid: list[tuple[str, Piece]], places: Mapping[str, Place]) -> dict[str, tuple[Piece, ...]]:
    stacks: dict[str, tuple[Piece, ...]] = {}
    for name, piece in laid:
        if name in places:
            stacks[name] = (*stacks.get(name, ()), piece)
    return stacks


def _touched(marks: list[tuple[str, MarkKind]], places: Mapping[str, Place]) -> frozenset[str]:
    """The marks' cells; a way across the board names all its cells in a row."""
    names = [part for name, kind in marks for part in (name.split("-") if kind is MarkKind.PATH else [name])]
    return frozenset(names) & places.keys()


def _hand(seat: int | None, symbol: str, number: int, items: list[dict[str, Any]]) -> Hand:
    held = tuple((item["name"], Piece(item["symbol"], _quarters(item["turn"]))) for item in items)
    return Hand(seat, symbol, number, held)


LARGEST_HELD = 0.7  # what lies in a hand is drawn smaller than the badge of its seat


def _hands(drawing: Drawing, places: Mapping[str, Place]) -> tuple[Hand, ...]:
    """Tell the hands apart: each begins with the badge of its seat; named tiles before the first belong to all."""
    hands: list[Hand] = []
    for item in drawing.items:
        if item.name in places or item.symbol in ("to-move", "won") or "centre" in item.symbol:
            continue
        if not item.name and item.scale > LARGEST_HELD:
            seats = sum(hand.seat is not None for hand in hands)
            hands.append(Hand(seats, item.symbol, 0))
            continue
        if not hands:
            hands.append(Hand(None, "", 0))
        last = hands[-1]
        items = ((item.name, Piece(item.symbol, _quarters(item.turn))),) if item.name else ()
        hands[-1] = Hand(last.seat, last.symbol, last.number + 1, last.items + items)
    return tuple(hands)
