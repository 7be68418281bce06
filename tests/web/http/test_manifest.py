"""The manifest and the icons that let a browser keep the page as an app."""

import asyncio
import io
import json
import re
from pathlib import Path

import httpx
import pytest
from PIL import Image
from starlette.applications import Starlette

import fourfold
from fourfold.picture.palette import DARK, LIGHT, Palette
from fourfold.web.http.manifest import SAFE, add_manifest, icon, manifest
from fourfold.web.http.router import Api
from web.server_process import Guest

INDEX = Path(__file__).parents[3] / "web" / "index.html"


def test_the_manifest_says_all_that_a_browser_wants_in_either_language(guest: Guest) -> None:
    for language in ("en", "fr"):
        response = guest.http.get(f"/manifest.webmanifest?language={language}")
        assert response.headers["content-type"] == "application/manifest+json"
        assert "unsafe" not in response.headers["content-security-policy"]
        told = response.json()
        assert (told["id"], told["start_url"], told["scope"], told["display"]) == ("/", "/", "/", "standalone")
        assert (told["short_name"], told["lang"]) == ("Fourfold", language)
        assert [shortcut["url"] for shortcut in told["shortcuts"]] == [
            f"/play/{game}" for game in fourfold.list_games()
        ]
    assert manifest("en").content != manifest("fr").content


def test_every_icon_is_there_as_large_as_it_is_said_to_be(guest: Guest) -> None:
    told = json.loads(manifest("en").content)
    icons = [*told["icons"], *(icon for shortcut in told["shortcuts"] for icon in shortcut["icons"])]
    assert {icon.get("purpose") for icon in icons} >= {"any", "maskable"}
    for described in icons:
        response = guest.http.get(described["src"])
        assert (response.status_code, response.headers["content-type"]) == (200, described["type"])
        if described["type"] == "image/png":
            width, height = Image.open(io.BytesIO(response.content)).size
            assert f"{width}x{height}" == described["sizes"]


def test_names_of_no_icon_are_refused_and_not_kept() -> None:
    api = Api()
    add_manifest(api)
    app = Starlette(routes=api.routes)

    async def ask(names: list[str]) -> set[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            return {(await client.get(f"/icons/{name}.png")).status_code for name in names}

    assert asyncio.run(ask(["icon-192", "qawale"])) == {200}
    before = icon.cache_info().currsize
    assert asyncio.run(ask(["x" * number for number in range(1, 50)])) == {404}
    assert icon.cache_info().currsize == before


def test_nothing_of_a_maskable_icon_lies_where_it_is_cut_off() -> None:
    image = Image.open(io.BytesIO(icon("icon-maskable").content)).convert("RGB")
    middle, paper = image.width / 2, image.getpixel((0, 0))
    drawn = [
        (x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) != paper
    ]  # fmt: skip
    farthest = max(((x + 0.5 - middle) ** 2 + (y + 0.5 - middle) ** 2) ** 0.5 for x, y in drawn)
    assert SAFE * image.width * 0.9 < farthest <= SAFE * image.width + 1


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_frame_around_the_page_has_the_colour_of_its_paper(scheme: str, palette: Palette) -> None:
    found = re.search(rf'content="(#\w+)" media="\(prefers-color-scheme: {scheme}\)"', INDEX.read_text())
    assert found
    assert found[1] == palette["paper"]
