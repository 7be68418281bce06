"""Validation of numbers that a program passes in."""

from operator import index
from typing import Any


def whole(value: Any) -> int | None:
    """Convert an integer of any type to `int`; None for anything else, as nothing is rounded.

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
