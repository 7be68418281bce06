"""Exago to print: what is in the box, at its true size."""

from collections import Counter

import pytest

import fourfold
from fourfold.contract.screen_tests import parts
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.picture.path_segments import trace

GAME = fourfold.game("exago")


def test_the_kit_has_what_is_in_the_box() -> None:
    found: Counter[str] = Counter()
    for seats in GAME.facts.seats:
        hands = parts(GAME.start(seats=seats))[2].hands
        found |= Counter({f"exago-{hand.seat}": hand.number for hand in hands})
    assert Counter(GAME.kit.symbols) == found


def test_the_board_has_all_its_cells_and_its_start() -> None:
    [board] = GAME.kit.boards
    assert len(board.frame.cells) == len(GRIDS[5].axial)
    assert [item.symbol for item in board.items] == ["exago-centre"]


def test_a_piece_is_so_wide() -> None:
    kit = GAME.kit
    across = [x for kind, points in trace(kit.cut) if kind != "Z" for x in points[::2]]
    assert (max(across) - min(across)) * kit.unit == pytest.approx(16.63, abs=0.02)  # millimetres
