"""Rate limiting by address and by player: token buckets in bounded memory."""

import math
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from fourfold.web.bounded import LruCache
from fourfold.web.errors import Denied
from fourfold.web.http.proxies import is_loopback, network_of

What = Literal["request", "guest", "sign_up", "log_in", "match", "remark", "export"]

MOST_KEYS = 20_000  # of each limit; the least recently used is dropped


class RateLimit(NamedTuple):
    """A token bucket: its size, and the tokens it gains each second."""

    burst: int
    rate: float


BY_ADDRESS: dict[What, RateLimit] = {
    "request": RateLimit(400, 50),
    "guest": RateLimit(60, 0.2),
    "sign_up": RateLimit(10, 1 / 120),
    "log_in": RateLimit(20, 0.2),
    "match": RateLimit(120, 1),
}
BY_PLAYER: dict[What, RateLimit] = {
    "request": RateLimit(400, 50),
    "log_in": RateLimit(20, 1 / 60),  # by the account name
    "match": RateLimit(60, 0.5),
    "remark": RateLimit(8, 0.5),
    "export": RateLimit(3, 1 / 60),
}


ALWAYS: tuple[What, ...] = ("log_in", "remark")  # limited by player also on loopback


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
    """All rate limits of a server. Loopback clients are not limited by address."""

    def __init__(self, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.by_address = {what: Buckets(limit) for what, limit in BY_ADDRESS.items()}
        self.by_player = {what: Buckets(limit) for what, limit in BY_PLAYER.items()}

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
