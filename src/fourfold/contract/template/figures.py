"""Figures of Template: those of its rules, and its picture on the shelf."""

from fourfold.core.display.figures import Figure, after, cropped, position_figure

FIGURES = {
    "start": position_figure(lambda: after("template", "b2 a3")),
    "line": position_figure(lambda: after("template", "b2 a3 a1 c1 c3")),
    "shelf": Figure(lambda: cropped(after("template", "b2 a3 a1 c1 c3"))),
}
