"""Clicks of Nine Men's Morris: the points that the notation names, in order."""

from collections.abc import Sequence

from fourfold.core.clicks import MoveClicks
from fourfold.kernel.jit import Row
from morris import kernel
from morris.notation import format_move


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """While men are placed a point and a man to take; later a man, its point and a man to take."""
    if row[kernel.TO_PLACE]:
        return ["x".join(clicked[:2])] if clicked else []
    if len(clicked) == 1:
        return [f"{clicked[0]}-{kernel.GRID.name(point)}" for point in range(kernel.POINTS)]
    return ["x".join(("-".join(clicked[:2]), *clicked[2:3]))] if clicked else []


CLICKS = MoveClicks.of_text(format_move, texts)
