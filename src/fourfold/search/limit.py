"""How much thinking is allowed."""

from dataclasses import dataclass, field

import numpy as np

from fourfold.kernel.jit import Row

ENDLESS = 1 << 60  # nodes that nobody gets through


@dataclass(frozen=True)
class Limit:
    """How much thinking a choice may take: moves played on the way, and the seed that makes it repeatable, a word.

    With `seconds` it ends by the clock too. `stop` may be called from another thread: what thinks then soon comes to
    its end, with what it has.

    >>> Limit(nodes=500, seed=3)
    Limit(nodes=500, seed=3, seconds=None)
    """

    nodes: int = ENDLESS
    seed: int = 0
    seconds: float | None = None
    flag: Row = field(default_factory=lambda: np.zeros(1, np.int64), init=False, repr=False, compare=False)

    def stop(self) -> None:
        """Ask whoever thinks under this limit to come to an end."""
        self.flag[0] = 1
