"""Language selection: the available languages, and the one of an environment."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fourfold.text import DEFAULT_LANGUAGE

PLACES = ("LC_ALL", "LC_MESSAGES", "LANG")  # in order of precedence


@cache
def list_languages() -> tuple[str, ...]:
    """List the languages with catalogues, the default first.

    >>> list_languages()
    ('en', 'fr')
    """
    found = sorted(path.stem for path in Path(__file__).parent.glob("*.json"))
    return tuple(sorted(found, key=lambda language: language != DEFAULT_LANGUAGE))


def find_language(environment: Mapping[str, str], wanted: str | None = None) -> str:
    """Select a language: the wanted one, else that of the environment, else English.

    >>> find_language({"LANG": "fr_FR.UTF-8"}), find_language({"LANG": "C"}), find_language({}, "fr")
    ('fr', 'en', 'fr')
    """
    places = (wanted, *(environment.get(name) for name in PLACES))
    said = next((place for place in places if place), DEFAULT_LANGUAGE)
    return _without_region(said) if is_known(said) else DEFAULT_LANGUAGE


def is_known(said: str) -> bool:
    """Tell whether a language has catalogues, whatever its region.

    >>> is_known("fr-CA"), is_known("de")
    (True, False)
    """
    return _without_region(said) in list_languages()


def _without_region(said: str) -> str:
    return said.replace("-", "_").split("_")[0].split(".")[0].lower()
