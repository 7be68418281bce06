"""What a picture of a row needs to know beside the row itself."""

from dataclasses import dataclass

from fourfold.picture.shapes import Box


@dataclass(frozen=True)
class Scene:
    """The last move's code, the seat to move, the seat that has won; and which cells to show of a table without rim."""

    last: int | None = None
    mover: int | None = None
    winner: int | None = None
    span: Box | None = None
