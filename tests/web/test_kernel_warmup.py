"""The warm-up of the kernel cache: the games that it lacks, and none because of another."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import fourfold
from fourfold.kernel import jit
from fourfold.web import kernel_warmup
from fourfold.web.kernel_warmup import compile_all, marker, warm_cache


@pytest.fixture
def warmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of markers; the game “faulty” cannot be loaded."""

    class NoRunner:
        def __init__(self, seconds: float) -> None: ...

        def __enter__(self) -> "NoRunner":
            return self

        def __exit__(self, *_: object) -> None: ...

        async def warm_up(self, game: str) -> None:
            if game == "faulty":
                raise fourfold.FaultyGame("fourfold.faulty_game.load", package="faulty", id="faulty", problem="")

    monkeypatch.setattr(kernel_warmup, "Runner", NoRunner)
    monkeypatch.setattr(kernel_warmup, "marker", lambda game: tmp_path / game)
    monkeypatch.setattr(kernel_warmup, "list_games", lambda: ["faulty", "one", "other"])
    return tmp_path


def test_a_game_that_fails_does_not_keep_the_others_cold(warmed: Path) -> None:
    asyncio.run(compile_all(["faulty", "one"]))
    assert [path.name for path in warmed.iterdir()] == ["one"]


def test_only_games_that_the_cache_lacks_are_compiled(warmed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []

    class Ended:
        returncode = 0

        async def wait(self) -> int:
            return 0

    async def start(*command: str, **_: Any) -> Ended:
        started.append(command)
        return Ended()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    (warmed / "one").touch()
    asyncio.run(warm_cache())
    assert [command[-2:] for command in started] == [("faulty", "other")]
    for game in ("faulty", "other"):
        (warmed / game).touch()
    asyncio.run(warm_cache())
    assert len(started) == 1


def test_a_marker_is_for_one_version_of_the_game_and_of_search() -> None:
    first, second = fourfold.list_games()[:2]
    found = marker(first)
    assert found.parent.parent.name == "fourfold.search"
    assert found.parent == marker(second).parent
    own = jit.cache_folder(
        f"fourfold.games.{first}.kernel", Path(fourfold.__file__).parent / "games" / first / "kernel.py"
    )
    assert found.name == f"{first}-{own.name}"
