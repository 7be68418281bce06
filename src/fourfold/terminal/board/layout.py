"""Boards in signs: squares and hexagons laid out on a sheet, as large as there is room for."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from fourfold.picture.formats.styled_text import QUIET, Line, Span, Style
from fourfold.terminal.board.picture import Picture, TerminalCell, TerminalPiece
from fourfold.terminal.board.pieces import Look, look_of
from fourfold.terminal.board.sheet import SheetWriter, Spot, TextSheet

HEXAGON = 6
NAME = re.compile(r"([a-z]+)([0-9]+)|(-?[0-9]+),(-?[0-9]+)")
LEFT = 3  # signs for the names of the rows


@dataclass(frozen=True)
class Signs:
    """What to show beside the pieces: what can be clicked now or later, what was clicked, a hint, a piece to be."""

    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    path: tuple[str, ...] = ()
    hint: tuple[str, ...] = ()
    ghost: Mapping[str, TerminalPiece] = field(default_factory=dict)


NO_SIGNS = Signs()


def lay_out(game: str, picture: Picture, room: tuple[int, int], signs: Signs = NO_SIGNS) -> TextSheet:
    """Lay the board out in the largest size that fits the room, else in the smallest.

    >>> import fourfold
    >>> picture = Picture.of(fourfold.game("exago").start().play("e5"))
    >>> print(str(lay_out("exago", picture, (40, 12))).splitlines()[5])
     e  ·   ·   ·   ·   r   ·   ·   ·   ·
    """
    look = look_of(game)
    is_hexagonal = any(place.corners == HEXAGON for place in picture.places.values())
    sheet = TextSheet()
    for size in look.sizes:
        sheet = (_hexagons if is_hexagonal else _squares)(picture, look, size, signs)
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


def _squares(picture: Picture, look: Look, size: tuple[int, int, bool], signs: Signs) -> TextSheet:
    width, height, has_walls = size
    wall = int(has_walls)
    columns = _ranked({round(place.x) for place in picture.places.values()})
    rows = _ranked({round(place.y) for place in picture.places.values()})
    margin = max(max((len(_parts(name)[1]) for name in picture.places), default=0) + 1, 2)
    paper = SheetWriter()
    for name, place in picture.places.items():
        column, row = columns[round(place.x)], rows[round(place.y)]
        spot = Spot(margin + wall + column * (width + wall), wall + row * (height + wall), width, height)
        paper.spots[name] = spot
        across, up = _parts(name)
        paper.write(0, spot.y + height // 2, up.rjust(margin - 1), QUIET)
        bottom = wall + len(rows) * (height + wall)
        paper.write(spot.x, bottom, across.center(width).rstrip(), QUIET)
        shade = ("cell", "board")[(column + row) % 2] if look.is_chequered else ""
        _fill(paper, picture, look, name, Style(ground=shade), signs)
    if has_walls and paper.spots:
        _draw_walls(paper, paper.spots.values())
    return paper.sheet()


# How walls meet, by the ways on which there is one: up, right, down, left.
CROSSINGS = {
    "urdl": "┼", "urd": "├", "rdl": "┬", "udl": "┤", "url": "┴",
    "ur": "└", "rd": "┌", "dl": "┐", "ul": "┘", "ud": "│", "rl": "─",
}  # fmt: skip


def _draw_walls(paper: SheetWriter, spots: Collection[Spot]) -> None:
    """Draw the walls around all cells."""
    crossings = set()
    for spot in spots:
        for y in (spot.y - 1, spot.y + spot.height):
            paper.write(spot.x, y, "─" * spot.width, QUIET)
            crossings |= {(spot.x - 1, y), (spot.x + spot.width, y)}
        for y in range(spot.y, spot.y + spot.height):
            paper.write(spot.x - 1, y, "│", QUIET)
            paper.write(spot.x + spot.width, y, "│", QUIET)
    for x, y in crossings:
        around = (("u", x, y - 1, "│"), ("r", x + 1, y, "─"), ("d", x, y + 1, "│"), ("l", x - 1, y, "─"))
        ways = "".join(way for way, i, j, wall in around if paper.read(i, j) == wall)
        paper.write(x, y, CROSSINGS[ways], QUIET)


def _fill(paper: SheetWriter, picture: Picture, look: Look, name: str, ground: Style, signs: Signs) -> None:
    """Draw what lies on a cell, or that nothing does, and the signs that it has."""
    spot = paper.spots[name]
    pieces = picture.pieces.get(name, ())
    if name in signs.ghost:
        pieces = (*pieces, signs.ghost[name])
    middle = spot.y + spot.height // 2
    if not pieces:
        for y in range(spot.height):
            paper.write(spot.x, spot.y + y, " " * spot.width, ground)
        dot = "∘" if name in signs.later else "·"
        paper.write(spot.x + spot.width // 2, middle, dot, Style("muted", ground.ground))
    else:
        look.paint(paper, spot, pieces, name in picture.touched)
    if name not in signs.ghost:
        _draw_signs(paper, spot, middle, name, signs)


def _draw_signs(paper: SheetWriter, spot: Spot, middle: int, name: str, signs: Signs) -> None:
    """Brackets around what was clicked, parentheses around what can be, stars around what is advised."""
    pair = ""
    if name in signs.hint:
        pair = "**"
    elif name in signs.path:
        pair = "[]"
    elif name in signs.now:
        pair = "()"
    if pair:
        paper.sign(spot.x, middle, pair[0])
        paper.sign(spot.x + spot.width - 1, middle, pair[1])
    steps = [str(step + 1) for step, clicked in enumerate(signs.path) if clicked == name]
    if steps and spot.height > 1:
        paper.write(spot.x, spot.y, ",".join(steps)[: spot.width], Style(is_bold=True))


def _hexagons(picture: Picture, look: Look, size: tuple[int, int, bool], signs: Signs) -> TextSheet:
    pitch, height, has_walls = size
    places = picture.places
    rows = _ranked({round(place.y) for place in places.values()})
    in_a_row = sorted(place.x for place in places.values() if rows[round(place.y)] == 0)
    across = (in_a_row[1] - in_a_row[0]) if len(in_a_row) > 1 else 1.0
    west = min(place.x for place in places.values())
    paper = SheetWriter()
    for name, place in places.items():
        x = LEFT + 2 + round((place.x - west) / across * pitch)
        y = 1 + rows[round(place.y)] * height
        paper.spots[name] = Spot(x - 1, y, 3, 1)
        if has_walls:
            _draw_hexagon(paper, x, y)
    _name_hexagons(paper, places, rows)
    for name in places:
        _fill(paper, picture, look, name, Style(), signs)
    return paper.sheet()


def _draw_hexagon(paper: SheetWriter, x: int, y: int) -> None:
    for line, left, right in ((y - 1, "/", "\\"), (y + 1, "\\", "/")):
        paper.write(x - 1, line, left, QUIET)
        paper.write(x + 1, line, right, QUIET)
    paper.write(x - 2, y, "|", QUIET)
    paper.write(x + 2, y, "|", QUIET)


def _name_hexagons(paper: SheetWriter, places: Mapping[str, TerminalCell], rows: Mapping[float, int]) -> None:
    """A letter at the western end of each row, a number at the upper end of each diagonal."""
    first: dict[int, str] = {}
    upper: dict[str, str] = {}
    for name, place in places.items():
        row, number = rows[round(place.y)], _parts(name)[1]
        if row not in first or place.x < places[first[row]].x:
            first[row] = name
        if number not in upper or place.y < places[upper[number]].y:
            upper[number] = name
    for name in first.values():
        paper.write(paper.spots[name].x - 3, paper.spots[name].y, _parts(name)[0], QUIET)
    for number, name in upper.items():
        paper.write(paper.spots[name].x + 3, paper.spots[name].y - 1, number, QUIET)


def words(text: str) -> Line:
    """Plain words as a line."""
    return (Span(text),)


def of_text(text: str) -> TextSheet:
    """A board that is known only as text: it can be looked at, not clicked."""
    return TextSheet(tuple(words(line) for line in text.splitlines()))
