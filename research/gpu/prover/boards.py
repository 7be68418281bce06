"""Boards of the easier game as text, and their least image under the eight symmetries."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

CELLS = 16
FIRST_STACK = 0b100  # two blanks
CORNERS = (0, 3, 12, 15)

Words = NDArray[Any]


def start() -> Words:
    """The board at the beginning: two blanks in each corner."""
    board = np.ones(CELLS, np.uint16)
    board[list(CORNERS)] = FIRST_STACK
    return board


def images_of(boards: Words, images: Words) -> Words:
    """The eight images of each board; `images` says where each symmetry takes each cell."""
    found = np.empty((len(images), *boards.shape), ">u2")
    for symmetry, to in enumerate(images):
        found[symmetry][:, to] = boards
    return found


def canonical(boards: Words, images: Words) -> tuple[list[str], list[int]]:
    """The text of the least image of each board, and the symmetry that leads there."""
    packed = images_of(boards, images)
    size, data = packed.shape[2] * 2, [each.tobytes() for each in packed]
    texts, symmetries = [], []
    for at in range(0, len(boards) * size, size):
        least, symmetry = min((each[at : at + size], symmetry) for symmetry, each in enumerate(data))
        texts.append(text_of(np.frombuffer(least, ">u2").tolist()))
        symmetries.append(symmetry)
    return texts, symmetries


def text_of(board: Iterable[int]) -> str:
    """A board as text: the stacks in hexadecimal, nothing for an empty cell."""
    return ".".join("" if stack == 1 else f"{stack:x}" for stack in board)


def read_board(text: str) -> Words:
    """The board of a text."""
    stacks = [int(stack, 16) if stack else 1 for stack in text.split(".")]
    if len(stacks) != CELLS or min(stacks) < 1:
        raise ValueError(f"not a board: {text}")
    return np.array(stacks, np.uint16)


def reply_text(board: Words, move: int, to: Words) -> str:
    """A reply as text, on the image of its board: the origin and the cells of the walk, a digit each."""
    steps = int(board[move & 15]).bit_length()
    return "".join(f"{to[move >> 4 * place & 15]:x}" for place in range(steps + 1))
