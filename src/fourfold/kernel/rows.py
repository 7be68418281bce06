"""Rows of words: what kernels need beyond reading and writing single ones."""

from fourfold.kernel.jit import Row, compiled


@compiled
def copy_row(source: Row, target: Row) -> None:
    """Copy as many words as the source has."""
    for place in range(len(source)):
        target[place] = source[place]


@compiled
def move_to_front(row: Row, first: int, end: int, value: int) -> None:
    """Put a value first in a part of a row; what was before it, or all where it was not, moves on by one place."""
    place = first
    while place < end - 1 and row[place] != value:
        place += 1
    while place > first:
        row[place] = row[place - 1]
        place -= 1
    row[first] = value


@compiled
def first_above(row: Row, first: int, end: int, value: int) -> int:
    """The first place from `first` up to `end` with more than a value, in ascending words; `end` if there is none."""
    while first < end:
        middle = (first + end) >> 1
        if row[middle] > value:
            end = middle
        else:
            first = middle + 1
    return first
