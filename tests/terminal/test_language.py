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
ARGUMENT = re.compile(r"\{\s*(\w+)\s*(,\s*(?:select|plural|selectordinal)\s*,)?")
COMPOSED = re.compile(r"(help|click|clock|match|online|open|continue)(\.\w+)?")


def values_of(message: str) -> set[str]:
    """The names of the values that a message needs, also within the cases of others."""
    found: set[str] = set()

    def read(place: int) -> int:
        """Read a text up to the brace that closes it."""
        while place < len(message) and message[place] != "}":
            if message[place] == "{":
                argument = ARGUMENT.match(message, place)
                assert argument is not None
                found.add(argument[1])
                place = argument.end()
                while message[place] != "}":
                    place = read(place + 1) + 1 if message[place] == "{" and argument[2] else place + 1
            place += 1
        return place

    read(0)
    return found


def test_values_are_told_from_cases() -> None:
    assert values_of("{what, select, win {wins} other {{name} loses}} by {count, number}") == {"what", "name", "count"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ENGLISH)
def test_every_message_is_there_and_can_be_read_by_icu(name: str, language: str) -> None:
    message = text.messages("terminal", language)[name]
    MessageFormat(message, language)
    assert values_of(message) == values_of(ENGLISH[name])


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
