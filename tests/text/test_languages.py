"""Every language has the same messages as English, with the same values. A failure lists the names."""

import json
import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import fourfold
from fourfold import text
from fourfold.text.language import find_language, list_languages

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    path.parent
    for part in ("src/fourfold", "web/text", "web/src")
    for path in (ROOT / part).rglob("en.json")
    if "static" not in path.parts
)
OTHERS = [language for language in list_languages() if language != text.DEFAULT_LANGUAGE]
ARGUMENT = re.compile(r"\{\s*(\w+)\s*(,\s*(?:select|plural|selectordinal)\s*,)?")


def read(folder: Path, language: str) -> dict[str, str]:
    path = folder / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def every(language: str) -> dict[str, str]:
    """All messages of a language, by file and name."""
    return {
        f"{folder.relative_to(ROOT)}: {name}": message
        for folder in FOLDERS
        for name, message in read(folder, language).items()
    }


def values_of(message: str) -> set[str]:
    """The names of the values of a message, also of nested ones."""
    found: set[str] = set()

    def read(place: int) -> int:
        """Parse a text up to its closing brace."""
        while place < len(message) and message[place] != "}":
            if message[place] == "{":
                argument = ARGUMENT.match(message, place)
                assert argument is not None, message
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


def test_there_is_a_catalogue_in_every_part_and_more_than_one_language() -> None:
    assert len(FOLDERS) >= 16
    assert "fr" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing(language: str) -> None:
    assert sorted(every("en").keys() - every(language).keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_says_what_english_does_not(language: str) -> None:
    assert sorted(every(language).keys() - every("en").keys()) == []


@pytest.mark.parametrize("language", list_languages())
def test_every_message_can_be_read_by_icu_and_needs_the_values_of_the_english_one(language: str) -> None:
    english, wrong = every("en"), {}
    for name, message in every(language).items():
        MessageFormat(message, language)
        if values_of(message) != values_of(english[name]):
            wrong[name] = values_of(message) ^ values_of(english[name])
    assert wrong == {}


@pytest.mark.parametrize("language", list_languages())
def test_nothing_is_said_with_the_apostrophe_that_icu_reads_as_a_quote(language: str) -> None:
    messages = every(language).items()
    assert [name for name, message in messages if "'" in message.replace("''", "")] == []  # two are read as one


def test_french_puts_narrow_spaces_where_they_belong() -> None:
    """Before ; : ? ! and », and behind «; a colon of a code or an address needs none."""
    wrong = re.compile(r" [;?!»]| :(?!:)|« |\w[»?;](?=\s|$)")
    assert [name for name, message in every("fr").items() if wrong.search(message)] == []


def test_the_environment_and_the_wish_choose_the_language() -> None:
    assert find_language({"LC_ALL": "fr_CA.UTF-8", "LANG": "en_GB"}) == "fr"
    assert find_language({"LANG": "fr"}, "en") == "en"
    assert find_language({"LANG": "de_DE.UTF-8"}) == "en"
    assert find_language({}, "fr-CA") == "fr"


def test_what_is_spoken_is_said_where_no_language_is_asked_for() -> None:
    try:
        text.speak("fr")
        assert text.say("fourfold.reason.time") == "Le temps est écoulé."
        assert text.say("fourfold.reason.time", "en") == "Time ran out."
        assert str(fourfold.core.errors.IllegalMove("exago.refuse.occupied", target="e5")).startswith("Exago F3\u202f:")
    finally:
        text.speak("en")
