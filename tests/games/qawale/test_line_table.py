"""The exact table of lines in one sowing agrees with walking all the walks, by the rules."""

import random

import numpy as np
import pytest

import fourfold
from fourfold.games.qawale import kernel
from fourfold.games.qawale.line_table import LACKS, LONGEST, can_complete, pattern_of, transpose
from fourfold.kernel.jit import Row

GAME = fourfold.game("qawale")


def sowings(row: Row, origin: int) -> range:
    """The numbers of the moves from an origin, as `nth` counts them."""
    counts = [int(kernel.SOWINGS[int(kernel.height(stack)), cell]) for cell, stack in enumerate(row[: kernel.CELLS])]
    return range(sum(counts[:origin]), sum(counts[: origin + 1]))


def makes_line(row: Row, origin: int) -> bool:
    """Whether some sowing from an origin gives the mover's colour a line."""
    colour = int(row[kernel.PLY]) & 1
    work = np.zeros(GAME.work_words, np.int64)
    for index in sowings(row, origin):
        after = row.copy()
        kernel.play(after, kernel.nth(row, index, work))
        if kernel.has_line(after[kernel.FIRST_TOPS + colour]):
            return True
    return False


def table_says(row: Row, origin: int) -> bool:
    colour = int(row[kernel.PLY]) & 1
    tops = int(row[kernel.FIRST_TOPS + colour])
    stack = int(row[origin])
    pattern = pattern_of(stack, kernel.FIRST + colour)
    return bool(can_complete(origin, kernel.height(stack), pattern, tops, transpose(tops)))


def any_row(chance: random.Random, tall: int, origin: int) -> Row:
    """A board with a stack so tall at the origin and small ones elsewhere, without a line; either colour is to move."""
    row = GAME.start().row.copy()
    colour = chance.randrange(2)
    while True:
        row[: kernel.PLY] = 0
        for cell in range(kernel.CELLS):
            for place in range(tall if cell == origin else chance.choice((0, 1, 1, 2))):
                pebble = chance.choice((kernel.FIRST + colour, kernel.FIRST + colour, kernel.SECOND, kernel.NEUTRAL))
                row[cell] |= pebble << 2 * place
                if cell != origin or place == tall - 1:
                    row[kernel.FIRST_TOPS] &= ~(1 << cell)
                    row[kernel.SECOND_TOPS] &= ~(1 << cell)
                    if pebble != kernel.NEUTRAL:
                        row[kernel.FIRST_TOPS + pebble - kernel.FIRST] |= 1 << cell
        row[kernel.PLY] = colour
        if not any(kernel.has_line(row[word]) for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS)):
            return row


def compare(tallest: int, count: int) -> set[bool]:
    chance = random.Random(tallest)
    found = set()
    for tall in range(1, tallest + 1):
        for _ in range(count):
            origin = chance.randrange(kernel.CELLS)
            row = any_row(chance, tall, origin)
            expected = makes_line(row, origin)
            assert table_says(row, origin) == expected, f"{tall} at {origin} of {row}"
            found.add(expected)
    return found


def test_short_sowings_complete_what_the_table_says() -> None:
    assert compare(5, 120) == {True, False}


@pytest.mark.long
def test_the_longest_sowings_complete_what_the_table_says() -> None:
    assert compare(LONGEST - 1, 100) == {True, False}


def test_transposing_exchanges_rows_and_columns() -> None:
    for cell in range(kernel.CELLS):
        x, y = cell % 4, cell // 4
        assert transpose(1 << cell) == 1 << (4 * x + y)
    assert transpose(0x000F) == 0x1111


@pytest.mark.parametrize(
    ("stack", "first", "second"), [("", 0, 0), ("x", 1, 0), ("nxo", 0b010, 0b100), ("o" * 16, 0, 0xFFFF)]
)
def test_a_pattern_has_a_bit_for_each_pebble_of_the_colour(stack: str, first: int, second: int) -> None:
    code = sum({"x": 1, "o": 2, "n": 3}[letter] << 2 * place for place, letter in enumerate(stack))
    word = int(np.int64(np.uint64(code)))
    assert (pattern_of(word, kernel.FIRST), pattern_of(word, kernel.SECOND)) == (first, second)


def test_what_a_line_lacks_is_the_least_of_all_lines() -> None:
    chance = random.Random(5)
    for tops in (0, 0xFFFF, 0x0007, *(chance.randrange(1 << 16) for _ in range(200))):
        assert LACKS[tops] == min((line & ~tops).bit_count() for line in kernel.LINE_SETS)
