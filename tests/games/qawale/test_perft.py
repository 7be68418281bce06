"""Perft counts of Qawale that are known from elsewhere."""

from typing import Any

import pytest

import fourfold
from fourfold.search.perft import perft

KNOWN: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [40, 2176, 143712, 11129088, 994083056]),
    ({"swap": True}, [40, 2216, 145888]),
]


@pytest.mark.parametrize(("options", "counts"), KNOWN, ids=str)
def test_perft_is_as_known(options: dict[str, Any], counts: list[int]) -> None:
    position = fourfold.game("qawale").start(**options)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
