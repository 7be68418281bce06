"""The web app manifest and its icons, with which a browser installs the page as an app."""

import json
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.display.figures import read_shelf_picture
from fourfold.core.registry import facts, list_games
from fourfold.picture.emblem import emblem
from fourfold.picture.formats.png import page_picture_png, png
from fourfold.picture.palette import LIGHT
from fourfold.text import say
from fourfold.text.language import is_right_to_left
from fourfold.web.http.files import StaticFile, language_of, serve
from fourfold.web.http.router import Api

SAFE = 0.4  # of a maskable icon's width: the radius within which no system cuts anything off
SIZES = {"icon-192": 192, "icon-512": 512, "icon-maskable": 512, "icon-apple": 180}
SHORTCUT_SIZE = 96


def add_manifest(api: Api) -> None:
    """Add the routes of the manifest and the icons."""

    async def show_manifest(request: Request) -> Response:
        return serve(request, manifest(language_of(request, request.query_params.get("language", "")[:20])))

    async def show_icon(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in SIZES and not (name in list_games() and read_shelf_picture(name)):
            raise HTTPException(404)
        return serve(request, icon(name))

    api.page("/manifest.webmanifest", show_manifest)
    api.page("/icons/{name}.png", show_icon)


@cache
def manifest(language: str) -> StaticFile:
    """The manifest in a language: names, colours, icons, and a shortcut to each game."""
    paper = LIGHT["paper"]
    content = {
        "id": "/",
        "name": say("web.app.name", language),
        "short_name": "Fourfold",
        "description": say("web.app.description", language),
        "lang": language,
        "dir": "rtl" if is_right_to_left(language) else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": paper,
        "background_color": paper,
        "categories": ["games"],
        "icons": [
            {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            _described("icon-192", 192),
            _described("icon-512", 512),
            {**_described("icon-maskable", 512), "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": facts(game).name, "url": f"/play/{game}"}
            | ({"icons": [_described(game, SHORTCUT_SIZE)]} if read_shelf_picture(game) else {})
            for game in list_games()
        ],
    }
    return StaticFile.of(json.dumps(content, ensure_ascii=False).encode(), "application/manifest+json")


def _described(name: str, size: int) -> dict[str, str]:
    return {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png"}


@cache
def icon(name: str) -> StaticFile:
    """The emblem, or a game's picture, as PNG."""
    if name not in SIZES:
        return StaticFile.of(page_picture_png(read_shelf_picture(name), LIGHT, SHORTCUT_SIZE), "image/png")
    drawing = emblem(safe=SAFE) if name == "icon-maskable" else emblem()
    return StaticFile.of(png(drawing, LIGHT, SIZES[name]), "image/png")
