"""Display of Quads, as drawing data and as text: tiles by their four edges, and the hands."""

from functools import cache, lru_cache

from fourfold.core.display.boards import SquareBoard
from fourfold.core.display.look import Look
from fourfold.core.display.scene import Scene
from fourfold.games.quads import kernel
from fourfold.games.quads.notation import format_edges, neutral_bit, tile_name, tile_text
from fourfold.games.quads.symbols import BACK, HATCH, NEUTRAL_TILES, OWNERS, symbols, wanted_edge
from fourfold.kernel.jit import Row
from fourfold.picture import shapes
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import QUIET, Line, Span, Style, line_of, piece, trimmed
from fourfold.picture.marks import cross_at, mark_to
from fourfold.picture.paths import rectangle
from fourfold.picture.seats import seat_line
from fourfold.text import say

TILES = 17  # of each player (Quads F1)
NAME_OF_WAY = tuple(tile_name(int(edges)) for edges in kernel.EDGES_OF_WAY)


def neutrals_left(row: Row) -> list[int]:
    """The neutral tiles still to be placed, by their edges."""
    return [edges for edges in NEUTRAL_TILES if row[kernel.NEUTRALS] & neutral_bit(edges)]


def left_of(row: Row, owner: int) -> int:
    """The number of tiles that a player has not placed yet."""
    laid = [word - kernel.TAKEN for word in row[: kernel.SQUARES].tolist() if word >= kernel.TAKEN]
    return TILES - sum(tile // kernel.OWNER == owner for tile in laid)


def hand(row: Row, owner: int) -> tuple[str, ...]:
    """Name the tiles in a hand, sorted by solid edges, then by name (Quads F3); none if it is hidden."""
    return names_of(int(row[kernel.HANDS + owner]))


@lru_cache(maxsize=4096)
def names_of(ways: int) -> tuple[str, ...]:
    names = {name for way, name in enumerate(NAME_OF_WAY) if ways >> way & 1}
    return tuple(sorted(names, key=lambda name: (name.count("S"), name)))


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the ranks from the north, a printed rim as double lines, and list the hands.

    Dark tiles are in lower case.
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
    """List the hands; one that is empty although tiles are missing on the board is hidden (Quads F7)."""
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
FAR = SIZE * kernel.GRID.size  # the side of the board; its north-western corner is 0, 0
RIM = 34.0  # the width of the rim
BOARD = SquareBoard(kernel.GRID, SIZE, inset=1, rim=RIM)


@cache
def shown_as(edges: str, owner: str) -> tuple[str, float]:
    """The symbol of a tile in this orientation, and its turn."""
    names = [edges[turn:] + edges[:turn] for turn in range(4)]
    return f"quads-{owner}-{min(names)}", 90.0 * names.index(min(names))


def place_tile(canvas: Canvas, edges: str, owner: str, place: shapes.Point, scale: float = 1.0, name: str = "") -> None:
    """Place a tile in its orientation."""
    symbol, turn = shown_as(edges, owner)
    canvas.place(symbol, place, turn=turn, scale=scale, name=name)


def frame(row: Row) -> shapes.Frame:
    """The empty board."""
    return frame_of(bool(row[kernel.OPTIONS] & kernel.BORDER))


@cache
def frame_of(has_border: bool) -> shapes.Frame:
    """The empty board; with `border` its rim has printed lines (Quads R4)."""
    lines = [
        shapes.Shape(rectangle(-d, -d, FAR + d, FAR + d, d), stroke="hatch", width=HATCH) for d in (7.0, 15.5, 24.0)
    ]
    return BOARD.frame(*(lines if has_border else ()), labels=17)


def pieces(row: Row, last: int | None) -> shapes.Pieces:
    """The tiles on the board."""
    squares = enumerate(row[: kernel.SQUARES].tolist())
    items = tuple(_laid(square, word - kernel.TAKEN) for square, word in squares if word >= kernel.TAKEN)
    return shapes.Pieces(items, marks=() if last is None else (_mark(last & 63),))


@cache
def _laid(square: int, tile: int) -> shapes.Item:
    owner, edges = divmod(tile, kernel.OWNER)
    symbol, turn = shown_as(format_edges(edges), OWNERS[owner])
    return shapes.Item(symbol, BOARD.middle(square), turn, name=kernel.GRID.name(square))


@cache
def _mark(square: int) -> shapes.Mark:
    return mark_to(kernel.GRID.name(square), BOARD.outline(square))


def hands(row: Row) -> shapes.Hands:
    """The tiles of both players, as backs if hidden, and the neutral tiles that are not placed yet."""
    shared = tuple(_held(format_edges(edges), "neutral") for edges in neutrals_left(row))
    return shapes.Hands((_hand(row, kernel.LIGHT), _hand(row, kernel.DARK)), shared)


def _hand(row: Row, owner: int) -> shapes.Hand:
    tiles, count, colour = hand(row, owner), left_of(row, owner), OWNERS[owner]
    is_withheld = len(tiles) != count
    items = () if is_withheld else tuple(_held(tile, colour) for tile in tiles)
    return shapes.Hand(owner, f"quads-{colour}", count, items, count if is_withheld else 0, BACK.id)


@cache
def _held(name: str, owner: str) -> shapes.HandItem:
    ways = dict.fromkeys(name[turn:] + name[:turn] for turn in (0, 3, 2, 1))  # each a quarter turn clockwise
    return shapes.HandItem(
        f"quads-{owner}-{name}", name, 0.0, tuple(shapes.Lying(way, *shown_as(way, owner)) for way in ways)
    )


def draw(row: Row, scene: Scene) -> shapes.Drawing:
    """Draw the board, and the hands to its right."""
    canvas = Canvas(symbols())
    canvas.add_frame(frame(row))
    canvas.add_pieces(pieces(row, scene.last))
    _panel(canvas, hands(row), scene, FAR + RIM)
    box = frame(row).box
    assert box is not None
    return canvas.drawing(shapes.Box(box.left, box.top, FAR + RIM + 420, box.bottom))


def _panel(canvas: Canvas, beside: shapes.Hands, scene: Scene, left: float) -> None:
    """Draw the players' tiles, with the neutral tiles between them."""
    for place, item in enumerate(beside.shared):
        canvas.place(item.symbol, (left + 262 + 62 * place, 300), scale=0.58, name=item.click)
    for held in beside.hands:
        top = 6.0 + 324 * held.seat
        is_mover, has_won = scene.mover == held.seat, scene.winner == held.seat
        number = str(held.number)
        seat_line(canvas, (left + 90, top), held.symbol, is_mover=is_mover, has_won=has_won, number=number)
        spots = [(left + 76 + 62 * (place % 5), top + 66 + 62 * (place // 5)) for place in range(held.number)]
        for item, spot in zip(held.items, spots, strict=False):
            canvas.place(item.symbol, spot, scale=0.58, name=item.click)
        for spot in spots[len(held.items) :]:
            canvas.place(held.back, spot, scale=0.58)


def ending(row: Row) -> tuple[shapes.Mark, ...]:
    """The free places beside a tile, with the edges that they ask for."""
    return tuple(
        _blocked(square, tuple(kernel.DEMAND_OF_SIDE[row[square]].tolist()))
        for square in range(kernel.SQUARES)
        if int(row[kernel.FRONTIER]) >> square & 1
    )


@cache
def _blocked(square: int, demands: tuple[int, ...]) -> shapes.Mark:
    """A cross, and along each side the edge that is asked for."""
    middle, corners = BOARD.middle(square), BOARD.outline(square, 5)
    parts = [
        part
        for side, demand in enumerate(demands)
        for part in wanted_edge(demand, corners[side], corners[(side + 1) % 4], middle)
    ]
    return shapes.Mark(kernel.GRID.name(square), shapes.MarkKind.BLOCKED, (*parts, *cross_at(middle)))


LOOK = Look(symbols, frame, pieces, hands, draw, lines, ending=ending)
