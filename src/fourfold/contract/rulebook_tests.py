"""Tests of a game's rulebook: the same in every language, complete for players, and shown with its figures."""

import re

from fourfold import text
from fourfold.contract.variants import languages_of
from fourfold.core.display.figures import SHELF, list_figures
from fourfold.core.help.explanation import rule_of
from fourfold.core.help.lessons import list_steps
from fourfold.core.help.rulebook import Passage, Section, read_rulebook
from fourfold.core.options import Choice
from fourfold.core.registry import facts, folder
from fourfold.picture.formats.styled_text import Depth, plain

FOR_PROGRAMMERS = re.compile(r">>>|perft|Traceback|seat 0|`")
WIDEST_TEXT = 80  # characters of a figure
SIGN, EXPLAINED = "(+)", re.compile(r"\(\+\)\s?[:：]")
CODE = re.compile(r"`[^`\n]+`")


def outline(section: Section) -> tuple[object, ...]:
    """What is the same in every language."""
    passages = [(each.names, each.option, [figure.name for figure in each.figures]) for each in section.passages]
    return section.is_for_referees, passages


def cited_rules(game: str) -> dict[str, str]:
    """The rules that refusals, notices, reasons and lessons cite, by what cites them."""
    messages = [name for name in text.messages(game) if name.startswith(("refuse.", "notice.", "reason."))]
    cited = {name: rule_of(f"{game}.{name}") for name in messages}
    return cited | {step.id: step.rule for step in list_steps(game) if step.rule}


def named(passages: list[Passage]) -> list[str]:
    """The names of all rules, in order."""
    return [name for passage in passages for name in passage.names]


def test_the_rules_are_the_same_in_every_language(game: str) -> None:
    english = read_rulebook(game)
    for language in languages_of(game):
        book = read_rulebook(game, language)
        assert book.language == language
        assert [outline(section) for section in book.sections] == [outline(section) for section in english.sections]
        texts = ["".join(p.text for s in each.sections for p in s.passages) for each in (book, english)]
        assert set(CODE.findall(texts[0])) == set(CODE.findall(texts[1]))
        assert (texts[0] != texts[1]) == (language != english.language)


def test_a_sign_beside_facts_is_explained_before_the_first_rule(game: str) -> None:
    for language in languages_of(game):
        first, *others = read_rulebook(game, language).sections
        if any(SIGN in passage.text for section in others for passage in section.passages):
            assert any(EXPLAINED.search(passage.text) for passage in first.passages), language


def test_every_rule_has_one_place_and_every_cited_rule_is_there_for_players(game: str) -> None:
    names = named(list(read_rulebook(game).passages()))
    assert names
    assert len(set(names)) == len(names)
    assert {what: rule for what, rule in cited_rules(game).items() if rule not in names} == {}


def test_every_option_has_a_passage_under_its_label(game: str) -> None:
    for language in languages_of(game):
        described = [passage.option for passage in read_rulebook(game, language).passages() if passage.option]
        assert sorted(described) == sorted(option.name for option in facts(game).options)


def test_options_are_described_by_their_labels_not_by_their_values(game: str) -> None:
    for language in languages_of(game):
        for option in facts(game).options:
            if isinstance(option, Choice):
                code = f"{game}.option.{option.name}"
                described = text.say(code, language)
                for word in option.words:
                    label = text.say(f"{code}.{word}", language)
                    assert not re.search(rf"\b{word}\b", described.replace(label, "")), described


def test_the_rules_and_the_facts_agree_on_how_long_a_match_lasts(game: str) -> None:
    for language in languages_of(game):
        first = read_rulebook(game, language).sections[0].passages[0].text
        told = re.search(r"(?:(\d+)\s+(?:to|à)\s+)?(\d+)\s+minutes", first)
        if told:
            assert int(told[1] or told[2]) <= facts(game).minutes <= int(told[2])


def test_what_is_for_programmers_stands_in_the_last_section(game: str) -> None:
    for language in languages_of(game):
        book = read_rulebook(game, language)
        assert [section.is_for_referees for section in book.sections[:-1]] == [False] * (len(book.sections) - 1)
        for passage in book.passages():
            assert not FOR_PROGRAMMERS.search(passage.text), passage.heading
            assert passage.parts, passage.heading


def test_every_figure_of_the_rules_is_drawn_and_every_drawn_one_is_shown(pictured: str) -> None:
    for language in languages_of(pictured):
        placed = [figure for passage in read_rulebook(pictured, language).passages() for figure in passage.figures]
        names = [figure.name for figure in placed]
        assert sorted(names) == sorted(set(list_figures(pictured)) - {SHELF})
        assert all(figure.caption.strip() for figure in placed)
        assert sorted(path.stem for path in (folder(pictured) / "figures").iterdir()) == sorted(names)


def test_figures_are_small_and_have_no_words(pictured: str) -> None:
    for name, figure in list_figures(pictured).items():
        if name != SHELF:
            drawing = figure()
            assert drawing.title, name
            written = [label.text for label in drawing.labels]
            assert [word for word in written if len(word) > 2] == [], name
            lines = plain(figure.lines(Depth.TRUE)).splitlines()
            assert lines, name
            assert max(map(len, lines)) <= WIDEST_TEXT, name
