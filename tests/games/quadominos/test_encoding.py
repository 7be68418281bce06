"""Quad-Ominos in numbers: choices by name, the table and what is known of hands in an observation."""

import random

import numpy as np
import pytest

import fourfold
from fourfold.contract.encoding_tests import named_path, observed
from fourfold.contract.ways import by_chance


def test_choices_are_what_their_names_say() -> None:
    table = fourfold.game("quadominos").start(seed=1)
    for _ in range(6):
        for move in table.moves():
            if "=" in str(move):
                cell, lying = str(move).split("=")
                x, y = cell.split(",")
                signs = [lying[4:]] if lying[4:] else []
                assert named_path(table, move) == [lying[:4], f"x{int(x):+d}", f"y{int(y):+d}", *signs]
            else:
                assert named_path(table, move) == [str(move)]
        table = table.play(table.moves()[-1])


@pytest.mark.parametrize("seats", [2, 5])
def test_an_observation_shows_the_table_and_what_is_known_of_hands(seats: int) -> None:
    position = fourfold.game("quadominos").start(seats=seats, seed=3, rounds=2)
    names = position.game.deck(position.options)
    chance = random.Random(9)
    for _ in range(40):
        position = position.deal(seed=1) if position.is_deal_due else position.play(by_chance(position, chance))
    assert position.to_move is not None
    for seat in range(seats):
        seen, parts = observed(position, seat), str(position.view(seat)).partition("@")[2].split(":")
        lying = dict(part.split("=")[::-1] for part in parts[0].split("/"))
        assert (seen["table"][:, 2:].sum(axis=1) > 0).sum() == len(lying)
        for numbers, cell in lying.items():
            tile = names.index("".join(sorted(numbers)))
            turn = [names[tile][t:] + names[tile][:t] for t in range(4)].index(numbers)
            x, y = map(int, cell.split(","))
            assert seen["table"][tile] == pytest.approx(
                [x / 124, y / 124, *(int(turn == t) for t in range(4))], abs=1e-6
            )
        own = parts[1].split("/")[seat].split(".")
        assert [names[tile] for tile in np.flatnonzero(seen["hands"][0])] == sorted(own, key=names.index)
        assert seen["held"][0] == pytest.approx(len(own) / 125)
        scores = [int(score) / 100 for score in parts[3].split("/")]
        assert seen["scores"][:seats].tolist() == pytest.approx(scores[seat:] + scores[:seat])
        assert seen["mover"].argmax() == (position.to_move - seat) % seats
        assert seen["facts"][-1] == pytest.approx(seats / 8)
