"""Clicks of Quad-Ominos: the tile, the cell, the orientation, and any bonus; or `draw` or `pass`."""

from collections.abc import Sequence

from fourfold.core.clicks import Click, MoveClicks, cell, item, way, word
from fourfold.core.errors import IllegalMove
from fourfold.games.quadominos import notation, symbols
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.contents import hand_of
from fourfold.games.quadominos.rules.placement import fits_any
from fourfold.games.quadominos.rules.tables import CODE_BITS, CODE_MASK, NAMES
from fourfold.games.quadominos.rules.tile_sets import only
from fourfold.kernel.jit import Row


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All clicks of a move."""
    place, is_placed, lying = notation.format_move(row, move).partition("=")
    if not is_placed:
        return (word(place),)
    numbers, sign = lying[:4], lying[4:]
    return (item("".join(sorted(numbers))), cell(place), way(numbers), *([word(sign)] if sign else []))


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """A word, or a cell; a missing tile, cell, orientation or bonus stands for any.

    Refuse a tile that fits nowhere, and a place for no tile.
    """
    cells = [click for click in clicked if "," in click]
    signs = [click for click in clicked if click.startswith("+")]
    tiles = [click for click in clicked if click not in cells and click not in signs]
    if tiles and tiles[0] in notation.MOVES_WITHOUT_TILE:
        return tiles[:1]
    if len(clicked) == 1 and not signs:
        cells = [_place_of(row, clicked[0])]
    if len(cells) != 1 or len(tiles) > 2 or len(signs) > 1:
        return []
    names = tiles[:1] or [NAMES[tile] for tile in hand_of(row, int(row[layout.MOVER]))]
    ways = tiles[1:] or [numbers for name in names for numbers in symbols.ways_of(name)]
    return [f"{cells[0]}={numbers}{sign}" for numbers in ways for sign in signs or notation.SIGNS]


def _place_of(row: Row, click: str) -> str:
    """The cell itself, or one where the tile would lie."""
    if row[layout.LYING] == 0:
        return click if "," in click else notation.cell_text(layout.ORIGIN)
    hand = hand_of(row, int(row[layout.MOVER]))
    places = _places(row)
    if click in places and not any(fits_any(places[click], only(tile)) for tile in hand):
        raise IllegalMove("quadominos.refuse.nothing_fits", move=click, cell=click)
    if "," in click:
        return click
    tile = next((tile for tile in hand if NAMES[tile] == click), None)
    fitting = [place for place, code in places.items() if tile is not None and fits_any(code, only(tile))]
    if tile is not None and not fitting:
        raise IllegalMove("quadominos.refuse.fits_nowhere", move=click, tile=click)
    return next(iter(fitting or places))


def _places(row: Row) -> dict[str, int]:
    """The free cells beside a tile, each with the code of its corners."""
    spots = row[layout.FRONTIER : layout.FRONTIER + int(row[layout.SPOTS])].tolist()
    return {notation.cell_text(spot >> CODE_BITS): spot & CODE_MASK for spot in spots}


CLICKS = MoveClicks(clicks, texts)
