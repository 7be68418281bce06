"""Symmetries of the games for data augmentation, as permutations of a net's input and of its likings."""

import numpy as np
from numpy.typing import NDArray

from fourfold.core.net_features import Training, Vision

Order = NDArray[np.int64]
Matrix = NDArray[np.int64]


def square_maps() -> list[Matrix]:
    """The eight symmetries of a square."""
    turn, flip = np.array([[0, -1], [1, 0]]), np.array([[-1, 0], [0, 1]])
    turns = [np.linalg.matrix_power(turn, times) for times in range(4)]
    return [*turns, *(one @ flip for one in turns)]


def hex_maps() -> list[Matrix]:
    """The twelve symmetries of a hexagon, in axial coordinates."""
    turn, flip = np.array([[0, -1], [1, 1]]), np.array([[0, 1], [1, 0]])
    turns = [np.linalg.matrix_power(turn, times) for times in range(6)]
    return [*turns, *(one @ flip for one in turns)]


def move_cells(across: int, matrix: Matrix, is_hex: bool) -> Order:
    """The permutation of the cells of a square array; cells outside a hexagon stay."""
    order = np.arange(across**2)
    for cell in range(across**2):
        twice = np.array([2 * (cell % across) - across + 1, 2 * (cell // across) - across + 1])
        if not is_hex or abs(twice.sum()) < across:
            x, y = (matrix @ twice + across - 1) // 2
            order[cell] = across * y + x
    return order


def move_planes(planes: Order, cells: Order) -> Order:
    """The permutation of the numbers of planes when planes and cells are permuted."""
    moved: Order = (planes[:, None] * len(cells) + cells[None, :]).reshape(-1)
    return moved


def symmetries(training: Training, vision: Vision) -> list[tuple[Order, Order]]:
    """For each symmetry the permutations of a net's input and of its likings."""
    found = []
    board = vision.planes * vision.across**2
    is_hex = training.is_hexagonal
    for matrix in hex_maps() if is_hex else square_maps():
        cells = move_cells(vision.across, matrix, is_hex)
        facts = np.arange(vision.facts)
        planes = np.arange(vision.planes)
        whole, rest = divmod(vision.likings, len(cells))
        liked = np.arange(whole)
        if training.turn_ways is not None:
            ways = training.turn_ways(matrix)
            both = np.concatenate([ways, len(ways) + ways])
            planes[: len(both)] = facts[: len(both)] = both
            liked[: len(ways)] = ways
        seen = np.concatenate([move_planes(planes, cells), board + facts])
        likings = np.concatenate([move_planes(liked, cells), whole * len(cells) + np.arange(rest)])
        found.append((seen, likings))
    return found
