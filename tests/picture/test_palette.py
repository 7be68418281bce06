"""Palettes: WCAG contrast, and colours that are distinct with every kind of colour blindness."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fourfold.picture import palette
from fourfold.picture.palette import (
    BOARDS,
    CONTRAST,
    DARK,
    LIGHT,
    MARKS,
    NAMES,
    NUMBERS,
    OF_THE_PAGE,
    PALETTES,
    PIECES,
    SEATS,
    Palette,
    contrast,
    parse,
)
from fourfold.picture.signs import sign

# What people without the receptors for red, green or blue see (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
every_ground = pytest.mark.parametrize("colours", (PALETTES | BOARDS).values(), ids=(PALETTES | BOARDS).keys())
every_palette = pytest.mark.parametrize("colours", PALETTES.values(), ids=lambda colours: colours.name)


def seen(colour: str, eye: str) -> NDArray[np.float64]:
    """The colour in CIELAB, with a kind of colour blindness."""
    parts = np.array(parse(colour)) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(EYES[eye]) @ linear, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ linear / (0.95047, 1, 1.08883)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@every_ground
@pytest.mark.parametrize("eye", EYES)
def test_seats_stay_apart_for_every_eye(colours: Palette, eye: str) -> None:
    for one, other in combinations(range(SEATS), 2):
        distance = np.linalg.norm(seen(colours[f"seat-{one}"], eye) - seen(colours[f"seat-{other}"], eye))
        assert distance > 12, (one, other)


@every_ground
def test_light_dark_and_neutral_differ_in_lightness(colours: Palette) -> None:
    lightness = sorted(seen(colours[name], "all")[0] for name in ("light", "dark", "neutral"))
    assert min(b - a for a, b in pairwise(lightness)) > 10


@every_ground
def test_marks_and_pieces_stand_out_on_the_board(colours: Palette) -> None:
    for ground in ("board", "cell"):
        for name in ("accent", "bad", "lamp-edge", "muted"):
            assert contrast(colours[name], colours[ground]) > 3, (name, ground)
        for piece in PIECES:
            strongest = max(contrast(colours[name], colours[ground]) for name in (piece, f"{piece}-edge"))
            assert strongest > 2, (piece, ground)
    for mark in MARKS:
        assert contrast(colours[mark], colours[f"{mark}-sign"]) > 4.5, mark
    assert contrast(colours["line"], colours["cell"]) > 1.3


@every_palette
def test_signs_and_words_stand_out(colours: Palette) -> None:
    for piece in ("light", "dark", "neutral", *(f"seat-{seat}" for seat in range(SEATS))):
        assert contrast(colours[piece], colours[f"{piece}-sign"]) > 3.5, piece
    for number in range(NUMBERS):
        assert contrast(colours["number"], colours[f"number-{number}"]) > 4.5
    for ground in ("paper", "board", "cell"):
        assert contrast(colours["ink"], colours[ground]) > 7
        assert contrast(colours["mark"], colours[ground]) > 7
    assert contrast(colours["muted"], colours["paper"]) > 4.2


def test_every_seat_has_a_sign_of_its_own() -> None:
    signs = [sign(seat, 10, "ink") for seat in range(SEATS)]
    assert len(set(signs)) == SEATS


def test_all_palettes_name_the_same_colours() -> None:
    for each in (DARK, CONTRAST, NAMES, *BOARDS.values()):
        assert each.colours.keys() == LIGHT.colours.keys()
    for name in LIGHT.colours:
        boards = 0 if name in OF_THE_PAGE else len(BOARDS)
        assert palette.style_sheet().count(f"--{palette.PREFIX}-{name}:") == 5 + boards


def test_high_contrast_is_high() -> None:
    for name in ("ink", "mark", "muted", "number", "hatch", "tile-edge", "line", "path"):
        least = 4.5 if name in ("line", "path") else 7
        assert contrast(CONTRAST[name], CONTRAST["paper"]) > least, name
    for ground in ("paper", "board", "cell"):
        for piece in ("light", "dark", "neutral", *(f"seat-{seat}" for seat in range(SEATS))):
            assert contrast(CONTRAST[f"{piece}-edge"], CONTRAST[ground]) > 7
