"""Both languages: complete, readable by ICU, the same values in both, all of it used."""

import json
import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import fourfold
from fourfold import text
from fourfold.terminal.language import LANGUAGES, Speaker, find_language

PACKAGE = Path(fourfold.__file__).parent
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "terminal").rglob("*.py"))
ENGLISH = text.messages("terminal", "en")
VALUE = re.compile(r"\{(\w+)[,}]")
COMPOSED = re.compile(r"(help|click|clock|match|online|open|continue)(\.\w+)?")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ENGLISH)
def test_every_message_is_there_and_can_be_read_by_icu(name: str, language: str) -> None:
    message = text.messages("terminal", language)[name]
    MessageFormat(message, language)
    assert set(VALUE.findall(message)) == set(VALUE.findall(ENGLISH[name]))


@pytest.mark.parametrize("name", ENGLISH)
def test_every_message_is_used(name: str) -> None:
    assert COMPOSED.fullmatch(name) or re.search(rf"""["'](terminal\.)?{re.escape(name)}["']""", SOURCES)


def test_french_says_nothing_that_english_does_not() -> None:
    for folder in (PACKAGE / "terminal" / "text", PACKAGE / "cli" / "text"):
        english, french = (json.loads((folder / f"{language}.json").read_text()) for language in ("en", "fr"))
        assert french.keys() <= english.keys()


def test_the_environment_and_the_wish_choose_the_language() -> None:
    assert find_language({"LC_ALL": "fr_CA.UTF-8", "LANG": "en_GB"}) == "fr"
    assert find_language({"LANG": "fr"}, "en") == "en"
    assert find_language({"LANG": "de_DE.UTF-8"}) == "en"


def test_an_error_with_values_from_a_network_is_said_all_the_same() -> None:
    from fourfold.terminal.online import ServerRefusal

    refusal = ServerRefusal("quadominos.refuse.tile_due", "Two more tiles are due.", {"due": "2"})
    assert Speaker("fr").error(refusal)
    assert Speaker("en").error(refusal) == "Two more tiles are due."
