"""`/api/records`: opening a record to look through it."""

from collections.abc import Iterator
from itertools import pairwise

from fourfold.core.help.move_words import words_of
from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.records.record import Record, Step
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.schemas.boards import show_frame
from fourfold.web.schemas.messages import show_outcome
from fourfold.web.schemas.positions import OpenedRecord, ShownStep
from fourfold.web.schemas.requests import RecordText

MOST_STEPS = 1_500


def add_records(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/records", "records", "web.summary.open_record", 404, 503)
    async def open_record(body: RecordText) -> OpenedRecord:
        return await context.worker_thread.do(lambda: opened(parse(body.text)))


def parse(text: str) -> Record:
    """Read a record; one that is too long is refused, if possible before it is parsed."""
    if text.count(" ") + text.count("\n") > 4 * MOST_STEPS or len(text) > 64 * MOST_STEPS:
        raise Denied(422, "web.record_too_long", most=MOST_STEPS)
    record = Record.parse(text)
    check_length(record, MOST_STEPS)
    return record


def check_length(record: Record, most: int) -> None:
    """Refuse a record with too many steps."""
    if len(record.steps) > most:
        raise Denied(422, "web.record_too_long", most=most)


def opened(record: Record) -> OpenedRecord:
    """Describe a record with its positions."""
    positions = list(record.positions())
    first = positions[0]
    return OpenedRecord(
        game=record.game,
        seats=record.seats,
        options=record.options,
        players=record.players,
        headers=record.headers,
        comment=record.comment,
        first=str(first),
        first_ply=first.ply,
        steps=list(_shown_steps(record.steps, positions)),
        outcome=show_outcome(record.result),
        frame=show_frame(first),
        text=str(record),
    )


def _shown_steps(steps: list[Step], positions: list[Position]) -> Iterator[ShownStep]:
    for step, (before, after) in zip(steps, pairwise(positions), strict=True):
        seat = before.to_move if isinstance(after.last, Move) else None
        variations = [[inner.text for inner in line] for line in step.variations]
        scores = list(after.points())
        words = words_of(before, after)
        yield ShownStep(step.text, seat, after.ply, str(after), scores, step.comment, variations, words)
