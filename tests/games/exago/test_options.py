"""Options of Exago that are refused in words."""

from typing import Any

import pytest

import fourfold


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"side": 7}, fourfold.BadValue, "5"),
        ({"handicap": "1"}, fourfold.BadValue, "2 whole numbers"),
        ({"handicap": "8,0"}, fourfold.BadOption, "handicap"),
        ({"seats": 3, "handicap": "0,3,0"}, fourfold.BadOption, "handicap"),
        ({"seats": 7}, fourfold.BadValue, "2 to 6"),
    ],
)
def test_bad_options_are_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        fourfold.game("exago").start(**given)
    assert type(caught.value) is error or error is fourfold.BadOption
