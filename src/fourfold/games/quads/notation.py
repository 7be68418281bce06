"""Notation of moves and positions of Quads.

A move is the square and the edges as they lie, north, east, south, west: `c4=SPTP`. A position is the ranks from the
north, joined by `/`, each with its squares from the west, joined by `,`: a light tile is its edges, a dark tile the
same in lower case, a neutral tile `PPPP` or `TTTT`, and a number stands for a run of empty squares. The
mover, the hands and the ply follow from that.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.notation import Notation
from fourfold.games.quads import kernel
from fourfold.kernel.jit import Row

LETTERS = {kernel.PARALLEL: "P", kernel.TOWARDS: "T", kernel.SOLID: "S"}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
SHAPE = re.compile(r"([a-z][0-9])(?: ?= ?| )([SPT](?: ?[SPT]){3})")
SIDES = ("north", "east", "south", "west")
SEARCHED = 5_000  # sets of tiles tried before a position is accepted


def parse_move(row: Row, text: str) -> int:
    """Parse `c4=SPTP`, legal or not; also letter by letter as it is heard, `c4 S P T P`."""
    shape = SHAPE.fullmatch(text[:1].lower() + text[1:].upper())
    if not shape:
        raise BadNotation("quads.notation.move", text=text)
    return kernel.GRID.cell(shape[1]) | parse_edges(shape[2].replace(" ", "")) << kernel.SQUARE_BITS


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    return f"{kernel.GRID.name(move & 63)}={format_edges(move >> kernel.SQUARE_BITS)}"


def mention(row: Row, move: int) -> str:
    """The square alone."""
    return kernel.GRID.name(move & 63)


def parse_edges(text: str) -> int:
    """Parse the edges of a tile as it lies."""
    return sum(KINDS[letter] << 2 * side for side, letter in enumerate(text))


@cache
def format_edges(edges: int) -> str:
    """Format the edges of a tile as it lies."""
    return "".join(LETTERS[edges >> 2 * side & 3] for side in range(4))


def tile_name(edges: int) -> str:
    """Name a tile by the alphabetically first of its orientations (Quads F3)."""
    text = format_edges(edges)
    return min(text[turn:] + text[:turn] for turn in range(4))


def tile_at(row: Row | Sequence[int], square: int) -> tuple[int, int]:
    """The owner and the edges of the tile on a taken square."""
    owner, edges = divmod(int(row[square]) - kernel.TAKEN, kernel.OWNER)
    return owner, edges


def tile_text(row: Row | Sequence[int], square: int) -> str:
    """Format the tile on a taken square, a dark one in lower case."""
    owner, edges = tile_at(row, square)
    return format_edges(edges).lower() if owner == kernel.DARK else format_edges(edges)


def taken_squares(row: Row) -> list[int]:
    """List the squares with tiles."""
    return [square for square in range(kernel.SQUARES) if row[square] >= kernel.TAKEN]


def format_body(row: Row) -> str:
    """Format the board."""
    size = kernel.GRID.size
    words = [word if word >= kernel.TAKEN else 0 for word in row[: kernel.SQUARES].tolist()]
    return "/".join(_format_rank(tuple(words[size * rank : size * (rank + 1)])) for rank in reversed(range(size)))


@lru_cache(maxsize=10_000)  # a move changes one rank
def _format_rank(words: tuple[int, ...]) -> str:
    signs = [tile_text(words, square) if word else "." for square, word in enumerate(words)]
    runs = re.findall(r"\.(?:,\.)*|\w+", ",".join(signs))
    return ",".join(str(run.count(".")) if run.startswith(".") else run for run in runs)


def parse_body(body: str, row: Row) -> None:
    """Parse a board into a row that holds the options and an empty board."""
    tiles = _parse_tiles(body)
    for square, text in tiles.items():
        _lay_tile(row, square, text)
    row[kernel.PLY] = len(tiles)
    _check_counts(row)
    _check_neutrals(row)
    _check_order(row)


def _parse_tiles(body: str) -> dict[int, str]:
    ranks = body.split("/")
    if len(ranks) != kernel.GRID.size:
        raise BadNotation("quads.notation.ranks", text=body)
    tiles = {}
    for rank, text in zip(reversed(range(kernel.GRID.size)), ranks, strict=True):
        file = 0
        for sign in text.split(","):
            if re.fullmatch(r"[SPT]{4}|[spt]{4}", sign):
                tiles[kernel.GRID.size * rank + file] = sign
                file += 1
            elif re.fullmatch(r"[1-6]", sign):
                file += int(sign)
            else:
                raise BadNotation("quads.notation.square", text=sign, rank=rank + 1)
        if file != kernel.GRID.size or re.search(r"\d,\d", text):
            raise BadNotation("quads.notation.rank", text=text, rank=rank + 1)
    return tiles


def _lay_tile(row: Row, square: int, text: str) -> None:
    """Place a tile, if it exists, is not placed yet, and matches its neighbours."""
    edges = parse_edges(text.upper())
    place = {"cell": kernel.GRID.name(square), "tile": text}
    if text in ("PPPP", "TTTT"):
        owner, left = kernel.NEUTRAL, row[kernel.NEUTRALS] & neutral_bit(edges)
    else:
        owner = kernel.DARK if text.islower() else kernel.LIGHT
        if not kernel.TURNS[edges]:
            raise BadPosition("quads.position.no_such_tile", **place)
        left = row[kernel.HANDS + owner] & kernel.TURNS[edges]
    if not left:
        raise BadPosition("quads.position.twice", **place)
    side = kernel.differing_side(row, square, edges, owner)
    if side >= 0:
        code = "quads.position.rim" if kernel.NEIGHBOUR[square, side] == kernel.OUTSIDE else "quads.position.edges"
        raise BadPosition(code, side=SIDES[side], **place)
    kernel.lay(row, square, edges, owner)
    if owner == kernel.NEUTRAL:
        row[kernel.NEUTRALS] ^= neutral_bit(edges)


def neutral_bit(edges: int) -> int:
    """The bit of a neutral tile in the word NEUTRALS."""
    return {kernel.ALL_PARALLEL: 1, kernel.ALL_TOWARDS: 2}[edges]


def _check_counts(row: Row) -> None:
    """Neutral tiles come first (Quads F4), then light and dark take turns (Quads F5)."""
    owners = [tile_at(row, square)[0] for square in taken_squares(row)]
    neutrals, light, dark = (owners.count(owner) for owner in (kernel.NEUTRAL, kernel.LIGHT, kernel.DARK))
    if neutrals < min(2, len(owners)):
        raise BadPosition("quads.position.neutrals", found=neutrals, tiles=len(owners))
    if light - dark not in (0, 1):
        raise BadPosition("quads.position.turns", light=light, dark=dark)


def _check_neutrals(row: Row) -> None:
    """The neutral tiles may not be next to each other (Quads F4, R1)."""
    neutrals = [square for square in taken_squares(row) if tile_at(row, square)[0] == kernel.NEUTRAL]
    near = kernel.AROUND if row[kernel.OPTIONS] & kernel.DIAGONAL else kernel.BESIDE
    if len(neutrals) == 2 and int(near[neutrals[0]]) >> neutrals[1] & 1:
        raise BadPosition(
            "quads.position.apart", first=kernel.GRID.name(neutrals[0]), second=kernel.GRID.name(neutrals[1])
        )


def _check_order(row: Row) -> None:
    """Require an order, light and dark in turn, in which every tile borders an earlier one (Quads F5)."""
    squares = dict.fromkeys((kernel.LIGHT, kernel.DARK, kernel.NEUTRAL), 0)
    for square in taken_squares(row):
        squares[tile_at(row, square)[0]] |= 1 << square
    alone = sum(squares.values()) & ~_joined(squares[kernel.NEUTRAL], sum(squares.values()))
    if alone:
        raise BadPosition("quads.position.alone", cell=kernel.GRID.name(_members(alone)[0]))
    if not _has_order(squares[kernel.NEUTRAL], squares[kernel.LIGHT], squares[kernel.DARK]):
        raise BadPosition("quads.position.order")


def _has_order(lying: int, own: int, other: int) -> bool:
    """Search for an order of the tiles still to be placed, `own` first; a search that takes too long succeeds."""
    seen: set[int] = set()
    stack = [(lying, own, other)]
    while stack and len(seen) < SEARCHED:
        lying, own, other = stack.pop()
        if not own:  # then the other has none left either: own is as many, or one more
            return True
        for square in _members(_beside(lying) & own):
            tile = 1 << square
            if lying | tile not in seen:
                seen.add(lying | tile)
                stack.append((lying | tile, other, own & ~tile))
    return bool(stack)


def _joined(begin: int, squares: int) -> int:
    """The squares that are connected to the first ones."""
    reached, grown = 0, begin
    while grown != reached:
        reached, grown = grown, (grown | _beside(grown)) & squares
    return reached


def _beside(squares: int) -> int:
    near = 0
    for square in _members(squares):
        near |= int(kernel.BESIDE[square])
    return near


def _members(squares: int) -> list[int]:
    return [square for square in range(kernel.SQUARES) if squares >> square & 1]


NOTATION = Notation(parse_move, format_move, parse_body, format_body, mention=mention)
