"""The tables that the GPU reads, made of the project's own; and positions with known answers to check it by.

Needs Fourfold. What is made travels as files, so the machine with the GPU needs NumPy and CuPy alone.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.kernel import CELLS, LINE_SETS, NEIGHBOUR, SOWINGS
from fourfold.games.qawale.line_table import COMPLETED, LONGEST
from fourfold.games.qawale.symmetry import IMAGES
from prover import rows

SETS = 16  # of four tops
TALL = 1 << LONGEST  # the first stack word that is not in the tables
THREATS = 5  # the worth of incomplete lines, of evaluations, in moves


def list_walks() -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32]]:
    """All walks by length and origin, where those of each begin, and how many they are."""
    begins = np.zeros((LONGEST + 1, CELLS), np.uint32)
    counts = np.zeros((LONGEST + 1, CELLS), np.uint32)
    walks: list[int] = []
    ends = {origin: [(origin, -1, 0, 0)] for origin in range(CELLS)}
    for length in range(1, LONGEST + 1):
        for origin in range(CELLS):
            ends[origin] = [
                (to, d, walk | to << 4 * (length - 1), cells | 1 << to)
                for cell, last, walk, cells in ends[origin]
                for d in range(4)
                if (to := int(NEIGHBOUR[cell, d])) >= 0 and (last < 0 or d ^ 2 != last)
            ]
            begins[length, origin], counts[length, origin] = len(walks), len(ends[origin])
            walks += [walk | cells << 48 for _, _, walk, cells in ends[origin]]
    assert (counts[2:, :] == SOWINGS[1:LONGEST, :]).all()
    return np.array(walks, np.uint64), begins, counts


def _reversed_bits(number: int, length: int) -> int:
    return int(f"{number:0{length}b}"[::-1], 2) if length else 0


def line_entries() -> NDArray[np.uint32]:
    """For each stack and cell, eight words: from which tops its sowing completes each line.

    Sixteen bits a line, a bit for each set of tops in it: four rows, four columns, two diagonals. The tops are those
    before the stack is lifted, so the set with the origin's top counts as the one without, where that is the maker's.
    """
    words = COMPLETED.view(np.uint64)
    lines = [(words[:, at] >> np.uint64(16 * line) & np.uint64(0xFFFF)) for at in range(3) for line in range(4)][:10]
    sets = np.stack(lines, 1).astype(np.uint32)
    # The second diagonal is read from the other end.
    turned = sum((sets[:, 9] >> s & 1) << _reversed_bits(s, 4) for s in range(SETS))
    sets[:, 9] = turned
    entries = np.zeros((TALL, CELLS, 10), np.uint32)
    for stack in range(2, TALL):
        tall = stack.bit_length() - 1
        pattern = _reversed_bits(stack ^ 1 << tall, tall)
        for cell in range(CELLS):
            entries[stack, cell] = sets[(CELLS << tall) - CELLS + (cell << tall) + pattern]
    for cell in range(CELLS):
        x, y = cell % 4, cell // 4
        for line, place in ((y, x), (4 + x, y), (8, x), (9, x)):
            if line < 8 or (line == 8 and x == y) or (line == 9 and x + y == 3):
                without = [s & ~(1 << place) for s in range(SETS)]
                odd = entries[1::2, cell, line]
                entries[1::2, cell, line] = sum((odd >> without[s] & 1) << s for s in range(SETS))
    result = np.zeros((TALL, CELLS, 8), np.uint32)
    result[:, :, :5] = entries[:, :, 0::2] | entries[:, :, 1::2] << 16
    return result


def top_orders() -> NDArray[np.uint32]:
    """For each set of tops its cells, those first that matter most in lines; then the last one again, up to eight."""
    weights = np.array([0, 1, 10, 100, 0])
    sets = np.arange(1 << CELLS)
    worth = np.zeros((CELLS, len(sets)), np.int64)
    for line in LINE_SETS:
        for cell in range(CELLS):
            if line >> cell & 1:
                worth[cell] += weights[np.bitwise_count(sets & line)]
    worth[(sets >> np.arange(CELLS)[:, None] & 1) == 0] = -1
    order = np.argsort(-worth, axis=0, kind="stable")[:8]
    many = np.maximum(np.bitwise_count(sets), 1)
    places = np.minimum(np.arange(8)[:, None], many - 1)
    cells = np.take_along_axis(order, places, axis=0)
    return np.asarray((cells << 4 * np.arange(8)[:, None]).sum(axis=0), np.uint32)


def make_tables() -> dict[str, NDArray[np.generic]]:
    """All tables by name."""
    walks, begins, counts = list_walks()
    threats = np.zeros(1 << 16, np.uint16)
    for line in LINE_SETS:
        threats += np.array([0, 50, 100, 500, 0], np.uint16)[np.bitwise_count(np.arange(1 << 16) & line)]
    images = IMAGES.astype(np.uint8)
    return {
        "walks": walks, "begins": begins, "counts": counts, "lines": line_entries(), "images": images,
        "threats": threats, "orders": top_orders(),
    }  # fmt: skip


def make_cases(each: int, seed: int, most_left: int) -> dict[str, NDArray[np.generic]]:
    """Random positions of the easier game for both seats, and whether the maker can win, by the project's kernels."""
    chance = np.random.default_rng(seed)
    found = [
        (board, left, seat, rows.can_win(board, pebbles, left, seat))
        for pebbles in (4, 5, 6)
        for seat in (0, 1)
        for left in range(2, most_left + 1)
        for board in rows.random_boards(chance, each, pebbles, left, seat)
    ]
    boards, lefts, seats, answers = zip(*found, strict=True)
    return {
        "boards": np.array(boards, np.uint16), "lefts": np.array(lefts, np.uint8), "seats": np.array(seats, np.uint8),
        "can": np.array(answers, np.uint8),
    }  # fmt: skip


def make(folder: Path, each: int = 25, most_left: int = 4) -> None:
    """Write the tables and the cases to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "tables.npz", **make_tables())  # type: ignore[arg-type]
    np.savez_compressed(folder / "cases.npz", **make_cases(each, 1, most_left))  # type: ignore[arg-type]
