"""Language selection: the available languages, and the one that suits a user best. Codes are those of BCP 47."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from fourfold.text import DEFAULT_LANGUAGE

PLACES = ("LC_ALL", "LC_MESSAGES", "LANG")  # in order of precedence
EARLIER_CODES = {"iw": "he"}
TRADITIONAL = {"hant", "tw", "hk", "mo"}  # scripts and regions of Chinese that is written in traditional characters
RIGHT_TO_LEFT = {"ar", "fa", "he", "ur"}


@cache
def list_languages() -> tuple[str, ...]:
    """List the languages that are offered, the default first: those that have the words shared by all parts.

    >>> list_languages()[:1], "fr" in list_languages()
    (('en',), True)
    """
    found = sorted(path.stem for path in Path(__file__).parent.glob("*.json"))
    return tuple(sorted(found, key=lambda language: language != DEFAULT_LANGUAGE))


def match_language(said: str, known: Sequence[str] | None = None) -> str | None:
    """The language that a code means, whatever its region: of BCP 47 (`pt-BR`) or of POSIX (`zh_TW.UTF-8`).

    >>> match_language("fr-CA"), match_language("xx")
    ('fr', None)
    >>> [match_language(said, ["zh-Hans", "zh-Hant"]) for said in ("zh", "zh_HK.UTF-8", "zh-Hans-TW")]
    ['zh-Hans', 'zh-Hant', 'zh-Hans']
    """
    first, *others = re.split("[-_]", re.split("[.@]", said.strip().lower())[0])
    language = EARLIER_CODES.get(first, first)
    if language == "zh":
        language = "zh-Hant" if "hans" not in others and TRADITIONAL & set(others) else "zh-Hans"
    return language if language in (list_languages() if known is None else known) else None


def find_language(environment: Mapping[str, str], wanted: str | None = None) -> str:
    """Select a language: the wanted one, else that of the environment, else English.

    >>> find_language({"LANG": "fr_FR.UTF-8"}), find_language({"LANG": "C"}), find_language({}, "fr")
    ('fr', 'en', 'fr')
    """
    places = (wanted, *(environment.get(name) for name in PLACES))
    said = next((place for place in places if place), DEFAULT_LANGUAGE)
    return match_language(said) or DEFAULT_LANGUAGE


def accept_language(header: str, known: Sequence[str] | None = None) -> str:
    """Select a language by the header `Accept-Language`: of those that are offered the most wanted.

    >>> accept_language("xx, en;q=0.5, fr-CH;q=0.8")
    'fr'
    """
    wishes = []
    for place, wish in enumerate(header[:500].split(",")):
        said, _, quality = wish.partition(";")
        number = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", quality)
        wishes.append((-float(number[1]) if number else -float(not quality.strip()), place, said))
    found = (match_language(said, known) for value, _, said in sorted(wishes) if value < 0)
    return next((language for language in found if language), DEFAULT_LANGUAGE)


def is_known(said: str) -> bool:
    """Tell whether a language is offered, whatever its region.

    >>> is_known("fr-CA"), is_known("xx")
    (True, False)
    """
    return match_language(said) is not None


def is_right_to_left(language: str) -> bool:
    """Tell whether a language is written from right to left."""
    return language.split("-")[0] in RIGHT_TO_LEFT
