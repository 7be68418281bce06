"""Reviews of whole games: a few at a time, a position at a time, told as they go on, and kept when they are done."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from fourfold.core.errors import FourfoldError
from fourfold.core.records.record import Record
from fourfold.match.encoding import encode_json
from fourfold.players.runner import Runner
from fourfold.search.limit import Limit
from fourfold.web.errors import Denied, problem_of

if TYPE_CHECKING:
    from fourfold.search.review import Verdict

SECONDS_A_POSITION = 0.25
MOST_AT_ONCE = 4
MOST_POSITIONS = 500
MOST_KEPT = 100


class Reviewing:
    """One review under way, or done: its lines so far, and who waits for more."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines: list[bytes] = []
        self.is_done = False
        self.listeners = 0
        self.limit = Limit(seconds=SECONDS_A_POSITION)
        self._changed = asyncio.Event()

    def tell(self, kind: str, **content: Any) -> None:
        """Add a line."""
        self.lines.append(encode_json({"kind": kind, **content}) + b"\n")
        self._wake()

    def finish(self) -> None:
        """Say that there will be no more lines."""
        self.is_done = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def follow(self) -> AsyncGenerator[bytes]:
        """Give all lines, those that come later too."""
        told = 0
        while True:
            changed = self._changed
            for line in self.lines[told:]:
                yield line
            told = len(self.lines)
            if self.is_done and told == len(self.lines):
                return
            await changed.wait()


class Reviews:
    """All reviews, by what is reviewed: who asks for one that is under way follows it too."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self._kept: OrderedDict[bytes, Reviewing] = OrderedDict()
        self._tasks: dict[Reviewing, asyncio.Task[None]] = {}

    async def follow(self, record: Record) -> AsyncGenerator[bytes]:
        """Review a record, a line for each thing found; when nobody listens any more it is broken off."""
        key = sha256(_moves_of(record)).digest()
        reviewing = self._kept.get(key) or self._begin(key, record)
        reviewing.listeners += 1
        try:
            async for line in reviewing.follow():
                yield line
        finally:
            reviewing.listeners -= 1
            if not reviewing.listeners and not reviewing.is_done:
                self._tasks[reviewing].cancel()

    def _begin(self, key: bytes, record: Record) -> Reviewing:
        if len(self._tasks) >= MOST_AT_ONCE:
            raise Denied(503, "web.too_busy")
        reviewing = self._kept[key] = Reviewing(record)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        self._tasks[reviewing] = asyncio.get_running_loop().create_task(self._go_on(key, reviewing))
        return reviewing

    async def _go_on(self, key: bytes, reviewing: Reviewing) -> None:
        """Judge move after move; what does not come to its end is not kept."""
        try:
            await self._judge(reviewing)
        except BaseException as error:
            self._kept.pop(key, None)
            if not isinstance(error, FourfoldError):
                raise
            reviewing.tell("failed", problem=problem_of(error))
        finally:
            del self._tasks[reviewing]
            reviewing.finish()

    async def _judge(self, reviewing: Reviewing) -> None:
        """Each position waits for its turn among the computers that think."""
        record, limit = reviewing.record, reviewing.limit
        await self.runner.load("fourfold.search.review")
        from fourfold.search.analysis import analyse
        from fourfold.search.review import Review, judge_moves

        first = next((position for position in record.positions() if position.to_move is not None), None)
        chances = (1 / record.seats,) * record.seats
        if first is not None:
            chances = (await self.runner.think(lambda: analyse(first, limit, lines=1), limit)).chances
        reviewing.tell("begun", chances=_rounded(chances), moves=len(record.steps))
        verdicts: list[Verdict] = []
        judging = judge_moves(record, limit)
        while (verdict := await self.runner.think(lambda: next(judging, None), limit)) is not None:
            verdicts.append(verdict)
            reviewing.tell("judged", reason=verdict.reason, **verdict.as_json())
        whole = Review(chances, tuple(verdicts))
        turning, worst = ([verdict.ply for verdict in some] for some in (whole.turning_points, whole.worst))
        reviewing.tell("done", turning_points=turning, worst=worst)

    def stop(self) -> None:
        """Break all of them off."""
        for task in self._tasks.values():
            task.cancel()


def _rounded(chances: tuple[float, ...]) -> list[float]:
    return [round(chance, 4) for chance in chances]


def _moves_of(record: Record) -> bytes:
    """What decides a review: how the game began, and what was played."""
    return encode_json([record.game, record.seats, record.options, record.start, [step.text for step in record.steps]])
