"""The click tree: millions of moves, and clicks that lead nowhere. The contract suite compares it with the moves."""

import random

import pytest

import fourfold
from fourfold.core.clicks import Clicks, Tree, below, cell, grow


def test_two_million_moves_are_asked_for_branch_by_branch() -> None:
    game = fourfold.game("qawale")
    position = game.read(f"qawale@.,.,.,./.,.,.,./.,.,.,./{'n' * 8 + 'xo' * 5},.,.,.:10")
    clicks = Clicks(position.moves())
    tree = clicks.tree()
    assert {kind: list(names) for kind, names in tree.items()} == {"cell": ["a1"]}
    path: list[str] = []
    found: Tree | str | None = tree
    while not isinstance(found, str):
        branch = clicks.tree(path) if found is None else found
        path.append(sorted(branch["cell"])[-1])
        found = below(branch, path[-1])
    assert found in position.moves()
    assert game.clicks.of(position.row, game.notation.parse_move(position.row, found)) == tuple(map(cell, path))


def test_clicks_that_lead_nowhere_are_refused() -> None:
    clicks = Clicks(fourfold.game("qawale").start().moves())
    for path in (["b2"], ["a1", "c1"], ["a1", "a2", "a3", "a4"], ["a1", "a2", "a3", "a4", "a4"]):
        with pytest.raises(fourfold.BadNotation):
            clicks.tree(path)


def test_trees_from_the_cache_are_those_of_all_moves() -> None:
    chance = random.Random(5)
    for _ in range(5):
        position = fourfold.game("qawale").start(swap=True)
        while position.outcome is None:
            moves = position.moves()
            assert Clicks(moves).whole_tree() == grow(moves.game.spell(moves.row, moves.codes()))[0]
            position = position.play(chance.choice(moves))
