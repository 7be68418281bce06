"""The bar of keys: every key is shown with its label, in languages of long words too."""

import asyncio
from pathlib import Path

import pytest

from fourfold.terminal.screens.key_bar import KeyBar
from fourfold.terminal.screens.learn import LearnScreen
from terminal.pilot import PATIENCE, make_app, screen_text, settle


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_key_is_cut_off(tmp_path: Path, width: int) -> None:
    async def look() -> None:
        app = make_app(tmp_path, LANG="es_ES.UTF-8")
        screen = app.first = LearnScreen("qawale")
        async with app.run_test(size=(width, 24)) as pilot:
            labels = [f"{key.name} {key.label}" for key in screen.list_keys()]
            assert len("  ".join(labels)) > 80
            await settle(pilot, lambda: all(label in screen_text(app) for label in labels))
            assert screen.query_one(KeyBar).size.height == (1 if width == 120 else 2)

    asyncio.run(asyncio.wait_for(look(), PATIENCE))
