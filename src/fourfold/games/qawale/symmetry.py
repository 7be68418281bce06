"""The canonical hash key of Qawale under the eight symmetries of the square."""

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.kernel import CELLS, OPTIONS, PLY, SWAPPED
from fourfold.kernel.hashes import GOLDEN, scramble
from fourfold.kernel.jit import Row, compiled, word

SYMMETRIES = 8


def _images() -> NDArray[np.int64]:
    """Where each symmetry of the square takes each cell."""
    board = np.arange(CELLS).reshape(4, 4)
    turned = [np.rot90(board, quarter) for quarter in range(4)]
    return np.array([image.flatten() for image in (*turned, *(np.fliplr(image) for image in turned))])


IMAGES = _images()


@compiled
def symmetric_key(state: Row) -> int:
    """The lowest of the hashes of the eight symmetric boards."""
    rest = scramble(state[PLY] + (state[SWAPPED] << 8) + (state[OPTIONS] << 16))
    least = word(0)
    for symmetry in range(SYMMETRIES):
        mixed = rest
        for cell in range(CELLS):
            stack = state[cell]
            if stack:
                bits = (stack + (IMAGES[symmetry, cell] << 58)) * word(GOLDEN)
                mixed += (bits ^ ((bits >> 29) & 0x7FFFFFFFF)) * (2 * IMAGES[symmetry, cell] + 1) * word(GOLDEN)
        mixed = scramble(mixed)
        if symmetry == 0 or mixed < least:
            least = mixed
    return least
