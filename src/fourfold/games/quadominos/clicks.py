"""Clicks of Quad-Ominos: the tile, the cell, the orientation, and any bonus; or `draw` or `pass`."""

from collections.abc import Sequence

from fourfold.core.clicks import Click, MoveClicks, cell, item, way, word
from fourfold.games.quadominos import notation, symbols
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.contents import hand_of
from fourfold.games.quadominos.rules.tables import NAMES
from fourfold.kernel.jit import Row


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All clicks of a move."""
    place, is_placed, lying = notation.format_move(row, move).partition("=")
    if not is_placed:
        return (word(place),)
    numbers, sign = lying[:4], lying[4:]
    return (item("".join(sorted(numbers))), cell(place), way(numbers), *([word(sign)] if sign else []))


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """A word, or a cell; a missing tile, orientation or bonus stands for any."""
    cells = [click for click in clicked if "," in click]
    signs = [click for click in clicked if click.startswith("+")]
    tiles = [click for click in clicked if click not in cells and click not in signs]
    if tiles and tiles[0] in notation.MOVES_WITHOUT_TILE:
        return tiles[:1]
    if len(cells) != 1 or len(tiles) > 2 or len(signs) > 1:
        return []
    names = tiles[:1] or [NAMES[tile] for tile in hand_of(row, int(row[layout.MOVER]))]
    ways = tiles[1:] or [numbers for name in names for numbers in symbols.ways_of(name)]
    return [f"{cells[0]}={numbers}{sign}" for numbers in ways for sign in signs or notation.SIGNS]


CLICKS = MoveClicks(clicks, texts)
