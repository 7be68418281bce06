"""Column charts (histograms) over whole numbers."""

from collections.abc import Sequence
from dataclasses import replace

from fourfold.picture.canvas import Canvas
from fourfold.picture.font import glyphs
from fourfold.picture.paths import line, number, rectangle
from fourfold.picture.plots.intervals import find_ticks
from fourfold.picture.shapes import Box, Drawing, Shape

WIDTH, HEIGHT = 620.0, 240.0  # of the columns
SIZE = 15.0  # of the lettering
MARGIN = 30.0
GAP = 0.18  # of a column's width


def plot_columns(
    heights: Sequence[float],
    first: int,
    title: str,
    description: str,
    *,
    each: int = 1,
    across: str = "",
    colour: str = "dark",
) -> Drawing:
    """Draw a column for each height; `first` is the number of the first one, `across` labels the axis.

    A column can stand for several numbers: `each` of them.
    """
    canvas = Canvas()
    ticks = find_ticks(0, max([*heights, 1e-9]))
    left = MARGIN + max(glyphs.width(number(tick)) for tick in ticks) * SIZE / glyphs.HEIGHT + MARGIN / 2
    bottom = MARGIN + HEIGHT
    step = WIDTH / max(1, len(heights))

    def up(value: float) -> float:
        return bottom - HEIGHT * value / ticks[-1]

    for tick in ticks:
        canvas.board.append(Shape(line((left, up(tick)), (left + WIDTH, up(tick))), stroke="line", width=1.5))
        half = glyphs.width(number(tick)) * SIZE / glyphs.HEIGHT / 2
        canvas.write(number(tick), (left - MARGIN / 2 - half, up(tick)), SIZE)
    for place, height in enumerate(heights):
        if height > 0:
            x = left + step * place
            canvas.board.append(
                Shape(rectangle(x + step * GAP / 2, up(height), x + step * (1 - GAP / 2), bottom), colour)
            )
    last = first + each * len(heights) - 1
    for tick in find_ticks(first, last):
        if first <= tick <= last and tick == int(tick):
            canvas.write(number(tick), (left + step * ((tick - first + 0.5) / each), bottom + SIZE * 1.6), SIZE)
    if across:
        canvas.write(across, (left + WIDTH / 2, bottom + SIZE * 3.6), SIZE, "ink")
    box = Box(0, 0, left + WIDTH + MARGIN, bottom + SIZE * (4.8 if across else 2.8))
    return replace(canvas.drawing(box), title=title, description=description)
