"""The figures of Quads."""

from collections.abc import Mapping

from fourfold.core.display.figures import (
    Figure,
    after,
    board,
    cropped,
    cross,
    text_beside,
    text_board,
    titled,
    with_key,
    with_parts,
)
from fourfold.core.display.pictures import ending_of
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.games.quads.board import BOARD, hand, place_tile, shown_as
from fourfold.games.quads.kernel import GRID
from fourfold.games.quads.symbols import HALF, sign, symbols, triangle
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import PLAIN, Line, Span, Style
from fourfold.picture.marks import tick_at
from fourfold.picture.paths import between, polygon, square_at
from fourfold.picture.shapes import Box, Drawing, Item, Point, Shape, Symbol
from fourfold.text import say

TEXT_LINES = 26  # of the board
WIDE = 420  # pixels
SMALL = 0.58  # of a tile in a hand
PLACED = "c4=TTTT e3=PPPP c3=TPSS e4=TSPS b4=STTP"
BORDER = "c4=TTTT a1=PPPP c5=SSTP b1=PSPP"
STUCK = (
    "quads@stps,1,SSPT,PTTS,1,SSTT/PPPP,TSTP,PTPS,TTTT,ptst,ttst/PPTS,tssp,ppts,1,stts,1/TTTS,1,tsps,tsss,2/"
    "TSTS,PPPS,PSSP,3/ttsp,pspt,4"
)
SHELF = (
    "b3=TTTT f5=PPPP e5=SPPS b2=TSPP c3=STPT f6=PPPS f4=PPSP a3=STST d5=TSPP b4=SPTT d4=PSTT b5=TTST d6=SPTT a4=PTST "
    "a5=PTPS b1=PSTS f3=SSTS a1=SSST c6=PTSS c1=TPSS b6=PSTP d1=SSPP"
)
ROWS = (
    "PPPS PPST PPTS PSPT PSTT PTST PTTS STTT",
    "PPSS PSPS PSST PSTS PTSS SSTT STST",
    "PSSS SSST",
)
BESIDE = dict.fromkeys(("b4", "d4", "c3", "c5"), "no")
CORNERS = dict.fromkeys(("b3", "b5", "d3", "d5"), "no")


def middle(square: str) -> Point:
    """The middle of a square."""
    return BOARD.middle(GRID.cell(square))


def meeting(square: str, other: str) -> Point:
    """The middle of the edge between two squares."""
    return between(middle(square), middle(other), 0.5)


def text(position: Position, signs: Mapping[str, str] | None = None) -> list[Line]:
    """The board as text, with signs on squares."""
    return text_board(position, TEXT_LINES, signs or {}, find)


def find(square: str) -> tuple[int, int]:
    """The line and the column of a square in the text board."""
    return TEXT_LINES - 4 * int(square[1]), 5 + 6 * "abcdef".index(square[0])


def quarter(letter: str, owner: str) -> Symbol:
    """A quarter of a tile: its edge below, the middle of the tile above."""
    corners = square_at((0, 0), HALF)
    outline = polygon([corners[2], corners[3], (0.0, 0.0)])
    parts = (
        Shape(outline, "tile"),
        *triangle(letter, corners[2], corners[3], owner),
        Shape(outline, stroke="tile-edge", width=2),
    )
    return Symbol(f"quarter-{owner}-{letter}", parts)


def patterns() -> Drawing:
    """The patterns of edges, and their letters."""
    canvas = Canvas()
    for place, (letter, owner) in enumerate((("S", "light"), ("S", "dark"), ("P", "light"), ("T", "light"))):
        canvas.place(quarter(letter, owner), (110 + 200 * place, 8), scale=1.9)
        canvas.write(letter, (110 + 200 * place, 130), 26, "ink", is_bold=True)
    return titled(canvas.drawing(Box(0, 0, 820, 156)), "Quads")


def patterns_text() -> list[Line]:
    """The same as text: a quarter of a tile in three lines, and its letter; dark letters are small."""
    solid, along, towards = (
        ("   █   ", "  ███  ", " █████ "),
        ("   ─   ", "  ───  ", " ───── "),
        ("   |   ", "  /|\\  ", " / | \\ "),
    )
    drawn = ((solid, "S", Style("light")), (solid, "s", Style("dark")), (along, "P", PLAIN), (towards, "T", PLAIN))
    return text_beside(
        *([*((Span(row, style),) for row in rows), (Span(f"   {letter}"),)] for rows, letter, style in drawn)
    )


def tile_text(name: str, owner: str) -> list[Line]:
    """A tile as text: the letters of its edges."""
    north, east, south, west = sign(name, owner)
    wall, gap = (Span("+-----+"),), Span("  ")
    inside = ((gap, north, gap), (west, Span("   "), east), (gap, south, gap))
    return [wall, *((Span("|"), *row, Span("|")) for row in inside), wall]


def edges_text() -> list[Line]:
    """One tile of each player as text."""
    both = text_beside(tile_text("SPTP", "light"), tile_text("SPTP", "dark"))
    return with_key(both, say("quads.figure.letters"))


def tiles_text() -> list[Line]:
    """The same by name, as rows."""
    rows = [[Span(" ")] for _ in ROWS]
    for row, names in zip(rows, ROWS, strict=True):
        for name in names.split():
            row += [Span("  "), *sign(name, "light")]
    neutral = [part for name in ("PPPP", "TTTT") for part in (Span("  "), *sign(name, "neutral"))]
    return [*map(tuple, rows), (Span(" "), *neutral)]


def edges() -> Drawing:
    """One tile of each player, and the letters of its edges."""
    canvas = Canvas(symbols())
    for place, owner in enumerate(("light", "dark")):
        x = 150.0 + 330 * place
        place_tile(canvas, "SPTP", owner, (x, 130), 1.6)
        for letter, (right, down) in zip("SPTP", ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            canvas.write(letter, (x + 104 * right, 130 + 104 * down), 24, "ink", is_bold=True)
    return titled(canvas.drawing(Box(0, 0, 630, 260)), "Quads")


def tiles() -> Drawing:
    """The seventeen tiles of a player and the two neutral ones."""
    canvas = Canvas(symbols())
    for y, names in enumerate(ROWS):
        for x, name in enumerate(names.split()):
            place_tile(canvas, name, "light", (70 + 112 * x, 66 + 112 * y))
    for x, name in enumerate(("PPPP", "TTTT")):
        place_tile(canvas, name, "neutral", (70 + 112 * (6 + x), 66 + 224))
    return titled(canvas.drawing(Box(0, 0, 924, 356)), "Quads")


def placing() -> Drawing:
    """A tile that matches two neighbours at once."""
    placed = board(after("quads", f"{PLACED} d3=SPTP"), {"d3": "to"}, around="b2 e5")
    return with_parts(placed, symbols(), marks=[tick_at(meeting("d3", other), 17) for other in ("c3", "e3")])


def wrong() -> Drawing:
    """A tile whose solid edge meets one of the other colour."""
    symbol, turn = shown_as("SPPP", "dark")
    before = board(after("quads", PLACED), {"c2": "to"}, around="b2 e5")
    return with_parts(before, symbols(), Item(symbol, middle("c2"), turn), marks=[cross(meeting("c2", "c3"))])


def stuck() -> Drawing:
    """A player none of whose tiles fits anywhere, and the tiles in hand."""
    position = game("quads").read(STUCK)
    drawing = board(position)
    held = hand(position.row, 0)
    step = 66.0
    left = (drawing.box.left + drawing.box.right - step * (len(held) - 1)) / 2
    items = [
        Item(f"quads-light-{name}", (left + step * place, drawing.box.bottom + 48), 0, SMALL)
        for place, name in enumerate(held)
    ]
    taller = Box(drawing.box.left, drawing.box.top, drawing.box.right, drawing.box.bottom + 84)
    shown = with_parts(drawing, symbols(), *items)
    return Drawing(taller, shown.board, shown.cells, shown.symbols, shown.items, shown.labels, shown.marks, shown.title)


def stuck_text() -> list[Line]:
    """The same as text."""
    position = game("quads").read(STUCK)
    drawn = text(position, {mark.name: "no" for mark in ending_of(position)})
    held = say("quads.hand.light", tiles=" ".join(hand(position.row, 0)))
    return with_key([*drawn, (), (Span(held),)], say("quads.figure.letters"))


def placing_text() -> list[Line]:
    """The tile that matches, as text."""
    return with_key(text(after("quads", f"{PLACED} d3=SPTP"), {"d3": "yes"}), say("quads.figure.new"))


def wrong_text() -> list[Line]:
    """The tile that does not match, as text."""
    row, column = find("c2")
    edges = zip(((-1, 0), (0, 2), (1, 0), (0, -2)), sign("SPPP", "dark"), strict=True)
    added = {(row + down, column + right): edge for (down, right), edge in edges}
    drawn = text_board(after("quads", PLACED), TEXT_LINES, {"c2": "no"}, find, added)
    return with_key(drawn, say("quads.figure.new"))


def border() -> Drawing:
    """The rim with its printed lines."""
    placed = board(after("quads", BORDER, border=True), {"b1": "to"})
    x, y = middle("b1")
    return with_parts(placed, symbols(), marks=[tick_at((x, y + 52), 17)])


def neutral(signs: Mapping[str, str], **options: str) -> Figure:
    """The first neutral tile, and where the second may not lie."""

    def start() -> Position:
        return after("quads", "c4=PPPP", **options)

    return Figure(lambda: board(start(), signs), text=lambda: text(start(), signs))


FIGURES = {
    "patterns": Figure(patterns, WIDE, text=patterns_text),
    "edges": Figure(edges, WIDE, text=edges_text),
    "tiles": Figure(tiles, WIDE, text=tiles_text),
    "neutrals": neutral({**BESIDE, "d5": "yes", "e2": "yes"}),
    "placing": Figure(placing, text=placing_text),
    "wrong": Figure(wrong, text=wrong_text),
    "stuck": Figure(stuck, text=stuck_text),
    "border": Figure(
        border,
        text=lambda: with_key(text(after("quads", BORDER, border=True), {"b1": "yes"}), say("quads.figure.new")),
    ),
    "apart": neutral({**BESIDE, **CORNERS}, apart="diagonal"),
    "shelf": Figure(lambda: cropped(after("quads", SHELF))),
}
