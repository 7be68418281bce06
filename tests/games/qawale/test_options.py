"""Options of Qawale that are refused in words."""

from typing import Any

import pytest

import fourfold


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"pebbles": 11}, fourfold.BadValue, "1 to 10"),
        ({"peebles": 8}, fourfold.UnknownOption, "pebbles"),
    ],
)
def test_bad_options_are_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        fourfold.game("qawale").start(**given)
    assert type(caught.value) is error or error is fourfold.BadOption
