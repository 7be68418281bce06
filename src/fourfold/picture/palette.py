"""Colour palettes: light, dark, high contrast (WCAG contrast), boards of wood and slate, and CSS custom properties.

No picture uses colour alone: light and dark differ in lightness too, and every seat has a sign (see `signs`). The
colours of the seats are distinct with every kind of colour blindness.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SEATS = 8
NUMBERS = 6
PREFIX = "fourfold"


def parse(colour: str) -> tuple[int, int, int]:
    """Read `#rrggbb`."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def mixed(colour: str, other: str, share: float) -> str:
    """Blend a share of another colour into one.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (a + share * (b - a) for a, b in zip(parse(colour), parse(other), strict=True))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _linear(colour: str) -> tuple[float, float, float]:
    """The amounts of light of a colour, from 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in parse(colour))
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1 (WCAG)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def oklab(colour: str) -> tuple[float, float, float]:
    """A colour in Oklab: lightness, green to red, blue to yellow. Distances there are those that the eye sees."""
    red, green, blue = _linear(colour)
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    medium = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * medium - 0.0041 * short,
        1.9780 * long - 2.4286 * medium + 0.4506 * short,
        0.0259 * long + 0.7828 * medium - 0.8087 * short,
    )


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG)."""
    high, low = sorted((luminance(colour), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True)
class Palette:
    """A named palette: a colour for every colour name of drawings."""

    name: str
    colours: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.colours[name]


WHITE, BLACK = "#fffdf8", "#1c2027"
SEAT_COLOURS = (
    "#b23a2c",  # red
    "#4279c4",  # blue
    "#f2cd48",  # yellow
    "#5ab983",  # green
    "#5c2f75",  # purple
    "#ec8034",  # orange
    "#e6a6c8",  # pink
    "#59636d",  # slate
)


PIECES = ("light", "dark", "neutral", *(f"seat-{seat}" for seat in range(SEATS)))
MARKS = ("accent", "lamp", "good", "bad")


def _palette(name: str, colours: Mapping[str, str], numbers: tuple[str, ...], edge: float = 0.38) -> Palette:
    """Complete a palette: edges with a share of the shade, signs with the higher contrast, numbers."""
    every = dict(colours)
    every |= {f"seat-{seat}": colour for seat, colour in enumerate(SEAT_COLOURS)}
    for piece in PIECES:
        every.setdefault(f"{piece}-edge", mixed(every[piece], every["shade"], edge))
    for ground in PIECES + MARKS:
        colour = every[ground]
        every[f"{ground}-sign"] = max(WHITE, BLACK, key=lambda sign: contrast(sign, colour))
    every |= {f"number-{number}": colour for number, colour in enumerate(numbers)}
    return Palette(name, every)


LIGHT = _palette(
    "light",
    {
        "paper": "#f8f5ef",  # the background
        "board": "#e4dccd",  # the frame of a board
        "cell": "#f1ebe0",
        "line": "#cbc0ad",
        "ink": "#2b2f38",
        "muted": "#7a7367",
        "shade": "#2b2f38",  # blended into edges
        "tile": "#fffdf8",  # the face of a tile that belongs to nobody
        "tile-edge": "#8f8676",
        "hatch": "#5d574e",
        "number": "#1c2027",
        "back": "#a79d8c",
        "back-line": "#d9d0c0",
        "light": "#f2c864",
        "dark": "#2c4a6b",
        "neutral": "#b3a99a",
        "mark": "#1c2027",
        "halo": "#fffdf8",
        "path": "#9a8f7d",
        "accent": "#2c4a6b",  # places and hints
        "lamp": "#f2c864",  # the next squares, the winning line
        "lamp-edge": "#96711c",
        "good": "#1f6b43",  # gains
        "bad": "#a3291b",  # losses and refusals
    },
    ("#f4f1ea", "#fbe9a9", "#c9e3b4", "#a9d3e6", "#c9b6e4", "#efa08f"),
)
DARK = _palette(
    "dark",
    {
        "paper": "#171a20",
        "board": "#262b34",
        "cell": "#2f3540",
        "line": "#464e5b",
        "ink": "#ece7dc",
        "muted": "#a39d91",
        "shade": "#ece7dc",
        "tile": "#d9d3c6",
        "tile-edge": "#0d0f13",
        "hatch": "#4c473f",
        "number": "#1c2027",
        "back": "#5b6270",
        "back-line": "#7d8593",
        "light": "#f2c864",
        "dark": "#35608f",
        "neutral": "#9b9285",
        "mark": "#fffdf8",
        "halo": "#0d0f13",
        "path": "#7d8593",
        "accent": "#f2c864",
        "lamp": "#f2c864",
        "lamp-edge": "#c39a36",
        "good": "#7fd3a0",
        "bad": "#ff9d8c",
    },
    ("#e6e1d6", "#ecd68b", "#b4d39d", "#92c0d6", "#b8a3d8", "#e08d7b"),
)
_BLACK, _WHITE = "#000000", "#ffffff"
CONTRAST = _palette(
    "contrast",
    {
        "paper": _WHITE,
        "board": "#d6d6d6",
        "cell": _WHITE,
        "line": "#595959",
        "ink": _BLACK,
        "muted": "#3a3a3a",
        "shade": _BLACK,
        "tile": _WHITE,
        "tile-edge": _BLACK,
        "hatch": _BLACK,
        "number": _BLACK,
        "back": "#4d4d4d",
        "back-line": _WHITE,
        "light": "#ffd23e",
        "dark": "#0b2f5e",
        "neutral": "#8f8f8f",
        "mark": _BLACK,
        "halo": _WHITE,
        "path": "#595959",
        "accent": _BLACK,
        "lamp": "#ffd23e",
        "lamp-edge": _BLACK,
        "good": "#00512b",
        "bad": "#8a0000",
        **{f"{piece}-edge": _BLACK for piece in PIECES},
    },
    (_WHITE, "#ffe97a", "#b9ec9a", "#8fd6f5", "#d0b3ff", "#ff9d88"),
)
PALETTES = {palette.name: palette for palette in (LIGHT, DARK, CONTRAST)}
OF_THE_PAGE = ("paper", "ink")  # those that the colours of boards leave alone


def _board(base: Palette, colours: Mapping[str, str], edge: float) -> Palette:
    """The palette of a board: the pieces of a palette on another ground."""
    kept = {name: base[name] for name in base.colours if not name.endswith(("-edge", "-sign"))}
    numbers = tuple(kept.pop(f"number-{number}") for number in range(NUMBERS))
    edges = {name: base[name] for name in ("tile-edge", "lamp-edge")}
    return _palette("board", {**kept, **edges, **colours}, numbers, edge)


BOARDS = {  # by the name in `data-board`
    "wood": _board(
        LIGHT,
        {
            "board": "#bf9160",
            "cell": "#e6cba3",
            "line": "#8a6238",
            "shade": "#2a1c0e",
            "muted": "#38240f",
            "tile-edge": "#6e5535",
            "neutral": "#a99b88",
            "path": "#73532f",
            "accent": "#1d3a5c",
            "lamp": "#fbe08f",
            "lamp-edge": "#634405",
            "good": "#0f4d2c",
            "bad": "#82180d",
        },
        0.62,
    ),
    "slate": _board(
        DARK,
        {
            "board": "#2c3540",
            "cell": "#3c4855",
            "line": "#5d6a7a",
            "muted": "#c3cbd5",
            "path": "#98a4b3",
            "lamp-edge": "#d6ab44",
        },
        0.42,
    ),
}

# For a page: every colour is a custom property, which `style_sheet` defines.
NAMES = Palette("page", {name: f"var(--{PREFIX}-{name})" for name in LIGHT.colours})


def style_sheet() -> str:
    """Write the palettes as CSS custom properties.

    The system or the attribute `data-theme` selects one; `data-board` selects the colours of boards, but not where high
    contrast is asked for.
    """
    light, dark, contrast = (
        f"color-scheme:{scheme};" + _properties(palette.colours)
        for palette, scheme in ((LIGHT, "light"), (DARK, "dark"), (CONTRAST, "light"))
    )
    boards = "".join(
        f":root[data-board={name}]:not([data-theme=contrast])"
        f"{{{_properties({key: value for key, value in palette.colours.items() if key not in OF_THE_PAGE})}}}\n"
        for name, palette in BOARDS.items()
    )
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media (prefers-contrast:more){{:root:not([data-theme=light],[data-theme=dark]){{{contrast}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
        f":root[data-theme=contrast]{{{contrast}}}\n"
        f"@media not (prefers-contrast:more){{{boards}}}\n"
    )


def _properties(colours: Mapping[str, str]) -> str:
    return "".join(f"--{PREFIX}-{name}:{colour};" for name, colour in colours.items())
