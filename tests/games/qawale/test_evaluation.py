"""The evaluation of Qawale: what it adds up; searches of even and of odd depth agree, for reduced ones."""

import random

import numpy as np
import pytest

import fourfold
from fourfold import Limit
from fourfold.arena.runs.openings import draw_opening
from fourfold.games.qawale import evaluation, kernel, patterns, symmetry
from fourfold.kernel.evaluation import CERTAIN, chances_of
from fourfold.kernel.jit import Row


@pytest.mark.parametrize("seed", range(4))
def test_one_more_ply_does_not_change_who_is_better(seed: int) -> None:
    opening = draw_opening(fourfold.game("qawale").start(pebbles=10), seed)
    even, odd = (fourfold.analyse(opening, Limit(depth=depth)).best.value for depth in (2, 3))
    assert abs(even - odd) < 0.03


def chances(row: Row) -> list[int]:
    found = np.zeros(2, np.int64)
    evaluation.evaluate(row, np.zeros(1, np.int64), found)
    return found.tolist()


@pytest.mark.parametrize("seed", range(8))
def test_the_evaluation_adds_up_the_weights_of_the_patterns(seed: int) -> None:
    for row in walk(seed):
        noted = np.zeros(patterns.NOTED, np.int64)
        patterns.list_patterns(row, noted)
        first, second = chances(row)
        assert first + second == CERTAIN
        mover = int(kernel.to_move(row))
        assert (first, second)[mover] == chances_of(int(evaluation.LEARNT[noted].sum(dtype=np.int64)))


@pytest.mark.parametrize("seed", range(4))
def test_symmetric_boards_and_exchanged_seats_are_worth_the_same(seed: int) -> None:
    for row in walk(seed):
        for image in symmetry.IMAGES:
            turned = row.copy()
            turned[image] = row[: kernel.CELLS]
            assert chances(turned) == chances(row)
        swapped = row.copy()
        swapped[kernel.SWAPPED] = 1
        swapped[kernel.PLY] += 1
        assert chances(swapped) == chances(row)[::-1]


def walk(seed: int) -> list[Row]:
    """The rows of a random game: tall stacks come up too."""
    chance, position, rows = random.Random(seed), fourfold.game("qawale").start(pebbles=10), []
    while position.outcome is None:
        rows.append(position.row.copy())
        position = position.play(chance.choice(position.moves()))
    return rows
