"""Figures of Nine Men's Morris: those of its rules, and its picture on the shelf."""

from fourfold.core.display.figures import Figure, after, cropped, position_figure

FIGURES = {
    "start": position_figure(lambda: after("morris", "d2 d6 f4 b4")),
    "mill": position_figure(lambda: after("morris", "a1 d2 d1 b4 g1xd2")),
    "shelf": Figure(lambda: cropped(after("morris", "d2 d6 f4 d5 b4 d7xf4 a1 g7"))),
}
