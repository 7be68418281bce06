"""Column charts: columns stand at their numbers."""

import re

import pytest

from fourfold.picture.plots.columns import HEIGHT, WIDTH, plot_columns
from fourfold.picture.shapes import Shape


def tops(shapes: tuple[Shape, ...], colour: str) -> list[tuple[float, float]]:
    """The width and the height of each column."""
    found = []
    for shape in shapes:
        if shape.fill == colour:
            numbers = [float(number) for number in re.findall(r"-?[0-9.]+", shape.path)]
            found.append((max(numbers[::2]) - min(numbers[::2]), max(numbers[1::2]) - min(numbers[1::2])))
    return found


def test_columns_are_as_high_as_their_numbers() -> None:
    drawing = plot_columns([5, 0, 10], 3, "title", "words")
    columns = tops(drawing.board, "dark")
    assert [height for _, height in columns] == pytest.approx([HEIGHT / 2, HEIGHT], abs=0.02)
    assert all(0 < width < WIDTH / 3 for width, _ in columns)
    assert (drawing.title, drawing.description) == ("title", "words")


def test_scales_tell_the_numbers_of_the_columns() -> None:
    labels = [label.text for label in plot_columns([1] * 10, 0, "", "", each=5, across="plies").labels]
    assert "plies" in labels
    assert {"0", "10", "40"} <= set(labels)
    inside = plot_columns([1] * 10, 0, "", "", each=5)
    assert all(inside.box.left <= label.place[0] <= inside.box.right for label in inside.labels)


def test_nothing_to_show_is_shown_as_nothing() -> None:
    assert tops(plot_columns([0, 0], 0, "", "").board, "dark") == []
