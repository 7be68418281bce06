"""Making moves by clicks: down the tree and back, cells before tiles, branches that are fetched."""

import asyncio
from collections.abc import Sequence

import pytest

import fourfold
from fourfold import Position
from fourfold.core.clicks import Clicks, Tree
from fourfold.terminal.board.move_builder import Choosing
from fourfold.terminal.board.picture import Picture


def choosing_of(position: Position) -> Choosing:
    async def ask(path: Sequence[str]) -> Tree:
        return Clicks(position.moves()).tree(path)

    return Choosing(Clicks(position.moves()).tree(), Picture.of(position).places, ask)


def click(choosing: Choosing, *names: str) -> str | None:
    async def all_of_them() -> str | None:
        move = None
        for name in names:
            move = await choosing.click(name)
        return move

    return asyncio.run(all_of_them())


def test_a_cell_may_be_clicked_before_its_tile() -> None:
    choosing = choosing_of(fourfold.game("quads").start())
    assert click(choosing, "c3") is None
    assert choosing.wish == "c3"
    assert click(choosing, "TTTT") == "c3=TTTT"


def test_where_only_one_way_is_left_it_goes_without_saying() -> None:
    choosing = choosing_of(fourfold.game("quads").start())
    assert click(choosing, "PPPP", "b2") == "b2=PPPP"


def test_a_choice_of_ways_is_not_made_for_anybody() -> None:
    position = fourfold.game("quads").start().play("c3=PPPP").play("e5=TTTT")
    choosing = choosing_of(position)
    tile, cell = next((t, c) for t, cells in choosing.tree.items() if isinstance(cells, dict)
                      for c, ways in cells.items() if isinstance(ways, dict) and len(ways) > 1)  # fmt: skip
    assert click(choosing, tile, cell) is None
    assert len(choosing.words) > 1


def test_clicks_are_taken_back_one_by_one_or_all() -> None:
    choosing = choosing_of(fourfold.game("qawale").start())
    click(choosing, "a1", "a2", "b2")
    assert choosing.back()
    assert choosing.path == ["a1", "a2"]
    assert "b2" in choosing.now
    choosing.clear()
    assert choosing.path == []
    assert not choosing.back()


def test_a_wish_is_taken_back_too() -> None:
    choosing = choosing_of(fourfold.game("quads").start())
    click(choosing, "c3")
    assert choosing.back()
    assert choosing.wish is None


def test_what_leads_nowhere_is_refused_and_changes_nothing() -> None:
    choosing = choosing_of(fourfold.game("qawale").start())
    click(choosing, "a1")
    with pytest.raises(KeyError):
        click(choosing, "c3")
    assert choosing.path == ["a1"]


def test_branches_that_are_left_out_are_fetched() -> None:
    position = fourfold.read("qawale@n,.,.,n/.,.,o,./.,x,.,./nnnnnnxoxoxo,.,.,.:8")
    choosing = choosing_of(position)
    depth = 0
    move = None
    while move is None:
        move = click(choosing, next(iter(choosing.branches)))
        depth += 1
    assert move in position.moves()
    assert depth > 5


def test_moves_are_completed() -> None:
    choosing = choosing_of(fourfold.game("qawale").start())
    assert choosing.moves("a1NE") == ["a1NEE", "a1NEN", "a1NES"]
    assert choosing.moves("z") == []
