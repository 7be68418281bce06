"""What has to be cut out of paper to play a game: its boards and its pieces, each as often as it lies in the box."""

from dataclasses import dataclass

from fourfold.picture.shapes import Frame, Item


@dataclass(frozen=True)
class Counter:
    """A piece, by its symbol, and how often it is there."""

    symbol: str
    count: int


@dataclass(frozen=True)
class PrintedBoard:
    """A board, and what is printed on it."""

    frame: Frame
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Kit:
    """The boards and the pieces of a game, and how large they are.

    All pieces have one size: `cut` is their outline in the units of their drawing, `step` is from the middle of one to
    the next. Units are millimetres a unit of a drawing, of the boards and of the pieces.
    """

    counters: tuple[Counter, ...]
    cut: str
    step: float
    unit: float
    boards: tuple[PrintedBoard, ...] = ()
    board_unit: float = 0.0

    @property
    def symbols(self) -> list[str]:
        """The symbol of every single piece, in order."""
        return [counter.symbol for counter in self.counters for _ in range(counter.count)]
