"""Ladders: who meets whom, and what is reckoned from it."""

from collections import Counter
from pathlib import Path

import pytest

from fourfold.arena.entrants import Entrant, ThinkingLimit, find_entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.ladder import Ladder
from fourfold.arena.runs.schedule import Setting

SETTING = Setting("qawale", {"pebbles": 6}, thinking=ThinkingLimit(None, 300))


def rungs(*names: str) -> list[Entrant]:
    return [Entrant(name, find_entrant("random").load, 1) for name in names]


def test_neighbours_and_next_neighbours_meet() -> None:
    ladder = Ladder(SETTING, rungs("a", "b", "c", "d"), games=4)
    assert ladder.pairs == [("b", "a"), ("c", "b"), ("d", "c"), ("c", "a"), ("d", "b")]
    pairings = ladder.pairings()
    assert Counter(frozenset(pairing.names) for pairing in pairings) == {frozenset(pair): 4 for pair in ladder.pairs}
    assert [pairing.number for pairing in pairings] == list(range(20))
    for pairing, swapped in zip(pairings[::2], pairings[1::2], strict=True):
        assert pairing.group == swapped.group
        assert pairing.names == swapped.names[::-1]


def test_more_games_begin_with_the_same_ones() -> None:
    few, many = (Ladder(SETTING, rungs("a", "b", "c"), games=games).pairings() for games in (4, 10))
    assert many[: len(few)] == few


def test_the_stronger_level_stands_higher(tmp_path: Path) -> None:
    ladder = Ladder(SETTING, [find_entrant("random"), find_entrant("simple")], games=12)
    climb = ladder.judge(list(ladder.play(jobs=1, path=tmp_path / "x.jsonl")))
    assert climb.tallies["simple", "random"].share > 0.7
    assert climb.ratings["simple"].value > climb.ratings["random"].value
    assert climb.elo is not None
    assert climb.elo["random"].value == 0 < climb.elo["simple"].value
    again = ladder.judge(list(ladder.play(jobs=1, path=tmp_path / "x.jsonl")))
    assert again.as_json() == climb.as_json()
    assert climb.forfeits == 0


def test_with_more_seats_there_are_ratings_but_no_elo() -> None:
    ladder = Ladder(Setting("exago", {"seats": 3}), [find_entrant("random"), find_entrant("simple")], games=6)
    climb = ladder.judge(list(ladder.play(jobs=1)))
    assert climb.elo is None
    assert climb.ratings["simple"].value > climb.ratings["random"].value


@pytest.mark.parametrize("names", [(), ("a",), ("a", "a")])
def test_a_ladder_needs_two_different_rungs(names: tuple[str, ...]) -> None:
    with pytest.raises(BadLimit, match="at least two"):
        list(Ladder(SETTING, rungs(*names), games=2).play(jobs=1))
