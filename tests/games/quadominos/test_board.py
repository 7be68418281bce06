"""Quad-Ominos drawn: upright numbers, free cells, marks, backs of hidden hands."""

import random
from collections import Counter

import pytest

import fourfold
from fourfold import Move
from fourfold.contract.screen_tests import hand_items, parts
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import by_chance
from fourfold.picture.shapes import MarkKind


@pytest.mark.parametrize("variant", list_variants(["quadominos"]), ids=str)
def test_each_way_a_tile_can_lie_has_its_own_symbol_so_that_numbers_stay_upright(variant: Variant) -> None:
    for held in hand_items(parts(variant.start(seed=1))[2]):
        ways = [lying.click for lying in held.lying]
        assert ways[0] == held.click
        for before, after in zip(ways, ways[1:] + ways[:1], strict=True):
            assert after == before[-1] + before[:-1]
        assert not any(lying.turn for lying in held.lying)
        assert {lying.symbol for lying in held.lying} == {f"quadominos-{way}" for way in ways}


def test_the_free_cells_are_those_beside_a_tile() -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    assert [cell.name for cell in parts(position)[1].cells] == ["0,0"]
    first = str(position.moves()[0])
    _, pieces, _ = parts(position.play(first))
    assert {cell.name for cell in pieces.cells} == {"1,0", "-1,0", "0,1", "0,-1"}


def test_a_tile_and_a_draw_are_marked() -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    chance = random.Random(1)
    seen: set[bool] = set()
    while position.to_move is not None and len(seen) < 2:
        position = position.play(by_chance(position, chance))
        assert isinstance(position.last, Move)
        if str(position.last) != "pass":
            target = "draw" if str(position.last) == "draw" else str(position.last).partition("=")[0]
            marks = position.drawing().marks
            assert {mark.name for mark in marks if mark.kind == MarkKind.TO} == {target}
            seen.add(target == "draw")
    assert seen == {True, False}


def test_hidden_hands_are_backs_and_their_number() -> None:
    start = fourfold.game("quadominos").start(seats=3, seed=1, rounds=1)
    view = start.view(0).drawing()
    symbols = Counter(item.symbol for item in view.items)
    hand = str(start).partition("@")[2].split(":")[1].split("/")[0].split(".")
    assert {f"quadominos-{name}" for name in hand} <= set(symbols)
    assert sum(symbol.removeprefix("quadominos-").isdigit() for symbol in symbols.elements()) == len(hand)
    assert [label.text for label in view.labels].count("10") == 3
