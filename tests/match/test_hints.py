"""Hints: where they are given, and that they are noted; such a match, or one from the middle on, is not rated."""

import random

import pytest

from fourfold.match.commands import Resign
from fourfold.match.decisions import DecisionContext, carry_out, create, give_hint, play_for
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import Seat, Settings
from fourfold.web.contests.ratings import pools_of

HERE = DecisionContext(now=0, chance=random.Random(1), fresh_id=lambda: "next")
ANN, BEN, COMPUTER = Seat("person", "a", "Ann"), Seat("person", "b", "Ben"), Seat("computer", "level-2", "Neighbour")


def sit(*seats: Seat, **settings: object) -> Match:
    match = Match()
    create(match, Settings("exago", **settings), seats, "a", HERE, by_lot=False)  # type: ignore[arg-type]
    return match


@pytest.mark.parametrize(
    ("seats", "chosen", "expected"),
    [
        ((ANN, COMPUTER), None, True),
        ((ANN, ANN), None, True),
        ((ANN, BEN), None, False),
        ((ANN, BEN), True, True),
        ((ANN, COMPUTER), False, False),
    ],
)
def test_hints_are_there_as_agreed_or_where_one_person_plays(
    seats: tuple[Seat, ...], chosen: bool | None, expected: bool
) -> None:
    match = sit(*seats, has_hints=chosen)
    assert match.has_hints is expected
    if expected:
        assert [event.body.kind for event in give_hint(match, 0, HERE)] == ["hinted"]
        assert give_hint(match, 0, HERE) == []
    else:
        with pytest.raises(Refused):
            give_hint(match, 0, HERE)
    assert match.hinted == ({0} if expected else set())


def finish(match: Match) -> Match:
    for ply, move in enumerate(("e5", "e6")):
        play_for(match, ply % 2, move, match.ply, HERE)
    carry_out(match, Resign(), "a", HERE)
    return match


def test_a_match_with_hints_is_not_rated() -> None:
    assert pools_of(finish(sit(ANN, COMPUTER)))
    match = sit(ANN, COMPUTER)
    give_hint(match, 0, HERE)
    assert pools_of(finish(match)) == []


def test_a_match_that_begins_in_the_middle_is_not_rated() -> None:
    match = sit(ANN, COMPUTER, start="exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    play_for(match, 0, "e1", 8, HERE)
    assert match.ended is not None
    assert pools_of(match) == []
