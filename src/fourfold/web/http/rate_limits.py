"""Rate limiting by address and by player: token buckets in bounded memory.

Workers of one server have a share of each limit, so that together they allow no more than one process would.
"""

import math
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from fourfold.web.bounded import LruCache
from fourfold.web.errors import Denied
from fourfold.web.http.proxies import is_loopback, network_of

What = Literal["request", "guest", "sign_up", "log_in", "log_in_from", "log_in_again", "match", "remark", "export"]

MOST_KEYS = 20_000  # of each limit; the least recently used is dropped


class RateLimit(NamedTuple):
    """A token bucket: its size, and the tokens it gains each second."""

    burst: int
    rate: float

    def share(self, workers: int) -> "RateLimit":
        """The part that each of several processes may give.

        >>> RateLimit(burst=10, rate=0.5).share(4)
        RateLimit(burst=3, rate=0.125)
        """
        return RateLimit(math.ceil(self.burst / workers), self.rate / workers)


BY_ADDRESS: dict[What, RateLimit] = {
    "request": RateLimit(400, 50),
    "guest": RateLimit(60, 0.2),
    "sign_up": RateLimit(10, 1 / 120),
    "log_in": RateLimit(20, 0.2),
    "match": RateLimit(120, 1),
}
BY_PLAYER: dict[What, RateLimit] = {
    "request": RateLimit(400, 50),
    "log_in": RateLimit(20, 1 / 60),  # by the account name: 80 in an hour, wherever they come from
    "log_in_from": RateLimit(10, 1 / 300),  # by address and name: one address alone never uses up a name's
    "log_in_again": RateLimit(20, 1 / 60),  # by a device that was logged in before, which nobody else can use up
    "match": RateLimit(60, 0.5),
    "remark": RateLimit(8, 0.5),
    "export": RateLimit(3, 1 / 60),
}


ALWAYS: tuple[What, ...] = ("log_in", "log_in_again", "remark")  # limited by player also on loopback
WHOLE: tuple[What, ...] = ("remark",)  # not shared: one who talks is at one worker, and a part would be too little


class RateLimited(Denied):
    """Too many requests; `seconds` says when to try again."""

    def __init__(self, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        super().__init__(429, "web.too_many", seconds=self.seconds)


class Buckets:
    """The token buckets of one limit, by key. Each key keeps one number: when its bucket will be full again.

    >>> now = [0.0]
    >>> buckets = Buckets(RateLimit(burst=2, rate=0.5), clock=lambda: now[0])
    >>> [buckets.take("a"), buckets.take("a"), buckets.take("a"), buckets.take("b")]
    [0.0, 0.0, 2.0, 0.0]
    >>> now[0] = 2.0
    >>> [buckets.take("a"), buckets.take("a")]
    [0.0, 2.0]
    """

    def __init__(self, limit: RateLimit, most: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.clock = clock
        self._even: LruCache[str, float] = LruCache(most)

    def take(self, key: str) -> float:
        """Take a token; the result is 0, or the seconds until there is one."""
        now, cost = self.clock(), 1 / self.limit.rate
        even = max(now, self._even.get(key, now))
        wait = even + cost - now - self.limit.burst * cost
        self._even[key] = even if wait > 1e-9 else even + cost
        return wait if wait > 1e-9 else 0.0

    def __len__(self) -> int:
        return len(self._even)


class RateLimits:
    """All rate limits of a process, which may be one of several. Loopback clients are not limited by address."""

    def __init__(self, *, is_on: bool = True, workers: int = 1) -> None:
        def shares(limits: dict[What, RateLimit]) -> dict[What, Buckets]:
            return {what: Buckets(limit.share(1 if what in WHOLE else workers)) for what, limit in limits.items()}

        self.is_on = is_on
        self.by_address = shares(BY_ADDRESS)
        self.by_player = shares(BY_PLAYER)

    def wait(self, what: What, address: str) -> float:
        """Count an action of an address; the result is 0, or the seconds to wait."""
        if not self.is_on or is_loopback(address):
            return 0.0
        return self.by_address[what].take(network_of(address))

    def check(self, what: What, address: str, player: str = "") -> None:
        """Count an action of an address and a player, or raise RateLimited.

        A refused address costs the player nothing.
        """
        wait = self.wait(what, address) if what in self.by_address else 0.0
        if not wait and player and self.is_on and (what in ALWAYS or not is_loopback(address)):
            wait = self.by_player[what].take(player)
        if wait:
            raise RateLimited(wait)

    def check_log_in(self, address: str, name: str, device: str = "") -> None:
        """Count an attempt to log in, or raise RateLimited; `device` is the key of one that was logged in before.

        Strangers are counted by address, then by address and name, then by name; who is refused uses up nothing
        behind. A known device is counted alone, so that strangers cannot lock its owner out.
        """
        if device:
            self.check("log_in_again", address, device)
            return
        if wait := self.wait("log_in", address):
            raise RateLimited(wait)
        self.check("log_in_from", address, f"{network_of(address)} {name}")
        if self.is_on and (wait := self.by_player["log_in"].take(name)):
            raise RateLimited(wait)
