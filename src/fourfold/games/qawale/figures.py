"""The figures of Qawale."""

from fourfold.core.display.figures import Figure, after, cropped
from fourfold.picture.palette import DARK
from fourfold.picture.shapes import Drawing

LINE = "d1NNW c3ES a1ENE d3WNE d2WWN d4WSSW b1EE c2WNES b2WNESW d1NN"


def start() -> Drawing:
    """The board before the first move."""
    return after("qawale").drawing()


def sowing() -> Drawing:
    """A first move: a pebble on the stack of a1, and the stack sown north, east, east."""
    return after("qawale", "a1NEE").drawing()


def line() -> Drawing:
    """A finished game."""
    return after("qawale", LINE).drawing()


FIGURES = {
    "start": Figure(start),
    "sowing": Figure(sowing),
    "line": Figure(line),
    "line-dark": Figure(line, palette=DARK),
    "shelf": Figure(lambda: cropped(after("qawale", LINE))),
}
