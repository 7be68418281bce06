"""Ratings of puzzles follow from what the levels solve."""

from functools import cache
from pathlib import Path

import pytest

import fourfold
from fourfold.puzzles import difficulty
from fourfold.puzzles.difficulty import level_ratings, measure, rating_of
from fourfold.puzzles.puzzle import list_puzzles


@pytest.mark.parametrize("game", fourfold.list_games())
def test_what_fewer_levels_solve_has_a_higher_rating(game: str) -> None:
    ladder = [tuple([0] * misses + [5] * (7 - misses)) for misses in range(8)]
    ratings = [rating_of(game, solved) for solved in ladder]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == len(ratings)
    levels = level_ratings(game)
    assert ratings[0] < levels[0] < levels[-1] < ratings[-1]


def test_measuring_again_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list_puzzles("exago")[:3]
    monkeypatch.setattr(difficulty, "folder", lambda game: tmp_path)
    monkeypatch.setattr(difficulty, "list_puzzles", cache(lambda game: kept))
    assert tuple(measure("exago")) == kept
    assert (tmp_path / "puzzles.jsonl").read_text() == "".join(puzzle.to_line() + "\n" for puzzle in kept)
