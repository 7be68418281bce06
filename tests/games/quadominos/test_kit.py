"""Quad-Ominos to print: what is in the box, at its true size."""

from collections import Counter

import pytest

import fourfold
from fourfold.picture.path_segments import trace


def test_the_kit_has_what_is_in_the_box() -> None:
    start = fourfold.game("quadominos").undealt()
    assert Counter(start.game.kit.symbols) == Counter(f"quadominos-{name}" for name in start.game.deck(start.options))
    assert not start.game.kit.boards


def test_a_piece_is_so_wide() -> None:
    kit = fourfold.game("quadominos").kit
    across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
    assert (max(across) - min(across)) * kit.unit == pytest.approx(24, abs=0.02)  # millimetres
