"""Static evaluation: its unit, and the kernels of a game that has none.

A seat's chances are the share of a won game that it may expect: CERTAIN for a sure win, half of it for a draw
between two.
"""

import numpy as np

from fourfold.kernel.jit import Row, compiled

CERTAIN = 1_000_000
# The flags of `judge`: what is certain for the seat to move without search. A win is by the move in out[0]. Where one
# of the flags that are asked for is certain, the kernel may return it alone.
CANNOT_WIN, CANNOT_LOSE, WINS = 1, 2, 4
STEEPNESS = 1000  # an advantage of so much makes chances of 73 in 100
FARTHEST = 8191  # greater advantages are taken for this one
ODDS = np.rint(1000 * np.exp(np.arange(-FARTHEST, FARTHEST + 1) / STEEPNESS)).astype(np.int32)
LOGISTIC = np.rint(CERTAIN / (1 + np.exp(-np.arange(-FARTHEST, FARTHEST + 1) / STEEPNESS))).astype(np.int32)


@compiled
def chances_of(advantage: int) -> int:
    """Turn an advantage over one other seat, in thousandths of a natural logarithm of odds, into chances."""
    return int(LOGISTIC[min(max(advantage, -FARTHEST), FARTHEST) + FARTHEST])


@compiled
def share_chances(advantages: Row) -> None:
    """Turn the advantages of several seats, in the same unit, into chances that add up to a certain win."""
    total = 0
    best = advantages[0]
    for seat in range(1, len(advantages)):
        best = max(best, advantages[seat])
    for seat in range(len(advantages)):
        advantages[seat] = int(ODDS[max(advantages[seat] - best, -FARTHEST) + FARTHEST])
        total += advantages[seat]
    for seat in range(len(advantages)):
        advantages[seat] = advantages[seat] * CERTAIN // total


@compiled
def evaluate_nothing(state: Row, work: Row, out: Row) -> None:
    """All seats have the same chances."""
    for seat in range(len(out)):
        out[seat] = CERTAIN // len(out)


@compiled
def threaten_nothing(state: Row, seat: int) -> int:
    """No threats are known."""
    return 0


@compiled
def may_always_win(state: Row) -> bool:
    """A win at once is never ruled out."""
    return True


@compiled
def judge_nothing(state: Row, asked: int, out: Row) -> int:
    """Nothing is certain without search."""
    return 0


@compiled
def promise_nothing(state: Row, move: int) -> int:
    """All moves look the same."""
    return 0


@compiled
def relax_nothing(state: Row, seat: int) -> None:
    """No easier question is known."""
