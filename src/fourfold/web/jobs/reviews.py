"""Game reviews: streamed line by line while the search goes on, shared by all who ask, and kept in an LRU cache."""

import asyncio
from collections.abc import AsyncGenerator
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

from fourfold.core.errors import FourfoldError
from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.match.encoding import encode_json
from fourfold.players.runner import Runner
from fourfold.search.limit import Limit
from fourfold.web.bounded import LruCache, too_busy
from fourfold.web.errors import problem_of

if TYPE_CHECKING:
    from fourfold.search.review import Verdict

SECONDS_A_POSITION = 0.25
MOST_AT_ONCE = 4
MOST_POSITIONS = 500
MOST_KEPT = 100


class ReviewStream:
    """A review in progress or done: its lines so far, as a stream for any number of readers."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines: list[bytes] = []
        self.is_done = False
        self.readers = 0
        self._changed = asyncio.Event()

    def add(self, kind: str, **content: Any) -> None:
        """Add a line."""
        self.lines.append(encode_json({"kind": kind, **content}) + b"\n")
        self._wake()

    def finish(self) -> None:
        """End the stream."""
        self.is_done = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def follow(self) -> AsyncGenerator[bytes]:
        """All lines, also those to come."""
        for number in count():
            while number == len(self.lines):
                if self.is_done:
                    return
                await self._changed.wait()
            yield self.lines[number]


class Reviews:
    """All reviews, by the moves of the game."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self._kept: LruCache[bytes, ReviewStream] = LruCache(MOST_KEPT)
        self._tasks: dict[ReviewStream, asyncio.Task[None]] = {}

    async def follow(self, record: Record) -> AsyncGenerator[bytes]:
        """Stream the review of a record; it is cancelled when its last reader is gone."""
        key = sha256(_moves_of(record)).digest()
        review = self._kept.get(key) or self._begin(key, record)
        review.readers += 1
        try:
            async for line in review.follow():
                yield line
        finally:
            review.readers -= 1
            if not review.readers and not review.is_done:
                self._tasks[review].cancel()

    def _begin(self, key: bytes, record: Record) -> ReviewStream:
        if len(self._tasks) >= MOST_AT_ONCE:
            raise too_busy()
        review = self._kept[key] = ReviewStream(record)
        self._tasks[review] = asyncio.get_running_loop().create_task(self._run(key, review))
        return review

    async def _run(self, key: bytes, review: ReviewStream) -> None:
        """Judge move after move; a review that fails is not kept."""
        try:
            await self._judge(review)
        except BaseException as error:
            self._kept.pop(key, None)
            if not isinstance(error, FourfoldError):
                raise
            review.add("failed", problem=problem_of(error))
        finally:
            del self._tasks[review]
            review.finish()

    async def _judge(self, review: ReviewStream) -> None:
        """Each position waits in one queue with the computers' moves."""
        record, limit = review.record, Limit(seconds=SECONDS_A_POSITION)
        await self.runner.load("fourfold.search.story")
        from fourfold.search.analysis import analyse
        from fourfold.search.review import Review, judge_moves
        from fourfold.search.story import Storyteller

        first = next((position for position in record.positions() if position.to_move is not None), None)
        chances = (1 / record.seats,) * record.seats
        if first is not None:
            chances = (await self.runner.think(lambda: analyse(first, limit, lines=1), limit)).chances
        review.add("begun", chances=[round(chance, 4) for chance in chances], moves=len(record.steps))
        verdicts: list[Verdict] = []
        befores = {
            position.ply: position.previous for position in record.positions() if isinstance(position.last, Move)
        }
        judging = judge_moves(record, limit)
        while (verdict := await self.runner.think(lambda: next(judging, None), limit)) is not None:
            verdicts.append(verdict)
            clicks = _clicks_of(befores[verdict.ply], verdict.best)
            review.add("judged", reason=verdict.reason, clicks=clicks, **verdict.as_json())
        whole = Review(chances, tuple(verdicts))
        turning, worst = ([verdict.ply for verdict in some] for some in (whole.turning_points, whole.worst))
        teller = Storyteller(record, whole)
        readers = (*range(record.seats), None)
        told = await self.runner.think(lambda: [teller.tell(reader) for reader in readers], limit)
        stories = [[sentence.as_json() for sentence in story] for story in told]
        review.add("done", turning_points=turning, worst=worst, stories=stories)

    def stop(self) -> None:
        """Cancel all reviews."""
        for task in self._tasks.values():
            task.cancel()


def _clicks_of(position: Position | None, text: str) -> list[str]:
    """The names of the clicks that make a move."""
    move = None if position is None else position.play(text).last
    if position is None or not isinstance(move, Move):
        return []
    return [click.name for click in position.game.clicks.of(position.row, move.code)]


def _moves_of(record: Record) -> bytes:
    """What determines a review: the start of the game, its moves and its end."""
    end = record.result.to_dict() if record.result else None
    moves = [step.text for step in record.steps]
    return encode_json([record.game, record.seats, record.options, record.start, moves, end])
