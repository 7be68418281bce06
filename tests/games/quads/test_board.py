"""Quads drawn: a tile is one symbol, turned; hidden hands are backs."""

from collections import Counter

import pytest

import fourfold
from fourfold.contract.screen_tests import hand_items, parts
from fourfold.contract.variants import Variant, list_variants
from fourfold.picture.shapes import MarkKind


@pytest.mark.parametrize("variant", list_variants(["quads"]), ids=str)
def test_a_tile_can_lie_in_each_way_by_quarter_turns(variant: Variant) -> None:
    for held in hand_items(parts(variant.start(seed=1))[2]):
        ways = [lying.click for lying in held.lying]
        assert ways[0] == held.click
        for before, after in zip(ways, ways[1:] + ways[:1], strict=True):
            assert after == before[-1] + before[:-1]
        assert [lying.turn for lying in held.lying] == [90.0 * turn for turn in range(len(ways))]
        assert {lying.symbol for lying in held.lying} == {held.symbol}


def test_a_tile_is_one_symbol_however_it_lies() -> None:
    position = fourfold.game("quads").start()
    for move in ("c4=TTTT", "a1=PPPP", "c5=SSTP"):
        position = position.play(move)
    laid = next(item for item in position.drawing().items if item.name == "c5")
    assert (laid.symbol, laid.turn) == ("quads-light-PSST", 270)


def test_a_hidden_hand_is_drawn_as_backs() -> None:
    drawing = fourfold.game("quads").start(hidden=True).view(0).drawing()
    assert Counter(item.symbol for item in drawing.items)["quads-back"] == 17


def test_the_last_move_is_marked() -> None:
    marks = fourfold.game("quads").start().play("c4=TTTT").drawing().marks
    assert {(mark.kind, mark.name) for mark in marks} == {(MarkKind.TO, "c4")}
