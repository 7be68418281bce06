"""Openings: repeatable, various, running, and even."""

import pytest

import fourfold
from fourfold.arena.runs.openings import draw_opening
from fourfold.core.registry import facts
from fourfold.search.playouts import playouts

UNDEALT = [game for game in fourfold.list_games() if not facts(game).has_deals]
GAMES = [(game, seats) for game in UNDEALT for seats in (2, 4) if seats in facts(game).seats]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_openings_repeat_by_seed_and_differ_without(game: str, seats: int) -> None:
    first = fourfold.game(game).start(seats=seats)
    openings = [draw_opening(first, seed) for seed in range(8)]
    assert openings == [draw_opening(first, seed) for seed in range(8)]
    assert len(set(openings)) >= 7
    assert all(opening.outcome is None and opening.ply >= 2 for opening in openings)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_seat_has_won_an_opening_already(game: str, seats: int) -> None:
    first = fourfold.game(game).start(seats=seats)
    for seed in range(3):
        result = playouts(draw_opening(first, seed), 2000, seed=99)
        assert max(result.wins) / sum(result.wins) < 1 / seats + 0.35


def test_where_something_is_dealt_the_deal_is_the_opening() -> None:
    first = fourfold.game("quadominos").undealt(rounds=1)
    openings = [draw_opening(first, seed) for seed in range(5)]
    assert all(opening.ply == 0 and opening.to_move is not None for opening in openings)
    assert len(set(openings)) == 5
    assert openings == [draw_opening(first, seed) for seed in range(5)]
