"""Qawale drawn: stacks from the bottom up, and the way of every pebble that was sown."""

import random
from collections.abc import Iterator

import pytest

import fourfold
from fourfold import Move, Position
from fourfold.contract.screen_tests import parts
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import play
from fourfold.picture.shapes import Item, MarkKind


def sown(position: Position) -> list[Item]:
    """The pebbles of the last move, in sowing order."""
    items = [item for item in parts(position)[1].items if item.way]
    return sorted(items, key=lambda item: len(item.way))


def stacks_of(position: Position) -> Iterator[tuple[str, str]]:
    board = str(position).partition("@")[2].partition(":")[0]
    for rank, line in zip("4321", board.split("/"), strict=True):
        for file, stack in zip("abcd", line.split(","), strict=True):
            yield file + rank, stack


def centre(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize("way", ["chance", "tall stacks"])
@pytest.mark.parametrize("variant", list_variants(["qawale"]), ids=str)
def test_every_pebble_of_a_sowing_comes_through_the_squares_before(variant: Variant, way: str) -> None:
    letters = {"light": "x", "dark": "o", "neutral": "n"}
    for position in play(variant, way, plies=60):
        if position.previous is None or str(position.last) == "swap":
            assert not sown(position)
            continue
        assert isinstance(position.last, Move)
        names = [click.name for click in position.game.clicks.of(position.row, position.last.code)]
        stacks = dict(stacks_of(position.previous))
        owner = "xo"[position.previous.to_move or 0] if "swapped" not in str(position) else None
        pebbles = sown(position)
        assert [item.name for item in pebbles] == names[1:]
        assert [len(item.way) for item in pebbles] == list(range(1, len(names)))
        drawn = "".join(letters[item.symbol.split("-")[1]] for item in pebbles)
        assert drawn[:-1] == stacks[names[0]]
        assert owner is None or drawn[-1] == owner
        middles = {cell.name: centre(cell.points) for cell in parts(position)[0].cells}
        for item in pebbles:
            through = [middles[name][0] for name in names[: len(item.way)]]
            assert [x for x, _ in item.way] == pytest.approx(through)
            for (_, y), name in zip(item.way, names, strict=False):
                assert 0 < y - middles[name][1] < 50  # on its floor


def test_a_sowing_is_marked_with_its_way() -> None:
    marks = fourfold.game("qawale").start().play("a1NEE").drawing().marks
    assert {mark.name for mark in marks if mark.kind == MarkKind.PATH} == {"a1-a2-b2-c2"}


@pytest.mark.parametrize("height", [2, 7, 9, 10, 18, 24])
def test_every_pebble_of_a_stack_is_drawn_from_the_bottom_up(height: int) -> None:
    chance = random.Random(height)
    pebbles = [*"nnnnnnnn", *"xxxxxxxx", *"oooooooo"]
    chance.shuffle(pebbles)
    stack = "".join(pebbles[:height])
    rest = ["".join(letter for letter in pebbles[height:] if letter == kind) or "." for kind in "nxo"]
    text = f"qawale@{stack},.,.,./.,{rest[0]},.,./.,.,{rest[1]},./.,.,.,{rest[2]}:16"
    drawing = fourfold.read(text).drawing()
    letters = {"light": "x", "dark": "o", "neutral": "n"}
    drawn = [letters[item.symbol.split("-")[1]] for item in drawing.items if item.name == "a4"]
    assert "".join(drawn) == stack
    corners = [y for cell in drawing.cells if cell.name == "a4" for _, y in cell.points]
    assert all(min(corners) < item.place[1] < max(corners) for item in drawing.items if item.name == "a4")


def test_the_last_move_is_marked() -> None:
    marks = {(mark.kind, mark.name) for mark in fourfold.game("qawale").start().play("a1NEE").drawing().marks}
    assert {mark for mark in marks if mark[0] != MarkKind.PATH} == {(MarkKind.FROM, "a1"), (MarkKind.TO, "c2")}
