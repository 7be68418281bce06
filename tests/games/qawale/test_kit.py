"""Qawale to print: what is in the box, at its true size."""

from collections import Counter

import pytest

import fourfold
from fourfold.contract.screen_tests import parts
from fourfold.picture.path_segments import trace


def test_the_kit_has_what_is_in_the_box() -> None:
    start = fourfold.game("qawale").start()
    _, pieces, hands = parts(start)
    numbers = {"light": hands.hands[0].number, "dark": hands.hands[1].number, "neutral": len(pieces.items)}
    assert Counter(start.game.kit.symbols) == {f"qawale-{name}-bead": number for name, number in numbers.items()}
    assert len(start.game.kit.boards) == 1


def test_a_piece_is_so_wide() -> None:
    kit = fourfold.game("qawale").kit
    across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
    assert (max(across) - min(across)) * kit.unit == pytest.approx(26, abs=0.02)  # millimetres
