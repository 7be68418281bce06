"""Pictures of positions: notebooks, palettes. The contract suite draws every game."""

import pytest

import fourfold
from fourfold.contract.drawing_tests import check_svg


def test_a_notebook_shows_positions_and_views() -> None:
    position = fourfold.game("exago").start(seats=6)
    check_svg(position._repr_svg_())
    check_svg(position.view(2)._repr_svg_())


def test_an_unknown_palette_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(fourfold.BadValue, match="light, dark, contrast, page"):
        fourfold.game("quads").start().svg("pink")
