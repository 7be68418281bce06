"""A print-and-play kit: the boards and pieces of a game, and how many of each."""

from dataclasses import dataclass

from fourfold.picture.shapes import Frame, Item


@dataclass(frozen=True)
class Counter:
    """A piece by its symbol, and how many there are."""

    symbol: str
    count: int


@dataclass(frozen=True)
class PrintedBoard:
    """A board, and what is printed on it."""

    frame: Frame
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Kit:
    """The boards and the pieces of a game, and their size.

    All pieces have one size: `cut` is their outline and `step` the distance of their middles, in units of their
    drawing. `unit` and `board_unit` are millimetres per unit of a drawing.
    """

    counters: tuple[Counter, ...]
    cut: str
    step: float
    unit: float
    boards: tuple[PrintedBoard, ...] = ()
    board_unit: float = 0.0

    @property
    def symbols(self) -> list[str]:
        """The symbol of every piece, in order."""
        return [counter.symbol for counter in self.counters for _ in range(counter.count)]
