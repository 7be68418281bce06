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


def test_a_playout_sees_the_repetition_that_the_game_brings_along() -> None:
    """One more return to a position that occurred twice is a draw at once, before any other move."""
    game = fourfold.game("exago")
    position = game.start(early=True)
    for move in "e5 e6 e5-d6 e6-e5 d6-e6 e5-d6 e6-e5 d6-e6".split():
        if move not in position.moves() or position.outcome:
            break
        position = position.play(move)
    assert playouts(position, 10).games == 10
