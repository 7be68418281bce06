"""Styled text for terminals: lines of spans, written with ANSI escape codes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import atan2, dist, tau

from fourfold.picture.palette import LIGHT, Palette, oklab, parse


@dataclass(frozen=True)
class Style:
    """The style of a span: colours by name, an empty name for the terminal's own; marked means underlined."""

    ink: str = ""
    ground: str = ""
    is_bold: bool = False
    is_marked: bool = False


PLAIN = Style()
QUIET = Style(ink="muted")


def piece(name: str) -> Style:
    """The style of a piece: the colour of its sign on its own colour."""
    return Style(f"{name}-sign", name, is_bold=True)


@dataclass(frozen=True)
class Span:
    """A part of a line in one style."""

    text: str
    style: Style = PLAIN


Line = tuple[Span, ...]


class Depth(IntEnum):
    """The colour depth of a terminal."""

    NONE = 0
    SIXTEEN = 4
    INDEXED = 8  # 256 of them
    TRUE = 24


def depth_of(environment: Mapping[str, str], is_terminal: bool) -> Depth:
    """Detect the colour depth from the environment; none with NO_COLOR or without a terminal."""
    terminal = environment.get("TERM", "")
    if not is_terminal or environment.get("NO_COLOR") or terminal == "dumb":
        return Depth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "WT_SESSION" in environment:
        return Depth.TRUE
    if "256color" in terminal:
        return Depth.INDEXED
    return Depth.SIXTEEN if terminal else Depth.NONE


def line_of(*spans: Span | str) -> Line:
    """Make a line of spans and plain texts."""
    return tuple(Span(span) if isinstance(span, str) else span for span in spans)


def trimmed(line: Line) -> Line:
    """Strip trailing blanks."""
    spans = list(line)
    while spans:
        last = spans.pop()
        text = last.text.rstrip()
        if text:
            return (*spans, Span(text, last.style))
    return ()


def plain(lines: Iterable[Line]) -> str:
    """Write the lines without colours."""
    return "\n".join("".join(span.text for span in line) for line in lines)


def coloured(lines: Sequence[Line], depth: Depth = Depth.TRUE, palette: Palette = LIGHT) -> str:
    """Write the lines with the colours of a palette, reduced to the colour depth."""
    if depth == Depth.NONE:
        return plain(lines)
    return "\n".join("".join(_painted(span, depth, palette) for span in line) for line in lines)


def _painted(span: Span, depth: Depth, palette: Palette) -> str:
    style = span.style
    codes = ["1"] * style.is_bold + ["4"] * style.is_marked
    codes += [_code(palette[style.ink], depth, 0)] if style.ink else []
    codes += [_code(palette[style.ground], depth, 10)] if style.ground else []
    return f"\x1b[{';'.join(codes)}m{span.text}\x1b[0m" if codes and span.text else span.text


STEPS = (0, 95, 135, 175, 215, 255)  # the six levels of the colour cube of 256 colours
CUBE = [f"#{red:02x}{green:02x}{blue:02x}" for red in STEPS for green in STEPS for blue in STEPS]
GREYS = [f"#{level:02x}{level:02x}{level:02x}" for level in range(8, 248, 10)]
INDEXED = dict(enumerate(CUBE + GREYS, 16))  # the colours of 256 that no terminal changes, by their numbers
SIXTEEN = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip


GREYISH = 50  # a colour whose parts differ by less is grey; of sixteen colours only greys replace it


@cache
def _index(colour: str) -> int:
    """The number of the nearest of the 256 colours."""
    wanted = oklab(colour)
    return min(INDEXED, key=lambda number: dist(wanted, oklab(INDEXED[number])))


def nearest_indexed(colour: str) -> str:
    """The nearest of the 256 colours.

    >>> nearest_indexed("#b23a2c")
    '#af0000'
    """
    return INDEXED[_index(colour)]


@cache
def _code(colour: str, depth: Depth, ground: int) -> str:
    """The ANSI code of a colour; those of backgrounds are ten higher."""
    red, green, blue = parse(colour)
    if depth == Depth.TRUE:
        return f"{38 + ground};2;{red};{green};{blue}"
    if depth == Depth.INDEXED:
        return f"{38 + ground};5;{_index(colour)}"
    is_grey = _spread((red, green, blue)) < GREYISH
    fitting = [place for place, other in enumerate(SIXTEEN) if (_spread(parse(other)) < GREYISH) == is_grey]
    apart = _apart_in_light if is_grey else _apart_in_hue
    number = min(fitting, key=lambda place: apart(colour, SIXTEEN[place]))
    return str((30 if number < 8 else 82) + number + ground)


def _spread(colour: tuple[int, int, int]) -> int:
    return max(colour) - min(colour)


def _apart_in_light(colour: str, other: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(parse(colour), parse(other), strict=True))


def _apart_in_hue(colour: str, other: str) -> float:
    """How far two colours are apart in hue and lightness: purple is nearer to magenta than to blue."""
    (light, *here), (other_light, *there) = oklab(colour), oklab(other)
    turn = abs(atan2(*here) - atan2(*there))
    return min(turn, tau - turn) + abs(light - other_light)
