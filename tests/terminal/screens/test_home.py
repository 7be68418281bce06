"""The start screen: the language is chosen from all that there are."""

import asyncio
from pathlib import Path

from textual.widgets import Select

from fourfold.text.language import list_languages
from terminal.pilot import make_app, screen_text, settle


def test_a_language_is_chosen_from_all_that_there_are(tmp_path: Path) -> None:
    async def choose() -> None:
        app = make_app(tmp_path, LANG="en")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("g")
            await settle(pilot, lambda: bool(app.screen.query(Select)))
            field = app.screen.query_one(Select)
            assert len(field._options) == len(list_languages())
            field.value = "fr"
            await pilot.click("#ok")
            await settle(pilot, lambda: app.tell.language == "fr")
            await settle(pilot, lambda: "Apprendre un jeu" in screen_text(app))

    asyncio.run(choose())
