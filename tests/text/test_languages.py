"""Every language that is offered has what players read, says it with the same values, and has its plurals."""

from pathlib import Path

import pytest

import fourfold
from fourfold import text
from fourfold.text.language import accept_language, find_language, is_right_to_left, list_languages, match_language
from fourfold.text.patterns import END, ISOLATE, arguments, isolate, isolated, parse
from fourfold.text.translations import find_faults, is_left_over
from text.translation import FOR_ALL, ROOT, every, find_all_faults, is_needed, list_folders, samples

RULEBOOKS = "en fr de nl es it pt sv et hu tr pl ru cs sk sl lt lv he ar ja zh-Hans zh-Hant"
ALL = RULEBOOKS.split()


def test_values_are_told_from_cases() -> None:
    parts = parse("{what, select, win {wins} other {{name} loses}} by {count, number}")
    assert [part.name for part in arguments(parts)] == ["what", "name", "count"]
    for broken in ("{name", "name}", "{a, plural, one {x}}", "{a, select, other {x} other {y}}"):
        with pytest.raises(ValueError, match=r"."):
            parse(broken)


def test_there_is_a_catalogue_in_every_part_and_more_than_one_language() -> None:
    assert len(list_folders()) >= 16
    assert "fr" in list_languages()
    assert set(list_languages()) <= set(ALL)
    assert len({text.say("fourfold.language", language) for language in list_languages()}) == len(list_languages())


@pytest.mark.parametrize("language", list_languages())
def test_nothing_that_players_read_is_missing_or_wrong(language: str) -> None:
    """`python3 dev.py language CODE` lists the same."""
    assert find_all_faults(language) == {}


@pytest.mark.parametrize("language", [language for language in list_languages() if language != "en"])
def test_a_language_has_a_glossary_of_the_words_that_were_chosen(language: str) -> None:
    glossary = (ROOT / "docs" / "glossaries" / f"{language}.md").read_text("utf-8")
    assert glossary.startswith(f"# {text.say('fourfold.language', language)}\n")
    assert len([line for line in glossary.splitlines() if line.startswith("| ")]) > 40


def test_what_only_operators_read_may_stay_english() -> None:
    codes = every("en")
    needed = {code for code in codes if is_needed(code, "de")}
    assert {"page.home.title", "quads.refuse.no_contact", "terminal.title", "store.name_taken"} <= needed
    assert not {"cli.draw", "web.summary.games", "quads.position.rim"} & needed
    assert all(is_needed(code, language) for language in FOR_ALL for code in codes)


@pytest.mark.parametrize(
    ("language", "message", "fault"),
    [
        ("pl", "{count, plural, one {# x} many {# x} other {# x}}", "count lacks the plural “few”"),
        ("ar", "{count, plural, zero {x} one {x} two {x} few {x} other {# x}}", "count lacks the plural “many”"),
        ("sl", "{count, plural, =1 {x} =2 {x} few {x} other {# x}}", "count lacks the plural “one”"),  # 101 is one too
        ("de", "{count, plural, one {# x} few {# x} other {# x}}", "de has no plural “few”"),
        ("ja", "{count, plural, one {# x} other {# x}}", "ja has no plural “one”"),
        ("de", "{number, plural, one {# x} other {# x}}", "values: lacks count"),
        ("de", "{count, plural, one {# x} other {# x}", "cannot be read"),
        ("de", "{count, plural, one {# “x”} other {# x}}", "quotation marks"),
        ("de", "{count, plural, one {# F3} other {# F3}}", "codes: English has no F3"),
        ("es", "{count, plural, one {# ¿x?} other {# x?}}", "¿ without ?"),
        ("ar", "{count, plural, zero {x} one {x} two {x} few {x} many {x} other {# \u0628?}}", "the sign at"),
        ("zh-Hans", "{count, plural, other {# 子.}}", "the sign at"),
        ("he", "{count, plural, one {x} two {x} other {\u200f# x}}", "marks of direction"),
    ],
)
def test_a_faulty_translation_is_told(language: str, message: str, fault: str) -> None:
    found = find_faults("{count, plural, one {# tile} other {# tiles}}", message, language)
    assert [each for each in found if each.startswith(fault)], found


def test_right_translations_have_no_faults() -> None:
    english = (
        "Quads F5: {count, plural, =0 {none} one {one tile} other {# tiles}}, {who, select, you {you} other {{name}}}?"
    )
    polish = (
        "Quads F5: {count, plural, =0 {0} one {1} few {#} many {#} other {#}}, {who, select, you {ty} other {{name}}}?"
    )
    assert find_faults(english, polish, "pl") == []
    assert find_faults("Say “{word}”", "Sagt „{word}“", "de") == []
    assert find_faults("{count, plural, one {one move} other {# moves}}", "{count, plural, other {# 手}}", "ja") == []


def test_a_sentence_that_stayed_english_is_told_and_a_word_is_not() -> None:
    assert is_left_over("Draw lots for the colours {name}", "Draw lots for the colours {name}")
    assert not is_left_over("Sonneborn-Berger", "Sonneborn-Berger")


def test_every_kind_of_number_is_shown_to_translators() -> None:
    shown = list(samples("", "{n, plural, one {# x} few {# y} many {# z} other {# w}}", "pl"))
    assert sorted(shown) == ["0 z", "1 x", "2 y"]


def test_values_keep_their_direction_in_right_to_left_sentences() -> None:
    """Only plain values: what a case is chosen by, and numbers, are left alone."""
    pattern = "{what, select, win {wins} other {{name} plays {move}}} {count, plural, one {#} other {# x}}"
    shown = isolated(pattern)
    assert shown.count(f"{ISOLATE}{{move}}{END}") == shown.count(f"{ISOLATE}{{name}}{END}") == 1
    assert shown.replace(ISOLATE, "").replace(END, "") == pattern


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("כתוב 0,0=0000+25+2.", "0,0=0000+25+2"),
        ("לוח של 6 x 6 משבצות", "6 x 6"),
        ("16 + 27 − 7 = 36. ואם", "16 + 27 − 7 = 36"),
        ("اسحب (−20)", "−20"),
        ("أضف /c3 في آخر الحركة", "/c3"),
        ("وround= هنا", "round="),
        ("הכתובת http://…/join/…", "http://…/join/…"),
        ("{game}: 0,0={tile}؛ لا", "0,0={tile}"),
        ("חוץ מ־0, 2, 4, 5 (+)", ""),
        ("Quads F5: הצלע (S), e5-f6/c3 או F4, R1", ""),
        ("«fourfold serve --host 0.0.0.0» ב-25", ""),
        ("1. בעמודה 100% ב-2004 Goliath", ""),
    ],
)
def test_notation_and_sums_keep_their_direction_in_right_to_left_sentences(said: str, kept: str) -> None:
    """Only what would be turned round, and with the values in it; the page does the same (messages.test.ts)."""
    found = isolated(said).replace(f"{ISOLATE}{{game}}{END}", "{game}")
    assert found == (said.replace(kept, ISOLATE + kept.replace(" ", "\u00a0") + END) if kept else said)
    assert "{" in said or isolate(said) == found


def test_right_to_left_sentences_isolate_what_is_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.json").write_text('{"played": "{name} plays {move}."}')
    (tmp_path / "he.json").write_text('{"played": "{name} משחק {move}."}', encoding="utf-8")
    monkeypatch.setitem(text._folders, "sample", tmp_path)
    assert text.say("sample.played", "he", name="Ann", move="c4") == f"{ISOLATE}Ann{END} משחק {ISOLATE}c4{END}."
    assert text.say("sample.played", "ar", name="Ann", move="c4") == "Ann plays c4."
    assert [language for language in ALL if is_right_to_left(language)] == ["he", "ar"]


def test_the_environment_and_the_wish_choose_the_language() -> None:
    assert find_language({"LC_ALL": "fr_CA.UTF-8", "LANG": "en_GB"}) == "fr"
    assert find_language({"LANG": "fr"}, "en") == "en"
    assert find_language({"LANG": "xx_XX.UTF-8"}) == "en"
    assert find_language({}, "fr-CA") == "fr"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        *((code, code) for code in ALL),
        *((said, "zh-Hant") for said in ("zh-TW", "zh_HK", "zh-MO", "zh_TW.UTF-8", "ZH-hant-CN", "zh_HK.big5hkscs")),
        *((said, "zh-Hans") for said in ("zh", "zh-CN", "zh_SG.UTF-8", "zh-Hans-HK", "zh-hans")),
        ("pt-BR", "pt"),
        ("pt_PT@euro", "pt"),
        ("iw", "he"),
        ("iw_IL.UTF-8", "he"),
        ("de-Latn-AT-1996", "de"),
        *((said, None) for said in ("C", "POSIX", "C.UTF-8", "", "nb", "xx-Hant", "../en", "e")),
    ],
)
def test_a_code_finds_its_language_by_script_and_region(said: str, found: str | None) -> None:
    assert match_language(said, ALL) == found


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("de-CH, fr;q=0.9", "de"),
        ("nb, en;q=0.5, pt-BR;q=0.7", "pt"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("fr;q=0, en", "en"),
        ("fr;q=nonsense, he", "he"),
        ("*, xx", "en"),
        ("", "en"),
        (",;q=;;,", "en"),
    ],
)
def test_a_browsers_wishes_choose_the_language(header: str, found: str) -> None:
    assert accept_language(header, ALL) == found


def test_what_is_spoken_is_said_where_no_language_is_asked_for() -> None:
    try:
        text.speak("fr")
        assert text.say("fourfold.reason.time") == "Le temps est écoulé."
        assert text.say("fourfold.reason.time", "en") == "Time ran out."
        assert str(fourfold.core.errors.IllegalMove("exago.refuse.occupied", target="e5")).startswith("Exago F3\u202f:")
    finally:
        text.speak("en")
