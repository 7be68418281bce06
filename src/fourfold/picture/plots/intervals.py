"""Interval plots: values with confidence intervals, one row each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

from fourfold.picture.canvas import Canvas
from fourfold.picture.font import glyphs
from fourfold.picture.paths import ellipse, line, number
from fourfold.picture.shapes import Box, Drawing, Shape, Symbol

WIDTH = 520.0  # of the axis
ROW = 46.0
SIZE = 15.0  # of the lettering
MARGIN = 30.0
CAP = 8.0  # half the end bar of an interval
MOST_TICKS = 8

VALUE = Symbol("plot-value", (Shape(ellipse((0, 0), 7), "dark", "halo", 2),))


@dataclass(frozen=True)
class Bar:
    """A row: its name, a value and its confidence interval."""

    name: str
    value: float
    low: float
    high: float


def find_ticks(low: float, high: float) -> list[float]:
    """Find about eight round numbers for an axis that holds both.

    >>> find_ticks(3, 38)
    [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]
    """
    rough = (high - low or 1.0) / MOST_TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = floor(low / step)
    return [round(step * place, 9) for place in range(first, max(ceil(high / step), first + 1) + 1)]


def plot_bars(bars: Sequence[Bar], title: str, description: str) -> Drawing:
    """Draw the values from the top down, each with its interval."""
    ticks = find_ticks(min(bar.low for bar in bars), max(bar.high for bar in bars))
    canvas = Canvas()
    left = MARGIN + max(glyphs.width(bar.name) for bar in bars) * SIZE / glyphs.HEIGHT + MARGIN
    bottom = MARGIN + ROW * len(bars)

    def across(value: float) -> float:
        return left + WIDTH * (value - ticks[0]) / (ticks[-1] - ticks[0])

    for tick in ticks:
        canvas.board.append(Shape(line((across(tick), MARGIN), (across(tick), bottom)), stroke="line", width=1.5))
        canvas.write(number(tick), (across(tick), bottom + SIZE * 1.5), SIZE)
    for place, bar in enumerate(bars):
        y = MARGIN + ROW * (place + 0.5)
        half = glyphs.width(bar.name) * SIZE / glyphs.HEIGHT / 2
        canvas.write(bar.name, (left - MARGIN - half, y), SIZE, "ink")
        caps = "".join(line((across(end), y - CAP), (across(end), y + CAP)) for end in (bar.low, bar.high))
        canvas.board.append(Shape(line((across(bar.low), y), (across(bar.high), y)) + caps, stroke="ink", width=3))
        canvas.place(VALUE, (across(bar.value), y), name=bar.name)
    box = Box(0, 0, left + WIDTH + MARGIN, bottom + SIZE * 2.5 + MARGIN / 2)
    return replace(canvas.drawing(box), title=title, description=description)
