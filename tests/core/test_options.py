"""Options: valid values, refused values, and the messages."""

import pytest

import fourfold
from fourfold.core.options import Choice, Flag, Number, NumberPerSeat, Option

GOOD = [
    (Flag("x"), True, True),
    (Flag("x"), "on", True),
    (Flag("x"), "True", True),
    (Flag("x"), "off", False),
    (Flag("x"), "false", False),
    (Number("x", 1, 9, 5), 9, 9),
    (Number("x", 1, 9, 5), "3", 3),
    (Number("x", 1, 9), None, None),
    (Choice("x", ("up", "down")), "down", "down"),
    (NumberPerSeat("x", 0, 3), (0, 2), (0, 2)),
    (NumberPerSeat("x", 0, 3), "0,2", (0, 2)),
    (NumberPerSeat("x", 0, 3), [1, 1], (1, 1)),
]
BAD = [
    (Flag("x"), "yes please"),
    (Flag("x"), 1),
    (Flag("x"), None),
    (Number("x", 1, 9, 5), 0),
    (Number("x", 1, 9, 5), 10),
    (Number("x", 1, 9, 5), "many"),
    (Number("x", 1, 9, 5), 2.5),
    (Number("x", 1, 9, 5), 8.0),
    (Number("x", 1, 9, 5), "08"),
    (Number("x", 1, 9, 5), " 8"),
    (Number("x", 1, 9, 5), "+8"),
    (Number("x", 1, 9, 5), "٨"),
    (NumberPerSeat("x", 0, 3), {0, 2}),
    (Number("x", 1, 9, 5), True),
    (Number("x", 1, 9, 5), None),
    (Number("x", 1, 9, 5), float("inf")),
    (Choice("x", ("up", "down")), "sideways"),
    (NumberPerSeat("x", 0, 3), (0,)),
    (NumberPerSeat("x", 0, 3), (0, 4)),
    (NumberPerSeat("x", 0, 3), "0;2"),
    (NumberPerSeat("x", 0, 3), 3),
]


@pytest.mark.parametrize(("option", "given", "value"), GOOD, ids=str)
def test_what_an_option_takes_is_read_and_written_back(option: Option, given: object, value: object) -> None:
    read = option.parse(given, 2)
    assert read == value
    assert type(read) is type(value)
    if value is not None:
        assert option.parse(option.format(value), 2) == value


@pytest.mark.parametrize(("option", "given"), BAD, ids=str)
def test_what_an_option_does_not_take_is_an_error(option: Option, given: object) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)):
        option.parse(given, 2)


def test_an_unknown_game_is_refused_with_the_list_of_those_that_exist() -> None:
    with pytest.raises(fourfold.UnknownGame, match=", ".join(fourfold.list_games())):
        fourfold.game("chess")
