"""A canvas: the builder of a drawing."""

from collections.abc import Mapping

from fourfold.picture.shapes import Box, Cell, Drawing, Frame, Item, Label, Mark, Pieces, Point, Shape, Symbol


class Canvas:
    """Collects the parts of a drawing; a symbol is stored once, however often it is placed.

    The symbols given at the start can be placed by their ids.
    """

    def __init__(self, symbols: Mapping[str, Symbol] | None = None) -> None:
        self.board: list[Shape] = []
        self.cells: list[Cell] = []
        self.labels: list[Label] = []
        self.marks: list[Mark] = []
        self._symbols = dict(symbols or {})
        self._items: list[Item] = []

    def place(
        self, symbol: Symbol | str, place: Point, *, turn: float = 0.0, scale: float = 1.0, name: str = ""
    ) -> None:
        """Place a symbol on top of all earlier ones."""
        if isinstance(symbol, Symbol):
            self._symbols.setdefault(symbol.id, symbol)
            symbol = symbol.id
        self._items.append(Item(symbol, place, turn, scale, name))

    def write(
        self, text: str, place: Point, size: float = 20.0, colour: str = "muted", *, is_bold: bool = False
    ) -> None:
        """Add a label, centred at a place."""
        self.labels.append(Label(text, place, size, colour, is_bold))

    def add_frame(self, frame: Frame) -> None:
        """Add an empty board."""
        self.board += frame.shapes
        self.cells += frame.cells
        self.labels += frame.labels

    def add_pieces(self, pieces: Pieces) -> None:
        """Add the pieces of a board."""
        self._items += pieces.items
        self.labels += pieces.labels
        self.marks += pieces.marks

    def drawing(self, box: Box) -> Drawing:
        """Give the drawing of all parts, with these bounds."""
        return Drawing(
            box,
            tuple(self.board),
            tuple(self.cells),
            tuple(self._symbols[name] for name in sorted(self._used())),
            tuple(self._items),
            tuple(self.labels),
            tuple(self.marks),
        )

    def _used(self) -> set[str]:
        """The ids of all symbols in use, nested ones included."""
        used: set[str] = set()
        new = {item.symbol for item in self._items}
        while new:
            used |= new
            new = {part.symbol for name in new for part in self._symbols[name].parts if isinstance(part, Item)} - used
        return used
