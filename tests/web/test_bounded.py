"""Bounded resources: what is one too many is dropped or rejected, and nothing else is."""

import asyncio
import threading

import pytest

from fourfold.web.accounts.passwords import PasswordsBusy
from fourfold.web.bounded import BoundedPool, LruCache, Shares, ShareUsed
from fourfold.web.errors import Denied


def test_a_cache_drops_the_least_recently_used() -> None:
    cache = LruCache[str, int](3)
    for number, key in enumerate("abc"):
        cache[key] = number
    assert cache.get("a") == 0  # used
    cache["b"] = 7  # written
    cache["d"] = 3
    assert dict(cache) == {"a": 0, "b": 7, "d": 3}
    assert len(cache) == 3
    assert "c" not in cache
    assert cache.get("c") is None
    assert cache.pop("c", 5) == 5


def test_looking_through_a_cache_changes_no_order() -> None:
    cache = LruCache[int, int](3)
    for key in range(3):
        cache[key] = key
    for view in (cache.items(), cache.values(), cache):
        assert len(list(view)) == 3
    for key in [key for key, value in cache.items() if value == 1]:
        del cache[key]
    assert list(cache) == [0, 2]


def test_shares_count_what_is_under_way_also_after_errors() -> None:
    shares = Shares(2)
    with shares.of(), shares.of(("here",)), pytest.raises(Denied, match="work") as denied, shares.of():
        pass
    assert (denied.value.status, shares.count) == (503, 0)
    with pytest.raises(ZeroDivisionError), shares.of():
        raise ZeroDivisionError
    assert shares.count == 0


def test_one_who_has_used_a_share_is_refused_while_others_are_not() -> None:
    shares = Shares(9, 3, 2)
    greedy, beside, elsewhere = ("here", "greedy"), ("here", "beside"), ("there", "greedy")
    for _ in range(2):
        shares.take(greedy)
    with pytest.raises(ShareUsed, match="as much under way") as refused:
        shares.take(greedy)
    assert (refused.value.status, refused.value.seconds) == (503, 5)
    shares.take(beside)
    with pytest.raises(ShareUsed):  # the network has used its share
        shares.take(("here", "another"))
    shares.take(elsewhere)
    shares.release(greedy)
    shares.take(("here", "another"))
    assert shares.count == 4


def test_a_pool_rejects_the_caller_who_is_one_too_many() -> None:
    async def test() -> None:
        pool, gate = BoundedPool("test", 1, 2, PasswordsBusy), threading.Event()
        waiting = [asyncio.create_task(pool.do(gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(PasswordsBusy):
            await pool.do(gate.wait)
        waiting[1].cancel()  # whoever goes away makes room
        await asyncio.wait([waiting[1]])
        assert pool.shares.count == 1
        gate.set()
        assert await waiting[0]
        assert await pool.do(lambda: 7) == 7
        pool.close()

    asyncio.run(asyncio.wait_for(test(), 60))
