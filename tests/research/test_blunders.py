"""One-move blunders: which moves are one, and that weak levels make more of them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import fourfold

SCRIPT = Path(__file__).parents[2] / "tuning" / "blunders.py"


@pytest.fixture(scope="module")
def blunders() -> ModuleType:
    spec = importlib.util.spec_from_file_location("blunders", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found  # dataclasses look their module up
    spec.loader.exec_module(found)
    return found


def names(trap: "ModuleType") -> set[str]:
    return {str(move) for move in trap.position.moves() if move.code in trap.good}


def test_who_can_win_at_once_must(blunders: ModuleType) -> None:
    trap = blunders.find_trap(fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"))
    assert trap.kind == blunders.MISSED
    assert names(trap) == {"e1", "e6"}


def test_who_cannot_must_stop_a_win(blunders: ModuleType) -> None:
    trap = blunders.find_trap(fourfold.read("exago@5/6/7/8/brrrr4/1bb5/7/6/5:1:7"))
    assert trap.kind == blunders.ALLOWED
    assert names(trap) == {"e6"}


def test_where_nothing_threatens_no_blunder_is_possible(blunders: ModuleType) -> None:
    assert blunders.find_trap(fourfold.game("qawale").start()) is None


def test_weak_levels_make_more_of_them(blunders: ModuleType) -> None:
    traps = [trap for seed in range(6) for at in blunders.walk("qawale", {}, seed) if (trap := blunders.find_trap(at))]
    weak, strong = (sum(blunders.count(level, traps, 0).values()) for level in ("level-1", "level-7"))
    assert len(traps) > 10
    assert weak > strong
