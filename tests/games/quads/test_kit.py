"""Quads to print: what is in the box, at its true size."""

from collections import Counter

import pytest

import fourfold
from fourfold.games.quads.kernel import EDGES_OF_WAY
from fourfold.games.quads.notation import tile_name
from fourfold.picture.path_segments import trace


def test_the_kit_has_what_is_in_the_box() -> None:
    kit = fourfold.game("quads").kit
    tiles = {tile_name(int(edges)) for edges in EDGES_OF_WAY}
    names = [f"quads-{owner}-{name}" for owner in ("light", "dark") for name in tiles]
    assert Counter(kit.symbols) == Counter([*names, "quads-neutral-PPPP", "quads-neutral-TTTT"])
    assert len(kit.boards) == 1


def test_a_piece_is_so_wide() -> None:
    kit = fourfold.game("quads").kit
    across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
    assert (max(across) - min(across)) * kit.unit == pytest.approx(24.5, abs=0.02)  # millimetres
