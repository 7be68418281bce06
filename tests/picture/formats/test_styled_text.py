"""Styled text at every colour depth."""

import colorsys

import pytest

from fourfold.picture.formats.styled_text import (
    Depth,
    Line,
    Span,
    Style,
    coloured,
    depth_of,
    line_of,
    nearest_indexed,
    plain,
    trimmed,
)
from fourfold.picture.palette import DARK, LIGHT, NUMBERS, SEATS, Palette, parse

LINES: list[Line] = [line_of("a ", Span("b", Style("paper", "seat-0", is_bold=True, is_marked=True)))]


@pytest.mark.parametrize(
    ("environment", "is_terminal", "depth"),
    [
        ({"TERM": "xterm-256color"}, True, Depth.INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, True, Depth.TRUE),
        ({"TERM": "xterm"}, True, Depth.SIXTEEN),
        ({"TERM": "dumb"}, True, Depth.NONE),
        ({}, True, Depth.NONE),
        ({"WT_SESSION": "1"}, True, Depth.TRUE),
        ({"TERM": "xterm-256color"}, False, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, Depth.NONE),
    ],
)
def test_the_environment_says_how_many_colours_there_are(
    environment: dict[str, str], is_terminal: bool, depth: Depth
) -> None:
    assert depth_of(environment, is_terminal) == depth


def test_each_depth_writes_its_own_codes() -> None:
    assert coloured(LINES, Depth.TRUE) == "a \x1b[1;4;38;2;248;245;239;48;2;178;58;44mb\x1b[0m"
    assert coloured(LINES, Depth.INDEXED) == "a \x1b[1;4;38;5;255;48;5;124mb\x1b[0m"
    assert coloured(LINES, Depth.SIXTEEN) == "a \x1b[1;4;97;41mb\x1b[0m"
    assert coloured(LINES, Depth.NONE) == plain(LINES) == "a b"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_256_colours_keep_the_hue_of_each_seat(palette: Palette) -> None:
    """Red is not brown, and purple no grey."""
    shown = [nearest_indexed(palette[f"seat-{seat}"]) for seat in range(SEATS)]
    assert len(set(shown)) == SEATS
    for seat, colour in enumerate(shown[:6]):  # the others are pale
        (here, *_), (there, _, share) = (
            colorsys.rgb_to_hls(*(part / 255 for part in parse(each))) for each in (palette[f"seat-{seat}"], colour)
        )
        assert share > 0.2
        assert abs((here - there + 0.5) % 1 - 0.5) * 360 < 25, (seat, colour)


def test_sixteen_colours_tell_all_seats_and_numbers_apart() -> None:
    for names in ([f"seat-{seat}" for seat in range(SEATS)], [f"number-{number}" for number in range(NUMBERS)]):
        written = {coloured([line_of(Span("x", Style(ground=name)))], Depth.SIXTEEN, DARK) for name in names}
        assert len(written) == len(names)


def test_blanks_at_the_end_of_a_line_are_left_out() -> None:
    assert trimmed(line_of("a", Span(" b  ", Style("ink")), "  ")) == line_of("a", Span(" b", Style("ink")))
    assert trimmed(line_of("  ")) == ()
