"""The figures of Quad-Ominos."""

from fourfold.core.display.figures import Figure, after, cropped, titled
from fourfold.core.position import Position
from fourfold.games.quadominos.symbols import symbols
from fourfold.picture.canvas import Canvas
from fourfold.picture.shapes import Box, Drawing

BONUS = "0,0=5555+25 0,1=3355 -1,0=5550 0,2=5033 1,2=0133 0,-1=5535 1,-1=5133 -2,0=1501 1,0=5515+25"


def tiles() -> Drawing:
    """One tile in its four turns: the numbers ascend clockwise."""
    canvas = Canvas(symbols())
    for turn in range(4):
        name = "0134"
        canvas.place(f"quadominos-{name[turn:]}{name[:turn]}", (80 + 140 * turn, 80), scale=1.1)
    return titled(canvas.drawing(Box(0, 0, 580, 160)), "Quad-Ominos: the tile 0134 in its four turns")


def in_notch() -> Position:
    """A tile in a notch, which earns a bonus."""
    return after("quadominos", BONUS, seats=3, seed=0, rounds=1)


FIGURES = {
    "tiles": Figure(tiles, 420),
    "bonus": Figure(lambda: in_notch().view().drawing()),  # as anybody sees it
    "shelf": Figure(lambda: cropped(in_notch())),
}
