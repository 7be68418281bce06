"""Positions of Quads with the same canonical key have the same value, and many positions share a key."""

import random
from typing import Any

import pytest

import fourfold
from exhaustive import followers, value_of_row
from fourfold import Position
from fourfold.games.quads.canonical_key import essential_key
from fourfold.kernel.jit import RUNNING, Row


def ending(seed: int, empty: int, **options: Any) -> Position:
    """A running position of a random game with this many empty squares."""
    chance = random.Random(seed)
    while True:
        position = fourfold.game("quads").start(**options)
        while position.outcome is None and position.game.plies_left(position.row) != empty:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        if position.outcome is None:
            return position


def rows_after(position: Position, plies: int) -> list[Row]:
    """All different running rows after this many plies."""
    rows = {position.row.tobytes(): position.row}
    for _ in range(plies):
        new = [after for row in rows.values() for after in followers(position.game, row.copy())]
        rows = {row.tobytes(): row for row in new if position.game.rules.status(row) == RUNNING}
    return list(rows.values())


@pytest.mark.parametrize(("empty", "options"), [(12, {}), (16, {"border": True})], ids=str)
def test_what_is_taken_for_one_is_worth_the_same(empty: int, options: dict[str, Any]) -> None:
    rows = keys = 0
    for seed in range(12):
        position = ending(seed, empty, **options)
        worth: dict[int, int] = {}
        for row in rows_after(position, 2) + rows_after(position, 3):
            rows += 1
            found = value_of_row(position.game, row)
            assert worth.setdefault(int(essential_key(row)), found) == found
        keys += len(worth)
    assert rows > 300
    assert keys < rows * 0.8


def test_all_that_matters_tells_positions_apart() -> None:
    """Whose turn it is, which tiles are in hand, what borders a tile."""
    start = fourfold.game("quads").start()
    early = [start, *(start.play(move) for move in ("a1=PPPP", "f6=PPPP", "f6=TTTT"))]
    later = start.play("a1=PPPP").play("f6=TTTT")
    early += [later, *(later.play(move) for move in later.moves())]
    assert len({int(essential_key(position.row.copy())) for position in early}) == len(early)
