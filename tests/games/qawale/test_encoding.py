"""Qawale in numbers: choices by name, every pebble in an observation."""

import pytest

import fourfold
from fourfold import Move
from fourfold.contract.encoding_tests import named_path, observed


def test_choices_are_what_their_names_say() -> None:
    position = fourfold.game("qawale").start(swap=True).play("a1NEE")
    for text, names in (("d4WSE", ["d4", "c4", "c3", "d3"]), ("swap", ["swap"])):
        move = Move(text, position.game.notation.parse_move(position.row.copy(), text))
        assert named_path(position, move) == names


def test_an_observation_shows_every_pebble() -> None:
    position = fourfold.game("qawale").start(swap=True, pebbles=5)
    for move in ("a1NEE", "swap", "d1WNW", "d4SSW"):
        position = position.play(move)
    board, _, _ = str(position).partition("@")[2].partition(":")
    for seat, letters in ((0, "oxn"), (1, "xon")):  # the seats have swapped: x is seat 1's
        seen = observed(position, seat)
        for rank, stacks in enumerate(reversed(board.split("/"))):
            for file, stack in enumerate(stacks.split(",")):
                pebbles = "" if stack == "." else stack
                column = seen["stacks"][:, :, rank, file]
                assert column.sum() == len(pebbles)
                for level, letter in enumerate(pebbles):
                    assert column[level, letters.index(letter)] == 1
                assert seen["tops"][:, rank, file].tolist() == [letter == pebbles[-1:] for letter in letters]
        placed = {"x": board.count("x"), "o": board.count("o")}
        left = [(5 - placed[letter]) / 10 for letter in letters[:2]]
        assert seen["facts"] == pytest.approx([*left, 0, 1, 1, int(position.to_move == seat)])
