"""Game reviews: streamed line by line while the search goes on, shared by all who ask, and kept in an LRU cache."""

import asyncio
from collections.abc import AsyncGenerator
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from fourfold.core.errors import FourfoldError
from fourfold.core.moves import Move
from fourfold.core.records.record import Record
from fourfold.match.encoding import encode_json
from fourfold.search.limit import Limit
from fourfold.web.bounded import Client, LruCache, Shares
from fourfold.web.errors import problem_of
from fourfold.web.jobs.pool import WorkerPool
from fourfold.web.jobs.records import check_length, parse, positions_of

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis
    from fourfold.search.review import Verdict

SECONDS_A_POSITION = 0.25
OPEN_PRICE, STORY_PRICE = 0.1, 0.5  # seconds to read the record, and to tell the story
MOST_AT_ONCE = (32, 6, 2)  # reviews: of all, of one network, of one player
MOST_POSITIONS = 500
MOST_KEPT = 100


class OpenedReview(NamedTuple):
    """What a record says of its review: a key that is the same for the same game, its seats and positions."""

    key: bytes
    seats: int
    positions: int


class ReviewStep(NamedTuple):
    """What was found out about one position of a record, and about the move that led there."""

    analysis: "Analysis | None"
    verdict: "Verdict | None" = None
    clicks: tuple[str, ...] = ()  # of the best move


class ReviewStream:
    """A review in progress or done: its lines so far, as a stream for any number of readers."""

    def __init__(self, text: str, opened: "OpenedReview", client: Client) -> None:
        self.text = text
        self.opened = opened
        self.client = client  # whose share it is done with: who asked first
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

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self.shares = Shares(*MOST_AT_ONCE)
        self._kept: LruCache[bytes, ReviewStream] = LruCache(MOST_KEPT)
        self._tasks: dict[ReviewStream, asyncio.Task[None]] = {}

    async def follow(self, client: Client, text: str) -> AsyncGenerator[bytes]:
        """Stream the review of a record; it is cancelled when its last reader is gone."""
        opened = await self.pool.do(client, open_record, text, price=OPEN_PRICE)
        review = self._kept.get(opened.key) or self._begin(ReviewStream(text, opened, client))
        review.readers += 1
        try:
            async for line in review.follow():
                yield line
        finally:
            review.readers -= 1
            if not review.readers and not review.is_done:
                self._tasks[review].cancel()

    def _begin(self, review: ReviewStream) -> ReviewStream:
        self.shares.take(review.client)
        self._kept[review.opened.key] = review
        task = self._tasks[review] = asyncio.get_running_loop().create_task(self._run(review))
        task.add_done_callback(lambda _: self.shares.release(review.client))
        return review

    async def _run(self, review: ReviewStream) -> None:
        """Judge move after move; a review that fails is not kept."""
        try:
            await self._judge(review)
        except BaseException as error:
            self._kept.pop(review.opened.key, None)
            if not isinstance(error, FourfoldError):
                raise
            review.add("failed", problem=problem_of(error))
        finally:
            del self._tasks[review]
            review.finish()

    async def _judge(self, review: ReviewStream) -> None:
        """Each position is a piece of work of its own, in turn with that of others."""
        text, client, (_, seats, positions) = review.text, review.client, review.opened
        chances: tuple[float, ...] | None = None
        verdicts: list[Verdict] = []
        known: Analysis | None = None
        for place in range(positions):
            step = await self.pool.do(client, judge_step, text, place, known, price=SECONDS_A_POSITION)
            known = step.analysis
            if chances is None and (known is not None or place == positions - 1):
                chances = (1 / seats,) * seats if known is None else known.chances
                review.add("begun", chances=[round(chance, 4) for chance in chances], moves=positions - 1)
            if step.verdict is not None:
                verdicts.append(step.verdict)
                review.add("judged", reason=step.verdict.reason, clicks=step.clicks, **step.verdict.as_json())
        assert chances is not None
        review.add("done", **await self.pool.do(client, tell, text, chances, verdicts, price=STORY_PRICE))

    def stop(self) -> None:
        """Cancel all reviews."""
        for task in self._tasks.values():
            task.cancel()


# ----- called in a worker


def open_record(text: str) -> OpenedReview:
    """Read a record that is to be reviewed."""
    record = parse(text)
    check_length(record, MOST_POSITIONS)
    return OpenedReview(sha256(_moves_of(record)).digest(), record.seats, len(record.steps) + 1)


def judge_step(text: str, place: int, known: "Analysis | None") -> ReviewStep:
    """Analyse a position of a record, and judge the move that led there by what was `known` before it."""
    from fourfold.search.review import judge_position

    positions = positions_of(text)
    before, position = (positions[place - 1] if place else None), positions[place]
    analysis, verdict = judge_position(before, known, position, Limit(seconds=SECONDS_A_POSITION))
    if verdict is None or before is None:
        return ReviewStep(analysis)
    best = before.play(verdict.best).last
    assert isinstance(best, Move)
    return ReviewStep(analysis, verdict, tuple(click.name for click in position.game.clicks.of(before.row, best.code)))


def tell(text: str, chances: tuple[float, ...], verdicts: "list[Verdict]") -> dict[str, Any]:
    """The turning points, the worst moves, and the story for each reader."""
    from fourfold.search.review import Review
    from fourfold.search.story import Storyteller

    record, review = parse(text), Review(chances, tuple(verdicts))
    teller = Storyteller(record, review)
    stories = [[sentence.as_json() for sentence in teller.tell(reader)] for reader in (*range(record.seats), None)]
    turning, worst = ([verdict.ply for verdict in some] for some in (review.turning_points, review.worst))
    return {"turning_points": turning, "worst": worst, "stories": stories}


def _moves_of(record: Record) -> bytes:
    """What determines a review: the start of the game, its moves and its end."""
    end = record.result.to_dict() if record.result else None
    moves = [step.text for step in record.steps]
    return encode_json([record.game, record.seats, record.options, record.start, moves, end])
