"""`/api/reviews`: the review of a record, streamed as NDJSON."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.responses import Response, StreamingResponse

from fourfold.web.context import AppContext
from fourfold.web.http.router import Api
from fourfold.web.jobs.reviews import MOST_POSITIONS
from fourfold.web.routes.records import check_length, parse
from fourfold.web.schemas.requests import RecordText


def add_reviews(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/reviews", "records", "web.summary.review", 404, 503, gives="application/x-ndjson")
    async def review(body: RecordText) -> Response:
        record = await context.worker_thread.do(lambda: parse(body.text))
        check_length(record, MOST_POSITIONS)
        lines = context.reviews.follow(record)
        first = await anext(lines)  # a refusal is raised here, before the response begins
        return StreamingResponse(_with_first(first, lines), media_type="application/x-ndjson")


async def _with_first(first: bytes, others: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """All lines again; the review is closed when the client disconnects."""
    async with aclosing(others):
        yield first
        async for line in others:
            yield line
