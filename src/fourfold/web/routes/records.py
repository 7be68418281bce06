"""Records: opened to be looked through, and made into pictures."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from itertools import pairwise

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.position_text import read
from fourfold.core.records.record import Record, Step
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.jobs.reviews import check_length
from fourfold.web.openapi import takes
from fourfold.web.routes.positions import shown_outcome
from fourfold.web.schemas.boards import show_frame
from fourfold.web.schemas.positions import OpenedRecord, ShownStep
from fourfold.web.schemas.requests import RecordText, WantedPicture, read_body
from fourfold.web.schemas.responses import answer

MOST_STEPS = 1_500  # of a record that is looked through
MOST_FRAMES = 400  # of a moving picture
PICTURE_WIDTH, FRAME_WIDTH = 900, 480  # pixels


def add_records(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.post(
        "/api/records", tags=["records"], summary=say("web.summary.open_record"),
        **takes(RecordText, OpenedRecord, 404, 503),
    )  # fmt: skip
    async def open_record(request: Request) -> Response:
        wish = await read_body(request, RecordText)
        return answer(await context.workshop.do(lambda: opened(parse(wish.text))))

    @app.post(
        "/api/reviews", tags=["records"], summary=say("web.summary.review"),
        **takes(RecordText, "application/x-ndjson", 404, 503),
    )  # fmt: skip
    async def review(request: Request) -> Response:
        wish = await read_body(request, RecordText)
        record = await context.workshop.do(lambda: parse(wish.text))
        check_length(record)
        lines = context.reviews.follow(record)
        first = await anext(lines)  # what is refused is refused before anything is sent
        return StreamingResponse(_with_first(first, lines), media_type="application/x-ndjson")

    @app.post(
        "/api/pictures", tags=["records"], summary=say("web.summary.picture"),
        **takes(WantedPicture, "application/octet-stream", 404, 503),
    )  # fmt: skip
    async def picture(request: Request) -> Response:
        wish = await read_body(request, WantedPicture)
        return Response(await context.workshop.do(lambda: draw(wish)), media_type="application/octet-stream")


async def _with_first(first: bytes, others: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """All lines again; who goes away lets go of the others too."""
    async with aclosing(others):
        yield first
        async for line in others:
            yield line


def parse(text: str) -> Record:
    """Read a record that is not longer than anybody would look through."""
    if text.count(" ") + text.count("\n") > 4 * MOST_STEPS or len(text) > 64 * MOST_STEPS:
        raise Denied(422, "web.record_too_long", most=MOST_STEPS)
    record = Record.parse(text)
    if len(record.steps) > MOST_STEPS:
        raise Denied(422, "web.record_too_long", most=MOST_STEPS)
    return record


def opened(record: Record) -> OpenedRecord:
    """The record as clients get it."""
    positions = list(record.positions())
    first = positions[0]
    return OpenedRecord(
        record.game,
        record.seats,
        record.options,
        record.players,
        record.headers,
        record.comment,
        str(first),
        first.ply,
        list(_shown_steps(record.steps, positions)),
        shown_outcome(record.result),
        show_frame(first),
        str(record),
    )


def _shown_steps(steps: list[Step], positions: list[Position]) -> Iterator[ShownStep]:
    for step, (before, after) in zip(steps, pairwise(positions), strict=True):
        seat = before.to_move if isinstance(after.last, Move) else None
        variations = [[inner.text for inner in line] for line in step.variations]
        scores = list(after.points())
        yield ShownStep(step.text, seat, after.ply, str(after), scores, step.comment, variations)


def draw(wish: WantedPicture) -> bytes:
    """Make what is asked for of a position, or of a record."""
    if wish.kind in ("svg", "png"):
        position = read(wish.position)
        if wish.kind == "svg":
            return position.svg(wish.palette, PICTURE_WIDTH).encode()
        return position.png(wish.palette, PICTURE_WIDTH)
    record = parse(wish.text)
    if wish.kind == "gif":
        if len(record.steps) > MOST_FRAMES:
            raise Denied(422, "web.record_too_long", most=MOST_FRAMES)
        return record.gif(wish.palette, FRAME_WIDTH)
    return str(record).encode() if wish.kind == "txt" else record.to_json(indent=2).encode()
