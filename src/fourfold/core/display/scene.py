"""The context of a drawing: what it shows that is not in the row."""

from dataclasses import dataclass

from fourfold.picture.shapes import Box


@dataclass(frozen=True)
class Scene:
    """The code of the last move, the seat to move, the winner's seat, and the cells to show of an unbounded table."""

    last: int | None = None
    mover: int | None = None
    winner: int | None = None
    span: Box | None = None
