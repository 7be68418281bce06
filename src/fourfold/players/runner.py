"""Who lets computer players think: the interface, and a thread pool beside the event loop of a single user."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Protocol, TypeVar

from fourfold.core.errors import FourfoldError
from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.core.processors import count_processors
from fourfold.core.registry import game
from fourfold.players.errors import PlayerFailed, TooBusy, TooSlow
from fourfold.players.levels import Level, find_level, list_levels
from fourfold.players.player import check_turn
from fourfold.search.limit import Limit
from fourfold.text import say

Result = TypeVar("Result")

SECONDS = 10.0  # that an answer may take
MOST_WAITING = 256


class Thinker(Protocol):
    """Lets players choose moves: in threads, in other processes, or on other machines.

    Those who wait take turns by `owner`: the person for whom the moves are made.
    """

    @property
    def asked(self) -> int:
        """How many choices are being thought about or waiting for their turn."""
        ...

    async def choose(self, view: View, level: str, *, seed: int | None = None, owner: str = "") -> Move:
        """Let the player of this level choose a legal move for the view's seat; NoMoveChosen where it fails."""
        ...


class Runner:
    """Asks players for moves, in threads: kernels run without the global interpreter lock.

    At most `thinking` players think at once, by default one a processor less one for the event loop; `waiting` more may
    be queued, first come, first served. The answer is a legal move, or an error: TooBusy at once, TooSlow after
    `seconds`, waiting included, PlayerFailed where the player failed. A cancelled task stops the player too.

    >>> import asyncio, fourfold
    >>> async def ask() -> Move:
    ...     with Runner(thinking=1) as runner:
    ...         return await runner.choose(fourfold.game("exago").start().view(0), "simple")
    >>> asyncio.run(ask())
    Move('e5')
    """

    def __init__(self, *, thinking: int | None = None, waiting: int = MOST_WAITING, seconds: float = SECONDS) -> None:
        self.most_thinking = max(1, count_processors() - 1) if thinking is None else thinking
        self.most_waiting = waiting
        self.seconds = seconds
        self._pool = ThreadPoolExecutor(self.most_thinking, thread_name_prefix="player")
        self._lock = Lock()
        self._asked = 0
        self._is_open = True

    @property
    def asked(self) -> int:
        """How many choices are being thought about or waiting for their turn."""
        return self._asked

    async def choose(self, view: View, level: str, *, seed: int | None = None, owner: str = "") -> Move:
        """Let the player of this level choose a move for the view's seat; by chance, or repeatably from a seed."""
        check_turn(view)
        found = find_level(level)
        limit = found.limit(draw_seed() if seed is None else seed)
        answer = self._submit(lambda: ask(found, view, limit))
        try:
            async with asyncio.timeout(self.seconds):
                return await _wait(answer)
        except TimeoutError as error:
            names = {"level": found.name, "game": view.game.name}
            raise TooSlow("players.too_slow", seconds=self.seconds, **names) from error
        finally:
            if not answer.done():
                limit.stop()

    async def warm_up(self, game_id: str, levels: Sequence[str] | None = None) -> None:
        """Load a game and some levels, or all, so that the first choice does not wait for the compiler."""
        await _wait(self._submit(lambda: _try_out(game_id, levels or list_levels())))

    def close(self) -> None:
        """Take no more questions; drop those that wait, and let running searches end."""
        with self._lock:
            self._is_open = False
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> "Runner":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _submit(self, work: Callable[[], Result]) -> "Future[Result]":
        with self._lock:
            if not self._is_open:
                raise TooBusy("players.closed")
            if self._asked >= self.most_thinking + self.most_waiting:
                raise TooBusy("players.too_busy", count=self._asked)
            future = self._pool.submit(work)
            self._asked += 1
        future.add_done_callback(self._forget)  # also where it is cancelled before its turn
        return future

    def _forget(self, _: object) -> None:
        with self._lock:
            self._asked -= 1


async def _wait(answer: "Future[Result]") -> Result:
    """Wait for an answer; if it is cancelled although this task was not, the runner was closed."""
    try:
        return await asyncio.wrap_future(answer)
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise TooBusy("players.closed") from error


def draw_seed() -> int:
    """A seed by chance."""
    return secrets.randbits(63)


def ask(level: Level, view: View, limit: Limit) -> Move:
    """Ask a player, and check the answer: a legal move, or PlayerFailed."""
    try:
        move = level.player.choose(view, limit)
        if move in view.moves():
            return move
        problem = say("players.no_legal_move", move=str(move))
    except Exception as error:
        problem = str(error) if isinstance(error, FourfoldError) else repr(error)
        raise PlayerFailed("players.failed", level=level.name, game=view.game.name, problem=problem) from error
    raise PlayerFailed("players.failed", level=level.name, game=view.game.name, problem=problem)


def _try_out(game_id: str, levels: Sequence[str]) -> None:
    start = game(game_id).start(seed=0)
    seat = start.to_move
    assert seat is not None
    for level in levels:
        ask(find_level(level), start.view(seat), Limit(nodes=1000))
