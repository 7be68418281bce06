"""Notation of moves and positions of Quad-Ominos.

A move is `x,y=abcd`: the cell, east and north of the round's first tile, and the numbers as they lie, clockwise from
the north-west corner; behind it `+25`, `+2` or `+25+2` for the bonus that is taken. Or it is `draw`, or `pass`.

A position has parts with a `:` between them: the table, tiles `x,y=abcd` with a `/` between them; the hands in seat
order with a `/` between them, the tiles of a hand by name with a `.` between them; the well in drawing order likewise;
the scores with a `/` between them; then `round=`, `ply=` and, where they say something, `turn=` the seat to move,
`due=` the tiles still due from a bonus, `passes=` the passes in a row, `shown=seat/tile` the quad shown for starting
with 0000, `drew=1` where the seat to move has just drawn, and `lacks=` for each seat the set of tiles that all know it
does not hold, a hexadecimal number with a bit for each tile. `-` stands for no tiles, `_8` for eight hidden ones.
"""

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

import numpy as np

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.notation import Notation
from fourfold.games.quadominos.rules import contents, layout
from fourfold.games.quadominos.rules.placement import put_tile
from fourfold.games.quadominos.rules.tables import NAMES, TILES
from fourfold.games.quadominos.rules.tile_sets import add_tile, put_in_well
from fourfold.games.quadominos.rules.validation import check_set, settle_phase
from fourfold.kernel.jit import Row

MOVES_WITHOUT_TILE = {"draw": layout.DRAW, "pass": layout.PASS}
SIGNS = {"": 0, "+25": layout.PLUS_25, "+2": layout.PLUS_2, "+25+2": layout.PLUS_25 | layout.PLUS_2}
SIGN_TEXTS = {sign: text for text, sign in SIGNS.items()}
NONE = "-"
HIDDEN = "_"
FARTHEST = 127  # a cell beyond is refused like this one: no tile ever lies so far away

WHOLE = r"(?:0|-?[1-9][0-9]{0,8})"
PLACED = re.compile(rf"({WHOLE}),({WHOLE})=([0-9]{{4}})")
MOVE = re.compile(PLACED.pattern + r"(\+25\+2|\+25|\+2|)")
FACTS = {  # the named parts, in order
    "round": r"0|[1-9][0-9]{0,3}",
    "ply": r"0|[1-9][0-9]{0,8}",
    "turn": r"[0-9]",
    "due": r"[12]",
    "passes": r"[0-9]",
    "shown": r"[0-9]/[0-9]{4}",
    "drew": "1",
    "lacks": r"[0-9a-f]{1,32}(?:/[0-9a-f]{1,32})*",
}


def _ways() -> dict[str, int]:
    """Map the numbers of a tile as it lies to tile * 4 + turn."""
    ways: dict[str, int] = {}
    for tile, turn in product(range(TILES), range(4)):
        ways.setdefault(NAMES[tile][turn:] + NAMES[tile][:turn], tile << 2 | turn)
    return ways


WAYS = _ways()
NUMBER = {name: tile for tile, name in enumerate(NAMES)}


def cell_text(code: int) -> str:
    """Format the number of a cell."""
    return f"{(code & 255) - 128},{(code >> 8) - 128}"


def parse_move(row: Row, text: str) -> int:
    """Parse a move, legal or not.

    >>> import fourfold
    >>> row = fourfold.game("quadominos").undealt().row
    >>> format_move(row, parse_move(row, "-1,2=2402+25"))
    '-1,2=2402+25'
    """
    if text.lower() in MOVES_WITHOUT_TILE:
        return MOVES_WITHOUT_TILE[text.lower()]
    shape = MOVE.fullmatch(text)
    if not shape:
        raise BadNotation("quadominos.notation.move", text=text)
    x, y = (max(-FARTHEST, min(FARTHEST, int(number))) for number in shape.group(1, 2))
    way = WAYS.get(shape[3])
    if way is None:
        way = (layout.FLIPPED if "".join(sorted(shape[3])) in NUMBER else layout.NO_TILE) << 2
    return contents.cell_code((x, y)) << 11 | way << 2 | SIGNS[shape[4]]


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    for word, code in MOVES_WITHOUT_TILE.items():
        if move == code:
            return word
    turn, name = move >> 2 & 3, NAMES[move >> 4 & 127]
    return f"{cell_text(move >> 11)}={name[turn:]}{name[:turn]}{SIGN_TEXTS[move & 3]}"


def format_body(row: Row) -> str:
    """Format a row, whole or blanked."""
    seats = range(int(row[layout.SEATS]))
    facts: dict[str, object] = {"round": row[layout.ROUND], "ply": row[layout.PLY]}
    if row[layout.PHASE] == layout.PLAYING:
        facts["turn"] = row[layout.MOVER]
    facts |= {name: row[word] for name, word in (("due", layout.DUE), ("passes", layout.PASSES)) if row[word]}
    if row[layout.SHOWN]:
        facts["shown"] = f"{row[layout.SHOWN_BY]}/{NAMES[row[layout.SHOWN] - 1]}"
    if row[layout.FRESH]:
        facts["drew"] = 1
    lacks = [contents.tile_set(row, layout.RULED_OUT + 2 * seat) for seat in seats]
    if any(lacks):
        facts["lacks"] = "/".join(f"{tiles:x}" for tiles in lacks)
    parts = [
        _format_table(row[layout.CORNERS : layout.FRONTIER].tobytes()),
        "/".join(
            _format_tiles(sorted(contents.hand_of(row, seat), key=NAMES.__getitem__), row[layout.HELD + seat])
            for seat in seats
        ),
        _format_tiles(contents.well_of(row), row[layout.WELL_LEFT]),
        "/".join(str(row[layout.SCORES + seat]) for seat in seats),
        *(f"{name}={value}" for name, value in facts.items()),
    ]
    return ":".join(parts)


@lru_cache(maxsize=64)  # all seats see the same table
def _format_table(words: bytes) -> str:
    tiles = contents.table_of(np.frombuffer(words, np.int64).copy())  # the table lies at the beginning of a row
    return "/".join(f"{x},{y}={numbers}" for (x, y), numbers in sorted(tiles.items())) or NONE


def _format_tiles(tiles: list[int], count: int) -> str:
    if count and not tiles:
        return f"{HIDDEN}{count}"
    return ".".join(NAMES[tile] for tile in tiles) or NONE


def parse_body(body: str, row: Row, *, is_view: bool = False) -> None:
    """Parse a position into a row that holds the options; a view only if its seat is to move."""
    seats = int(row[layout.SEATS])
    parts = body.split(":")
    lists = [part.split("/") for part in parts[:4]]
    if len(parts) < 6 or len(lists[1]) != seats or len(lists[3]) != seats:
        raise BadNotation("quadominos.notation.position", text=_shortened(body), seats=seats)
    facts = _parse_facts(parts[4:])
    table = _parse_table(parts[0])
    hands = [_parse_tiles(part) for part in lists[1]]
    well = _parse_tiles(parts[2])
    hidden = [tiles.text for tiles in (*hands, well) if tiles.is_hidden]
    if hidden and not is_view:
        raise BadNotation("quadominos.notation.hidden", text=hidden[0])
    row[layout.ROUND], row[layout.PLY] = int(facts["round"]), int(facts["ply"])
    seen = [*(WAYS[numbers] >> 2 for numbers in table.values()), *well.tiles]
    seen += [tile for hand in hands for tile in hand.tiles]
    check_set(row, seen, sum(tiles.count for tiles in (*hands, well) if tiles.is_hidden))
    for cell, numbers in table.items():
        put_tile(row, contents.cell_code(cell) << 11 | WAYS[numbers] << 2)
    _place_hands(row, hands, well)
    _place_scores(row, lists[3])
    _place_facts(row, facts)
    if not hidden:
        settle_phase(row)
    elif row[layout.PHASE] != layout.PLAYING or hands[int(row[layout.MOVER])].is_hidden:
        raise BadNotation("quadominos.notation.hidden", text=hidden[0])


@dataclass(frozen=True)
class _Tiles:
    """A parsed hand or well: the tiles, or only their number."""

    text: str
    tiles: list[int]
    count: int

    @property
    def is_hidden(self) -> bool:
        return self.text.startswith(HIDDEN)


def _parse_table(text: str) -> dict[contents.Cell, str]:
    """Parse the tiles on the table, in an order in which each borders an earlier one."""
    tiles: dict[contents.Cell, str] = {}
    for item in text.split("/") if text != NONE else []:
        shape = PLACED.fullmatch(item)
        if not shape:
            raise BadNotation("quadominos.notation.item", text=item)
        if shape[3] not in WAYS:
            raise BadPosition("quadominos.position.no_tile", text=item)
        cell = int(shape[1]), int(shape[2])
        if cell in tiles:
            raise BadPosition("quadominos.position.cell_twice", cell=f"{cell[0]},{cell[1]}")
        tiles[cell] = shape[3]
    joined = contents.join(tiles)
    for x, y in tiles.keys() - set(joined):
        raise BadPosition("quadominos.position.apart", cell=f"{x},{y}")
    if tiles and tiles[0, 0] not in NUMBER:
        raise BadPosition("quadominos.position.first_tile", numbers=tiles[0, 0])
    _check_corners(tiles)
    return {cell: tiles[cell] for cell in joined}


def _check_corners(tiles: dict[contents.Cell, str]) -> None:
    """Refuse a table where numbers that meet differ (Quad-Ominos R4)."""
    shown: dict[contents.Cell, str] = {}
    for cell, numbers in tiles.items():
        for corner, number in zip(contents.corners(cell), numbers, strict=True):
            if shown.setdefault(corner, number) != number:
                raise BadPosition(
                    "quadominos.position.corners", cell=f"{cell[0]},{cell[1]}", number=number, other=shown[corner]
                )


def _parse_tiles(text: str) -> _Tiles:
    if text == NONE:
        return _Tiles(text, [], 0)
    if re.fullmatch(HIDDEN + r"[1-9]\d{0,2}", text):
        return _Tiles(text, [], int(text[1:]))
    names = text.split(".")
    for name in names:
        if name not in NUMBER:
            raise BadNotation("quadominos.notation.tile", text=name)
    return _Tiles(text, [NUMBER[name] for name in names], len(names))


def _parse_facts(parts: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in FACTS or name in facts or not re.fullmatch(FACTS[name], value):
            raise BadNotation("quadominos.notation.fact", text=_shortened(part))
        facts[name] = value
    for name in ("round", "ply"):
        if name not in facts:
            raise BadNotation("quadominos.notation.missing", name=name)
    return facts


def _place_hands(row: Row, hands: list[_Tiles], well: _Tiles) -> None:
    for seat, hand in enumerate(hands):
        for tile in hand.tiles:
            add_tile(row, layout.HANDS + 2 * seat, tile)
        row[layout.HELD + seat] = hand.count
    for place, tile in enumerate(reversed(well.tiles)):
        put_in_well(row, place, tile)
    row[layout.WELL_LEFT] = well.count


def _place_scores(row: Row, scores: list[str]) -> None:
    for seat, score in enumerate(scores):
        if not re.fullmatch(WHOLE, score):
            raise BadNotation("quadominos.notation.score", text=score)
        row[layout.SCORES + seat] = int(score)


def _place_facts(row: Row, facts: dict[str, str]) -> None:
    seats = int(row[layout.SEATS])
    row[layout.PHASE] = layout.PLAYING if "turn" in facts else layout.BEFORE_DEAL
    for name, word in (("turn", layout.MOVER), ("due", layout.DUE), ("passes", layout.PASSES), ("drew", layout.FRESH)):
        row[word] = int(facts.get(name, 0))
    if row[layout.MOVER] >= seats:
        raise BadNotation("quadominos.notation.fact", text=f"turn={facts['turn']}")
    if "shown" in facts:
        holder, _, name = facts["shown"].partition("/")
        if int(holder) >= seats or name not in NUMBER:
            raise BadNotation("quadominos.notation.fact", text=f"shown={facts['shown']}")
        row[layout.SHOWN_BY], row[layout.SHOWN] = int(holder), NUMBER[name] + 1
    if "lacks" in facts:
        sets = [int(tiles, 16) for tiles in facts["lacks"].split("/")]
        if len(sets) != seats or not any(sets) or max(sets) >> TILES:
            raise BadNotation("quadominos.notation.fact", text=_shortened(f"lacks={facts['lacks']}"))
        for seat, tiles in enumerate(sets):
            for tile in contents.members(tiles):
                add_tile(row, layout.RULED_OUT + 2 * seat, tile)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def mention(row: Row, move: int) -> str:
    """The name of the tile alone."""
    return format_move(row, move) if move in (layout.DRAW, layout.PASS) else NAMES[move >> 4 & 127]


NOTATION = Notation(parse_move, format_move, parse_body, format_body, partial(parse_body, is_view=True), mention)
