"""Whether the numbers that a program hands in can be used."""

from operator import index
from typing import Any


def whole(value: Any) -> int | None:
    """A whole number as Python's own; None for anything else: nothing is rounded.

    >>> import numpy as np
    >>> whole(3), whole(np.int64(3)), whole(3.0), whole("3"), whole(True)
    (3, 3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None
