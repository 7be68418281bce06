"""Quad-Ominos in words: what to do now, what a move did or would have done, and the points that it brought."""

from collections.abc import Iterator

from fourfold.core.help.move_words import Gain, MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.quadominos import BONUS, PENALTY
from fourfold.games.quadominos.notation import cell_text
from fourfold.games.quadominos.rules import layout, tables
from fourfold.games.quadominos.rules.hands import highest_tile, is_quad
from fourfold.games.quadominos.rules.placement import can_place
from fourfold.games.quadominos.rules.tile_sets import has
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import Row

SIGNED = {  # the message of a tile by the bonus that it takes
    0: "quadominos.move.lay",
    layout.PLUS_25: "quadominos.move.lay_bonus",
    layout.PLUS_2: "quadominos.move.lay_two",
    layout.PLUS_25 | layout.PLUS_2: "quadominos.move.lay_both",
}


def prompt(row: Row) -> Notice:
    """Start the round, lay tiles that are due, lay a tile, draw, or pass."""
    hand = load(row, layout.HANDS + 2 * int(row[layout.MOVER]))
    if row[layout.LYING] == 0:
        return _start(row)
    if row[layout.DUE]:
        return Notice("quadominos.prompt.due", {"due": int(row[layout.DUE])})
    if can_place(row, hand):
        return Notice("quadominos.prompt.lay")
    if row[layout.WELL_LEFT]:
        return Notice("quadominos.prompt.draw", {"left": int(row[layout.WELL_LEFT]), "cost": PENALTY})
    return Notice("quadominos.prompt.pass", {"cost": PENALTY})


def _start(row: Row) -> Notice:
    """Name the tile that starts the round (Quad-Ominos F3, F4)."""
    mover = int(row[layout.MOVER])
    best = int(highest_tile(row, mover))
    values = {"tile": tables.NAMES[best]}
    if not is_quad(best):
        return Notice("quadominos.prompt.start_highest", values)
    may_choose = best != tables.ZEROS and has(load(row, layout.HANDS + 2 * mover), tables.ZEROS)
    return Notice("quadominos.prompt.start_or_zeros" if may_choose else "quadominos.prompt.start", values)


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The tile, its bonus, whether the hand is empty now; a draw or a pass. The points of all seats.

    Those who listen also hear the place, the numbers as they lie, and a quad that was shown (Quad-Ominos F3).
    """
    gains = tuple(_gains(before, move, after))
    if move == layout.DRAW:
        return MoveWords("quadominos.move.draw", {"count": 1}, gains=gains)
    if move == layout.PASS:
        return MoveWords("quadominos.move.pass", {}, gains=gains)
    cell = cell_text(move >> 11)
    is_out = after[layout.HELD + before[layout.MOVER]] == 0
    values: dict[str, str | int] = {"tile": tables.NAMES[move >> 4 & 127], "to": cell, "out": "yes" if is_out else "no"}
    code, turn = SIGNED[move & 3], move >> 2 & 3
    name = tables.NAMES[move >> 4 & 127]
    heard = [Notice(code.replace(".move.", ".heard."), values | {"numbers": " ".join(name[turn:] + name[:turn])})]
    if after[layout.SHOWN] and not before[layout.SHOWN]:
        heard.append(Notice("quadominos.heard.shown", {"tile": tables.NAMES[after[layout.SHOWN] - 1]}))
    return MoveWords(code, values, (cell,), gains, heard=tuple(heard))


def _gains(before: Row, move: int, after: Row) -> Iterator[Gain]:
    """The points of the move; what is left of the difference comes from the hands at the end of a round."""
    mover, seats = int(before[layout.MOVER]), int(before[layout.SEATS])
    if move in (layout.DRAW, layout.PASS):
        own = [Gain(mover, "drawn" if move == layout.DRAW else "passed", -PENALTY)]
    else:
        own = [Gain(mover, "tile", int(tables.TOTAL[move >> 4 & 127]))]
        own += [Gain(mover, "bonus", BONUS)] if move & layout.PLUS_25 else []
    yield from (gain for gain in own if gain.points)
    scores = (after - before)[layout.SCORES : layout.SCORES + seats].tolist()
    scores[mover] -= sum(gain.points for gain in own)
    yield from (Gain(seat, "hands", points) for seat, points in enumerate(scores) if points)


def merit(before: Row, better: int, after: Row, instead: Row) -> Notice | None:
    """The hand is empty, and the round over."""
    is_last = before[layout.HELD + before[layout.MOVER]] == 1 and better not in (layout.DRAW, layout.PASS)
    return Notice("quadominos.merit.out") if is_last and instead[layout.PHASE] == layout.PLAYING else None
