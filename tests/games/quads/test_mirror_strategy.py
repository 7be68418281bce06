"""The mirror strategy of Quads: dark never loses the base game, and the theory says so."""

import random
from typing import Any

import fourfold
from fourfold import Position
from fourfold.core.outcome import LOST, WON
from fourfold.players.levels import find_level
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit


def test_dark_wins_every_base_game_by_mirroring() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        position = fourfold.game("quads").start(hidden=bool(seed % 2))
        while position.outcome is None:
            if position.to_move == 0:
                theory = position.game.theory(position.row)
                assert theory is not None
                assert theory.result == LOST
                moves = position.moves()
                position = position.play(moves[chance.randrange(len(moves))])
            else:
                theory = position.game.theory(position.row.copy())
                assert theory is not None
                assert theory.result == WON
                assert theory.move is not None
                position = position.play(position.game.notation.format_move(position.row, theory.move))
        assert position.outcome.winner == 1


def test_the_strongest_level_never_loses_as_dark() -> None:
    level = find_level("level-8").player
    for seed in range(4):
        chance = random.Random(seed)
        position = fourfold.game("quads").start()
        while position.outcome is None:
            if position.to_move == 1:
                position = position.play(level.choose(position.view(1), Limit(nodes=2000, seed=seed)))
            else:
                moves = position.moves()
                position = position.play(moves[chance.randrange(len(moves))])
        assert position.outcome.winner == 1


def test_light_is_told_the_truth_and_the_border_ends_the_strategy() -> None:
    assert analyse(fourfold.game("quads").start(), Limit(nodes=2000)).proved == "loss"
    assert analyse(fourfold.game("quads").start(border=True), Limit(nodes=2000)).proved is None


def after(opening: str, **options: Any) -> Position:
    return fourfold.game("quads").start(**options).play(opening)


def test_with_diagonal_distance_an_opening_in_the_middle_cannot_be_mirrored() -> None:
    start = fourfold.game("quads").start(apart="diagonal")
    assert start.game.theory(start.row) is None
    middle, corner = after("c3=PPPP", apart="diagonal"), after("a1=PPPP", apart="diagonal")
    assert middle.game.theory(middle.row.copy()) is None
    theory = corner.game.theory(corner.row.copy())
    assert theory is not None
    assert corner.game.notation.format_move(corner.row, theory.move or 0) == "f6=TTTT"
