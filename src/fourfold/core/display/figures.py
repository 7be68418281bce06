"""Figures of a game: those of its rules, and its picture on the shelf; module `figures` of a game has `FIGURES`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from fourfold.core.position import Position, View
from fourfold.core.registry import folder, game, module
from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, NAMES, Palette
from fourfold.picture.shapes import Box, Drawing, Item, Point, Symbol

SHELF = "shelf"  # the name of the picture on the shelf
BOARD_WIDTH = 560  # pixels
MARGIN = 12  # around a cropped board


@dataclass(frozen=True)
class Figure:
    """What draws a figure, its width in pixels, and its colours."""

    draw: Callable[[], Drawing]
    width: int = BOARD_WIDTH
    palette: Palette = LIGHT

    def __call__(self) -> Drawing:
        return self.draw()

    def svg(self) -> str:
        """The figure as SVG."""
        return svg(self(), self.palette, self.width)


def list_figures(game_id: str) -> Mapping[str, Figure]:
    """The figures of a game by name; a plain function draws one of the usual width and colours.

    >>> sorted(list_figures("quadominos"))
    ['bonus', 'shelf', 'tiles']
    """
    found: Any = module(game_id, "figures")
    figures: Mapping[str, Callable[[], Drawing]] = found.FIGURES if found else {}
    return {name: each if isinstance(each, Figure) else Figure(each) for name, each in figures.items()}


@cache
def read_shelf_picture(game_id: str) -> str:
    """Give the picture on the shelf from the file `shelf.svg` of the game; empty where it has none."""
    path = folder(game_id) / "shelf.svg"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def shelf_picture(game_id: str) -> str:
    """Draw the picture on the shelf as SVG, in the colours of a page's style sheet; empty where a game has none.

    Ids begin with the game's, because several pictures stand in one page.
    """
    found = list_figures(game_id).get(SHELF)
    return svg(titled(found(), ""), Palette(f"picture-{game_id}", NAMES.colours)) if found else ""


def themed_figure(game_id: str, name: str) -> str:
    """Draw a figure as SVG without words, in the colours of a page's style sheet."""
    drawing = list_figures(game_id)[name]()
    return svg(titled(drawing, ""), Palette(f"figure-{game_id}-{name}", NAMES.colours))


def after(game_id: str, moves: str = "", **options: Any) -> Position:
    """The position after some moves from the start.

    >>> after("exago", "e5 e6", seats=6).ply
    2
    """
    position = game(game_id).start(**options)
    for move in moves.split():
        position = position.play(move)
    return position


def titled(drawing: Drawing, title: str) -> Drawing:
    """Give words to a drawing that is made of pieces."""
    return replace(drawing, title=title)


def cropped(position: Position | View) -> Drawing:
    """The cells of the board with what lies there, without hands, names and marks."""
    drawing = position.drawing()
    points = [point for cell in drawing.cells for point in cell.points]
    if not points:
        points = [(x + d, y + d) for x, y in (item.place for item in drawing.items if item.name) for d in (-50, 50)]
    across, down = zip(*points, strict=True)
    box = Box(min(across) - MARGIN, min(down) - MARGIN, max(across) + MARGIN, max(down) + MARGIN)
    items = tuple(item for item in drawing.items if _is_within(box, item.place))
    known = {symbol.id: symbol for symbol in drawing.symbols}
    used = _parts_of(known, {item.symbol for item in items})
    symbols = tuple(symbol for symbol in drawing.symbols if symbol.id in used)
    return replace(drawing, box=box, items=items, symbols=symbols, labels=(), marks=(), description="")


def _parts_of(known: Mapping[str, Symbol], ids: set[str]) -> set[str]:
    """The symbols of these ids, and those that they are made of."""
    within = {part.symbol for name in ids for part in known[name].parts if isinstance(part, Item)}
    return ids | _parts_of(known, within) if within else ids


def _is_within(box: Box, place: Point) -> bool:
    return box.left < place[0] < box.right and box.top < place[1] < box.bottom
