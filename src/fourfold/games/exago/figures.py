"""The figures of Exago."""

from fourfold.core.display.figures import Figure, after, cropped
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.picture.shapes import Drawing

CUT = "exago@5/6/7/1rrbrr2/1bbbrbb2/rrrb1rr1/1bb2b1/2br2/br3:1:25"
BEFORE_LINE = "exago:seats=3@5/6/3r3/3bbb2/4rry2/3ybry1/5by/3yr1/2yrb:1:25"
BEFORE_BLOCK = "exago:seats=3@5/6/3y3/3ryb2/4rb3/4br2/7/6/5:2:8"


def read(text: str) -> Position:
    """The position of a text."""
    return game("exago").read(text)


def start() -> Drawing:
    """The first tiles of a game of six."""
    return after("exago", "e5 e6 d5 d6 f5 f4", seats=6).drawing()


def before_cut() -> Drawing:
    """A position in which blue can cut tiles off."""
    return read(CUT).drawing()


def after_cut() -> Drawing:
    """The same after the lift."""
    return read(CUT).play("c5-b4").drawing()


def blocking() -> Drawing:
    """Red has to stop blue."""
    return read(BEFORE_BLOCK).play("g6").drawing()


def line() -> Drawing:
    """Four in a line win with three players."""
    return read(BEFORE_LINE).play("c8-f3").drawing()


FIGURES = {
    "start": Figure(start),
    "before-cut": Figure(before_cut),
    "after-cut": Figure(after_cut),
    "blocking": Figure(blocking),
    "line": Figure(line),
    "shelf": Figure(lambda: cropped(read(BEFORE_LINE))),
}
