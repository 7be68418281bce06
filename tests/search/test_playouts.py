"""Random games: repeatable, and played by the rules."""

import pytest

import fourfold
from fourfold.search.playouts import playouts


@pytest.mark.parametrize("game", fourfold.list_games())
def test_playouts_are_repeatable_and_add_up(game: str) -> None:
    options = fourfold.game(game).facts.bench
    start = fourfold.game(game).undealt(**options)
    first, second, other = playouts(start, 50, seed=1), playouts(start, 50, seed=1), playouts(start, 50, seed=2)
    assert first == second
    assert first.signature != other.signature
    assert first.draws + sum(first.wins) == first.games == 50
    assert first.moves >= 50
