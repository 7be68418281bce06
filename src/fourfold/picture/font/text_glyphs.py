"""More glyphs of the polyline font, for running text: capitals, punctuation, quotes and accents.

`glyphs` has what boards need. A letter with an accent is composed of both, which covers most languages in Latin script.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

from fourfold.picture.font.glyphs import GLYPHS
from fourfold.picture.font.outlines import DETAIL, find_outline
from fourfold.picture.font.scripts import MARKS, join_letters

BEARING = 1.05  # on either side of a glyph
LOW, HIGH = 3.2, 0.0  # the tops of letters without and with ascender
UNKNOWN = "□"  # stands for a character without a glyph
SPACES = {" ": 4.3, "\u00a0": 4.3, "\u202f": 2.3}

_BOWL = GLYPHS["o"][1]
_QUOTE, _OPENING = "C{0} 1 {1} 1.8 {2} 2.6", "C{2} 1.6 {1} 0.8 {0} 0"
_SHARP = (
    "M0 10V2.6C0 1 1 0 2.6 0C4.1 0 5 0.9 5 2.2C5 3.6 3.4 4 3.4 5.2C3.4 6.4 5.6 6.6 5.6 8.2"
    "C5.6 9.4 4.7 10 3.4 10C2.9 10 2.4 9.9 2 9.6"
)
_BESIDE = "M6 6.7H11.8C11.8 4.6 10.7 3.2 9 3.2C7.2 3.2 6 4.7 6 6.6C6 8.6 7.2 10 9.1 10C10.1 10 10.9 9.6 11.4 8.8"
_ROUND = "M3.5 0C1.4 0 0 2 0 5C0 8 1.4 10 3.5 10C5.6 10 7 8 7 5C7 2 5.6 0 3.5 0Z"
_OPEN = "M6.4 2C5.7 0.8 4.7 0 3.4 0C1.3 0 0 2.1 0 5C0 7.9 1.3 10 3.4 10"


def _dot(x: float, y: float) -> str:
    """A dot that is visible in small text too."""
    return f"M{x - 0.3:.1f} {y}a0.3 0.3 0 1 0 0.6 0a0.3 0.3 0 1 0 -0.6 0"


SIGNS: dict[str, tuple[float, str]] = GLYPHS | {
    "A": (7, "M0 10L3.5 0L7 10M1.2 6.6H5.8"),
    "B": (5.9, "M0 4.6H2.8A2.3 2.3 0 0 0 2.8 0H0V10H3.2A2.7 2.7 0 0 0 3.2 4.6H2.8"),
    "C": (6.4, _OPEN + "C4.7 10 5.7 9.2 6.4 8"),
    "D": (6.4, "M0 0V10H2.2C4.8 10 6.4 8.1 6.4 5C6.4 1.9 4.8 0 2.2 0Z"),
    "F": (5, "M5 0H0V10M0 4.8H4.4"),
    "G": (6.6, _OPEN + "C5.3 10 6.6 8.6 6.6 6V5.4H3.8"),
    "H": (6, "M0 0V10M6 0V10M0 4.8H6"),
    "I": (0, "M0 0V10"),
    "J": (4, "M4 0V7C4 9 3.2 10 1.9 10C0.9 10 0.3 9.5 0 8.7"),
    "K": (5.8, "M0 0V10M5.6 0L0 6.2M2 4L5.8 10"),
    "L": (4.8, "M0 0V10H4.8"),
    "M": (7.6, "M0 10V0L3.8 6.4L7.6 0V10"),
    "O": (7, _ROUND),
    "Q": (7, _ROUND + "M4.6 7.4L7 10.6"),
    "R": (5.6, "M0 10V0H2.6A2.75 2.75 0 0 1 2.6 5.5H0M2.6 5.5L5.6 10"),
    "U": (6, "M0 0V6.8C0 8.8 1.2 10 3 10C4.8 10 6 8.8 6 6.8V0"),
    "V": (6.6, "M0 0L3.3 10L6.6 0"),
    "X": (6, "M0 0L6 10M6 0L0 10"),
    "Y": (6, "M0 0L3 4.8L6 0M3 4.8V10"),
    "Z": (5.8, "M0 0H5.8L0 10H5.8"),
    "ß": (5.6, _SHARP),
    "œ": (11.8, _BOWL + _BESIDE),
    "Œ": (10, "M10 0H4.6C1.8 0 0 2 0 5C0 8 1.8 10 4.6 10H10M5 0V10M5 4.8H9.4"),
    ".": (0.6, _dot(0.3, 9.6)),
    ":": (0.6, _dot(0.3, 4.2) + _dot(0.3, 9.6)),
    ";": (1, _dot(0.8, 4.2) + "M0.9 9.6C0.9 10.6 0.6 11.3 0 12"),
    "!": (0.6, "M0.3 0V6.6" + _dot(0.3, 9.6)),
    "?": (4.6, "M0 2C0.3 0.7 1.1 0 2.3 0C3.7 0 4.6 0.9 4.6 2.3C4.6 4.3 2.3 4.4 2.3 6.8" + _dot(2.3, 9.6)),
    "’": (1, "M0.9 0" + _QUOTE.format(0.9, 0.6, 0)),
    "‘": (1, "M0.1 2.6" + _OPENING.format(1, 0.4, 0.1)),
    "“": (3.2, "M0.1 2.6" + _OPENING.format(1, 0.4, 0.1) + "M2.3 2.6" + _OPENING.format(3.2, 2.6, 2.3)),
    "”": (3.2, "M0.9 0" + _QUOTE.format(0.9, 0.6, 0) + "M3.1 0" + _QUOTE.format(3.1, 2.8, 2.2)),
    '"': (2, "M0 0V2.4M2 0V2.4"),
    "'": (0, "M0 0V2.4"),
    "«": (4.4, "M2 4.6L0 6.8L2 9M4.4 4.6L2.4 6.8L4.4 9"),
    "»": (4.4, "M0 4.6L2 6.8L0 9M2.4 4.6L4.4 6.8L2.4 9"),
    "(": (2, "M2 -0.8C0.7 1 0 3 0 5.2C0 7.4 0.7 9.4 2 11.2"),
    ")": (2, "M0 -0.8C1.3 1 2 3 2 5.2C2 7.4 1.3 9.4 0 11.2"),
    "[": (2, "M2 -0.6H0V11H2"),
    "]": (2, "M0 -0.6H2V11H0"),
    "/": (4, "M4 -0.6L0 10.8"),
    "–": (5.4, "M0 6.4H5.4"),
    "—": (8, "M0 6.4H8"),
    "−": (5, "M0 5.4H5"),
    "_": (5, "M0 11.6H5"),
    "…": (5.8, _dot(0.3, 9.6) + _dot(2.9, 9.6) + _dot(5.5, 9.6)),
    "·": (0.6, _dot(0.3, 6)),
    "×": (4.4, "M0 4.4L4.4 8.8M4.4 4.4L0 8.8"),
    "*": (4, "M2 1V5M0.2 2L3.8 4M3.8 2L0.2 4"),
    "%": (7.6, "M6.8 0L0.8 10M3.2 2A1.6 2 0 1 0 0 2A1.6 2 0 1 0 3.2 2M7.6 8A1.6 2 0 1 0 4.4 8A1.6 2 0 1 0 7.6 8"),
    "&": (7, "M7 10L1.6 3.2C0.9 2.2 0.9 0 2.9 0C4.8 0 5 2.3 3.6 3.4L1.6 4.8C-0.4 6.2 0 10 2.8 10C5 10 6.4 8.4 6.6 6"),
    "„": (3.2, "M0.9 9C0.9 10 0.6 10.8 0 11.6M3.1 9C3.1 10 2.8 10.8 2.2 11.6"),
    "¿": (4.6, "M4.6 11.2C4.3 12.5 3.5 13.2 2.3 13.2C0.9 13.2 0 12.3 0 10.9C0 8.9 2.3 8.8 2.3 6.4" + _dot(2.3, 3.6)),
    "¡": (0.6, "M0.3 6.4V13.2" + _dot(0.3, 3.6)),
    "ı": (0, "M0 3.4V10"),
    "ł": (2, "M1 0V10M-0.4 6L2.4 4.2"),
    "Ł": (5.4, "M0.6 0V10H5.4M-0.6 6.2L3 4.2"),
    "đ": (6, GLYPHS["d"][1] + "M3.4 1.7H7.4"),
    "→": (6.4, "M0 5.4H6.4M4 3L6.4 5.4L4 7.8"),
    UNKNOWN: (6, "M0 1H6V9H0Z"),
}  # fmt: skip

# Combining accents, centred on a letter whose top or foot is at 0.
ACCENTS = {
    "\u0300": "M-1.5 -2.9L0.6 -1.5",
    "\u0301": "M1.5 -2.9L-0.6 -1.5",
    "\u0302": "M-1.7 -1.4L0 -2.9L1.7 -1.4",
    "\u0303": "M-2 -1.7C-1.2 -3 -0.6 -2.7 0 -2.2C0.6 -1.7 1.2 -1.5 2 -2.7",
    "\u0308": _dot(-1.4, -2.2) + _dot(1.4, -2.2),
    "\u0304": "M-1.7 -2.1H1.7",
    "\u0306": "M-1.7 -2.9C-1.2 -1.3 1.2 -1.3 1.7 -2.9",
    "\u0307": _dot(0, -2.2),
    "\u030b": "M-0.4 -2.9L-1.6 -1.5M2 -2.9L0.8 -1.5",
    "\u030a": "M1.1 -2.4A1.1 1.1 0 1 0 -1.1 -2.4A1.1 1.1 0 1 0 1.1 -2.4",
    "\u030c": "M-1.7 -2.9L0 -1.4L1.7 -2.9",
    "\u0327": "M0.2 0L-0.2 1.1C1.2 1.2 1.3 3 -1 2.8",
    "\u0326": "M0.3 1.2C0.3 2 0 2.6 -0.6 3.2",
    "\u0328": "M1.6 0C0.4 0.7 0.2 2.6 2 2.6",
    "’": "M0 -0.4C0 0.6 -0.3 1.4 -0.9 2.2",
}
_CEDILLA, _COMMA, _CARON, _BESIDE_CARON = "\u0327", "\u0326", "\u030c", "’"
_BELOW = {_CEDILLA, _COMMA, "\u0328"}
_WITH_COMMA = set("gklnrGKLNR")  # in Latvian the cedilla is a comma
_WITH_APOSTROPHE = set("dltL")  # in Czech and Slovak their caron is an apostrophe
_TALL = set("bdfhklt")
_DOTLESS = {"i": "M0 3.4V10", "j": "M1.6 3.4V11C1.6 12.3 0.9 13 0 13"}


@dataclass(frozen=True)
class Sign:
    """A glyph: how far it advances, and its paths with their offsets; or, of other scripts, the outline to fill."""

    width: float
    strokes: tuple[tuple[float, float, str], ...]
    outline: str = ""


@cache
def draw_sign(sign: str, language: str = "") -> Sign:
    """Give the glyph of a character, composed of a letter and its accents if necessary; Han characters by language.

    >>> draw_sign("A").width, len(draw_sign("é").strokes), draw_sign(" ").strokes
    (9.1, 2, ())
    """
    if sign in SPACES:
        return Sign(SPACES[sign], ())
    letter, *accents = list(unicodedata.normalize("NFD", sign) if sign not in SIGNS else sign)
    if letter not in SIGNS or not set(accents) <= ACCENTS.keys():
        if found := find_outline(sign, language):
            return Sign(found[0] / DETAIL, (), found[1])
        letter, accents = UNKNOWN, []
    width, path = SIGNS[letter]
    if letter == "g" and accents == [_CEDILLA]:  # its descender leaves no room below
        accents = ["\u0301"]
    above = [accent for accent in accents if accent not in _BELOW]
    strokes = [(BEARING, 0.0, _DOTLESS.get(letter, path) if above else path)]
    top = HIGH if letter.isupper() or letter in _TALL else LOW
    for accent in accents:
        if accent == _CARON and letter in _WITH_APOSTROPHE:
            strokes.append((BEARING + width + 1.6, 0.4, ACCENTS[_BESIDE_CARON]))
            width += 1.4  # for the next letter may be tall
        else:
            shown = _COMMA if accent == _CEDILLA and letter in _WITH_COMMA else accent
            strokes.append((BEARING + width / 2, 10.0 if accent in _BELOW else top, ACCENTS[shown]))
    return Sign(width + 2 * BEARING, tuple(strokes))


def is_drawn(sign: str) -> bool:
    """Tell whether a character has a glyph, or is composed of glyphs."""
    return sign in SPACES or sign == UNKNOWN or draw_sign(sign) != draw_sign(UNKNOWN)


def measure(text: str, size: float) -> float:
    """The width of a text as it is drawn; the size is the height of a capital.

    >>> round(measure("AA", 10.0), 1)
    18.2
    """
    return sum(draw_sign(sign).width for sign in join_letters(MARKS.sub("", text))) * size / 10
