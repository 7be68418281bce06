"""Pictures of positions: the mark of the last move, notebooks, palettes. The contract suite draws every game."""

import pytest

import fourfold
from fourfold.contract.drawing_tests import SPACE, check_svg
from fourfold.picture.shapes import MarkKind


@pytest.mark.parametrize(
    ("game", "moves", "to", "start"),
    [
        ("quads", "c4=TTTT", {"c4"}, set()),
        ("qawale", "a1NEE", {"c2"}, {"a1"}),
        ("exago", "e5 e6", {"e6"}, set()),
    ],
)
def test_the_last_move_is_marked(game: str, moves: str, to: set[str], start: set[str]) -> None:
    position = fourfold.game(game).start()
    assert not position.drawing().marks
    for move in moves.split():
        position = position.play(move)
    marks = position.drawing().marks
    assert {mark.name for mark in marks if mark.kind == MarkKind.TO} == to
    assert {mark.name for mark in marks if mark.kind == MarkKind.FROM} == start
    root = check_svg(position.svg())
    assert {group.get("data-name") for group in root.iter(f"{SPACE}g") if "to" in group.get("class", "").split()} == to
    assert "\x1b[1;4" in position.coloured() or "\x1b[4" in position.coloured()


def test_a_notebook_shows_positions_and_views() -> None:
    position = fourfold.game("exago").start(seats=6)
    check_svg(position._repr_svg_())
    check_svg(position.view(2)._repr_svg_())


def test_an_unknown_palette_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(fourfold.BadValue, match="light, dark, contrast, page"):
        fourfold.game("quads").start().svg("pink")
