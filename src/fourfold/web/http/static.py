"""Static files: the built page, the palette as a style sheet, and the favicon."""

import mimetypes
import re
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fourfold.picture.emblem import emblem
from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, style_sheet
from fourfold.text import say
from fourfold.web.http.files import FOR_EVER, StaticFile, serve
from fourfold.web.http.router import Api

STATIC = Path(__file__).parents[1] / "static"  # where the build puts the page
ROUTES = (  # of the page, which is one file
    "/", "/play/{game}", "/learn", "/learn/{game}", "/learn/{game}/rules", "/lobby", "/account", "/mine", "/look",
    "/match/{match}", "/table/{match}", "/join/{token}",
    "/puzzles", "/puzzles/{game}", "/puzzles/{game}/{puzzle}", "/tournaments", "/tournament/{tournament}", "/ratings",
    "/player/{name}", "/moderation", "/moderation/{player}", "/settings", "/box", "/box/{game}/scores", "/box/timer",
)  # fmt: skip
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))
KINDS = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}


def add_static(api: Api) -> None:
    """Add the routes of the page and its files; they match everything, so they come last."""

    async def index(request: Request, status: int = 200) -> Response:
        file = _find("index.html")
        if file is None:
            return PlainTextResponse(say("web.no_page"), 503)
        return serve(request, file, status=status)

    async def lost(request: Request) -> Response:
        """A browser gets the page, which says that nothing is there; a program gets a problem."""
        if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        return await index(request, 404)

    async def asset(request: Request) -> Response:
        file = _find(f"assets/{request.path_params['name']}")
        if file is None:
            raise HTTPException(404)
        return serve(request, file, keeping=FOR_EVER)

    async def other(request: Request) -> Response:
        file = _find(request.path_params["name"])
        return await lost(request) if file is None else serve(request, file)

    async def palette(request: Request) -> Response:
        return serve(request, _palette())

    async def favicon(request: Request) -> Response:
        return serve(request, _favicon())

    for route in ROUTES:
        api.page(route, index)
    api.page("/palette.css", palette)
    api.page("/favicon.svg", favicon)
    api.page("/assets/{name}", asset)
    api.page("/{name}", other)
    api.page("/{path:path}", lost)


def _find(name: str) -> StaticFile | None:
    """Find a file of the build with its compressed versions; no name leads out of the folder."""
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
def _favicon() -> StaticFile:
    return StaticFile.of(svg(emblem(), LIGHT).encode(), "image/svg+xml")
