"""The click tree: exactly the legal moves, at any size."""

import random

import pytest

import fourfold
from fourfold.core.clicks import LISTED, Clicks, Tree, below, cell
from play import by_chance
from variants import VARIANTS, Variant


def leaves(clicks: Clicks, tree: Tree, path: list[str]) -> list[str]:
    """List all moves of a tree, with the branches that were cut."""
    found = []
    for click, after in (pair for named in tree.values() for pair in named.items()):
        if isinstance(after, str):
            found.append(after)
        else:
            deeper = clicks.tree([*path, click]) if after is None else after
            found += leaves(clicks, deeper, [*path, click])
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_leaves_are_the_legal_moves(variant: Variant) -> None:
    chance = random.Random(1)
    position = variant.start(seed=1)
    while position.outcome is None and position.ply < 40 and not position.is_deal_due:
        moves = position.moves()
        if len(moves) <= LISTED and position.ply % 4 == 0:
            clicks = Clicks(moves)
            assert sorted(leaves(clicks, clicks.tree(), [])) == sorted(map(str, moves))
        position = position.play(by_chance(position, chance))


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
