"""The board of Quads as text: each tile by its four edges, dark tiles in small letters, and the hands below."""

from fourfold.games.quads import kernel
from fourfold.games.quads.notation import format_edges, neutral_bit, taken_squares, tile_at, tile_name, tile_text
from fourfold.kernel.jit import Row
from fourfold.text import say

TILES = 17  # of each player (Quads F1)


def board(row: Row) -> str:
    """Draw the ranks from the north, the printed rim as double lines, and list the tiles still to be laid."""
    inner = "  +" + "-----+" * kernel.GRID.size
    outer = inner.replace("-", "=") if row[kernel.OPTIONS] & kernel.BORDER else inner
    lines = [outer]
    for rank in reversed(range(kernel.GRID.size)):
        squares = range(kernel.GRID.size * rank, kernel.GRID.size * (rank + 1))
        tops, middles, bottoms = zip(*(_square(row, square) for square in squares), strict=True)
        lines += [_line(" ", tops), _line(str(rank + 1), middles), _line(" ", bottoms), inner if rank else outer]
    lines.append("  " + "".join(f"   {file}  " for file in "abcdef"))
    lines += ["  " + line for line in _hands(row)]
    return "\n".join(line.rstrip() for line in lines)


def _line(margin: str, parts: tuple[str, ...]) -> str:
    return f"{margin} |" + "|".join(parts) + "|"


def _square(row: Row, square: int) -> tuple[str, str, str]:
    if row[square] < kernel.TAKEN:
        return "     ", "  ·  ", "     "
    north, east, south, west = list(tile_text(row, square))
    return f"  {north}  ", f"{west}   {east}", f"  {south}  "


def _hands(row: Row) -> list[str]:
    """List the hands; one that is empty though not all its tiles lie on the board is withheld (Quads F7)."""
    lines = []
    neutrals = [
        edges for edges in (kernel.ALL_PARALLEL, kernel.ALL_TOWARDS) if row[kernel.NEUTRALS] & neutral_bit(edges)
    ]
    if neutrals:
        lines.append(say("quads.hand.neutral", tiles=" ".join(map(format_edges, neutrals))))
    owners = [tile_at(row, square)[0] for square in taken_squares(row)]
    for owner, name in ((kernel.LIGHT, "light"), (kernel.DARK, "dark")):
        left = TILES - owners.count(owner)
        tiles = hand(row, owner)
        if len(tiles) != left:
            lines.append(say(f"quads.hand.{name}_withheld", count=left))
        else:
            words = " ".join(tiles) or "–"
            lines.append(say(f"quads.hand.{name}", tiles=words.lower() if owner == kernel.DARK else words))
    return lines


def hand(row: Row, owner: int) -> list[str]:
    """Name the tiles in a hand, by number of solid edges, then in the alphabet (Quads F3)."""
    ways = int(row[kernel.HANDS + owner])
    names = {tile_name(int(edges)) for way, edges in enumerate(kernel.EDGES_OF_WAY) if ways >> way & 1}
    return sorted(names, key=lambda name: (name.count("S"), name))
