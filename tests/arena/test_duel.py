"""Duels: counted right, ended early when it is clear, gone on with from their file."""

from pathlib import Path

import pytest

from fourfold.arena.duel import Duel, DuelStanding
from fourfold.arena.entrants import ThinkingLimit, find_entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.schedule import Setting
from fourfold.arena.statistics.sprt import Test as Sequential

SETTING = Setting("qawale", {"pebbles": 6}, thinking=ThinkingLimit(None, 300), seed=2)


def duel(one: str, other: str, games: int, test: Sequential | None = None, setting: Setting = SETTING) -> Duel:
    return Duel(setting, find_entrant(one), find_entrant(other), games, test)


def last(standings: list[DuelStanding]) -> DuelStanding:
    return standings[-1]


def test_what_one_wins_the_other_loses() -> None:
    one = last(list(duel("simple", "random", 10).play(jobs=1))).tally
    assert one.games == 10
    assert one.wins >= 8
    other = last(list(duel("random", "simple", 10).play(jobs=1))).tally
    assert other.losses >= 8


def test_the_standing_is_told_after_every_game() -> None:
    standings = list(duel("simple", "random", 6).play(jobs=1))
    assert [standing.tally.games for standing in standings] == [1, 2, 3, 4, 5, 6]


def test_a_player_may_meet_itself() -> None:
    tally = last(list(duel("random", "random", 4).play(jobs=1))).tally
    assert tally.games == 4


def test_a_sequential_duel_ends_when_it_is_clear() -> None:
    standing = last(list(duel("simple", "random", 1000, Sequential.about(0.5)).play(jobs=1)))
    assert standing.test is not None
    assert standing.test.verdict == "high"
    assert standing.tally.games < 60
    assert standing.tally.games % 2 == 0


@pytest.mark.long
def test_with_four_seats_one_plays_against_three() -> None:
    setting = Setting("exago", {"seats": 4}, thinking=ThinkingLimit(None, 300))
    standing = last(list(duel("simple", "random", 8, setting=setting).play(jobs=1)))
    found = standing.as_json()
    assert found["wins"] + found["draws"] + found["losses"] == 8
    assert found["share"] > 0.5
    assert found["elo"] is None
    assert set(found["slowest"]) == {"simple", "random"}


def test_a_duel_goes_on_from_its_file_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole = last(list(duel("uct", "random", 8).play(jobs=1)))
    stopped = duel("uct", "random", 8).play(jobs=1, path=tmp_path / "run.jsonl")
    for _ in range(3):
        next(stopped)
    stopped.close()  # type: ignore[attr-defined]
    lines = (tmp_path / "run.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 3
    after = last(list(duel("uct", "random", 8).play(jobs=1, path=tmp_path / "run.jsonl")))
    assert after.tally == whole.tally
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) == 1 + 8
    shorter = list(duel("uct", "random", 4).play(jobs=1, path=tmp_path / "run.jsonl"))
    assert last(shorter).tally.games == 4


def test_no_games_are_refused() -> None:
    with pytest.raises(BadLimit, match="0 games"):
        list(duel("simple", "random", 0).play(jobs=1))
