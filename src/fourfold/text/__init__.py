"""Localized messages: ICU MessageFormat catalogues, one per language, looked up by code.

A code is a namespace, a dot, and the name of a message: `qawale.refuse.step_back`. A catalogue is
a flat JSON file named by its language (`en.json`) in the folder registered for the namespace.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

DEFAULT_LANGUAGE = "en"

_folders: dict[str, Path] = {"fourfold": Path(__file__).parent}
_spoken = DEFAULT_LANGUAGE


def add_catalogue(namespace: str, folder: Path) -> None:
    """Register the folder of a namespace's catalogues."""
    _folders[namespace] = folder


def namespaces() -> list[str]:
    """List the registered namespaces."""
    return sorted(_folders)


def speak(language: str) -> None:
    """Set the default language of this process: for a program with one reader."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """The default language of this process."""
    return _spoken


@cache
def messages(namespace: str, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """Load a catalogue: message names and ICU patterns; empty if the language is missing."""
    path = _folders[namespace] / f"{language}.json"
    if not path.exists():
        return {}
    catalogue: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return catalogue


def has(code: str) -> bool:
    """Tell whether a code has a message."""
    namespace, _, name = code.partition(".")
    return namespace in _folders and name in messages(namespace)


def pattern_of(code: str) -> str:
    """The English pattern of a code; empty if it has no message."""
    namespace, _, name = code.partition(".")
    return messages(namespace).get(name, "") if namespace in _folders else ""


def _clean(value: Any) -> Any:
    """Escape lone surrogates, which ICU does not accept."""
    return value.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(value, str) else value


def say(code: str, /, language: str | None = None, **values: Any) -> str:
    """Format the message of a code with its values; English where the language has no such message.

    >>> say("fourfold.unknown_game", id="chess", games="quads, qawale")
    'There is no game “chess”. The games are: quads, qawale.'
    """
    from icu4py.messageformat import MessageFormat

    from fourfold.text.language import is_right_to_left
    from fourfold.text.patterns import isolated

    language = language or _spoken
    namespace, _, name = code.partition(".")
    pattern = messages(namespace, language).get(name)
    if pattern is None:
        language, pattern = DEFAULT_LANGUAGE, messages(namespace)[name]
    elif is_right_to_left(language):
        pattern = isolated(pattern)
    sentence: str = MessageFormat(pattern, language).format({name: _clean(value) for name, value in values.items()})
    return sentence
