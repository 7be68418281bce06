"""Background work: a failure ends nothing but itself."""

import asyncio

import pytest

from fourfold.core.errors import BadValue
from fourfold.web.background_tasks import repeat


def test_work_is_repeated_whatever_fails() -> None:
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise BadValue("cli.admin.unknown", name="ann")
        if times == 2:
            raise ZeroDivisionError
        if times == 4:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(asyncio.wait_for(repeat(work, 0.0, "work_failed"), 60))
    assert times == 4
