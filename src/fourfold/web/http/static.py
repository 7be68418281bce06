"""The page: its built files, the colours of boards, and the mark."""

import mimetypes
import re
from functools import cache
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fourfold.picture.emblem import emblem
from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, style_sheet
from fourfold.text import say
from fourfold.web.http.files import FOR_EVER, LATEST, StaticFile, serve

STATIC = Path(__file__).parents[1] / "static"  # where the build puts the page
ROUTES = (  # all are the same page
    "/", "/play/{game}", "/learn/{game}", "/lobby", "/account", "/mine", "/look", "/match/{match}", "/table/{match}",
    "/join/{token}",
    "/puzzles", "/puzzles/{game}", "/puzzles/{game}/{puzzle}", "/tournaments", "/tournament/{tournament}", "/ratings",
    "/box", "/box/{game}/scores", "/box/timer",
)  # fmt: skip
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))
KINDS = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}


def add_page(app: FastAPI) -> None:
    """Add the addresses; they come after all others."""

    async def index(request: Request, status: int = 200) -> Response:
        file = _find("index.html")
        if file is None:
            return PlainTextResponse(say("web.no_page"), 503)
        return serve(request, file, status=status)

    async def lost(request: Request) -> Response:
        """Who follows a wrong link with a browser gets the page, which says so in words; programs get an answer."""
        if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        return await index(request, 404)

    async def asset(request: Request) -> Response:
        return _serve_found(request, f"assets/{request.path_params['name']}", FOR_EVER)

    async def other(request: Request) -> Response:
        name = request.path_params["name"]
        return await lost(request) if _find(name) is None else _serve_found(request, name, LATEST)

    async def palette(request: Request) -> Response:
        return serve(request, _palette())

    async def mark(request: Request) -> Response:
        return serve(request, _mark())

    for route in ROUTES:
        app.add_route(route, index, include_in_schema=False)
    app.add_route("/palette.css", palette, include_in_schema=False)
    app.add_route("/favicon.svg", mark, include_in_schema=False)
    app.add_route("/assets/{name}", asset, include_in_schema=False)
    app.add_route("/{name}", other, include_in_schema=False)
    app.add_route("/{path:path}", lost, include_in_schema=False)


def _serve_found(request: Request, name: str, keeping: str) -> Response:
    file = _find(name)
    if file is None:
        raise HTTPException(404)
    return serve(request, file, keeping=keeping)


def _find(name: str) -> StaticFile | None:
    """A file of the build with what was compressed beforehand; nothing outside the folder is ever found."""
    path = STATIC / name
    if not all(NAME.fullmatch(part) for part in name.split("/")) or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, changed: int) -> StaticFile:
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    beside = [(name, path.with_name(path.name + ending)) for name, ending in COMPRESSED]
    return StaticFile.of(
        path.read_bytes(), kind, tuple((name, file.read_bytes()) for name, file in beside if file.is_file())
    )


@cache
def _palette() -> StaticFile:
    return StaticFile.of(style_sheet().encode(), "text/css")


@cache
def _mark() -> StaticFile:
    return StaticFile.of(svg(emblem(), LIGHT).encode(), "image/svg+xml")
