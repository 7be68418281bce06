"""Rows of words: what kernels need beyond reading and writing single ones."""

from fourfold.kernel.jit import Row, compiled


@compiled
def copy_row(source: Row, target: Row) -> None:
    """Copy as many words as the source has."""
    for place in range(len(source)):
        target[place] = source[place]
