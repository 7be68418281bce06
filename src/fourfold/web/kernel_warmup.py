"""Kernel warm-up: a child process compiles what the cache lacks, before a server needs it.

The compiler never gives its memory back, so the server itself only reads the cache.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from subprocess import DEVNULL

import fourfold.search
from fourfold.core.registry import folder, list_games, package
from fourfold.kernel import jit
from fourfold.players.runner import Runner


async def warm_cache() -> None:
    """Fill the cache where it lacks a game's kernels; where that fails, the server compiles by itself."""
    cold = [] if jit.INTERPRETED else [game for game in list_games() if not marker(game).exists()]
    if not cold:
        return
    with suppress(OSError):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fourfold.web.kernel_warmup", *cold, stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()


def marker(game: str) -> Path:
    """A file in the cache of search: for this version of the game and of search all kernels are there."""
    own = jit.cache_folder(f"{package(game)}.kernel", folder(game) / "kernel.py")
    shared = jit.cache_folder(fourfold.search.__name__, Path(str(fourfold.search.__file__)))
    return shared / f"{game}-{own.name}"


async def compile_all(games: Sequence[str]) -> None:
    """Load these games, every level, reviews and puzzles; a game that fails does not keep the others waiting."""
    for name in ("fourfold.search.story", "fourfold.puzzles.answers"):
        import_module(name)
    with Runner(seconds=600) as runner:
        for game in games:
            with suppress(fourfold.FourfoldError):
                await runner.warm_up(game)
                if not jit.INTERPRETED:
                    marker(game).touch()


if __name__ == "__main__":
    asyncio.run(compile_all(sys.argv[1:] or list_games()))
