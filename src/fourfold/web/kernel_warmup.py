"""Compiling the kernels beforehand, in a process of its own.

A compiler takes much memory and never gives it back. So on the first start ever another process fills the cache, and
the server only reads it.
"""

import asyncio
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from subprocess import DEVNULL

from fourfold.core.registry import list_games
from fourfold.kernel import jit
from fourfold.players.runner import Runner

MARKER = "all"  # a file in the cache folder: everything that the server needs is there


async def warm_cache() -> None:
    """Fill the cache where it is not filled yet. Where that fails nothing is lost: the server compiles by itself."""
    marker = _marker()
    if marker is None or marker.exists():
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
    """Load every game, let every level choose a move, and load what judges games and puzzles."""
    with Runner(seconds=600) as runner:
        for game in list_games():
            await runner.warm_up(game)
    for name in ("fourfold.search.review", "fourfold.puzzles.answers"):
        import_module(name)


def _marker() -> Path | None:
    return None if jit.INTERPRETED else jit.CACHE / MARKER


if __name__ == "__main__":
    asyncio.run(compile_all())
    marker = _marker()
    if marker is not None:
        marker.touch()
