"""The catalogues: complete, readable by ICU, and all of it used."""

import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import fourfold
import fourfold.arena
import fourfold.cli
from fourfold import text

PACKAGE = Path(fourfold.__file__).parent
fourfold.list_games()
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
EVERY = [(space, name) for space in text.namespaces() for name in text.messages(space)]

# Messages whose names are put together in the sources: say(f"quads.hand.{colour}").
COMPOSED = re.compile(
    r"tagline|(seat|option|refuse|reason|(bench|duel|ladder|analyse)\.column|engine|hand|review)\.\w+|level-[1-8](\.about)?"
)


@pytest.mark.parametrize(("namespace", "name"), EVERY)
def test_every_message_can_be_read_by_icu(namespace: str, name: str) -> None:
    MessageFormat(text.messages(namespace)[name], "en")


@pytest.mark.parametrize(("namespace", "name"), EVERY)
def test_every_message_is_used(namespace: str, name: str) -> None:
    if COMPOSED.fullmatch(name):
        stem = "level-" if name.startswith("level-") else name.rpartition(".")[0] or name
        assert f".{stem}" in SOURCES
    else:
        assert re.search(rf"""["']{namespace}\.{re.escape(name)}["']""", SOURCES)


def test_every_code_in_the_sources_has_a_message() -> None:
    spaces = "|".join(text.namespaces())
    codes = set(re.findall(rf'(?:say|[A-Z]\w+)\(\s*"((?:{spaces})\.[a-z_.]+)"', SOURCES))
    assert len(codes) > 50
    assert [code for code in codes if not text.has(code)] == []


def test_every_reason_and_refusal_names_the_game_and_its_rule() -> None:
    for game in fourfold.list_games():
        name = fourfold.game(game).name
        for key, message in text.messages(game).items():
            if key.startswith(("refuse.", "reason.")):
                assert re.match(rf"{name} [FR]\d+[a-z]?( |:|,)", message), (game, key)


def test_an_unknown_language_falls_back_to_english() -> None:
    assert text.say("cli.draw", language="xx") == text.say("cli.draw")
