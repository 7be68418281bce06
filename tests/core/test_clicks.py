"""The click tree: millions of moves, and clicks that lead nowhere. The contract suite compares it with the moves."""

import random

import pytest

import fourfold
from fourfold.core.clicks import MOST_KEPT, Clicks, Tree, below, cell, grow


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


def test_whatever_is_asked_for_the_cache_of_trees_stays_small() -> None:
    game, chance = fourfold.game("qawale"), random.Random(6)
    kept = list[int]()
    for height in (5, 6, 7):
        for origin in range(16):
            cells = ["."] * 16
            for place, pebble in zip(chance.sample(range(16), 12 - height), "nnnxxoo"[height - 5 :], strict=True):
                cells[place] = pebble
            cells[origin] += "n" * height
            rows = "/".join(",".join(cells[first : first + 4]) for first in range(0, 16, 4)).replace(".n", "n")
            Clicks(game.read(f"qawale@{rows}:4").moves()).whole_tree()
            kept.append(game.trees.branches)
    assert max(kept) <= MOST_KEPT
    assert kept != sorted(kept), "all were kept"
