"""Exago in numbers: choices by name, tiles, hands and turn in an observation."""

import random

import numpy as np
import pytest

import fourfold
from fourfold.contract.encoding_tests import named_path, observed
from fourfold.contract.ways import by_chance
from fourfold.core.registry import vision


def axial(name: str) -> tuple[int, int]:
    """The axial coordinates of a cell on the board of side 5: letter r + 4, number q + 5."""
    return int(name[1:]) - 5, "abcdefghi".index(name[0]) - 4


def test_choices_are_what_their_names_say() -> None:
    position = fourfold.game("exago").start(early=True).play("e5").play("e6").play("d6")
    for move in position.moves():
        cells = [axial(name) for name in str(move).replace("/", "-").split("-")]
        assert named_path(position, move) == [f"{q:+d},{r:+d}" for q, r in cells]


def test_an_observation_shows_tiles_hands_and_turn_from_the_observers_seat() -> None:
    position = fourfold.game("exago").start(seats=3, side=6, late=True)
    chance = random.Random(4)
    for _ in range(14):
        position = position.play(by_chance(position, chance))
    board, mover, ply = str(position).partition("@")[2].split(":")
    for seat in range(3):
        seen = observed(position, seat)
        assert seen["cells"][0].sum() == 91
        for line, text in enumerate(board.split("/")):
            r = 5 - line
            q = max(-5, -5 - r)
            for sign in np.concatenate([[s] if s.isalpha() else ["."] * int(s) for s in tokens(text)]):
                planes = seen["cells"][1:, r + 5, q + 5].tolist()
                assert planes == [sign == "rby"[(seat + near) % 3] if near < 3 else 0 for near in range(6)]
                q += 1
        tiles = [sum(text.count("rby"[(seat + near) % 3]) for text in board) for near in range(3)]
        assert seen["hands"].tolist() == pytest.approx([*((6 - count) / 12 for count in tiles), 0, 0, 0])
        assert seen["mover"].argmax() == (int(mover) - seat) % 3
        assert seen["facts"] == pytest.approx([0, 1, 1, 1, 3 / 6, int(ply) / 300])


def tokens(text: str) -> list[str]:
    listed: list[str] = []
    for sign in text:
        if listed and sign.isdigit() and listed[-1].isdigit():
            listed[-1] += sign
        else:
            listed.append(sign)
    return listed


def test_the_net_features_rule_out_most_wins_at_once() -> None:
    """`may_win` is worth its time: it is mostly False, and never where a move wins."""
    seen = vision("exago")
    assert seen is not None
    chance, may_win, ruled_out = random.Random(3), 0, 0
    for _ in range(20):
        position = fourfold.game("exago").start()
        while position.outcome is None:
            found = bool(seen.kernels.may_win(position.row.copy()))
            may_win += found
            ruled_out += not found
            position = position.play(by_chance(position, chance))
    assert ruled_out > may_win
