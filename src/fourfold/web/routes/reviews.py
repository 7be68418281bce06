"""`/api/reviews`: the review of a record, streamed as NDJSON."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fourfold.web.context import AppContext
from fourfold.web.http.clients import while_connected
from fourfold.web.http.router import Api
from fourfold.web.schemas.requests import RecordText


def add_reviews(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/reviews", "records", "web.summary.review", 404, 503, gives="application/x-ndjson")
    async def review(request: Request, body: RecordText) -> Response:
        lines = context.reviews.follow(await context.client_of(request), body.text)
        first = await while_connected(request, anext(lines))  # a refusal is raised before the response begins
        return StreamingResponse(_with_first(first, lines), media_type="application/x-ndjson")


async def _with_first(first: bytes, others: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """All lines again; the review is closed when the client disconnects."""
    async with aclosing(others):
        yield first
        async for line in others:
            yield line
