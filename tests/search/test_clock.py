"""The clock that searches read: with one that jumps, every search ends within a few moves after the jump."""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import fourfold
from fourfold import Position
from fourfold.arena.references.player import ReferencePlayer
from fourfold.search import clock
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import ROWS
from fourfold.search.analysis import analyse
from fourfold.search.hidden.flat_monte_carlo import race
from fourfold.search.limit import Limit
from fourfold.search.mcts.maxn import DEEPEST, grow_chances
from fourfold.search.mcts.uct import grow
from fourfold.search.proofs.threats import find_force
from fourfold.search.proofs.wins import find_wins
from fourfold.search.repetition import stack_keys

READINGS = 20  # before the jump
JUMP = 1000  # seconds
# A clock that stands still is read more and more seldom; each move is a call of `watch`, or a few of them are.
MOST_NODES = 4 * READINGS * clock.LONGEST_STRIDE

Read = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int64))

pytestmark = pytest.mark.skipif(not clock.GETTIME, reason="no clock_gettime")


@contextmanager
def jumping_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let searches read a clock that stands still, and then jumps; give what it was asked for."""
    asked: list[int] = []

    def read(number: int, out: "ctypes._Pointer[ctypes.c_int64]") -> int:
        asked.append(number)
        out[0], out[1] = (JUMP if len(asked) > READINGS else 1), 0
        return 0

    function = Read(read)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "GETTIME", ctypes.cast(function, ctypes.c_void_p).value)
        yield asked


def start(text: str) -> Position:
    """Read a position, or begin a game with the options that follow its name."""
    name, *options = text.split(":")
    if "@" in text:
        return fourfold.read(text)
    position = fourfold.game(name).start(seed=1, **dict(option.split("=") for option in options))
    while len(position.moves()) == 1:  # a forced move needs no thought
        position = position.play(position.moves()[0])
    return position


def search_pair(position: Position, limit: Limit) -> int:
    return deepen(position.game, position.row.copy(), *stack_keys((), ROWS), limit).nodes


def search_threats(position: Position, limit: Limit) -> int:
    return find_force(position.game, position.row.copy(), limit).nodes


def search_wins(position: Position, limit: Limit) -> int:
    return find_wins(position.game, position.row.copy(), 9, limit).nodes


def search_table(position: Position, limit: Limit) -> int:
    keys = stack_keys((), DEEPEST)
    return grow_chances(position.game, position.row.copy(), position.seats, *keys, limit).nodes


def search_plainly(position: Position, limit: Limit) -> int:
    return grow(position.game, position.row.copy()[None], position.seats, limit).nodes


def search_hidden(position: Position, limit: Limit) -> int:
    assert position.to_move is not None
    return race(position.view(position.to_move), limit).nodes


def choose_as_reference(position: Position, limit: Limit) -> int:
    assert position.to_move is not None
    ReferencePlayer().choose(position.view(position.to_move), limit)
    return 0


LIFTING = "exago@5/1r4/2brb2/1brb1r2/1br1rb3/1rrbbbr1/2rb1b1/2br2/1r3:0:26"  # 327 moves
DEALT = "quadominos:seats=4:rounds=1"


@pytest.mark.parametrize(
    ("search", "position"),
    [
        (search_pair, "qawale:pebbles=10"),
        (search_pair, LIFTING),
        (search_threats, LIFTING),
        (search_wins, LIFTING),
        (search_table, "exago:seats=3"),
        (search_plainly, "quads"),
        (search_plainly, LIFTING),
        (search_hidden, DEALT),
        (choose_as_reference, "qawale"),
        (choose_as_reference, LIFTING),
        (choose_as_reference, "quads"),
        (choose_as_reference, DEALT),
    ],
)
def test_a_search_ends_soon_after_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, search: Callable[[Position, Limit], int], position: str
) -> None:
    begun = start(position)
    search(begun, Limit(nodes=100))  # compiles what it needs
    with jumping_clock(monkeypatch) as asked:
        nodes = search(begun, Limit(seconds=10.0))
    assert READINGS < len(asked) <= READINGS + 3
    assert nodes <= MOST_NODES
    assert set(asked) == {clock.WALL}


@pytest.mark.parametrize("cpu", [False, True])
def test_each_clock_is_asked_by_its_number(monkeypatch: pytest.MonkeyPatch, cpu: bool) -> None:
    with jumping_clock(monkeypatch) as asked:
        analyse(fourfold.game("qawale").start(), Limit(seconds=10.0, cpu=cpu))
    assert set(asked) == {clock.CPU if cpu else clock.WALL}
