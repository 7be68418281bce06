"""The printed rules, statement by statement: our rule, whether it is a fact or a ruling, and the test that shows it.

`rulebook.json` of each game keeps facts and numbers in our words, never the printed sentences. Kinds of rows: `fact`,
stated in the printed text; `elsewhere`, from public descriptions; `ruling`, ours where the text is silent; `error`,
what only some translations say.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

import fourfold
from fourfold.core.registry import folder
from fourfold.text.language import list_languages

ROOT = Path(__file__).parents[2]
GAMES = [game for game in fourfold.list_games() if folder(game).is_relative_to(ROOT)]
KINDS = {"fact", "elsewhere", "ruling", "error"}
every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", list_languages())
read_by_us = pytest.mark.parametrize("language", ["en", "fr"])  # the others keep the numbers of the English rules


def list_rows(game: str) -> list[dict[str, str]]:
    path = ROOT / "tests" / "games" / game / "rulebook.json"
    rows: list[dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return rows


def read_text(game: str, language: str) -> str:
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return (folder(game) / name).read_text(encoding="utf-8")


def rules_of(text: str) -> list[str]:
    """The rules that headings state."""
    headings = re.findall(r"^### ((?:[FR]\d+[a-z]?(?:, )?)+) · ", text, re.MULTILINE)
    return [name for heading in headings for name in heading.split(", ")]


@cache
def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@every_language
@every_game
def test_every_row_cites_a_rule_and_every_rule_has_a_row(game: str, language: str) -> None:
    rules = rules_of(read_text(game, language))
    assert len(set(rules)) == len(rules)
    assert {row["rule"] for row in list_rows(game)} == set(rules)


@every_game
def test_every_row_names_a_test_that_exists(game: str) -> None:
    for row in list_rows(game):
        path, _, name = row["test"].partition("::")
        assert name in names_in(path), row


@every_game
def test_rows_are_of_a_kind_and_none_is_there_twice(game: str) -> None:
    rows = list_rows(game)
    assert {row["kind"] for row in rows} <= KINDS
    assert len({(row["rule"], row["says"]) for row in rows}) == len(rows)


@read_by_us
@every_game
def test_every_ruling_has_its_reason_for_referees(game: str, language: str) -> None:
    before, _, after = read_text(game, language).partition({"en": "\n### Rulings", "fr": "\n### Décisions"}[language])
    rulings = [name for name in rules_of(before) if re.fullmatch(r"R\d+", name)]
    assert re.findall(r"^\*\*(R\d+)\.\*\*", after, re.MULTILINE) == sorted(rulings)


SAID = {
    ("quads", "en"): ("from 6 years (+)", "5 to 20 minutes", "Draw lots for the colours"),
    ("quads", "fr"): ("à partir de 6 ans (+)", "5 à 20 minutes", "Tirez les couleurs au sort"),
    ("qawale", "en"): ("from 8 years (+)", "15 minutes (+)", "Draw lots for who begins"),
    ("qawale", "fr"): ("à partir de 8 ans (+)", "15 minutes (+)", "Tirez au sort qui commence"),
    ("quadominos", "en"): ("8 years", "half an hour", "clockwise"),
    ("quadominos", "fr"): ("8 ans", "demi-heure", "sens horaire"),
    ("exago", "en"): ("from 7 years.", "20 minutes (+)", "the youngest player", "clockwise"),
    ("exago", "fr"): ("à partir de 7 ans.", "20 minutes (+)", "la plus jeune personne", "sens horaire"),
}


@read_by_us
@every_game
def test_the_rules_say_how_old_how_long_and_who_starts(game: str, language: str) -> None:
    """And what happens when time runs out."""
    for_players = re.split(r"^## (?:For|Pour) ", read_text(game, language), flags=re.MULTILINE)[0]
    text = " ".join(for_players.split())
    assert [words for words in SAID[game, language] if words not in text] == []
    assert {"en": "runs out of time", "fr": "dépasse son temps"}[language] in text
