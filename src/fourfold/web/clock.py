"""The clock of all matches: the time of day at the start of the process, then monotonic.

Setting the system clock takes no player's time away and gives none back. Workers share one start.
"""

import os
import time

_STEADY = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps, where there is such a clock


def _steady() -> int:
    return time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)


def anchor() -> int:
    """When the steady clock began, in nanoseconds since 1970, as far as this process knows."""
    return _anchor


_anchor = int(os.environ.get("FOURFOLD_WORKER") or time.time_ns() - _steady())


def now_in_milliseconds() -> int:
    """Milliseconds since 1970."""
    return (_anchor + _steady()) // 1_000_000
