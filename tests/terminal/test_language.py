"""Translation in the app: all of its own catalogue is used, and texts from elsewhere are shown too."""

import re
from pathlib import Path

import pytest

import fourfold
from fourfold import text
from fourfold.terminal.language import Translator

PACKAGE = Path(fourfold.__file__).parent
FILES = [*(PACKAGE / "terminal").rglob("*.py"), *(PACKAGE / "cli").rglob("*.py")]  # online play without a screen too
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
COMPOSED = re.compile(r"(help|click|clock|match|online|open|continue|learn|fair)(\.\w+)?")


@pytest.mark.parametrize("name", text.messages("terminal"))
def test_every_message_is_used(name: str) -> None:
    assert COMPOSED.fullmatch(name) or re.search(rf"""["'](terminal\.)?{re.escape(name)}["']""", SOURCES)


def test_an_error_with_values_from_a_network_is_said_all_the_same() -> None:
    from fourfold.terminal.tables.online import ServerRefusal

    refusal = ServerRefusal("quadominos.refuse.tile_due", "Two more tiles are due.", {"due": "2"})
    assert Translator("fr").error(refusal)
    assert Translator("en").error(refusal) == "Two more tiles are due."
