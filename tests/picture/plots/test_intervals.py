"""Interval plots: everything lies on the axis, and title and description are there."""

import xml.etree.ElementTree as ET

import pytest

from fourfold.picture.formats.svg import svg
from fourfold.picture.plots.intervals import Bar, find_ticks, plot_bars

BARS = [Bar("level-2", 30.5, 27.0, 34.0), Bar("random", -3.0, -8.5, 2.5)]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-8.5, 34), (1200, 2900), (0.001, 0.002), (5, 5)])
def test_ticks_are_few_round_and_hold_everything(low: float, high: float) -> None:
    ticks = find_ticks(low, high)
    assert 1 <= len(ticks) <= 12
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert ticks == sorted(set(ticks))


def test_each_value_lies_between_the_ends_of_its_interval_and_on_the_picture() -> None:
    drawing = plot_bars(BARS, "title", "words")
    assert [item.name for item in drawing.items] == ["level-2", "random"]
    xs = [item.place[0] for item in drawing.items]
    assert xs[0] > xs[1]
    for item in drawing.items:
        assert drawing.box.left < item.place[0] < drawing.box.right
        assert drawing.box.top < item.place[1] < drawing.box.bottom


def test_the_picture_is_a_document_with_words_for_those_who_cannot_see_it() -> None:
    document = ET.fromstring(svg(plot_bars(BARS, "A & B", "words")))
    texts = [element.text for element in document.iter() if element.tag.endswith(("title", "desc"))]
    assert texts == ["A & B", "words"]


def test_equal_values_can_be_drawn_too() -> None:
    assert plot_bars([Bar("a", 5, 5, 5)], "", "").items[0].place[0] > 0
