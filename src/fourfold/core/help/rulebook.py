"""The rulebook of a game: Markdown in each language, split into sections and numbered rules."""

import re
from dataclasses import dataclass

from fourfold.core.errors import FaultyGame
from fourfold.core.registry import folder, package
from fourfold.text import DEFAULT_LANGUAGE

FIGURE = re.compile(r"^!\[.*\n?", re.MULTILINE)
NAME = re.compile(r"\*\*([FR]\d+[a-z]?)\.?\*\*")


@dataclass(frozen=True)
class Passage:
    """A passage in Markdown, and the names of the rules that it states: F2, R4a."""

    names: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Section:
    """A heading and its passages; the first section has no heading."""

    title: str
    passages: tuple[Passage, ...]


def read_rules(game_id: str, language: str = DEFAULT_LANGUAGE) -> str:
    """Give the rules as Markdown without figures, in the language if it is translated, else in English.

    >>> read_rules("qawale").splitlines()[0]
    '# Qawale'
    """
    translated = folder(game_id) / f"RULES.{language}.md"
    path = translated if translated.exists() else folder(game_id) / "RULES.md"
    if not path.exists():
        raise FaultyGame("fourfold.faulty_game.part", package=package(game_id), id=game_id, name=path.name)
    return FIGURE.sub("", path.read_text(encoding="utf-8"))


def list_sections(rules: str) -> list[Section]:
    """Split rules at second-level headings into sections, and these at empty lines into passages.

    >>> [section.title for section in list_sections(read_rules("qawale"))][:3]
    ['', 'The game', 'Rulings']
    """
    sections: list[Section] = []
    for part in re.split(r"^## ", rules.partition("\n")[2], flags=re.MULTILINE):
        title, _, text = part.partition("\n") if sections else ("", "", part)
        sections.append(Section(title.strip(), tuple(_passages(text))))
    return sections


def _passages(text: str) -> list[Passage]:
    fenced = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    pieces = [
        piece for place, part in enumerate(fenced) for piece in ([part] if place % 2 else re.split(r"\n{2,}", part))
    ]
    return [Passage(tuple(NAME.findall(piece)), piece.strip("\n")) for piece in pieces if piece.strip()]
