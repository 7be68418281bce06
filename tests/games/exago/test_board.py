"""Exago drawn: where a lifted tile came from, and what the duty to block demands."""

import pytest

import fourfold
from fourfold.contract.screen_tests import parts
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import play
from fourfold.picture.shapes import MarkKind


def centre(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize("variant", list_variants(["exago"]), ids=str)
def test_a_lifted_tile_comes_from_where_it_lay(variant: Variant) -> None:
    lifts = 0
    for position in play(variant, "cuts", plies=90):
        frame, pieces, _ = parts(position)
        middles = {cell.name: centre(cell.points) for cell in frame.cells}
        source, dash, rest = str(position.last).partition("-")
        moved = [item for item in pieces.items if item.way]
        if dash and moved:
            lifts += 1
            assert [item.name for item in moved] == [rest.partition("/")[0]]
            assert moved[0].way == (pytest.approx(middles[source]),)
        else:
            assert not moved
    assert lifts


def test_a_lift_is_marked_where_it_came_from_and_where_it_went() -> None:
    position = fourfold.read("exago@5/6/7/1rrbrr2/1bbbrbb2/rrrb1rr1/1bb2b1/2br2/br3:1:25").play("c5-b4")
    marks = {(mark.kind, mark.name) for mark in position.drawing().marks}
    assert {(MarkKind.FROM, "c5"), (MarkKind.TO, "b4")} <= marks


def test_the_duty_to_block_is_noticed_and_nothing_else() -> None:
    next_one = fourfold.read("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8")
    nearest = fourfold.read("exago:seats=3@5/6/7/4y3/2brrr3/4by2/7/6/5:1:7")
    said = [str(position.game.notice(position.row.copy())) for position in (next_one, nearest)]
    assert said[0] == "Exago R4a: red wins next. Only moves that stop red are allowed."
    assert said[1].startswith("Exago R4b: red could win soon.")
    unbound = fourfold.read(str(next_one).replace("seats=3", "seats=3:blocking=off"))
    assert unbound.game.notice(unbound.row.copy()) is None


@pytest.mark.parametrize("variant", list_variants(["exago"]), ids=str)
def test_there_is_a_notice_exactly_where_a_move_is_refused_for_a_duty(variant: Variant) -> None:
    game = fourfold.game("exago")
    for position in play(variant, "threats", plies=40):
        if position.to_move is None:
            continue
        notice = game.notice(position.row.copy())
        cells = [cell.name for cell in game.look.frame(position.row.copy()).cells]
        codes = set()
        for cell in cells:
            try:
                position.play(cell)
            except fourfold.IllegalMove as refusal:
                codes.add(refusal.code.rpartition(".")[2])
        duties = codes & {"stop_next", "stop_nearest"}
        if duties:
            assert notice is not None
            assert duties == {notice.code.rpartition(".")[2]}
        if notice is None:
            assert not duties


def test_the_last_move_is_marked() -> None:
    marks = fourfold.game("exago").start().play("e5").play("e6").drawing().marks
    assert {(mark.kind, mark.name) for mark in marks} == {(MarkKind.TO, "e6")}
