"""A canvas: where a drawing is put together, piece by piece."""

from fourfold.picture.drawing import Box, Cell, Drawing, Item, Label, Mark, Point, Shape, Symbol


class Canvas:
    """Collects what a drawing shows; a symbol is kept once, however often it is placed."""

    def __init__(self) -> None:
        self.board: list[Shape] = []
        self.cells: list[Cell] = []
        self.labels: list[Label] = []
        self.marks: list[Mark] = []
        self._symbols: dict[str, Symbol] = {}
        self._items: list[Item] = []

    def place(self, symbol: Symbol, place: Point, *, turn: float = 0.0, scale: float = 1.0, name: str = "") -> None:
        """Put a piece somewhere, on top of what lies there."""
        self._symbols.setdefault(symbol.id, symbol)
        self._items.append(Item(symbol.id, place, turn, scale, name))

    def write(
        self, text: str, place: Point, size: float = 20.0, colour: str = "muted", *, is_bold: bool = False
    ) -> None:
        """Write a few signs about their middle."""
        self.labels.append(Label(text, place, size, colour, is_bold))

    def drawing(self, box: Box) -> Drawing:
        """Finish: everything that was collected, in a frame."""
        return Drawing(
            box,
            tuple(self.board),
            tuple(self.cells),
            tuple(sorted(self._symbols.values(), key=lambda symbol: symbol.id)),
            tuple(self._items),
            tuple(self.labels),
            tuple(self.marks),
        )
