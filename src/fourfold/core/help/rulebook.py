"""The rulebook of a game: Markdown in each language, read as sections, passages that state rules, and figures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from fourfold.core.errors import BadValue, FaultyGame
from fourfold.core.registry import facts, folder, package
from fourfold.text import DEFAULT_LANGUAGE, say
from fourfold.text.language import is_right_to_left
from fourfold.text.patterns import isolate

FIGURE = re.compile(r"^!\[([^\]]+)\]\(figures/([\w-]+)\.svg\)$", re.MULTILINE)
NARROW = re.compile(r"(?<=\w|[»’)*]) (?=[:;?!»](?:\s|$))|(?<=«) ", re.MULTILINE)
HEADING = re.compile(r"(?:((?:[FR]\d+[a-z]?)(?:, [FR]\d+[a-z]?)*) · )?(.*)")


@dataclass(frozen=True)
class PlacedFigure:
    """A figure of the game by name, and the sentence that says what it shows."""

    name: str
    caption: str


@dataclass(frozen=True)
class Passage:
    """What stands under one heading: Markdown and figures, in order.

    `names` are the rules that it states, such as F2 and R1; `option` is the option of the game that it describes.
    """

    title: str = ""
    names: tuple[str, ...] = ()
    option: str = ""
    parts: tuple[str | PlacedFigure, ...] = ()

    @property
    def anchors(self) -> tuple[str, ...]:
        """The names by which addresses find it."""
        return (*self.names, *([f"option-{self.option}"] if self.option else []))

    @property
    def heading(self) -> str:
        """Its rules and its title.

        >>> Passage("Take and sow", ("F2", "R1")).heading
        'F2, R1 · Take and sow'
        """
        return " · ".join(filter(None, (", ".join(self.names), self.title)))

    @property
    def text(self) -> str:
        """Its Markdown without the figures."""
        return "\n\n".join(part for part in self.parts if isinstance(part, str))

    @property
    def figures(self) -> tuple[PlacedFigure, ...]:
        return tuple(part for part in self.parts if isinstance(part, PlacedFigure))


@dataclass(frozen=True)
class Section:
    """A heading and its passages; the first section has no heading, and the last may be for referees only."""

    title: str
    passages: tuple[Passage, ...]
    is_for_referees: bool = False
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in one language."""

    title: str
    language: str
    sections: tuple[Section, ...]

    @property
    def for_players(self) -> tuple[Section, ...]:
        """The sections that players need."""
        return tuple(section for section in self.sections if not section.is_for_referees)

    def passages(self) -> Iterator[Passage]:
        """The passages that players need."""
        return (passage for section in self.for_players for passage in section.passages)

    def passage(self, anchor: str) -> Passage:
        """The passage that states a rule or describes an option."""
        found = {name.lower(): passage for passage in self.passages() for name in (*passage.anchors, passage.option)}
        if not anchor or anchor.lower() not in found:
            names = ", ".join(name for passage in self.passages() for name in passage.names)
            raise BadValue("fourfold.no_such_rule", game=self.title, name=anchor, names=names)
        return found[anchor.lower()]


@cache
def read_rulebook(game_id: str, language: str = DEFAULT_LANGUAGE) -> Rulebook:
    """Read the rules of a game in a language; what is not translated, such as the part for referees, is in English.

    >>> book = read_rulebook("qawale")
    >>> book.title, book.passage("F5").names
    ('Qawale', ('F5',))
    """
    path = folder(game_id) / f"RULES.{language}.md"
    if not path.exists():
        language, path = DEFAULT_LANGUAGE, folder(game_id) / "RULES.md"
    if not path.exists():
        raise FaultyGame("fourfold.faulty_game.part", package=package(game_id), id=game_id, name=path.name)
    text = path.read_text(encoding="utf-8")
    book = parse_rulebook(isolate(text) if is_right_to_left(language) else text, game_id, language)
    if language == DEFAULT_LANGUAGE or any(section.is_for_referees for section in book.sections):
        return book
    english = (section for section in read_rulebook(game_id).sections if section.is_for_referees)
    return replace(book, sections=(*book.sections, *english))


def parse_rulebook(text: str, game_id: str, language: str) -> Rulebook:
    """Split rules at their headings: `#` the game, `##` a section, `###` a passage."""
    labels = {say(f"{game_id}.option.{option.name}.label", language): option.name for option in facts(game_id).options}
    referees = say("fourfold.rules.referees", language)
    title, _, body = text.removeprefix("# ").partition("\n")
    sections = []
    for number, part in enumerate(re.split(r"^## ", body, flags=re.MULTILINE)):
        heading, _, content = part.partition("\n") if number else ("", "", part)
        first, *others = re.split(r"^### ", content, flags=re.MULTILINE)
        is_for_referees = heading.strip() == referees
        passages = [Passage(parts=_parts(first))] if first.strip() else []
        for other in others:
            head, _, rest = other.partition("\n")
            found = HEADING.fullmatch(head.strip())
            assert found is not None
            names = tuple(found[1].split(", ")) if found[1] and not is_for_referees else ()
            passages.append(Passage(found[2].strip(), names, labels.get(found[2].strip(), ""), _parts(rest)))
        if passages:
            sections.append(Section(heading.strip(), tuple(passages), is_for_referees, language))
    return Rulebook(title.strip(), language, tuple(sections))


def _parts(text: str) -> tuple[str | PlacedFigure, ...]:
    """Markdown and figures in order; French signs stay with the word before them."""
    pieces = FIGURE.split(NARROW.sub("\u00a0", text))  # text, caption, name, text, ...
    parts: list[str | PlacedFigure] = []
    for place in range(0, len(pieces), 3):
        if place:
            parts.append(PlacedFigure(pieces[place - 1], pieces[place - 2]))
        if pieces[place].strip():
            parts.append(pieces[place].strip("\n"))
    return tuple(parts)
