"""Options: valid values, refused values, and the messages."""

import pytest

import fourfold
from fourfold import BadValue, ContradictoryOptions, UnknownOption
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


@pytest.mark.parametrize(
    ("game", "given", "error", "words"),
    [
        ("qawale", {"pebbles": 11}, BadValue, "1 to 10"),
        ("qawale", {"peebles": 8}, UnknownOption, "pebbles"),
        ("quads", {"apart": "far"}, BadValue, "orthogonal, diagonal"),
        ("quads", {"deal": "0000"}, UnknownOption, "border"),
        ("quads", {"self": 1}, UnknownOption, "self"),
        ("quadominos", {"seed": []}, BadValue, "seed"),
        ("quadominos", {"deal": 5}, fourfold.BadDeal, "5"),
        ("quadominos", {"nonsense": 1}, UnknownOption, "deal"),
        ("exago", {"side": 7}, BadValue, "5"),
        ("exago", {"handicap": "1"}, BadValue, "2 whole numbers"),
        ("exago", {"handicap": "8,0"}, fourfold.BadOption, "handicap"),
        ("exago", {"seats": 3, "handicap": "0,3,0"}, fourfold.BadOption, "handicap"),
        ("exago", {"seats": 7}, BadValue, "2 to 6"),
        ("quadominos", {"target": 500, "rounds": 3}, ContradictoryOptions, "rounds"),
        ("quadominos", {"seats": 9}, BadValue, "2 to 8"),
        ("quadominos", {"rounds": 0}, BadValue, "rounds"),
        ("quadominos", {"seed": 1, "deal": "0000"}, ContradictoryOptions, "seed"),
    ],
)
def test_games_refuse_bad_options_in_words(
    game: str, given: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        fourfold.game(game).start(**given)  # type: ignore[arg-type]
    assert type(caught.value) is error or error is fourfold.BadOption


def test_an_unknown_game_is_refused_with_the_list_of_those_that_exist() -> None:
    with pytest.raises(fourfold.UnknownGame, match="quadominos"):
        fourfold.game("chess")


@pytest.mark.parametrize(
    ("order", "words"),
    [("0000,9999", "9999"), ("0000,0000", "twice"), ("0000", "124 are missing"), ("", "none of the 125")],
)
def test_a_deal_that_is_none_is_refused_in_words(order: str, words: str) -> None:
    with pytest.raises(fourfold.BadDeal, match=words):
        fourfold.game("quadominos").start(deal=order)
