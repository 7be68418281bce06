"""Print and play: every piece of a kit as often as it says, within the margins, and the rules."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from bidi.algorithm import get_display

import fourfold
from fourfold.core.display.print_sheets import MARGIN, PAPERS, print_game
from fourfold.core.errors import BadValue
from fourfold.core.help.rulebook import read_rulebook
from fourfold.picture.font.scripts import MARKS, join_letters
from fourfold.picture.font.text_glyphs import draw_sign, is_drawn, measure
from fourfold.picture.path_segments import trace
from fourfold.text.language import is_right_to_left, list_languages
from paper import Paper, read_paper

GAMES = fourfold.list_games()
CLOSE = 0.02  # millimetres
WIDE = pytest.param(("en", "de", "ar", "ja"), id="some")  # the longest words, right to left, no spaces


def printed(game: str, paper: str = "a4", language: str = "en") -> Paper:
    return _printed(game, paper, language)


@cache
def _printed(game: str, paper: str, language: str) -> Paper:
    return read_paper(print_game(fourfold.game(game), paper, language))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_the_kit_is_printed_as_often_as_it_says(game: str, paper: str) -> None:
    kit, pages = fourfold.game(game).kit, printed(game, paper).pages
    boards = [page for page in pages if page.names("board-")]
    names = [name for page in pages if page.names("cut-line") for name in page.names("")]
    assert Counter(name for name in names if name in set(kit.symbols)) == Counter(kit.symbols)
    assert sum(len(page.names("cut-line")) for page in pages) == len(kit.symbols)
    assert len(boards) == len(kit.boards)


@pytest.mark.parametrize("languages", [WIDE, pytest.param(list_languages(), marks=pytest.mark.long, id="all")])
@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
@pytest.mark.parametrize("game", GAMES)
def test_pages_have_the_size_of_the_paper_and_nothing_lies_in_the_margins(
    game: str, paper: str, size: tuple[float, float], languages: Sequence[str]
) -> None:
    for language in languages:
        found = printed(game, paper, language)
        assert 3 <= len(found.pages) <= 4, "the rules fit on two pages"
        for page in found.pages:
            assert (page.width, page.height) == pytest.approx(size, abs=CLOSE)
            left, right = (edge(x for x, _ in page.points) for edge in (min, max))
            top, bottom = (edge(y for _, y in page.points) for edge in (min, max))
            assert left >= MARGIN - CUT_REACH
            assert right <= page.width - MARGIN + CUT_REACH
            assert top >= MARGIN
            assert bottom <= page.height - MARGIN


CUT_REACH = 0.15  # half of a line lies outside of what it is the edge of


@pytest.mark.parametrize("game", GAMES)
def test_pieces_do_not_overlap(game: str) -> None:
    kit = fourfold.game(game).kit
    across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
    width = (max(across) - min(across)) * kit.unit
    for page in printed(game).pages:
        cuts = [one for one in page.placed if one.name == "cut-line"]
        assert all(one.unit == pytest.approx(kit.unit, abs=0.001) for one in cuts)
        for place, one in enumerate(cuts):
            for other in cuts[:place]:
                assert max(abs(one.x - other.x), abs(one.y - other.y)) >= width - CLOSE


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_fits_into_a_cell_of_its_board(game: str) -> None:
    kit = fourfold.game(game).kit
    for board in kit.boards:
        cell = board.frame.cells[0].points
        room = (max(x for x, _ in cell) - min(x for x, _ in cell)) * kit.board_unit
        across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
        assert room * 0.6 < (max(across) - min(across)) * kit.unit <= room + CLOSE


def in_reading_order(line: str, language: str) -> str:
    """A printed line as it is read: right-to-left text lies on paper in its visual order."""
    return str(get_display(line, base_dir="R")) if is_right_to_left(language) else line


def joined(text: str, language: str) -> str:
    """Text without its spaces where a script has none between words: there lines end within them."""
    return text.replace(" ", "") if language.startswith(("ja", "zh")) else text


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_all_there_and_can_be_searched(game: str, language: str) -> None:
    found = printed(game, language=language)
    rules = [page for page in found.pages if not page.names("board-") and not page.names("cut-line")]
    words = joined(
        " ".join(in_reading_order(text.strip(), language) for page in rules for text in page.texts), language
    )
    book = read_rulebook(game, language)
    for passage in book.passages():
        heading = f"{', '.join(passage.names)} {passage.title}".strip()
        assert joined(MARKS.sub("", heading), language) in words
        assert [word for word in re.findall(r"\w+", passage.text) if word not in words] == []
    captions = [figure.caption for passage in book.passages() for figure in passage.figures]
    assert len([name for page in rules for name in page.names("figure-")]) == len(captions) > 0
    assert not any(section.title in words for section in book.sections if section.is_for_referees)
    assert fourfold.game(game).name in found.title
    assert found.language == language
    assert "Fourfold" in words
    assert fourfold.game(game).facts.publisher in words


def test_rules_and_their_figures_stay_together_and_are_affiliated_with_nobody_once() -> None:
    for game in GAMES:
        rules = [page for page in printed(game).pages if not page.names("board-") and not page.names("cut-line")]
        words = [" ".join(page.texts) for page in rules]
        assert sum(text.count("not affiliated") for text in words) == 1
        assert all("R: a ruling of ours" in text for text in words)
        for passage in read_rulebook(game).passages():
            names = {f"figure-{figure.name}" for figure in passage.figures}
            pages = [page for page in rules if names & set(page.names("figure-"))]
            assert all(names <= set(page.names("figure-")) for page in pages)
            assert all(passage.title in " ".join(page.texts) for page in pages)


@pytest.mark.parametrize("language", list_languages())
def test_every_sign_of_every_language_is_drawn(language: str) -> None:
    signs = {sign for game in GAMES for page in printed(game, language=language).pages for sign in "".join(page.texts)}
    assert {sign for sign in signs if not is_drawn(join_letters(sign))} == set()
    assert not is_drawn("\u0e01")


def test_a_document_asks_to_be_printed_at_its_true_size_and_is_always_the_same() -> None:
    assert "/PrintScaling/None" in printed("quads").catalogue
    quads = fourfold.game("quads")
    assert print_game(quads, "letter", "fr") == print_game(quads, "letter", "fr")
    assert len(print_game(quads)) < 100_000


def test_an_unknown_paper_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(BadValue, match="a4, letter"):
        print_game(fourfold.game("quads"), "a7")


def test_a_letter_with_an_accent_is_as_wide_as_without() -> None:
    assert measure("é", 2.0) == measure("e", 2.0)
    assert draw_sign("ï").strokes[0][2] != draw_sign("i").strokes[0][2], "the accent stands instead of the point"


def test_an_arc_becomes_curves_on_its_circle() -> None:
    curves = [points for kind, points in trace("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z") if kind == "C"]
    assert [points[-2:] for points in curves] == [
        pytest.approx(end, abs=1e-9) for end in ((0, 5), (5, 0), (0, -5), (-5, 0))
    ]
    start = (-5.0, 0.0)
    for x1, y1, x2, y2, x3, y3 in curves:
        x, y = (start[0] + 3 * x1 + 3 * x2 + x3) / 8, (start[1] + 3 * y1 + 3 * y2 + y3) / 8
        assert (x * x + y * y) ** 0.5 == pytest.approx(5, abs=0.01)
        start = (x3, y3)
