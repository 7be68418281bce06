"""How the pieces of a game look in text: their signs, or what the game's module `text_cell` paints on a cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Protocol

from fourfold.core.registry import game, module
from fourfold.picture.formats.styled_text import Line, Span, Style
from fourfold.picture.shapes import Face, Symbol
from fourfold.terminal.board.picture import QUARTER, TerminalPiece

Size = tuple[int, int, bool]  # width, height, and whether there are lines between the cells
UNKNOWN = Face((Span("?"),), "")  # of a symbol that a newer server may send
NO_FACE = Face((Span(" "),), "")  # of a symbol that is no piece


class PaintCell(Protocol):
    """Paints the pieces of a cell, from the bottom up, as `height` lines of `width` characters."""

    def __call__(self, faces: Sequence[Face], width: int, height: int, is_touched: bool) -> Sequence[Line]: ...


def paint_sign(faces: Sequence[Face], width: int, height: int, is_touched: bool) -> list[Line]:
    """The sign of the top piece, centred on its colour."""
    sign = [span for span in faces[-1].sign if span.text] or [Span(" ")]
    left = max(0, width - sum(len(span.text) for span in sign)) // 2
    characters = [(" ", sign[0].style)] * left + [(each, span.style) for span in sign for each in span.text]
    characters += [(" ", sign[-1].style)] * (width - len(characters))
    line = tuple(Span(each, _marked(style, is_touched)) for each, style in characters[:width])
    ground: Line = (Span(" " * width, Style(ground=sign[0].style.ground)),)
    return [line if y == height // 2 else ground for y in range(height)]


def _marked(style: Style, is_touched: bool) -> Style:
    return Style(style.ink, style.ground, is_bold=True, is_marked=is_touched)


@dataclass(frozen=True)
class CellLook:
    """The symbols of a game, and how a cell with pieces is drawn; without sizes those for the kind of the board."""

    symbols: Mapping[str, Symbol]
    sizes: tuple[Size, ...] = ()
    paint: PaintCell = paint_sign
    is_chequered: bool = False

    def face(self, piece: TerminalPiece) -> Face:
        """The face of a piece as it lies."""
        symbol = self.symbols.get(piece.symbol)
        if symbol is None:
            return UNKNOWN
        return symbol.face(QUARTER * piece.turn) if symbol.faces else NO_FACE

    def faces(self, pieces: Sequence[TerminalPiece]) -> list[Face]:
        """The faces of the pieces on a cell; a symbol without faces is no piece."""
        return [
            self.face(each) for each in pieces if each.symbol not in self.symbols or self.symbols[each.symbol].faces
        ]

    def sign(self, piece: TerminalPiece) -> Line:
        """A piece in a few characters."""
        return self.face(piece).sign

    @cached_property
    def longest_sign(self) -> int:
        """The characters of the longest sign."""
        signs = [face.sign for symbol in self.symbols.values() for face in symbol.faces]
        return max((sum(len(span.text) for span in sign) for sign in signs), default=1)


@cache
def look_of(game_id: str) -> CellLook:
    """How a game looks: as its module `text_cell` says, where it has one.

    >>> look_of("exago").sign(TerminalPiece("exago-0"))[0].text
    'r'
    """
    symbols, own = game(game_id).look.symbols(), module(game_id, "text_cell")
    return CellLook(
        symbols,
        getattr(own, "SIZES", ()),
        getattr(own, "paint", paint_sign),
        is_chequered=getattr(own, "IS_CHEQUERED", False),
    )
