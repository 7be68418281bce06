"""The page on the HTTP API lists the addresses that there are, and no others."""

import re
from pathlib import Path

import httpx

from web.server_process import PATIENCE, Server

PAGE = Path(__file__).parents[2] / "docs" / "http-api.md"


def test_the_page_lists_all_addresses_and_no_others(server: Server) -> None:
    paths = httpx.get(f"{server.url}/openapi.json", timeout=PATIENCE).json()["paths"]
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    listed = PAGE.read_text(encoding="utf-8").split("## All addresses")[1]
    assert set(re.findall(r"^\| `((?:GET|POST) [^`]+)`", listed, re.MULTILINE)) == described
