"""Text of every script is drawn, in the right order, and read again from the document as it was meant."""

import unicodedata

import pytest

from fourfold.core.display.rules_layout import Run, mirror, wrap
from fourfold.picture.font.glyphs import THIN
from fourfold.picture.font.outlines import DETAIL
from fourfold.picture.font.scripts import in_visual_order, join_letters
from fourfold.picture.font.text_glyphs import draw_sign, is_drawn, measure
from fourfold.picture.formats.pdf import pdf
from fourfold.picture.formats.sheet import Sheet, Words
from fourfold.picture.path_segments import trace
from paper import read_paper

SAMPLES = {
    "pl": "Zażółć gęślą jaźń „x”",
    "cs": "Příliš žluťoučký kůň, ďábel",
    "sk": "Ľahké ťahy, vŕba, ôsmy",
    "hu": "Őrült, tűzés: öt",
    "lv": "Ģimene, ķēde, ļoti, ņemt, āēīū",
    "lt": "Ąžuolas, ėjimas, įeiti, ūsai, ų",
    "tr": "İki taş, ığdır, çöp, güç, ş",
    "es": "¿Señor? ¡Sí!",
    "sl": "Čebela žere šop",
    "ru": "Ещё четыре камня в ряд: Quads F3 (c4).",
    "he": "ארבע אבנים בשורה",
    "ar": "لا يجوز ذلك في الصف",
    "ja": "石を四つ一列に並べる。「はい」、アーチ（中央）：？！",
    "zh-Hans": "四个一排，放在中间。“好”：？！（一）、；",
    "zh-Hant": "四個一排，放在中間。「好」：？！（一）、；",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_every_script_is_drawn_and_read_again(language: str) -> None:
    said = SAMPLES[language]
    assert [sign for sign in in_visual_order(said) if not is_drawn(sign)] == []
    sheet = Sheet(200, 40, (Words(said, (10, 20), 4.0), Words(said, (10, 30), 4.0, is_bold=True)))
    found = read_paper(pdf([sheet], {}, "title", language))
    assert found.language == language
    read = [text[::-1] if language in ("he", "ar") else text for text in found.pages[0].texts]
    assert read == [said, said]


def test_a_full_stop_stands_apart_from_the_letter_before_it() -> None:
    [(left, _, _)] = draw_sign(".").strokes
    for letter in set(SAMPLES["ru"] + SAMPLES["ja"] + "д"):
        if outline := draw_sign(letter).outline:
            right = max(x for _, points in trace(outline) for x in points[::2]) / DETAIL
            assert draw_sign(letter).width - right + left - THIN / 2 >= 0.5, letter


def test_a_caron_beside_its_letter_stands_apart_from_a_tall_one_after_it() -> None:
    [(next_left, _, _)] = draw_sign("b").strokes
    for letter in "ďťľĽ":
        caron = draw_sign(letter).strokes[-1][0]  # its right end
        assert draw_sign(letter).width + next_left - caron - THIN >= 0.5, letter


def test_more_signs_than_a_font_holds_are_in_several() -> None:
    signs = "".join(sign for code in range(0x20, 0x500) if is_drawn(sign := chr(code)) and sign.isalpha())
    signs += "".join(dict.fromkeys(SAMPLES["ja"] + SAMPLES["zh-Hans"] + SAMPLES["zh-Hant"]))
    assert len(signs) > 256
    sheet = Sheet(200, 40, (Words(signs, (10, 20), 4.0),))
    assert read_paper(pdf([sheet], {}, "title", "ja")).pages[0].texts == [signs]


def test_arabic_letters_are_joined_and_take_the_room_of_their_forms() -> None:
    forms = [unicodedata.name(form) for form in join_letters("بيت لا")]
    assert [name.rsplit(" ", 2)[1] for name in forms if "FORM" in name] == ["INITIAL", "MEDIAL", "FINAL", "ISOLATED"]
    assert measure("ب", 10) != measure("بب", 10) / 2
    assert join_letters("abc") == "abc"


def test_moves_and_brackets_keep_their_direction_in_right_to_left_lines() -> None:
    assert in_visual_order("אב (c4=SP) גד") == "דג (c4=SP) בא"
    assert in_visual_order("\u2068Quads\u2069 אב") == "בא Quads"
    assert in_visual_order("אב \u20680,0=0000+25\u2069, \u20683 + 4 = 7\u2069.") == ".3 + 4 = 7 ,0,0=0000+25 בא"


def test_han_characters_are_drawn_as_the_language_writes_them() -> None:
    assert draw_sign("放", "zh-Hans").outline
    assert len({draw_sign("。", language).outline for language in ("ja", "zh-Hans", "zh-Hant")}) > 1


def test_lines_break_where_there_are_no_spaces_and_never_before_a_closing_sign() -> None:
    lines = ["".join(run.text for run in line) for line in wrap([Run(SAMPLES["ja"] * 3)], 4.0, 40.0)]
    assert len(lines) > 3
    assert "".join(lines) == SAMPLES["ja"] * 3
    assert all(measure(line, 4.0) <= 40.0 for line in lines)
    assert not [line for line in lines if line[0] in "。、」）：？！"]
    assert not [line for line in lines if line[-1] in "「（"]


def test_a_mirrored_line_ends_where_it_began() -> None:
    [moved] = mirror([Words("אב", (10.0, 5.0), 4.0)], 100.0, {})
    assert isinstance(moved, Words)
    assert moved.place == (pytest.approx(90.0 - measure("אב", 4.0)), 5.0)
