"""Kernel warm-up: on the first start a child process compiles all kernels into the cache.

The compiler never gives its memory back, so the server itself only reads the cache.
"""

import asyncio
import sys
from contextlib import suppress
from importlib import import_module
from subprocess import DEVNULL

from fourfold.core.registry import list_games
from fourfold.kernel import jit
from fourfold.players.runner import Runner

MARKER = "all"  # a file in the cache folder; it says that the cache is complete


async def warm_cache() -> None:
    """Fill the cache once; where that fails, the server compiles by itself."""
    if jit.INTERPRETED or (jit.CACHE / MARKER).exists():
        return
    with suppress(OSError):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fourfold.web.kernel_warmup", stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()


async def compile_all() -> None:
    """Load every game, every level, reviews and puzzles."""
    with Runner(seconds=600) as runner:
        for game in list_games():
            await runner.warm_up(game)
    for name in ("fourfold.search.review", "fourfold.puzzles.answers"):
        import_module(name)


if __name__ == "__main__":
    asyncio.run(compile_all())
    if not jit.INTERPRETED:
        (jit.CACHE / MARKER).touch()
