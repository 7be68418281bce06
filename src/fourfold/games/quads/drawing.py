"""The board of Quads: each tile by its four edges, and the hands beside it."""

from fourfold.core.scene import Scene
from fourfold.games.quads import kernel
from fourfold.games.quads.notation import format_edges, neutral_bit, taken_squares, tile_at, tile_name, tile_text
from fourfold.kernel.jit import Row
from fourfold.picture.canvas import Canvas
from fourfold.picture.coloured import QUIET, Line, Span, Style, line_of, piece, trimmed
from fourfold.picture.drawing import Box, Cell, Drawing, Point, Shape, Symbol
from fourfold.picture.marks import mark_to
from fourfold.picture.paths import between, line, polygon, rectangle, rounded, square_at
from fourfold.picture.seats import seat_line
from fourfold.text import say

TILES = 17  # of each player (Quads F1)
OWNERS = {kernel.LIGHT: "light", kernel.DARK: "dark", kernel.NEUTRAL: "neutral"}
NEUTRAL_TILES = (kernel.ALL_PARALLEL, kernel.ALL_TOWARDS)


def neutrals_left(row: Row) -> list[int]:
    """The neutral tiles still to be laid, by their edges."""
    return [edges for edges in NEUTRAL_TILES if row[kernel.NEUTRALS] & neutral_bit(edges)]


def left_of(row: Row, owner: int) -> int:
    """How many tiles a player has not laid yet."""
    return TILES - sum(tile_at(row, square)[0] == owner for square in taken_squares(row))


def hand(row: Row, owner: int) -> list[str]:
    """Name the tiles in a hand, by number of solid edges, then in the alphabet (Quads F3); none if it is withheld."""
    ways = int(row[kernel.HANDS + owner])
    names = {tile_name(int(edges)) for way, edges in enumerate(kernel.EDGES_OF_WAY) if ways >> way & 1}
    return sorted(names, key=lambda name: (name.count("S"), name))


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the ranks from the north, the printed rim as double lines, and list the tiles still to be laid.

    Dark tiles are in small letters.
    """
    wall = "  +" + "-----+" * kernel.GRID.size
    inner = line_of(Span(wall, QUIET))
    outer = line_of(Span(wall.replace("-", "="), QUIET)) if row[kernel.OPTIONS] & kernel.BORDER else inner
    touched = -1 if last is None else last & 63
    drawn = [outer]
    for rank in reversed(range(kernel.GRID.size)):
        squares = range(kernel.GRID.size * rank, kernel.GRID.size * (rank + 1))
        parts = [_square(row, square, square == touched) for square in squares]
        for height, margin in enumerate((" ", str(rank + 1), " ")):
            spans = [Span(f"{margin} |", QUIET)]
            for part in parts:
                spans += [*part[height], Span("|", QUIET)]
            drawn.append(tuple(spans))
        drawn.append(inner if rank else outer)
    drawn.append(line_of("  " + "".join(f"   {file}  " for file in "abcdef")))
    drawn += [line_of("  " + text) for text in _hand_texts(row)]
    return [trimmed(each) for each in drawn]


def _square(row: Row, square: int, is_touched: bool) -> tuple[Line, Line, Line]:
    if row[square] < kernel.TAKEN:
        return line_of("     "), line_of("  ·  "), line_of("     ")
    north, east, south, west = (_edge(letter, is_touched) for letter in tile_text(row, square))
    return line_of("  ", north, "  "), line_of(west, "   ", east), line_of("  ", south, "  ")


def _edge(letter: str, is_touched: bool) -> Span:
    if letter.upper() != "S":
        return Span(letter, Style(is_bold=is_touched, is_marked=is_touched))
    style = piece("light" if letter == "S" else "dark")
    return Span(letter, Style(style.ink, style.ground, is_bold=True, is_marked=is_touched))


def _hand_texts(row: Row) -> list[str]:
    """List the hands; one that is empty though not all its tiles lie on the board is withheld (Quads F7)."""
    texts = []
    neutrals = neutrals_left(row)
    if neutrals:
        texts.append(say("quads.hand.neutral", tiles=" ".join(map(format_edges, neutrals))))
    for owner, name in ((kernel.LIGHT, "light"), (kernel.DARK, "dark")):
        left, tiles = left_of(row, owner), hand(row, owner)
        if len(tiles) != left:
            texts.append(say(f"quads.hand.{name}_withheld", count=left))
        else:
            words = " ".join(tiles) or "–"
            texts.append(say(f"quads.hand.{name}", tiles=words.lower() if owner == kernel.DARK else words))
    return texts


SIZE = 100.0  # of a square
HALF = 47.0  # of a tile
RIM = 34.0  # how wide the rim of the board is
HATCH = 2.4


def tile(edges: str, owner: str) -> Symbol:
    """A tile with its four triangles; the edges are read from the north, clockwise."""
    corners = square_at((0, 0), HALF)
    parts = [Shape(rounded(corners, 6), "tile")]
    for side, letter in enumerate(edges):
        parts += triangle(letter, corners[side], corners[(side + 1) % 4], owner)
    cuts = line(corners[0], corners[2]) + line(corners[1], corners[3])
    parts.append(Shape(cuts, stroke="tile-edge", width=1.5))
    parts.append(Shape(rounded(corners, 6), stroke=f"{owner}-edge", width=3))
    return Symbol(f"quads-{owner}-{edges}", tuple(parts))


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


def _shortened(start: Point, end: Point, share: float) -> str:
    return line(between(start, end, share), between(end, start, share))


def _badge(owner: str) -> Symbol:
    """A player's solid edge."""
    corners = square_at((0, 0), 26)
    inlay = [Shape(polygon(square_at((0, 0), 13)), stroke="dark-sign", width=3)] if owner == "dark" else []
    return Symbol(f"quads-{owner}", (Shape(rounded(corners, 6), owner, f"{owner}-edge", 2.5), *inlay))


BACK = Symbol(
    "quads-back",
    (
        Shape(rounded(square_at((0, 0), HALF), 6), "back", "tile-edge", 3),
        Shape(rounded(square_at((0, 0), HALF - 14), 4), stroke="back-line", width=4),
    ),
)


def middle(square: int) -> Point:
    """Where a square lies; the board's north-western corner is 0, 0."""
    size = kernel.GRID.size
    return SIZE * (square % size + 0.5), SIZE * (size - 0.5 - square // size)


def place_tile(canvas: Canvas, edges: str, owner: str, place: Point, scale: float = 1.0, name: str = "") -> None:
    """Put a tile somewhere: the one symbol of the tile, turned as it lies."""
    names = [edges[turn:] + edges[:turn] for turn in range(4)]
    turn = names.index(min(names))
    canvas.place(tile(min(names), owner), place, turn=90 * turn, scale=scale, name=name)


def draw(row: Row, scene: Scene) -> Drawing:
    """Draw the board, and the hands to its right; a hand that is withheld shows the tiles' backs."""
    canvas = Canvas()
    far = SIZE * kernel.GRID.size
    canvas.board.append(Shape(rectangle(-RIM, -RIM, far + RIM, far + RIM, 18), "board"))
    if row[kernel.OPTIONS] & kernel.BORDER:
        canvas.board += _printed_rim(far)
    for square in range(kernel.SQUARES):
        name = kernel.GRID.name(square)
        canvas.cells.append(Cell(name, square_at(middle(square), SIZE / 2 - 1), "cell", "line"))
        if row[square] >= kernel.TAKEN:
            owner, edges = tile_at(row, square)
            place_tile(canvas, format_edges(edges), OWNERS[owner], middle(square), name=name)
    for place, file in enumerate("abcdef"):
        canvas.write(file, (SIZE * (place + 0.5), far + RIM + 24), 17)
        canvas.write(str(place + 1), (-RIM - 22, far - SIZE * (place + 0.5)), 17)
    if scene.last is not None:
        at = scene.last & 63
        canvas.marks.append(mark_to(kernel.GRID.name(at), square_at(middle(at), SIZE / 2 - 1)))
    _hands(canvas, row, scene, far + RIM)
    return canvas.drawing(Box(-RIM - 44, -RIM - 22, far + RIM + 420, far + RIM + 46))


def _printed_rim(far: float) -> list[Shape]:
    """The lines of the rim, which run along it (Quads R4)."""
    return [Shape(rectangle(-d, -d, far + d, far + d, d), stroke="hatch", width=HATCH) for d in (7.0, 15.5, 24.0)]


def _hands(canvas: Canvas, row: Row, scene: Scene, left: float) -> None:
    """The players' tiles, and between them the neutral ones as long as they are not laid."""
    for place, edges in enumerate(neutrals_left(row)):
        place_tile(canvas, format_edges(edges), "neutral", (left + 262 + 62 * place, 300), 0.58, format_edges(edges))
    for owner in (kernel.LIGHT, kernel.DARK):
        top = 6.0 + 324 * owner
        tiles, count = hand(row, owner), left_of(row, owner)
        seat_line(
            canvas,
            (left + 90, top),
            _badge(OWNERS[owner]),
            is_mover=scene.mover == owner,
            has_won=scene.winner == owner,
            number=str(count),
        )
        for place in range(count):
            spot = left + 76 + 62 * (place % 5), top + 66 + 62 * (place // 5)
            if len(tiles) == count:
                place_tile(canvas, tiles[place], OWNERS[owner], spot, 0.58, tiles[place])
            else:
                canvas.place(BACK, spot, scale=0.58)
