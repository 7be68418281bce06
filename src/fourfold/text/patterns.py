"""ICU patterns as trees: which values a message has, its cases, and what is set apart in right-to-left text."""

import re
from dataclasses import dataclass, field
from functools import cache

ARGUMENT = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?(?:,\s*)?")
CASE = re.compile(r"\s*(=?[\w-]+)\s*\{")
WITH_CASES = ("select", "plural", "selectordinal")
ISOLATE, END = "\u2068", "\u2069"  # the marks around text of unknown direction
NO_BREAK = "\u00a0"

# Notation and sums in right-to-left text: words of these signs, with others between them: 0,0=0000+25+2, 6 x 6, /c3.
# After a Latin word that begins it, further words belong to it too: fourfold serve --host 0.0.0.0.
VALUE, OTHER = "\ue000", "\ue001"  # stand for a plain value, and for one with a format or with cases
SIGN = f"[0-9A-Za-z_{VALUE}]"
WORD = f"{SIGN}+(?:(?:[-=+−×/.,:…]+| [-=+−×x] ){SIGN}+)*"
LEFT_TO_RIGHT = re.compile(
    rf"(?:(?=[A-Za-z]){WORD}(?: [-+−/.]*(?!{VALUE}){WORD})*|(?:(?<!\w)[-+−/.]+)?{WORD})(?:=|/…?)?"
)
KEEPS_ORDER = re.compile(f"[0-9]+|[A-Za-z][^{VALUE}]*(?<![=/…])")  # a number; what begins and ends as Latin words do


@dataclass(frozen=True)
class Argument:
    """A value in a pattern: `{name}`, `{points, number}` or one with cases."""

    name: str
    kind: str = ""
    style: str = ""
    cases: dict[str, "Pattern"] = field(default_factory=dict)


Pattern = tuple[str | Argument, ...]


@cache
def parse(pattern: str) -> Pattern:
    """Read a pattern.

    >>> parse("Move {number}")
    ('Move ', Argument(name='number', kind='', style='', cases={}))
    """
    parts, end = _read(pattern, 0)
    if end != len(pattern):
        raise ValueError(f"a brace too many: {pattern}")
    return parts


def _read(pattern: str, place: int) -> tuple[Pattern, int]:
    """Read up to the brace that closes, or the end."""
    parts: list[str | Argument] = []
    while place < len(pattern) and pattern[place] != "}":
        if pattern[place] == "{":
            argument, place = _read_argument(pattern, place)
            parts.append(argument)
        else:
            found = re.compile(r"[^{}]+").match(pattern, place)
            assert found is not None
            parts.append(found[0])
            place = found.end()
    return tuple(parts), place


def _read_argument(pattern: str, place: int) -> tuple[Argument, int]:
    found = ARGUMENT.match(pattern, place)
    if found is None:
        raise ValueError(f"no value at {place}: {pattern}")
    name, kind, place = found[1], found[2] or "", found.end()
    cases: dict[str, Pattern] = {}
    if kind in WITH_CASES:
        while case := CASE.match(pattern, place):
            if case[1] in cases:
                raise ValueError(f"{case[1]} stands twice: {pattern}")
            cases[case[1]], place = _read(pattern, case.end())
            place += 1
    end = pattern.find("}", place)
    style = pattern[place:end].strip()
    if end < 0 or "{" in style or (kind in WITH_CASES and (style or "other" not in cases)):
        raise ValueError(f"{name} is not closed, or has no case “other”: {pattern}")
    return Argument(name, kind, style, cases), end + 1


def arguments(parts: Pattern) -> list[Argument]:
    """All values of a pattern, also those inside cases."""
    found = []
    for part in parts:
        if isinstance(part, Argument):
            found += [part, *(inner for case in part.cases.values() for inner in arguments(case))]
    return found


def texts(parts: Pattern) -> list[str]:
    """What is said in every case, without the values."""
    found = []
    for part in parts:
        found += [part] if isinstance(part, str) else [text for case in part.cases.values() for text in texts(case)]
    return found


@cache
def isolated(pattern: str) -> str:
    """Set values, notation and sums apart, so that they keep their own direction in a right-to-left sentence.

    >>> isolated("{who, select, you {you} other {{name}}}").count(ISOLATE)
    1
    """
    return _write(parse(pattern))


def isolate(text: str) -> str:
    r"""Set notation and sums apart that right-to-left text would turn round; they stay on one line.

    >>> isolate("ב c4=SPTP"), isolate("6 x 6")
    ('ב c4=SPTP', '\u20686\xa0x\xa06\u2069')
    """

    def mark(found: re.Match[str]) -> str:
        return found[0] if KEEPS_ORDER.fullmatch(found[0]) else ISOLATE + found[0].replace(" ", NO_BREAK) + END

    return LEFT_TO_RIGHT.sub(mark, text)


def _write(parts: Pattern) -> str:
    values = (part for part in parts if isinstance(part, Argument))
    text = "".join(part if isinstance(part, str) else OTHER if part.kind else VALUE for part in parts)
    return re.sub(f"[{VALUE}{OTHER}]", lambda _: _write_argument(next(values)), isolate(text))


def _write_argument(part: Argument) -> str:
    cases = " ".join(f"{name} {{{_write(case)}}}" for name, case in part.cases.items())
    return "{" + ", ".join(filter(None, (part.name, part.kind, part.style or cases))) + "}"
