"""The clock of a search: the search itself reads it every few moves, and so it ends in time on a busy machine too.

A thread that slept until the time is over would be late: it must be scheduled itself. Only where a system has no
`clock_gettime` there is one.
"""

import ctypes
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from fourfold.kernel.jit import Row, ask_clock, compiled

# Control words: whether the time of the search, or of a part of it, is over; when it will be, in nanoseconds, or NEVER;
# how many calls of `watch` from now on the clock is read, and how many were between the last two times; when it was
# read last; which clock it is, and where its C function lies; what that writes: seconds and nanoseconds.
ALARM, RECESS = 2, 3
ALARM_ENDS, RECESS_ENDS, CALLS_LEFT, STRIDE, LOOKED, CLOCK, ADDRESS, SECONDS, NANOSECONDS = range(8, 17)
ENDS = ALARM_ENDS - ALARM  # from a word to the one that says when it is set

NEVER = (1 << 63) - 1
SECOND = 1_000_000_000
GAP = 100_000  # nanoseconds between two readings
LONGEST_STRIDE = 512  # calls: what takes long may come after what is soon done


def _find_clock() -> int:
    """The address of the C function `clock_gettime`; 0 where there is none, or its words are not ours."""
    if sys.platform == "win32" or ctypes.sizeof(ctypes.c_long) != 8:
        return 0
    function = getattr(ctypes.CDLL(None), "clock_gettime", None)
    return 0 if function is None else ctypes.cast(function, ctypes.c_void_p).value or 0


GETTIME = _find_clock()
NO_CLOCK = -1
WALL: int = getattr(time, "CLOCK_MONOTONIC", NO_CLOCK)
CPU: int = getattr(time, "CLOCK_THREAD_CPUTIME_ID", NO_CLOCK)


@compiled
def read_clock(control: Row) -> int:
    """The time in nanoseconds."""
    ask_clock(control[ADDRESS], control[CLOCK], control, SECONDS)
    return control[SECONDS] * SECOND + control[NANOSECONDS]


@compiled
def look(control: Row) -> None:
    """Read the clock, ring what is due, and say when to look again."""
    now = read_clock(control)
    if now - control[LOOKED] > GAP:
        control[STRIDE] = max(control[STRIDE] // 2, 1)
    else:
        control[STRIDE] = min(control[STRIDE] * 2, LONGEST_STRIDE)
    control[LOOKED], control[CALLS_LEFT] = now, control[STRIDE]
    for place in (ALARM, RECESS):
        if now >= control[place + ENDS]:
            control[place] = 1


@compiled
def watch(control: Row) -> None:
    """Read the clock if it was not read for some calls."""
    control[CALLS_LEFT] -= 1
    if control[CALLS_LEFT] < 0 and control[ADDRESS] != 0:
        look(control)


@contextmanager
def alarm(control: Row, place: int, seconds: float, *, cpu: bool = False) -> Iterator[None]:
    """Let ALARM or RECESS ring after so many seconds, also of CPU time of the thread that calls, until this is left."""
    if not GETTIME:
        timer = Timer(seconds, control.__setitem__, (place, 1))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
        return
    if not control[ADDRESS]:
        control[[ALARM_ENDS, RECESS_ENDS]] = NEVER
    control[[CLOCK, ADDRESS, CALLS_LEFT, STRIDE]] = CPU if cpu else WALL, GETTIME, 0, 1
    control[place + ENDS] = read_clock(control) + int(seconds * SECOND)
    try:
        yield
    finally:
        control[place + ENDS] = NEVER
