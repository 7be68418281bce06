"""Boards in text: squares, hexagons and points laid out on a text sheet, in the largest size that fits."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from fourfold.picture.formats.styled_text import QUIET, Style
from fourfold.terminal.board.cell_look import CellLook, Size
from fourfold.terminal.board.picture import HEXAGON, SQUARE, Picture, TerminalCell, TerminalPiece
from fourfold.terminal.board.sheet import SheetWriter, Spot, TextSheet

# Sizes for games that name none. For squares a size is that of a cell, for hexagons and points the way to the next.
SQUARES: tuple[Size, ...] = ((7, 3, True), (5, 1, True), (3, 1, True))
HEXAGONS: tuple[Size, ...] = ((4, 2, True), (4, 1, False))
POINTS: tuple[Size, ...] = ((12, 5, True), (8, 3, True), (6, 2, True), (4, 2, True))

NAME = re.compile(r"([a-z]+)([0-9]+)|(-?[0-9]+),(-?[0-9]+)")
LEFT = 3  # characters for the names of the rows


@dataclass(frozen=True)
class Markers:
    """What is marked on a board: what can be clicked, targets of tiles, the clicks so far, a hint, a preview."""

    clickable: Collection[str] = ()
    targets: Collection[str] = ()
    clicked: tuple[str, ...] = ()
    hint: tuple[str, ...] = ()
    ghost: Mapping[str, TerminalPiece] = field(default_factory=dict)


NO_MARKERS = Markers()


def lay_out(look: CellLook, picture: Picture, room: tuple[int, int], markers: Markers = NO_MARKERS) -> TextSheet:
    """Lay the board out in the largest size that fits into width and height, else in the smallest.

    >>> import fourfold
    >>> from fourfold.terminal.board.cell_look import look_of
    >>> picture = Picture.of(fourfold.game("exago").start().play("e5"))
    >>> print(str(lay_out(look_of("exago"), picture, (40, 12))).splitlines()[5])
     e  ·   ·   ·   ·   r   ·   ·   ·   ·
    """
    if picture.is_tiled(SQUARE):
        draw, sizes = _squares, SQUARES
    elif picture.is_tiled(HEXAGON):
        draw, sizes = _hexagons, HEXAGONS
    else:
        draw, sizes = _points, POINTS
    sheet = TextSheet()
    for size in look.sizes or sizes:
        sheet = draw(picture, look, size, markers)
        if sheet.width <= room[0] and sheet.height <= room[1]:
            break
    return sheet


def _parts(name: str) -> tuple[str, str]:
    found = NAME.fullmatch(name)
    if not found:
        return "", ""
    return (found[1], found[2]) if found[1] else (found[3], found[4])


def _ranked(values: set[float]) -> dict[float, int]:
    return {value: place for place, value in enumerate(sorted(values))}


def _squares(picture: Picture, look: CellLook, size: Size, markers: Markers) -> TextSheet:
    width, height, has_walls = size
    width = width if look.sizes else max(width, look.longest_sign + 2)
    wall = int(has_walls)
    columns = _ranked({round(place.x) for place in picture.cells.values()})
    rows = _ranked({round(place.y) for place in picture.cells.values()})
    margin = max(max((len(_parts(name)[1]) for name in picture.cells), default=0) + 1, 2)
    writer = SheetWriter()
    for name, place in picture.cells.items():
        column, row = columns[round(place.x)], rows[round(place.y)]
        spot = Spot(margin + wall + column * (width + wall), wall + row * (height + wall), width, height)
        writer.spots[name] = spot
        across, up = _parts(name)
        writer.write(0, spot.y + height // 2, up.rjust(margin - 1), QUIET)
        bottom = wall + len(rows) * (height + wall)
        writer.write(spot.x, bottom, across.center(width).rstrip(), QUIET)
        shade = ("cell", "board")[(column + row) % 2] if look.is_chequered else ""
        _fill(writer, picture, look, name, Style(ground=shade), markers)
    if has_walls and writer.spots:
        _draw_walls(writer, writer.spots.values())
    return writer.sheet()


# Box-drawing characters by the directions of their lines: up, right, down, left.
CROSSINGS = {
    "urdl": "┼", "urd": "├", "rdl": "┬", "udl": "┤", "url": "┴",
    "ur": "└", "rd": "┌", "dl": "┐", "ul": "┘", "ud": "│", "rl": "─",
}  # fmt: skip


def _draw_walls(writer: SheetWriter, spots: Collection[Spot]) -> None:
    """Draw the lines around all cells."""
    crossings = set()
    for spot in spots:
        for y in (spot.y - 1, spot.y + spot.height):
            writer.write(spot.x, y, "─" * spot.width, QUIET)
            crossings |= {(spot.x - 1, y), (spot.x + spot.width, y)}
        for y in range(spot.y, spot.y + spot.height):
            writer.write(spot.x - 1, y, "│", QUIET)
            writer.write(spot.x + spot.width, y, "│", QUIET)
    for x, y in crossings:
        around = (("u", x, y - 1, "│"), ("r", x + 1, y, "─"), ("d", x, y + 1, "│"), ("l", x - 1, y, "─"))
        ways = "".join(way for way, i, j, wall in around if writer.read(i, j) == wall)
        writer.write(x, y, CROSSINGS[ways], QUIET)


def _fill(writer: SheetWriter, picture: Picture, look: CellLook, name: str, ground: Style, markers: Markers) -> None:
    """Draw the pieces on a cell, or a dot, and the markers of the cell."""
    spot = writer.spots[name]
    pieces = picture.pieces.get(name, ())
    if name in markers.ghost:
        pieces = (*pieces, markers.ghost[name])
    faces = look.faces(pieces)
    middle = spot.y + spot.height // 2
    if not faces:
        for y in range(spot.height):
            writer.write(spot.x, spot.y + y, " " * spot.width, ground)
        dot = "∘" if name in markers.targets else "·"
        writer.write(spot.x + spot.width // 2, middle, dot, Style("muted", ground.ground))
    else:
        for y, line in enumerate(look.paint(faces, spot.width, spot.height, name in picture.touched)):
            writer.write_line(spot.x, spot.y + y, line)
    if name not in markers.ghost or name not in markers.clicked or name in picture.pieces:
        _draw_markers(writer, spot, middle, name, markers)


def _draw_markers(writer: SheetWriter, spot: Spot, middle: int, name: str, markers: Markers) -> None:
    """Brackets around what was clicked, parentheses around what can be clicked, asterisks around a hint."""
    pair = ""
    if name in markers.hint:
        pair = "**"
    elif name in markers.clicked:
        pair = "[]"
    elif name in markers.clickable:
        pair = "()"
    if pair:
        writer.replace(spot.x, middle, pair[0])
        writer.replace(spot.x + spot.width - 1, middle, pair[1])
    steps = [str(step + 1) for step, clicked in enumerate(markers.clicked) if clicked == name]
    if steps and spot.height > 1:
        writer.write(spot.x, spot.y, ",".join(steps)[: spot.width], Style(is_bold=True))


def _hexagons(picture: Picture, look: CellLook, size: Size, markers: Markers) -> TextSheet:
    pitch, height, has_walls = size
    cells = picture.cells
    rows = _ranked({round(place.y) for place in cells.values()})
    in_a_row = sorted(place.x for place in cells.values() if rows[round(place.y)] == 0)
    across = (in_a_row[1] - in_a_row[0]) if len(in_a_row) > 1 else 1.0
    west = min(place.x for place in cells.values())
    writer = SheetWriter()
    for name, place in cells.items():
        x = LEFT + 2 + round((place.x - west) / across * pitch)
        y = 1 + rows[round(place.y)] * height
        writer.spots[name] = Spot(x - 1, y, 3, 1)
        if has_walls:
            _draw_hexagon(writer, x, y)
    _name_hexagons(writer, cells, rows)
    for name in cells:
        _fill(writer, picture, look, name, Style(), markers)
    return writer.sheet()


def _draw_hexagon(writer: SheetWriter, x: int, y: int) -> None:
    for line, left, right in ((y - 1, "/", "\\"), (y + 1, "\\", "/")):
        writer.write(x - 1, line, left, QUIET)
        writer.write(x + 1, line, right, QUIET)
    writer.write(x - 2, y, "|", QUIET)
    writer.write(x + 2, y, "|", QUIET)


def _name_hexagons(writer: SheetWriter, cells: Mapping[str, TerminalCell], rows: Mapping[float, int]) -> None:
    """Write a letter left of each row, and a number above each diagonal."""
    first: dict[int, str] = {}
    upper: dict[str, str] = {}
    for name, place in cells.items():
        row, number = rows[round(place.y)], _parts(name)[1]
        if row not in first or place.x < cells[first[row]].x:
            first[row] = name
        if number not in upper or place.y < cells[upper[number]].y:
            upper[number] = name
    for name in first.values():
        writer.write(writer.spots[name].x - 3, writer.spots[name].y, _parts(name)[0], QUIET)
    for number, name in upper.items():
        writer.write(writer.spots[name].x + 3, writer.spots[name].y - 1, number, QUIET)


def _points(picture: Picture, look: CellLook, size: Size, markers: Markers) -> TextSheet:
    """Points where they lie, and the lines of the board between them."""
    across, down, has_lines = size
    width = look.longest_sign + 2
    across = max(across, width + 1)
    cells = picture.cells
    west = min((place.x for place in cells.values()), default=0.0)
    north = min((place.y for place in cells.values()), default=0.0)
    writer = SheetWriter()
    for name, place in cells.items():
        x, y = round((place.x - west) / picture.step * across), round((place.y - north) / picture.step * down)
        writer.spots[name] = Spot(LEFT + x, y, width, 1)
    for first, second in sorted(picture.links) if has_lines else ():
        _draw_link(writer, writer.spots[first], writer.spots[second])
    _name_points(writer)
    for name in cells:
        _fill(writer, picture, look, name, Style(), markers)
    return writer.sheet()


def _draw_link(writer: SheetWriter, one: Spot, other: Spot) -> None:
    """Draw a line between two points, as far as it is outside of them."""
    one, other = sorted((one, other), key=lambda spot: (spot.y, spot.x))
    if one.y == other.y:
        _draw_line(writer, [(x, one.y) for x in range(one.x + one.width, other.x)], "─")
        return
    right, down = other.x - one.x, other.y - one.y
    middle = one.x + one.width // 2
    places = [(round(middle + right * step / down), one.y + step) for step in range(1, down)]
    _draw_line(writer, places, "╲" if right > 0 else "╱" if right else "│")


def _draw_line(writer: SheetWriter, places: Collection[tuple[int, int]], sign: str) -> None:
    for x, y in places:
        is_crossing = {sign, writer.read(x, y)} == {"─", "│"}
        writer.write(x, y, "┼" if is_crossing else sign, QUIET)


def _name_points(writer: SheetWriter) -> None:
    """Write the number of each row and the letter of each column, where all points have the same."""
    rows: dict[int, set[str]] = {}
    columns: dict[int, set[str]] = {}
    for name, spot in writer.spots.items():
        letter, number = _parts(name)
        rows.setdefault(spot.y, set()).add(number)
        columns.setdefault(spot.x, set()).add(letter)
    bottom = max(rows, default=0) + 1
    width = max((spot.width for spot in writer.spots.values()), default=0)
    for y, numbers in rows.items():
        if len(numbers) == 1:
            writer.write(0, y, max(numbers).rjust(LEFT - 1), QUIET)
    for x, letters in columns.items():
        if len(letters) == 1:
            writer.write(x, bottom, max(letters).center(width).rstrip(), QUIET)
