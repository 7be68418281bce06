"""Health: whether the process lives, whether it is ready for players, and how the database is."""

import asyncio
import time

from fourfold.core.errors import FourfoldError
from fourfold.web.context import AppContext
from fourfold.web.metrics import COMPUTERS_ASKED, DATABASE_SECONDS, DATABASE_UP, JOBS, READY, WRITES_WAITING
from fourfold.web.schemas.responses import Readiness

LOOK_SECONDS = 5.0
ANSWER_SECONDS = 2.0  # a database that is slower is not ready


async def ask_database(context: AppContext) -> bool:
    """Tell whether the database answers in time."""
    begun = time.monotonic()
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await context.store.read_async(context.store.ping)
    except (FourfoldError, TimeoutError):
        return False
    finally:
        DATABASE_SECONDS.set(time.monotonic() - begun)
    return True


async def check_readiness(context: AppContext) -> Readiness:
    """Tell whether players should be sent here: games are loaded, the database answers, and no stop is near."""
    has_database = await ask_database(context)
    is_ready = context.is_ready and has_database and not context.is_draining
    DATABASE_UP.set(has_database)
    READY.set(is_ready)
    return Readiness(is_ready, games=context.is_ready, database=has_database, draining=context.is_draining)


async def measure(context: AppContext) -> None:
    """Keep the gauges of this process true: each worker has its own, and any of them is asked for all."""
    await check_readiness(context)
    WRITES_WAITING.set(context.store.writer.waiting)
    COMPUTERS_ASKED.set(context.computers.asked)
    JOBS.set(context.pool.shares.count)
