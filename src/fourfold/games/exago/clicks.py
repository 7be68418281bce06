"""Clicks of Exago: the source, if any, the target, and the group that stays if there is a choice."""

from collections.abc import Sequence

from fourfold.core.clicks import Click, MoveClicks, cell
from fourfold.games.exago import notation
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.jit import Row


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All cells of a move."""
    return tuple(map(cell, notation.format_move(row, move).replace("/", "-").split("-")))


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """A click on a tile alone means a lift if the tile is the mover's, or if his hand is empty."""
    if len(clicked) != 1:
        return ["-".join(clicked[:2]) + "".join(f"/{name}" for name in clicked[2:])] if clicked else []
    grid = GRIDS[int(row[layout.SIDE])]
    letters, mover = notation.letters_of(row), int(row[layout.MOVER])
    letter = letters.get(grid.cell(clicked[0]))
    if letter is None or (letter != notation.COLOURS[mover] and row[layout.HAND + mover]):
        return list(clicked)
    others = letters.keys() - {grid.cell(clicked[0])}
    near = {place for other in others for place in grid.neighbours[other].tolist() if place >= 0} - letters.keys()
    return [f"{clicked[0]}-{grid.name(place)}" for place in sorted(near)]


CLICKS = MoveClicks(clicks, texts)
