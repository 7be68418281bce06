"""Perft counts of Quads that are known from elsewhere."""

from typing import Any

import pytest

import fourfold
from fourfold.search.perft import perft

KNOWN: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [72, 2280, 268048, 33144528]),
    ({"border": True}, [52, 992]),
    ({"apart": "diagonal"}, [72, 2080]),
]


@pytest.mark.parametrize(("options", "counts"), KNOWN, ids=str)
def test_perft_is_as_known(options: dict[str, Any], counts: list[int]) -> None:
    position = fourfold.game("quads").start(**options)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
