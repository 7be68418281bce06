"""Outlines of letters of other scripts than Latin, for print: a file for each language, from Noto Sans.

A file has for each character its width and its path, y downwards from the baseline, in parts (`DETAIL`) of the units of
our own glyphs. Arabic letters are there in their joined forms.
"""

import json
from functools import cache
from pathlib import Path

DETAIL = 25

Outline = tuple[float, str]


@cache
def list_outlined() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.json")))


@cache
def read_outlines(language: str) -> dict[str, Outline]:
    """The outlines of a language by character."""
    path = Path(__file__).parent / f"{language}.json"
    found: dict[str, Outline] = {sign: (width, drawn) for sign, (width, drawn) in json.loads(path.read_bytes()).items()}
    return found


def find_outline(sign: str, language: str = "") -> Outline | None:
    """The outline of a character, as the language writes it if it has it: Han characters differ.

    >>> find_outline("Я") is None, find_outline("A")
    (False, None)
    """
    names = [language] if language in list_outlined() else []
    return next((read_outlines(name)[sign] for name in (*names, *list_outlined()) if sign in read_outlines(name)), None)
