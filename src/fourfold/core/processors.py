"""How many processors there are for work side by side."""

import os


def count_processors() -> int:
    """Those that this process may use, where the system tells; else all of the machine.

    >>> count_processors() > 0
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
