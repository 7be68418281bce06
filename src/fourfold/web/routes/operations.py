"""Operations: health and readiness checks, Prometheus metrics, and the OpenAPI document."""

import asyncio
from functools import cache

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match.encoding import encode_json
from fourfold.web.context import AppContext
from fourfold.web.health import check_readiness, measure
from fourfold.web.http.files import StaticFile, serve
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.metrics import write_figures
from fourfold.web.openapi import describe
from fourfold.web.schemas.responses import Health, Readiness


def add_operations(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/healthz", "operation", "web.summary.healthz")
    async def healthz() -> Health:
        return Health(ok=True, ready=context.is_ready)

    @api.get("/readyz", "operation", "web.summary.readyz", 503)
    async def readyz() -> Json[Readiness]:
        found = await check_readiness(context)
        return Json(found, 200 if found.ready else 503)

    @api.get("/metrics", "operation", "web.summary.metrics", gives="text/plain")
    async def metrics() -> Response:
        await measure(context)
        return Response(write_figures(), media_type=CONTENT_TYPE_LATEST)

    @cache
    def description() -> StaticFile:
        return StaticFile.of(encode_json(describe(api.endpoints)), "application/json")

    async def show_description(request: Request) -> Response:
        return serve(request, await asyncio.to_thread(description))

    api.page("/openapi.json", show_description)
