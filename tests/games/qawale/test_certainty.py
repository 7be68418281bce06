"""The static proofs of Qawale agree with exhaustive search."""

import random
from typing import Any

import numpy as np
import pytest

import fourfold
from exhaustive import value, wins_within
from fourfold import Position
from fourfold.games.qawale.certainty import judge
from fourfold.kernel.evaluation import CANNOT_LOSE, CANNOT_WIN, WINS
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit


def endings(left: int, count: int, **options: Any) -> list[Position]:
    """Running positions of random games with this many placements left and not too many moves."""
    chance = random.Random(left)
    found: list[Position] = []
    while len(found) < count:
        position = fourfold.game("qawale").start(**options)
        while position.outcome is None and position.game.plies_left(position.row) != left:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        if position.outcome is None and len(position.moves()) <= 250:
            found.append(position)
    return found


@pytest.mark.parametrize(("left", "count"), [(1, 40), (2, 30)])
@pytest.mark.parametrize("options", [{}, {"double": "draw"}, {"pebbles": 4}], ids=str)
def test_what_is_sure_is_true_whatever_is_asked(left: int, count: int, options: dict[str, Any]) -> None:
    told = 0
    for position in endings(left, count, **options):
        worth = value(position)
        for asked in (0, CANNOT_WIN, CANNOT_LOSE, CANNOT_WIN | CANNOT_LOSE):
            out = np.zeros(2, np.int64)
            sure = int(judge(position.row.copy(), asked, out))
            told |= sure
            if sure & WINS:
                after = position.play(position.game.notation.format_move(position.row, int(out[0])))
                assert after.outcome is not None
                assert after.outcome.winner == position.to_move
            assert not (sure & CANNOT_WIN and worth > 0), str(position)
            assert not (sure & CANNOT_LOSE and worth < 0), str(position)
    assert told & WINS
    assert told & CANNOT_WIN


def test_a_win_at_once_is_always_seen() -> None:
    for position in endings(3, 20):
        wins = [
            move
            for move in position.moves()
            if (end := position.play(move).outcome) is not None and end.winner == position.to_move
        ]
        sure = int(judge(position.row.copy(), 0, np.zeros(2, np.int64)))
        assert bool(sure & WINS) == bool(wins), str(position)


def test_the_search_sees_one_ply_more_than_its_depth() -> None:
    won = 0
    for position in endings(3, 12):
        proved = analyse(position, Limit(depth=2), lines=1, to_the_end=False).proved
        assert (proved == "win") == wins_within(position, 3), str(position)
        won += proved == "win"
    assert won


@pytest.mark.parametrize("double", ["mover", "draw"])
def test_seven_pebbles_are_known_to_be_a_draw(double: str) -> None:
    position = fourfold.game("qawale").start(pebbles=7, double=double)
    analysis = analyse(position, Limit(nodes=2_000))
    assert (analysis.proved, analysis.chances) == ("draw", (0.5, 0.5))
    assert all(line.proved is None for line in analysis.lines)  # which moves keep the draw is not told


@pytest.mark.parametrize("options", [{}, {"pebbles": 6}, {"pebbles": 7, "swap": True}], ids=str)
def test_of_other_starts_nothing_is_known_without_search(options: dict[str, Any]) -> None:
    position = fourfold.game("qawale").start(**options)
    assert position.game.theory(position.row) is None
    seven = fourfold.game("qawale").start(pebbles=7)
    after = seven.play(seven.moves()[0])
    assert after.game.theory(after.row) is None
