"""Figures of Template: those of its rules, and its picture on the shelf."""

from fourfold.core.display.figures import Figure, after, cropped

FIGURES = {
    "start": Figure(lambda: after("template", "b2 a3").drawing()),
    "line": Figure(lambda: after("template", "b2 a3 a1 c1 c3").drawing()),
    "shelf": Figure(lambda: cropped(after("template", "b2 a3 a1 c1 c3"))),
}
