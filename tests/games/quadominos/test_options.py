"""Options of Quad-Ominos that are refused in words."""

from typing import Any

import pytest

import fourfold


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"seed": []}, fourfold.BadValue, "seed"),
        ({"deal": 5}, fourfold.BadDeal, "5"),
        ({"nonsense": 1}, fourfold.UnknownOption, "deal"),
        ({"target": 500, "rounds": 3}, fourfold.ContradictoryOptions, "rounds"),
        ({"seats": 9}, fourfold.BadValue, "2 to 8"),
        ({"rounds": 0}, fourfold.BadValue, "rounds"),
        ({"seed": 1, "deal": "0000"}, fourfold.ContradictoryOptions, "seed"),
    ],
)
def test_bad_options_are_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        fourfold.game("quadominos").start(**given)
    assert type(caught.value) is error or error is fourfold.BadOption


@pytest.mark.parametrize(
    ("order", "words"),
    [("0000,9999", "9999"), ("0000,0000", "twice"), ("0000", "124 are missing"), ("", "none of the 125")],
)
def test_a_deal_that_is_none_is_refused_in_words(order: str, words: str) -> None:
    with pytest.raises(fourfold.BadDeal, match=words):
        fourfold.game("quadominos").start(deal=order)
