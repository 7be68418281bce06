"""Pieces in text: how the symbols of each game look on a cell of a few lines.

A symbol's id is game, owner and name: `quads-light-PPST`. A game without a look shows the first letter of each symbol.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fourfold.picture.formats.styled_text import Line, Span, Style, line_of
from fourfold.picture.formats.styled_text import piece as style_of
from fourfold.terminal.board.picture import TerminalPiece
from fourfold.terminal.board.sheet import SheetWriter, Spot

Paint = Callable[[SheetWriter, Spot, Sequence[TerminalPiece], bool], None]

TILE = Style("number", "tile")
EXAGO_LETTERS = "rbygpo"
QAWALE_LETTERS = {"light": "x", "dark": "o", "neutral": "n"}


@dataclass(frozen=True)
class Look:
    """How a game's board is drawn: the sizes of a cell, the largest first, and the painter of its pieces.

    A size is width, height, and whether there are lines between the cells.
    """

    sizes: tuple[tuple[int, int, bool], ...]
    paint: Paint
    is_chequered: bool = False


def _marked(style: Style, is_touched: bool) -> Style:
    return Style(style.ink, style.ground, is_bold=True, is_marked=is_touched)


# ----- Qawale: layers


def _pebble(piece: TerminalPiece) -> tuple[str, Style]:
    colour = piece.symbol.split("-")[1]
    return QAWALE_LETTERS.get(colour, "?"), style_of(colour)


def paint_stack(writer: SheetWriter, spot: Spot, pieces: Sequence[TerminalPiece], is_touched: bool) -> None:
    """Draw pebbles from the bottom line up; a stack that is too tall as its top and rows of all the others."""
    left, width = spot.x + 1, spot.width - 2
    if len(pieces) <= spot.height:
        for height, piece in enumerate(pieces):
            letter, style = _pebble(piece)
            bar = letter.center(width - 2)
            writer.write(left + 1, spot.y + spot.height - 1 - height, bar, _marked(style, is_touched))
        return
    letter, style = _pebble(pieces[-1])
    writer.write(left + 1, spot.y, letter.center(width - 2), _marked(style, is_touched))
    writer.write(spot.x + spot.width - 2, spot.y, str(len(pieces)).rjust(2))
    room = width * (spot.height - 1)
    inner = list(pieces[:-1])
    for place, piece in enumerate(inner[:room]):
        letter, style = _pebble(piece)
        if place == room - 1 and len(inner) > room:
            letter, style = "…", Style()
        writer.write(left + place % width, spot.y + spot.height - 1 - place // width, letter, style)


# ----- Quads: hatching


def _turned(piece: TerminalPiece) -> str:
    """The name of a tile in its orientation: a quarter turn clockwise moves the last letter to the front."""
    name = piece.symbol.rpartition("-")[2]
    return name[-piece.turn :] + name[: -piece.turn] if piece.turn else name


def _hatching(letter: str, owner: str, count: int, is_level: bool) -> Span:
    """An edge: solid with its letter, double lines along it (P), or single lines towards the middle (T)."""
    if letter == "S":
        letter = "S" if owner == "light" else "s"
        return Span(letter.center(count), style_of(owner))
    if letter == "P":
        return Span(("═" if is_level else "║") * count, TILE)
    return Span(("│" if is_level else "─") * count, TILE)


def paint_tile(writer: SheetWriter, spot: Spot, pieces: Sequence[TerminalPiece], is_touched: bool) -> None:
    """Draw the four edges; a dot in the middle marks the last move."""
    owner = pieces[-1].symbol.split("-")[1]
    north, east, south, west = list(_turned(pieces[-1]))
    width, height, side = spot.width, spot.height, (spot.width - 3) // 2
    for y in range(height):
        writer.write(spot.x, spot.y + y, " " * width, TILE)
    across = width - 2
    for y, letter, corners in ((0, north, "╲╱"), (height - 1, south, "╱╲")):
        writer.write(spot.x, spot.y + y, corners[0], TILE)
        writer.write_line(spot.x + 1, spot.y + y, (_hatching(letter, owner, across, True),))
        writer.write(spot.x + width - 1, spot.y + y, corners[1], TILE)
    for y in range(1, height - 1):
        writer.write_line(spot.x, spot.y + y, (_hatching(west, owner, side, False),))
        writer.write_line(spot.x + width - side, spot.y + y, (_hatching(east, owner, side, False),))
    if is_touched:
        writer.write(spot.x + width // 2, spot.y + height // 2, "●", TILE)


# ----- Quad-Ominos: numbers in the corners


def paint_numbers(writer: SheetWriter, spot: Spot, pieces: Sequence[TerminalPiece], is_touched: bool) -> None:
    """Draw the numbers in the corners, clockwise from the north-west; a dot marks the last move."""
    numbers = _turned(pieces[-1])
    far = spot.x + spot.width - 2
    places = ((spot.x, spot.y), (far, spot.y), (far, spot.y + 1), (spot.x, spot.y + 1))
    for y in range(spot.height):
        writer.write(spot.x, spot.y + y, " " * spot.width, TILE)
    for digit, (x, y) in zip(numbers, places, strict=False):
        text = f"{digit} " if x > spot.x else f" {digit}"
        writer.write(x, y, text, Style("number", f"number-{digit}", is_bold=True))
    if is_touched:
        writer.write(spot.x + spot.width // 2, spot.y, "●", TILE)


# ----- Exago, and games without a look


def paint_letter(writer: SheetWriter, spot: Spot, pieces: Sequence[TerminalPiece], is_touched: bool) -> None:
    """Draw one letter on the colour of the seat."""
    name = pieces[-1].symbol.rpartition("-")[2]
    is_seat = name.isdecimal() and int(name) < len(EXAGO_LETTERS)
    letter = EXAGO_LETTERS[int(name)] if is_seat else name[:1]
    style = style_of(f"seat-{name}") if is_seat else Style(is_bold=True)
    writer.write(spot.x, spot.y + spot.height // 2, letter.center(spot.width), _marked(style, is_touched))


LOOKS = {
    "qawale": Look(((13, 5, True), (11, 3, True), (9, 3, True)), paint_stack),
    "quads": Look(((9, 5, True), (9, 3, True), (7, 3, False)), paint_tile, is_chequered=True),
    "quadominos": Look(((5, 2, True),), paint_numbers),
    "exago": Look(((4, 2, True), (4, 1, False)), paint_letter),
}
PLAIN_LOOK = Look(((3, 1, True),), paint_letter)


def look_of(game: str) -> Look:
    """How a game is drawn."""
    return LOOKS.get(game, PLAIN_LOOK)


def tile_label(name: str, piece: TerminalPiece) -> Line:
    """A tile in one line, in its orientation."""
    kind, _, rest = piece.symbol.partition("-")
    if kind == "quads":
        owner, edges = rest.split("-")[0], _turned(piece)
        letters = edges.lower() if owner == "dark" else edges
        return tuple(Span(letter, style_of(owner) if letter in "Ss" else TILE) for letter in letters)
    if kind == "quadominos":
        return tuple(Span(digit, Style("number", f"number-{digit}", is_bold=True)) for digit in _turned(piece))
    return line_of(name)


def badge(symbol: str, seat: int) -> Line:
    """The badge of a seat: its letter on its colour."""
    kind, _, rest = symbol.partition("-")
    if kind == "qawale":
        letter, style = _pebble(TerminalPiece(symbol))
        return (Span(f" {letter} ", style),)
    if kind == "quads":
        return (Span(f" {'S' if rest == 'light' else 's'} ", style_of(rest)),)
    letter = EXAGO_LETTERS[seat] if kind == "exago" else str(seat)
    return (Span(f" {letter} ", style_of(f"seat-{seat}")),)
