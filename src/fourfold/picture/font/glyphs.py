"""A polyline (stroke) font: the glyphs of digits and letters, drawn with round ends.

Pictures carry their own glyphs, because a machine that renders them may have no fonts. Each glyph is a path in a box
ten units high, from 0 at the top to the baseline at 10; the x-height begins at 3.2, descenders reach 13. SPACE is
between glyphs.
"""

from fourfold.picture.shapes import Label, Point

HEIGHT = 10.0
SPACE = 2.6
THIN, BOLD = 1.1, 1.7  # stroke widths

_BOWL = "M6 6.6A3 3.4 0 1 0 0 6.6A3 3.4 0 1 0 6 6.6"

_RINGS = "M5.5 2.35A2.5 2.35 0 1 0 0.5 2.35A2.5 2.35 0 1 0 5.5 2.35M6 7.35A3 2.65 0 1 0 0 7.35A3 2.65 0 1 0 6 7.35"
_ARCHES = (
    "M0 3.2V10M0 5.8C0 4.2 0.9 3.2 2.2 3.2C3.5 3.2 4.2 4.1 4.2 5.8V10"
    "M4.2 5.8C4.2 4.2 5.1 3.2 6.4 3.2C7.7 3.2 8.4 4.1 8.4 5.8V10"
)
_SNAKE = (
    "M4.6 4.4C4.1 3.6 3.4 3.2 2.4 3.2C1.1 3.2 0.2 3.9 0.2 4.9C0.2 7.2 4.8 5.8 4.8 8.1"
    "C4.8 9.3 3.8 10 2.5 10C1.3 10 0.4 9.5 0 8.6"
)
_SERPENT = "M5.5 1.9C5 0.7 4.1 0 2.9 0C1.3 0 0.2 1 0.2 2.4C0.2 5.6 5.8 4 5.8 7.4C5.8 9 4.6 10 3 10C1.5 10 0.5 9.2 0 7.8"
_THREE = (
    "M0.3 1.9C0.8 0.7 1.8 0 3 0C4.5 0 5.6 1 5.6 2.4C5.6 3.8 4.5 4.7 2.4 4.7"
    "C4.8 4.7 6 5.8 6 7.3C6 8.9 4.7 10 3 10C1.5 10 0.4 9.2 0 7.9"
)

GLYPHS: dict[str, tuple[float, str]] = {  # the width and the path of each
    "0": (6, "M0 3A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7Z"),
    "1": (3, "M0 2.2L3 0V10"),
    "2": (5.8, "M0.2 2.8C0.4 1 1.6 0 3 0C4.6 0 5.7 1.1 5.7 2.7C5.7 5.2 0.6 7 0 10H6"),
    "3": (6, _THREE),
    "4": (6.2, "M4.6 10V0L0 7H6.4"),
    "5": (6, "M5.4 0H1L0.6 4.6C1.3 4 2.1 3.7 3 3.7C4.8 3.7 6 5 6 6.8C6 8.7 4.8 10 3 10C1.5 10 0.5 9.3 0 8.1"),
    "6": (6, "M5 0.7C4.5 0.2 3.9 0 3.3 0C1.2 0 0 2.2 0 6V7A3 3 0 1 0 6 7A3 3 0 0 0 0 7"),
    "7": (5.8, "M0 0H6L2 10"),
    "8": (6, _RINGS),
    "9": (6, "M1 9.3C1.5 9.8 2.1 10 2.7 10C4.8 10 6 7.8 6 4V3A3 3 0 1 0 0 3A3 3 0 0 0 6 3"),
    "-": (4, "M0 5.4H4"),
    "+": (5, "M0 5.4H5M2.5 2.9V7.9"),
    "=": (5, "M0 4H5M0 7H5"),
    ",": (1, "M0.9 9.6C0.9 10.6 0.6 11.3 0 12"),
    ".": (0, "M0 9.5V9.7"),
    "N": (6, "M0 10V0L6 10V0"),
    "E": (5, "M5 0H0V10H5M0 4.8H4.4"),
    "S": (5.8, _SERPENT),
    "W": (9, "M0 0L2.3 10L4.5 1.4L6.7 10L9 0"),
    "P": (5.4, "M0 10V0H2.6A2.8 2.8 0 0 1 2.6 5.6H0"),
    "T": (6, "M0 0H6M3 0V10"),
    "a": (6, _BOWL + "M6 3.2V10"),
    "b": (6, _BOWL + "M0 0V10"),
    "c": (5.4, "M5.4 4.4C4.9 3.6 4.1 3.2 3.1 3.2C1.3 3.2 0 4.7 0 6.6C0 8.5 1.3 10 3.1 10C4.1 10 4.9 9.6 5.4 8.8"),
    "d": (6, _BOWL + "M6 0V10"),
    "e": (6, "M0.1 6.7H6C6 4.6 4.8 3.2 3.1 3.2C1.3 3.2 0 4.7 0 6.6C0 8.6 1.3 10 3.2 10C4.3 10 5.1 9.6 5.6 8.8"),
    "f": (3.6, "M4 0.2C3.6 0.1 3.4 0 3 0C1.9 0 1.3 0.8 1.3 2V10M0 3.4H3.8"),
    "g": (6, _BOWL + "M6 3.2V10C6 12 4.9 13 3.1 13C1.9 13 1 12.6 0.4 11.9"),
    "h": (5.4, "M0 0V10M0 6C0 4.3 1.2 3.2 2.8 3.2C4.4 3.2 5.4 4.2 5.4 6V10"),
    "i": (0, "M0 3.4V10M0 0.4V0.6"),
    "j": (1.6, "M1.6 3.4V11C1.6 12.3 0.9 13 0 13M1.6 0.4V0.6"),
    "k": (5, "M0 0V10M4.8 3.4L0.2 7.2M1.8 5.9L5 10"),
    "l": (0, "M0 0V10"),
    "m": (8.4, _ARCHES),
    "n": (5.4, "M0 3.2V10M0 6C0 4.3 1.2 3.2 2.8 3.2C4.4 3.2 5.4 4.2 5.4 6V10"),
    "o": (6, _BOWL),
    "p": (6, _BOWL + "M0 3.2V13"),
    "q": (6, _BOWL + "M6 3.2V13"),
    "r": (3.2, "M0 3.2V10M0 6.2C0 4.3 1.2 3.2 3.2 3.3"),
    "s": (4.8, _SNAKE),
    "t": (3.6, "M1.3 0.8V8.2C1.3 9.4 1.9 10 3 10C3.4 10 3.7 9.9 4 9.8M0 3.4H3.8"),
    "u": (5.4, "M0 3.2V7.2C0 9 1 10 2.6 10C4.2 10 5.4 8.9 5.4 7.2M5.4 3.2V10"),
    "v": (5.6, "M0 3.2L2.8 10L5.6 3.2"),
    "w": (8, "M0 3.2L2.1 10L4 3.8L5.9 10L8 3.2"),
    "x": (5.4, "M0 3.2L5.4 10M5.4 3.2L0 10"),
    "y": (5.6, "M0 3.2L2.8 9.8M5.6 3.2L2.4 11C1.8 12.4 1.2 13 0 12.9"),
    "z": (5, "M0 3.2H5L0 10H5"),
}  # fmt: skip


def glyph_id(sign: str) -> str:
    """The id of the symbol of a glyph."""
    return f"glyph-{ord(sign):x}"


def width(text: str) -> float:
    """The width of a text, in units of the glyphs."""
    return sum(GLYPHS[sign][0] for sign in text) + SPACE * (len(text) - 1)


def set_text(label: Label) -> list[tuple[str, Point]]:
    """Lay out a label: each glyph with its upper left corner, in units of the glyphs.

    >>> set_text(Label("1", (10, 10), 20))
    [('1', (3.5, 0.0))]
    """
    scale = label.size / HEIGHT
    left = label.place[0] / scale - width(label.text) / 2
    top = label.place[1] / scale - HEIGHT / 2
    places = []
    for sign in label.text:
        places.append((sign, (left, top)))
        left += GLYPHS[sign][0] + SPACE
    return places
