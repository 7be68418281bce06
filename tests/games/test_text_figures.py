"""The figures of the rules as text have the signs that their captions speak of."""

import pytest

from fourfold.core.display.figures import list_figures
from fourfold.picture.formats.styled_text import Depth, plain
from fourfold.picture.shapes import Label


@pytest.mark.parametrize(
    ("game", "figure", "signs"),
    [
        ("exago", "before-cut", ["c  · b[b]· · b ·", "b  · ·(b r)· ·", "a (b r)· · ·", "hatched"]),
        ("exago", "late", ["i  · · · ·(b)6", "ringed"]),
        ("exago", "farther", ["c  g y y y ⊘ · ·"]),
        ("qawale", "back", ["2 | ·  1|", "1 |[nn]×|"]),
        ("qawale", "loop", ["4 |[o] 4| nx 3|", "3 | n  1| n  2|"]),
        ("qawale", "sowing", ["1 |[nnx]|", "2 | n  1| n  2| x  3|"]),
        ("quads", "placing", ["|p ✓ p|", "small letters: dark"]),
        ("quads", "wrong", ["|  s  |", "|p × p|"]),
        ("quads", "stuck", ["light: PPST PSTT PSPS PSST PSTS PSSS SSST"]),
    ],
)
def test_text_figures_have_the_signs_that_their_captions_speak_of(game: str, figure: str, signs: list[str]) -> None:
    written = plain(list_figures(game)[figure].lines(Depth.NONE))
    assert [sign for sign in signs if sign not in written] == []


def test_a_stack_with_the_pebble_added_to_it_is_labelled_with_its_height() -> None:
    first = list_figures("qawale")["sowing"]().symbols
    labels = [part.text for each in first if each.id == "sowing-0" for part in each.parts if isinstance(part, Label)]
    assert sorted(labels) == ["2", "2", "2", "3"]
