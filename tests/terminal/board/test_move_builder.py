"""Moves by clicks: down the tree and back, cells before tiles, branches that are fetched."""

import asyncio
from collections.abc import Sequence

import pytest

import fourfold
from fourfold import Position
from fourfold.core.clicks import Clicks, Tree
from fourfold.terminal.board.move_builder import MoveBuilder
from fourfold.terminal.board.picture import Picture


def builder_of(position: Position) -> MoveBuilder:
    async def ask(path: Sequence[str]) -> Tree:
        return Clicks(position.moves()).tree(path)

    return MoveBuilder(Clicks(position.moves()).tree(), Picture.of(position).cells, ask)


def click(builder: MoveBuilder, *names: str) -> str | None:
    async def all_of_them() -> str | None:
        move = None
        for name in names:
            move = await builder.click(name)
        return move

    return asyncio.run(all_of_them())


def test_a_cell_may_be_clicked_before_its_tile() -> None:
    builder = builder_of(fourfold.game("quads").start())
    assert click(builder, "c3") is None
    assert builder.target == "c3"
    assert click(builder, "TTTT") == "c3=TTTT"


def test_where_only_one_way_is_left_it_goes_without_saying() -> None:
    builder = builder_of(fourfold.game("quads").start())
    assert click(builder, "PPPP", "b2") == "b2=PPPP"


def test_a_choice_of_ways_is_not_made_for_anybody() -> None:
    position = fourfold.game("quads").start().play("c3=PPPP").play("e5=TTTT")
    builder = builder_of(position)
    tile, cell = next((t, c) for t, cells in builder.tree.items() if isinstance(cells, dict)
                      for c, ways in cells.items() if isinstance(ways, dict) and len(ways) > 1)  # fmt: skip
    assert click(builder, tile, cell) is None
    assert len(builder.words) > 1


def test_clicks_are_taken_back_one_by_one_or_all() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    click(builder, "a1", "a2", "b2")
    assert builder.back()
    assert builder.path == ["a1", "a2"]
    assert "b2" in builder.branches
    builder.clear()
    assert builder.path == []
    assert not builder.back()


def test_a_wish_is_taken_back_too() -> None:
    builder = builder_of(fourfold.game("quads").start())
    click(builder, "c3")
    assert builder.back()
    assert builder.target is None


def test_what_leads_nowhere_is_refused_and_changes_nothing() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    click(builder, "a1")
    with pytest.raises(KeyError):
        click(builder, "c3")
    assert builder.path == ["a1"]


def test_branches_that_are_left_out_are_fetched() -> None:
    position = fourfold.read("qawale@n,.,.,n/.,.,o,./.,x,.,./nnnnnnxoxoxo,.,.,.:8")
    builder = builder_of(position)
    depth = 0
    move = None
    while move is None:
        move = click(builder, next(iter(builder.branches)))
        depth += 1
    assert move in position.moves()
    assert depth > 5


def test_moves_are_completed() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    assert builder.moves("a1NE") == ["a1NEE", "a1NEN", "a1NES"]
    assert builder.moves("z") == []
