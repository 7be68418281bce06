"""What lets a browser keep the page as an app: the manifest, and icons made of the mark."""

import json
from functools import cache

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.registry import facts, list_games
from fourfold.picture.emblem import QUARTERS, emblem, emblem_of
from fourfold.picture.formats.png import png
from fourfold.picture.palette import LIGHT
from fourfold.text import DEFAULT_LANGUAGE, say
from fourfold.text.language import find_language
from fourfold.web.http.files import StaticFile, serve

SAFE = 0.4  # of a maskable icon's width: within this radius nothing is ever cut off
SIZES = {"icon-192": 192, "icon-512": 512, "icon-maskable": 512, "icon-apple": 180}
SHORTCUT_SIZE = 96


def add_installing(app: FastAPI) -> None:
    """Add the addresses."""

    async def show_manifest(request: Request) -> Response:
        return serve(request, manifest(find_language({}, request.query_params.get("language", DEFAULT_LANGUAGE)[:20])))

    async def show_icon(request: Request) -> Response:
        found = icon(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return serve(request, found)

    app.add_route("/manifest.webmanifest", show_manifest, include_in_schema=False)
    app.add_route("/icons/{name}.png", show_icon, include_in_schema=False)


@cache
def manifest(language: str) -> StaticFile:
    """What the app is called, where it begins, and how it looks on a screen full of others."""
    paper = LIGHT["paper"]
    content = {
        "id": "/",
        "name": say("web.app.name", language),
        "short_name": "Fourfold",
        "description": say("web.app.description", language),
        "lang": language,
        "dir": "auto",
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
            | ({"icons": [_described(game, SHORTCUT_SIZE)]} if game in QUARTERS else {})
            for game in list_games()
        ],
    }
    return StaticFile.of(json.dumps(content, ensure_ascii=False).encode(), "application/manifest+json")


def _described(name: str, size: int) -> dict[str, str]:
    return {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png"}


@cache
def icon(name: str) -> StaticFile | None:
    """The mark, or a game's part of it, as a picture of some size; None where there is no icon of this name."""
    if name in QUARTERS:
        return StaticFile.of(png(emblem_of(name), LIGHT, SHORTCUT_SIZE), "image/png")
    if name not in SIZES:
        return None
    drawing = emblem(safe=SAFE) if name == "icon-maskable" else emblem()
    return StaticFile.of(png(drawing, LIGHT, SIZES[name]), "image/png")
