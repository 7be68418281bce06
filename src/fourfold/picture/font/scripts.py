"""Text as it is drawn from left to right: Arabic letters joined, right-to-left text in its visual order."""

import re
import unicodedata
from functools import cache

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")
MARKS = re.compile("[\u064b-\u065f\u0670\u05b0-\u05bd\u200d-\u200f\u2066-\u2069]")  # vowels and directions: not drawn
ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")
STAND_IN = (
    0x2500  # the first sign that stands for isolated text: lines of boxes have no direction, and no text has them
)
FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
LAM = "ل"


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of Arabic letters, and of LAM with ALEF, by kind."""
    found: dict[str, dict[str, str]] = {}
    for code in range(0xFE80, 0xFEFD):
        kind, *letters = unicodedata.decomposition(chr(code)).split()
        found.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind] = chr(code)
    return found


def join_letters(text: str) -> str:
    """Replace Arabic letters by the forms that they have beside others.

    >>> [unicodedata.name(form).split()[-2:] for form in join_letters("بلا")]
    [['INITIAL', 'FORM'], ['FINAL', 'FORM']]
    """
    if not RIGHT_TO_LEFT.search(text):
        return text
    forms = _forms()
    pieces = re.findall(f"{LAM}[آأإا]|.", text, re.DOTALL)
    drawn = []
    for place, piece in enumerate(pieces):
        known = forms.get(piece, {})
        before = forms.get(pieces[place - 1], {}) if place else {}
        after = forms.get(pieces[place + 1], {}) if place + 1 < len(pieces) else {}
        is_joined = "<initial>" in before and "<final>" in known
        joins = "<initial>" in known and "<final>" in after
        drawn.append(known.get(FORMS[is_joined + 2 * joins], piece))
    return "".join(drawn)


def in_visual_order(text: str) -> str:
    """The signs of a line from left to right; a line with right-to-left letters is read from the right.

    >>> in_visual_order("c4 (+)"), in_visual_order("אב c4"), in_visual_order("אב \u20681 + 2\u2069")
    ('c4 (+)', 'c4 בא', '1 + 2 בא')
    """
    apart: list[str] = []

    def set_apart(found: re.Match[str]) -> str:
        apart.append(in_visual_order(found[1]))
        return chr(STAND_IN + len(apart) - 1)

    shown = MARKS.sub("", ISOLATED.sub(set_apart, text))
    if RIGHT_TO_LEFT.search(shown):
        from bidi.algorithm import get_display

        shown = get_display(join_letters(shown), base_dir="R")
    return "".join(apart[place] if 0 <= (place := ord(sign) - STAND_IN) < len(apart) else sign for sign in shown)
