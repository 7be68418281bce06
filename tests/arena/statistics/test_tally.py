"""Wins, draws and losses, and the intervals about their share."""

import math

import pytest

from fourfold.arena.statistics.estimate import wilson
from fourfold.arena.statistics.tally import Tally, elo


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 10, 0.2366, 0.7634), (1.0, 20, 0.8389, 1.0), (0.0, 20, 0.0, 0.1611), (0.85, 200, 0.7940, 0.8929)],
)
def test_wilson_gives_the_known_intervals(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=1e-4)


def test_without_games_everything_is_possible() -> None:
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert Tally().share == 0.5


def test_more_games_make_the_interval_narrower_and_it_always_holds_the_share() -> None:
    widths = []
    for games in (10, 40, 160, 640):
        low, high = wilson(0.7, games)
        assert low < 0.7 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_a_draw_is_an_equal_share_for_every_seat() -> None:
    tally = Tally(seats=4).with_score(1.0).with_score(0.25).with_score(0.0).with_score(0.0)
    assert (tally.wins, tally.draws, tally.losses) == (1, 1, 2)
    assert tally.share == pytest.approx(1.25 / 4)


def test_elo_is_antisymmetric_and_endless_for_all_or_nothing() -> None:
    found = elo(0.75)
    assert found is not None
    assert math.isclose(found, -(elo(0.25) or 0.0))
    assert elo(0.5) == 0
    assert elo(1.0) is None
    assert elo(0.0) is None
