"""`/api/records`: opening a record to look through it."""

from collections.abc import Iterator
from itertools import pairwise

from starlette.requests import Request

from fourfold.core.help.move_words import words_of
from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.records.record import Record, Step
from fourfold.match.encoding import encode_json
from fourfold.web.context import AppContext
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.jobs.records import parse
from fourfold.web.schemas.boards import show_frame
from fourfold.web.schemas.messages import show_outcome
from fourfold.web.schemas.positions import OpenedRecord, ShownStep
from fourfold.web.schemas.requests import RecordText

PRICE = 0.1  # seconds to open a record


def add_records(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/records", "records", "web.summary.open_record", 404, 503)
    async def open_record(request: Request, body: RecordText) -> Json[OpenedRecord]:
        return Json(await context.work(request, open_text, body.text, price=PRICE))


def open_text(text: str) -> bytes:
    """Describe a record that is given as text, as JSON; called in a worker."""
    return encode_json(opened(parse(text)))


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
