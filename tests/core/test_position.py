"""Positions with a long history."""

import pickle

from fourfold import Position
from fourfold.contract.variants import list_variants
from fourfold.contract.ways import play


def test_the_longest_history_can_be_pickled() -> None:
    position = max((list(play(variant, plies=5000))[-1] for variant in list_variants(["exago"])), key=lambda p: p.ply)
    assert position.ply > 150
    deep = position
    while len(deep.history) < 1500:
        deep = Position(deep.game, deep.seats, deep.options, deep.row.copy(), deep, deep.last)
    assert len(pickle.loads(pickle.dumps(deep)).history) == 1500
