"""Moves by clicks: down the tree and back, in any order of kinds, branches that are fetched."""

import asyncio
from collections.abc import Sequence

import pytest

import fourfold
from fourfold import Position
from fourfold.core.clicks import Click, ClickKind, Clicks, Tree, cell, item, way, word
from fourfold.terminal.board.move_builder import MoveBuilder

# As in a game where one places the piece that one was given, and then gives one.
CELL_FIRST: Tree = {
    "cell": {"a1": {"item": {"p": "a1/p", "q": "a1/q"}}, "b1": {"item": {"q": "b1/q"}}},
    "word": {"claim": "claim"},
}
# A piece, where it goes, how it lies, and a bonus; one may pass.
ITEM_FIRST: Tree = {
    "item": {
        "p": {"cell": {"a1": {"way": {"p": "p1", "r": "p2"}}, "b1": {"way": {"r": {"word": {"x": "p3", "y": "p4"}}}}}},
        "q": {"cell": {"b1": {"way": {"q": "q1"}}}},
    },
    "word": {"pass": "pass"},
}


def builder_of(position: Position) -> MoveBuilder:
    async def ask(path: Sequence[str]) -> Tree:
        return Clicks(position.moves()).tree(path)

    return MoveBuilder(Clicks(position.moves()).tree(), ask)


def click(builder: MoveBuilder, *names: str) -> str | None:
    async def all_of_them() -> str | None:
        move = None
        for name in names:
            move = await builder.click(name)
        return move

    return asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("tree", "names", "move"),
    [
        (CELL_FIRST, ("a1", "p"), "a1/p"),
        (CELL_FIRST, ("p", "a1"), "a1/p"),
        (CELL_FIRST, ("claim",), "claim"),
        (ITEM_FIRST, ("p", "a1", "r"), "p2"),
        (ITEM_FIRST, ("a1", "r"), "p2"),  # only one piece fits there
        (ITEM_FIRST, ("p", "r", "a1"), "p2"),  # turned before it is placed
        (ITEM_FIRST, ("b1", "p", "y"), "p4"),
        (ITEM_FIRST, ("b1", "q"), "q1"),
        (ITEM_FIRST, ("q",), None),
    ],
)
def test_kinds_may_be_clicked_in_any_order(tree: Tree, names: tuple[str, ...], move: str | None) -> None:
    assert click(MoveBuilder(tree), *names) == move


def test_what_is_next_in_the_tree_is_told_apart_from_what_may_come_before_its_turn() -> None:
    builder = MoveBuilder(ITEM_FIRST)
    assert builder.names(ClickKind.ITEM, is_next=True) == ["p", "q"]
    assert builder.names(ClickKind.CELL, is_next=True) == []
    assert builder.names(ClickKind.CELL, is_next=False) == ["a1", "b1"]
    assert builder.names(ClickKind.WAY) == []  # of which piece?
    assert builder.names(ClickKind.WORD) == ["pass"]  # a bonus only when it is due
    click(builder, "p")
    assert builder.names(ClickKind.CELL, is_next=True) == ["a1", "b1"]
    assert builder.names(ClickKind.WAY, is_next=False) == ["p", "r"]
    assert builder.names_after(cell("b1"), ClickKind.WAY) == ["r"]


def test_what_does_not_fit_what_was_clicked_is_not_offered() -> None:
    builder = MoveBuilder(CELL_FIRST)
    click(builder, "p")
    assert builder.options == {cell("a1"): True}
    with pytest.raises(KeyError):
        click(builder, "b1")
    assert builder.made == [item("p")]


def test_a_piece_and_its_way_may_have_the_same_name() -> None:
    builder = MoveBuilder(ITEM_FIRST)
    assert click(builder, "p", "p", "a1") == "p1"
    assert builder.made == [item("p"), way("p"), cell("a1")]
    assert builder.path == ["p", "a1", "p"]


def test_a_cell_and_a_piece_of_the_same_name_are_told_apart_by_their_kind() -> None:
    tree: Tree = {"item": {"a1": {"cell": {"a1": "here", "b1": "there"}}, "b1": {"cell": {"a1": "elsewhere"}}}}
    builder = MoveBuilder(tree)
    asyncio.run(builder.click("a1", [ClickKind.CELL]))
    assert builder.made == [cell("a1")]
    assert asyncio.run(builder.click("b1", [ClickKind.ITEM])) == "elsewhere"


def test_clicks_of_one_kind_keep_their_order() -> None:
    builder = MoveBuilder({"cell": {"a1": {"cell": {"a2": "a1-a2"}}}})
    with pytest.raises(KeyError):
        click(builder, "a2")
    assert click(builder, "a1", "a2") == "a1-a2"


def test_where_only_one_way_is_left_it_goes_without_saying() -> None:
    builder = builder_of(fourfold.game("quads").start())
    assert click(builder, "PPPP", "b2") == "b2=PPPP"


def test_a_choice_is_not_made_for_anybody() -> None:
    builder = MoveBuilder(ITEM_FIRST)
    assert click(builder, "p", "a1") is None
    assert builder.options == {way("p"): True, way("r"): True}


def test_clicks_are_taken_back_one_by_one_or_all() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    click(builder, "a1", "a2", "b2")
    assert builder.back()
    assert builder.path == ["a1", "a2"]
    assert cell("b2") in builder.options
    builder.clear()
    assert builder.path == []
    assert not builder.back()


def test_what_went_without_saying_is_taken_back_with_its_click() -> None:
    builder = MoveBuilder(ITEM_FIRST)
    click(builder, "p", "b1")
    assert builder.made == [item("p"), cell("b1"), way("r")]
    assert builder.options == {word("x"): True, word("y"): True}
    assert builder.back()
    assert builder.made == [item("p")]


def test_what_leads_nowhere_is_refused_and_changes_nothing() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    click(builder, "a1")
    with pytest.raises(KeyError):
        click(builder, "c3")
    assert builder.path == ["a1"]


def test_branches_that_were_cut_are_fetched() -> None:
    position = fourfold.read("qawale@n,.,.,n/.,.,o,./.,x,.,./nnnnnnxoxoxo,.,.,.:8")
    builder = builder_of(position)
    depth = 0
    move = None
    while move is None:
        move = click(builder, next(iter(builder.options)).name)
        depth += 1
    assert move in position.moves()
    assert depth > 5


@pytest.mark.parametrize(("names", "made"), [(("cut", "a1"), ["cut"]), (("a1", "cut"), ["a1"])])
def test_a_branch_that_was_cut_may_turn_out_not_to_fit(names: tuple[str, ...], made: list[str]) -> None:
    async def ask(path: Sequence[str]) -> Tree:
        assert path == ["cut"]
        return {"cell": {"b1": {"way": {"cut": "cut1", "tuc": "cut2"}}, "c1": {"way": {"cut": "cut3"}}}}

    tree: Tree = {"item": {**ITEM_FIRST["item"], "cut": None}}
    builder = MoveBuilder(tree, ask)
    with pytest.raises(KeyError):
        click(builder, *names)
    assert [each.name for each in builder.made] == made
    builder.clear()
    assert click(builder, "b1", "cut", "tuc") == "cut2"


def test_a_branch_that_cannot_be_fetched_leaves_the_clicks_as_they_were() -> None:
    async def ask(path: Sequence[str]) -> Tree:
        raise OSError

    builder = MoveBuilder({"item": {"cut": None}}, ask)
    with pytest.raises(OSError):
        click(builder, "cut")
    assert builder.made == []


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_order_of_kinds_makes_the_same_move(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    for _ in range(5):
        code = position.moves()[0].code
        clicks = position.game.clicks.of(position.row.copy(), code)
        for kinds in (("cell", "item"), ("item", "cell")):
            builder = builder_of(position)
            order = sorted(clicks, key=lambda each: kinds.index(each.kind) if each.kind in kinds else len(kinds))
            assert make(builder, order) == str(position.moves()[0])
        position = position.play(position.moves()[0])


def make(builder: MoveBuilder, clicks: Sequence[Click]) -> str | None:
    """Click, but for what went without saying."""
    move = None
    for each in clicks:
        if move is None and builder.made.count(each) < clicks[: clicks.index(each) + 1].count(each):
            move = asyncio.run(builder.click(each.name, [each.kind]))
    return move


def test_moves_are_completed() -> None:
    builder = builder_of(fourfold.game("qawale").start())
    assert builder.moves("a1NE") == ["a1NEE", "a1NEN", "a1NES"]
    assert builder.moves("z") == []
