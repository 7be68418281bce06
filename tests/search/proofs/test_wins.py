"""Wins within some plies: the compiled search finds what the plain one finds, and nothing else."""

import random
from typing import Any

import pytest

import fourfold
from exhaustive import followers, wins_within
from fourfold.contract.variants import short_options
from fourfold.core.errors import BadValue
from fourfold.core.registry import facts
from fourfold.kernel.jit import RUNNING
from fourfold.search.limit import Limit
from fourfold.search.proofs.wins import find_wins


def late_positions(game: str, count: int, **options: Any) -> list[fourfold.Position]:
    """Positions near the end of random games."""
    found = []
    for seed in range(count):
        chance = random.Random(seed)
        position = fourfold.game(game).start(**options)
        while position.outcome is None:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        for _ in range(3):
            assert position.previous is not None
            position = position.previous
        found.append(position)
    return found


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if not facts(game).has_deals])
def test_all_wins_are_found_and_no_others(game: str) -> None:
    for position in late_positions(game, 4, **short_options(game)):
        row, seat = position.row.copy(), position.to_move
        assert seat is not None
        if len(position.moves()) > 40:
            continue
        found = find_wins(position.game, row, 3, Limit(nodes=10_000_000))
        assert found.is_whole
        assert bool(found.moves) == wins_within(position, 3)
        for move, after in zip(position.moves(), followers(position.game, row), strict=True):
            status = position.game.rules.status(after)
            if status != RUNNING:
                assert (move.code in found.moves) == (status == seat + 1)


def test_a_limit_that_does_not_suffice_is_said() -> None:
    position = fourfold.game("exago").start().play("e5").play("e6")
    assert not find_wins(position.game, position.row.copy(), 5, Limit(nodes=100)).is_whole


def test_a_length_that_cannot_be_is_refused() -> None:
    position = fourfold.game("exago").start()
    with pytest.raises(BadValue):
        find_wins(position.game, position.row.copy(), 0, Limit(nodes=1))
