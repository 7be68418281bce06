"""The English catalogues are complete, and every message is used. `test_languages` compares the other languages."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import fourfold
import fourfold.arena
import fourfold.cli
import fourfold.research
from fourfold import text
from fourfold.core import registry
from fourfold.core.options import Choice
from fourfold.players.levels import list_levels, list_parts

PACKAGE = Path(fourfold.__file__).parent
fourfold.list_games()
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
QUOTED = set(re.findall(r"""(?<=["'])[a-z_]+\.[\w.-]+(?=["'])""", SOURCES))
SPACES = [space for space in text.namespaces() if space != "terminal"]  # whose speaker says names without it

# Messages whose names are put together in the sources: say(f"quads.hand.{colour}").
COMPOSED = re.compile(
    r"tagline|study|(seat|turn|option|refuse|reason|theme|task|compare|report\.verdict"
    r"|(bench|duel|ladder|report|analyse|tournament|timing|puzzles)\.column"
    r"|study\.(line|title|verdict)|engine|hand|review|extra|print|admin\.(state|done|action)|tournament\.title|tie_break)\.\w+"
)


def words_of_choices(namespace: str) -> set[str]:
    """The messages of the words of a choice option: every word must have one."""
    if namespace not in fourfold.list_games():
        return set()
    choices = [option for option in registry.facts(namespace).options if isinstance(option, Choice)]
    return {f"option.{choice.name}.{word}" for choice in choices for word in choice.words}


def labels_of_options(namespace: str) -> set[str]:
    """The labels of options: every option must have one."""
    if namespace not in fourfold.list_games():
        return set()
    return {f"option.{option.name}.label" for option in registry.facts(namespace).options}


def names_of_levels(namespace: str) -> set[str]:
    """The names and descriptions of levels."""
    levels = [*list_levels(), *list_parts()] if namespace == "players" else []
    return {name for level in levels for name in (level, f"{level}.about")}


def names_of_pieces(namespace: str) -> set[str]:
    """The spoken names of pieces."""
    if namespace not in fourfold.list_games():
        return set()
    symbols = fourfold.game(namespace).look.symbols().values()
    names = {face.message for symbol in symbols for face in symbol.faces}
    return names | {f"{name}.letters" for name in names}


@pytest.mark.parametrize("namespace", SPACES)
def test_every_message_is_used(namespace: str) -> None:
    # The contract suite looks for the use of these.
    elsewhere = ("click.", "lesson.", "advice.", "prompt.", "move.", "points.", "short.", "end.", "heard.")
    known = words_of_choices(namespace) | labels_of_options(namespace) | names_of_levels(namespace)
    known |= names_of_pieces(namespace)
    names = [name for name in text.messages(namespace) if not name.startswith(elsewhere) and name not in known]
    assert [name for name in names if not is_used(namespace, name)] == []


def is_used(namespace: str, name: str) -> bool:
    if COMPOSED.fullmatch(name):
        return f".{name.rpartition('.')[0] or name}" in SOURCES
    return f"{namespace}.{name}" in QUOTED


def test_every_code_in_the_sources_has_a_message() -> None:
    spaces = "|".join(text.namespaces())
    codes = set(re.findall(rf'(?:say|refuse_if|[A-Z]\w+)\(\s*"((?:{spaces})\.[a-z_.]+)"', SOURCES))
    assert len(codes) > 50
    assert [code for code in codes if not text.has(code) and not find_spec(code)] == []


def test_an_unknown_language_falls_back_to_english() -> None:
    assert text.say("cli.draw", language="xx") == text.say("cli.draw")
