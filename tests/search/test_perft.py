"""Perft counts what playing every move counts."""

import pytest

import fourfold
from fourfold.search.perft import perft


@pytest.mark.parametrize("game", fourfold.list_games())
def test_perft_counts_what_playing_every_move_counts(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    for _ in range(3):
        position = position.play(position.moves()[-1])
    moves = position.moves()[:40]
    assert sum(len(position.play(move).moves()) for move in position.moves()) == perft(position, 2)
    for move in moves:
        assert perft(position.play(move), 1) == len(position.play(move).moves())
