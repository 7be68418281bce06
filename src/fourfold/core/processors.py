"""The number of processors available to this process."""

import os


def count_processors() -> int:
    """Count the processors in the affinity mask, or all where the system has no such mask.

    >>> count_processors() > 0
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
