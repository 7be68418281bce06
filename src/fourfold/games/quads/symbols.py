"""Symbols of Quads: each tile by its four edges."""

from functools import cache

from fourfold.games.quads import kernel
from fourfold.games.quads.notation import format_edges, tile_name
from fourfold.picture.formats.styled_text import QUIET, Line, Span, Style, piece
from fourfold.picture.paths import between, line, polygon, rounded, square_at
from fourfold.picture.shapes import Face, Point, Shape, Symbol

OWNERS = {kernel.LIGHT: "light", kernel.DARK: "dark", kernel.NEUTRAL: "neutral"}
NEUTRAL_TILES = (kernel.ALL_PARALLEL, kernel.ALL_TOWARDS)
HALF = 47.0  # of a tile
HATCH = 2.4
SIDES = ("north", "east", "south", "west")


def faces(edges: str, owner: str) -> tuple[Face, ...]:
    """A tile in words, in each orientation; edges clockwise from the north."""
    turned = [edges[4 - turn :] + edges[: 4 - turn] for turn in range(4)]
    return tuple(
        Face(sign(each, owner), "piece.tile", {"owner": owner, **dict(zip(SIDES, each, strict=True))})
        for each in turned
    )


def sign(edges: str, owner: str) -> Line:
    """The letters of the edges, in lower case for dark; solid ones on the player's colour."""
    letters = edges.lower() if owner == "dark" else edges
    return tuple(Span(letter, piece(owner) if letter in "Ss" else Style("number", "tile")) for letter in letters)


def tile(edges: str, owner: str) -> Symbol:
    """A tile with its four triangles; edges clockwise from the north."""
    corners = square_at((0, 0), HALF)
    parts = [Shape(rounded(corners, 6), "tile")]
    for side, letter in enumerate(edges):
        parts += triangle(letter, corners[side], corners[(side + 1) % 4], owner)
    cuts = line(corners[0], corners[2]) + line(corners[1], corners[3])
    parts.append(Shape(cuts, stroke="tile-edge", width=1.5))
    parts.append(Shape(rounded(corners, 6), stroke=f"{owner}-edge", width=3))
    return Symbol(f"quads-{owner}-{edges}", tuple(parts), faces(edges, owner))


def triangle(letter: str, start: Point, end: Point, owner: str) -> list[Shape]:
    """The pattern between an edge and the middle of a tile: solid, parallel to the edge, or towards the middle."""
    middle = (0.0, 0.0)
    if letter == "S":
        solid = Shape(polygon([start, end, middle]), owner)
        if owner == "light":
            return [solid]
        heart = between(between(start, end, 0.5), middle, 0.42)
        inlay = polygon([between(corner, heart, 0.42) for corner in (start, end, middle)])
        return [solid, Shape(inlay, stroke="dark-sign", width=HATCH)]
    if letter == "P":
        strokes = [(between(start, middle, s), between(end, middle, s)) for s in (0.14, 0.32, 0.5, 0.68)]
        return [Shape("".join(_shortened(a, b, 0.06) for a, b in strokes), stroke="hatch", width=HATCH)]
    feet = [between(start, end, share) for share in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9)]
    ends = (0.5, 0.66, 0.66, 0.66, 0.66, 0.5)
    fan = "".join(line(between(f, middle, 0.05), between(f, middle, s)) for f, s in zip(feet, ends, strict=True))
    return [Shape(fan, stroke="hatch", width=HATCH)]


def wanted_edge(demand: int, start: Point, end: Point, middle: Point) -> list[Shape]:
    """The edge that a place asks for on one side: a narrow strip of its pattern; nothing where any fits."""
    if demand == kernel.OPEN:
        return []
    if demand in (kernel.SOLID, kernel.DARK_SOLID):
        owner = OWNERS[demand - kernel.SOLID]
        outer = [between(corner, other, 0.1) for corner, other in ((start, end), (end, start))]
        inner = [between(between(corner, other, 0.2), middle, 0.2) for corner, other in ((end, start), (start, end))]
        return [Shape(polygon([*outer, *inner]), owner, f"{owner}-edge", 2)]
    if demand == kernel.PARALLEL:
        strokes = [(between(start, middle, s), between(end, middle, s)) for s in (0.08, 0.22)]
        return [Shape("".join(_shortened(a, b, 0.12) for a, b in strokes), stroke="hatch", width=HATCH)]
    feet = [between(start, end, share) for share in (0.18, 0.34, 0.5, 0.66, 0.82)]
    fan = "".join(line(between(foot, middle, 0.05), between(foot, middle, 0.25)) for foot in feet)
    return [Shape(fan, stroke="hatch", width=HATCH)]


def _shortened(start: Point, end: Point, share: float) -> str:
    return line(between(start, end, share), between(end, start, share))


def badge(owner: str) -> Symbol:
    """A player's solid edge."""
    corners = square_at((0, 0), 26)
    inlay = [Shape(polygon(square_at((0, 0), 13)), stroke="dark-sign", width=3)] if owner == "dark" else []
    face = Face(sign("S", owner), f"seat.{int(owner == 'dark')}")
    return Symbol(f"quads-{owner}", (Shape(rounded(corners, 6), owner, f"{owner}-edge", 2.5), *inlay), (face,))


BACK = Symbol(
    "quads-back",
    (
        Shape(rounded(square_at((0, 0), HALF), 6), "back", "tile-edge", 3),
        Shape(rounded(square_at((0, 0), HALF - 14), 4), stroke="back-line", width=4),
    ),
    (Face((Span("?", QUIET),), "piece.back"),),
)


@cache
def symbols() -> dict[str, Symbol]:
    """All symbols that can occur, by their ids."""
    names = sorted({tile_name(int(edges)) for edges in kernel.EDGES_OF_WAY})
    every = [BACK, badge("light"), badge("dark")]
    every += [tile(format_edges(edges), "neutral") for edges in NEUTRAL_TILES]
    every += [tile(name, owner) for owner in ("light", "dark") for name in names]
    return {symbol.id: symbol for symbol in every}
