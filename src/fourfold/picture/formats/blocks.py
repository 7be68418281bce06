"""Drawings as coloured text: two pixels in each character, in the colours of a palette."""

from io import BytesIO

from PIL import Image

from fourfold.picture.formats.png import png
from fourfold.picture.formats.styled_text import Line, Span, Style, trimmed
from fourfold.picture.palette import LIGHT, parse
from fourfold.picture.shapes import Drawing

SHARP = 4  # pixels are drawn so many times as fine, then averaged
OWN = "paper"  # the terminal's own ground
UPPER, LOWER = "▀", "▄"


def blocks(drawing: Drawing, columns: int) -> list[Line]:
    """Render a drawing so many characters wide; the colour of each pixel is the nearest of the palette."""
    image = Image.open(BytesIO(png(drawing, LIGHT, columns * SHARP))).convert("RGB")
    rows = -(-image.height // (2 * SHARP)) * 2
    image = image.resize((columns, rows), Image.Resampling.BOX)
    names = {parse(colour): name for name, colour in reversed(list(LIGHT.colours.items()))}
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in names for part in colour])
    near = list(names.values())
    pixels = image.quantize(palette=table, dither=Image.Dither.NONE).tobytes()
    lines = [pixels[start : start + columns] for start in range(0, len(pixels), columns)]
    return [
        trimmed(tuple(_character(near[above], near[below]) for above, below in zip(upper, lower, strict=True)))
        for upper, lower in zip(lines[::2], lines[1::2], strict=True)
    ]


def _character(upper: str, lower: str) -> Span:
    if upper == lower == OWN:
        return Span(" ")
    if upper == OWN:
        return Span(LOWER, Style(lower))
    return Span(UPPER, Style(upper, "" if lower == OWN else lower))
