"""Bounded resources: what is one too many is dropped or rejected, and nothing else is."""

import asyncio
import threading

import pytest

from fourfold.web.accounts.passwords import PasswordsBusy
from fourfold.web.bounded import Admission, BoundedPool, LruCache
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


def test_admission_counts_those_inside_also_after_errors() -> None:
    admission = Admission(2)
    with admission, admission, pytest.raises(Denied, match="work") as denied, admission:
        pass
    assert (denied.value.status, admission.count) == (503, 0)
    with pytest.raises(ZeroDivisionError), admission:
        raise ZeroDivisionError
    assert admission.count == 0


def test_a_pool_rejects_the_caller_who_is_one_too_many() -> None:
    async def test() -> None:
        pool, gate = BoundedPool("test", 1, 2, PasswordsBusy), threading.Event()
        waiting = [asyncio.create_task(pool.do(gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(PasswordsBusy):
            await pool.do(gate.wait)
        waiting[1].cancel()  # whoever goes away makes room
        await asyncio.wait([waiting[1]])
        assert pool.admission.count == 1
        gate.set()
        assert await waiting[0]
        assert await pool.do(lambda: 7) == 7
        pool.close()

    asyncio.run(asyncio.wait_for(test(), 60))
