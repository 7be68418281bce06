"""Figures of Nine Men's Morris: those of its rules, and its picture on the shelf."""

from fourfold.picture.shapes import Drawing
from morris.game import GAME


def after(moves: str) -> Drawing:
    """The position after some moves from the start."""
    position = GAME.start()
    for move in moves.split():
        position = position.play(move)
    return position.drawing()


def shelf() -> Drawing:
    """The board alone."""
    return after("d2 d6 f4 d5 b4 d7xf4")


FIGURES = {
    "start": lambda: after("d2 d6 f4 b4"),
    "mill": lambda: after("a1 d2 d1 b4 g1xd2"),
    "shelf": shelf,
}
