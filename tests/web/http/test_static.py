"""The built page: which files are served, compressed how, kept how long, and nothing else."""

import asyncio
import gzip
import os
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from fourfold.web.http import static
from fourfold.web.http.files import serve
from fourfold.web.http.middleware import Guard
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.http.router import Api

Get = Callable[..., httpx.Response]
INDEX = "<!doctype html><script type=module src=/assets/app-1.js></script>"
SCRIPT = "console.log('fourfold');" * 40
PACKED = gzip.compress(SCRIPT.encode(), mtime=0)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "app-1.js").write_text(SCRIPT)
    (folder / "assets" / "app-1.js.gz").write_bytes(PACKED)
    (folder / "assets" / "app-1.js.br").write_bytes(b"brotli")
    (folder / "robots.txt").write_text("User-agent: *")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / ".hidden").write_text("secret")
    monkeypatch.setattr(static, "STATIC", folder)
    return folder


@pytest.fixture
def get() -> Get:
    api = Api()
    static.add_static(api)
    transport = httpx.ASGITransport(Guard(api, ["localhost"], Proxies(), RateLimits()))

    def ask(path: str, **headers: str) -> httpx.Response:
        async def send() -> httpx.Response:
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.get(path, headers={"accept-encoding": "identity", **headers})

        return asyncio.run(send())

    return ask


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/", "/play/quads", "/learn/quads", "/learn/quads/rules", "/lobby", "/match/abc_-1", "/join/abc"]
)
def test_every_route_is_the_same_page_and_asked_for_anew(get: Get, path: str) -> None:
    response = get(path)
    assert (response.status_code, response.text) == (200, INDEX)
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert get(path, **{"if-none-match": response.headers["etag"]}).status_code == 304


@pytest.mark.usefixtures("built")
def test_the_policy_allows_what_a_built_page_needs_and_no_more(get: Get) -> None:
    parts = get("/").headers["content-security-policy"].split("; ")
    policy = {name: sources for name, _, sources in (part.partition(" ") for part in parts)}
    assert policy["default-src"] == "'none'"
    for name in ("script-src", "style-src", "connect-src", "font-src", "form-action"):
        assert policy[name] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in str(parts)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("", None),
        ("gzip;q=0.000", None),
    ],
)
def test_an_asset_comes_in_the_best_encoding_that_is_accepted(accepted: str, encoding: str | None) -> None:
    found = static._find("assets/app-1.js")
    assert found is not None
    response = serve(Request({"type": "http", "headers": [(b"accept-encoding", accepted.encode())]}), found)
    assert response.headers.get("content-encoding") == encoding
    assert response.body == {"br": b"brotli", "gzip": PACKED, None: SCRIPT.encode()}[encoding]
    assert response.headers["vary"] == "accept-encoding, accept-language"


@pytest.mark.usefixtures("built")
def test_an_asset_is_kept_for_ever(get: Get) -> None:
    response = get("/assets/app-1.js")
    assert response.text == SCRIPT
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["content-type"].startswith("text/javascript")


@pytest.mark.usefixtures("built")
def test_other_files_of_the_build_are_served_and_nothing_outside_it(get: Get) -> None:
    assert get("/robots.txt").text == "User-agent: *"
    for path in (
        "/secret.txt",
        "/.hidden",
        "/assets/..%2f..%2fsecret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e/index.html",
        "/assets/none.js",
        "/assets/",
        "/assets",
    ):
        response = get(path)
        assert response.status_code == 404, path
        assert "secret" not in response.text


def test_a_new_build_is_served_without_a_new_start(get: Get, built: Path) -> None:
    assert get("/").text == INDEX
    (built / "index.html").write_text("new")
    os.utime(built / "index.html", ns=(1, 1))
    assert get("/").text == "new"


def test_without_a_build_a_sentence_says_what_to_do(get: Get, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "STATIC", tmp_path / "none")
    response = get("/")
    assert response.status_code == 503
    assert response.text.startswith("The page is not built")


def test_the_palette_and_the_mark_need_no_build(get: Get) -> None:
    palette = get("/palette.css")
    assert palette.headers["content-type"].startswith("text/css")
    assert "prefers-contrast:more" in palette.text
    mark = get("/favicon.svg")
    assert mark.headers["content-type"] == "image/svg+xml"
    assert "<title>Fourfold</title>" in mark.text


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/nowhere", "/match/a/b/c", "/look/back"])
def test_a_wrong_link_leads_people_to_the_page_and_programs_to_an_answer(get: Get, path: str) -> None:
    people = get(path, accept="text/html,*/*;q=0.8")
    assert (people.status_code, people.text) == (404, INDEX)
    for address, accepted in ((path, "application/json"), ("/api" + path, "text/html")):
        program = get(address, accept=accepted)
        assert (program.status_code, program.json()["code"]) == (404, "web.not_found")
