"""Perft counts of Exago that are known from elsewhere."""

from typing import Any

import pytest

import fourfold
from fourfold.search.perft import perft

KNOWN: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [1, 6, 48, 468, 5328, 68742]),
    ({"seats": 3}, [1, 6, 48, 468, 5328]),
    ({"side": 6}, [1, 6, 48, 468, 5328, 68928, 994086, 15752700]),
]


@pytest.mark.parametrize(("options", "counts"), KNOWN, ids=str)
def test_perft_is_as_known(options: dict[str, Any], counts: list[int]) -> None:
    position = fourfold.game("exago").start(**options)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
