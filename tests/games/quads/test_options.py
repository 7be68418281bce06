"""Options of Quads that are refused in words."""

from typing import Any

import pytest

import fourfold


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"apart": "far"}, fourfold.BadValue, "orthogonal, diagonal"),
        ({"deal": "0000"}, fourfold.UnknownOption, "border"),
        ({"self": 1}, fourfold.UnknownOption, "self"),
    ],
)
def test_bad_options_are_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        fourfold.game("quads").start(**given)
    assert type(caught.value) is error or error is fourfold.BadOption
