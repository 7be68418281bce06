"""Repetition detection: a stack of position keys, begun with those of the game itself.

A row of keys begins with a small table that counts them by their low bits: the keys themselves are compared only where
the count is high enough.
"""

from collections.abc import Sequence

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.jit import Row, compiled

BUCKETS = 256


@compiled
def note_key(keys: Row, ply: int, key: int, repetition: int) -> bool:
    """Push the key of this ply; tell whether it now occurs as often as the game allows.

    Written with one way out: the compiler then inlines it, and playouts of all games are a third faster.
    """
    keys[BUCKETS + ply] = key
    seen = keys[key & (BUCKETS - 1)] + 1
    keys[key & (BUCKETS - 1)] = seen
    times = 0
    place = BUCKETS + ply
    while seen >= repetition and place >= BUCKETS:
        times += keys[place] == key
        place -= 1
    return times >= repetition


@compiled
def count_earlier(keys: Row, ply: int, key: int) -> int:
    """Count how often the key of this ply occurred before; it may have been pushed or not."""
    times = 0
    for place in range(BUCKETS, BUCKETS + ply):
        times += keys[place] == key
    return times


@compiled
def forget_key(keys: Row, ply: int) -> None:
    """Pop the key of this ply."""
    keys[keys[BUCKETS + ply] & (BUCKETS - 1)] -= 1


def begin_keys(position: Position, plies: int) -> tuple[Row, int]:
    """A stack with room for so many more plies, begun with those before the position; and how many these are."""
    return stack_keys(position.earlier_keys(), plies)


def stack_keys(earlier: Sequence[int], plies: int) -> tuple[Row, int]:
    """A stack with room for so many more plies, begun with these keys; and how many they are."""
    keys = np.zeros(BUCKETS + len(earlier) + plies, np.int64)
    for ply, key in enumerate(earlier):
        note_key(keys, ply, key, len(earlier) + 1)
    return keys, len(earlier)
