"""Tests of a game's texts: every message that the program asks for is there, in every language."""

import re

import fourfold
from fourfold import text
from fourfold.contract.variants import languages_of, list_variants
from fourfold.contract.ways import play, ways_of
from fourfold.core.clicks import Clicks, Tree
from fourfold.core.help.notice import STAGES
from fourfold.core.options import Choice
from fourfold.core.registry import facts, folder
from fourfold.text.translations import find_faults, is_optional


def test_every_game_has_variants_to_test_and_ways_to_play(game: str) -> None:
    mine = list_variants([game])
    assert {variant.seats for variant in mine} == set(facts(game).seats)
    for option in facts(game).options:
        assert any(option.name in variant.options for variant in mine), option.name
    assert len(ways_of(game)) > 1, "by chance, and at least one that seeks something rare"


def wanted(game: str) -> set[str]:
    """The messages that follow from a game's facts, rulings and pieces."""
    known, loaded = facts(game), fourfold.game(game)
    names = {"tagline", *(f"seat.{seat}" for seat in range(known.seats[-1]))}
    for option in known.options:
        names |= {f"option.{option.name}", f"option.{option.name}.label"}
        names |= {f"option.{option.name}.{word}" for word in option.words} if isinstance(option, Choice) else set()
    names |= {f"extra.{extra.name}" for extra in known.scoring.extras} if known.scoring else set()
    names |= {f"refuse.{ruling}" for ruling in loaded.rulings.values()}
    return names | {face.message for symbol in loaded.look.symbols().values() for face in symbol.faces}


def test_every_word_of_a_game_is_in_its_catalogue(game: str) -> None:
    assert wanted(game) - set(text.messages(game)) == set()


def test_every_name_of_a_piece_is_said(game: str) -> None:
    said = {face.message for symbol in fourfold.game(game).look.symbols().values() for face in symbol.faces}
    said |= {f"{message}.letters" for message in said}
    assert {name for name in text.messages(game) if name.startswith("piece.")} <= said


def test_labels_of_options_are_short_and_differ(game: str) -> None:
    labels = [text.messages(game)[f"option.{option.name}.label"] for option in facts(game).options]
    assert all(label and not label.endswith(".") for label in labels)
    assert len(set(labels)) == len(labels)


def words_in(tree: Tree) -> set[str]:
    """The words among the clicks of a tree."""
    found = set(tree.get("word", ()))
    for after in (after for names in tree.values() for after in names.values()):
        found |= words_in(after) if isinstance(after, dict) else set()
    return found


def test_every_word_with_a_label_is_clicked_in_some_game(game: str) -> None:
    left = {name.removeprefix("click.") for name in text.messages(game) if name.startswith("click.")}
    variants = [variant for variant in list_variants([game]) if variant.seats == facts(game).seats[0]]
    for seed in range(1_000):
        for variant in variants:
            for position in play(variant, seed=seed, plies=400 if seed < 10 else 1):  # whole games, then first moves
                if not left:
                    return
                left -= words_in(Clicks(position.moves()).tree())
    assert not left


def test_every_reason_and_refusal_names_the_game_and_its_rule(game: str) -> None:
    for language in languages_of(game):
        for key, message in text.messages(game, language).items():
            if key.startswith(("refuse.", "reason.")):
                start = rf"{re.escape(facts(game).name)} [FR]\d+[a-z]?[\s:,：，、،]"
                assert re.match(start, message), (language, key)


def test_short_words_of_refusals_say_what_and_why_and_name_no_cell(game: str) -> None:
    """Where a game has short words: each refusal has, in two lines. Translations keep lines and values."""
    said = text.messages(game)
    short = {name.removeprefix("short.") for name in said if name.startswith("short.")}
    assert short in (set(), {name.removeprefix("refuse.") for name in said if name.startswith("refuse.")})
    for name in short:
        what, why = said[f"short.{name}"].split("\n")
        assert what, name
        assert why, name
        assert not re.search(r"\{(move|cell|square|other|source|target|keep|centre|taken)\b", what + why), name


def test_short_words_of_endings_cite_no_rule(game: str) -> None:
    """Where a game has them: each reason has; other languages cite what English cites."""
    said = text.messages(game)
    short = {name.removeprefix("end.") for name in said if name.startswith("end.")}
    reasons = {name.removeprefix("reason.") for name in said if name.startswith("reason.")}
    assert reasons <= short or not short
    for name in short:
        assert not re.search(r"\b[FR]\d", said[f"end.{name}"]), name


def test_prompts_and_words_of_moves_are_used(game: str) -> None:
    """The code names them; a stage of a prompt hangs on a prompt. A heard move hangs on a shown one."""
    sources = "".join(path.read_text(encoding="utf-8") for path in folder(game).rglob("*.py"))
    for name in text.messages(game):
        kind, _, rest = name.partition(".")
        code, _, stage = rest.partition(".")
        if kind in ("prompt", "move"):
            assert f'"{game}.{kind}.{code}"' in sources, name
            assert stage in ("", *STAGES) if kind == "prompt" else not stage, name
        if kind == "heard":
            assert f'"{game}.heard.{rest}"' in sources or f'"{game}.move.{rest}"' in sources, name
        if kind == "points":
            assert f'"{rest}"' in sources, name


def test_every_language_has_the_messages_of_players_as_english_has_them(game: str) -> None:
    english = text.messages(game)
    for language in languages_of(game):
        translated = text.messages(game, language)
        missing = english.keys() - translated.keys()
        assert [name for name in missing if not is_optional(game, name)] == [], language
        assert translated.keys() <= english.keys(), language
        faults = {name: find_faults(english[name], message, language) for name, message in translated.items()}
        assert {name: fault for name, fault in faults.items() if fault} == {}, language
