"""Tactics: wins are taken, losses stopped, and no more moves are played than allowed."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

import fourfold
from fourfold import Move, Position
from fourfold.contract.variants import Variant, few_variants, list_variants, open_variant
from fourfold.core.registry import facts
from fourfold.search.hidden.tactics import choose
from fourfold.search.limit import Limit

NODES = 20_000
TALL = "n" * 8 + "xo" * 5  # a stack of all 18 pebbles that lie after ten placements
TALL_STACKS = [
    f"qawale@.,.,.,./.,.,.,./.,.,.,./{TALL},.,.,.:10",
    f"qawale:pebbles=10@.,.,.,./.,{'n' * 8 + 'xo' * 9},.,./.,.,.,./.,.,.,.:18",
]


def chosen(position: Position, seed: int = 0, nodes: int = NODES) -> Move:
    row = position.row.copy()
    code = choose(position.game, row[None], position.seats, Limit(nodes, seed)).move
    return Move(position.game.notation.format_move(row, code), code)


def random_games(variant: Variant, games: int) -> Iterator[list[Position]]:
    """All positions of each game, the last one over."""
    for seed in range(games):
        chance = random.Random(seed)
        positions = [variant.start(seed)]
        while positions[-1].outcome is None:
            last = positions[-1]
            if last.is_deal_due:
                positions.append(last.deal(seed=seed))
                continue
            moves = last.moves()
            positions.append(last.play(moves[chance.randrange(len(moves))]))
        yield positions


def wins(position: Position) -> set[Move]:
    """The moves that win at once, found the slow way."""
    seat = position.to_move
    return {move for move in position.moves() if _winner(position.play(move)) == seat}


def _winner(position: Position) -> int | None:
    return position.outcome.winner if position.outcome else None


def safe(position: Position) -> set[Move]:
    """The moves after which nobody has won, and the next seat cannot win at once."""
    return {
        move
        for move in position.moves()
        if _winner(after := position.play(move)) is None and not wins(after)
    }  # fmt: skip


WON = [
    *(variant for variant in few_variants() if not facts(variant.game).has_deals),
    Variant("quadominos", 2, {"target": 60}),
    Variant("quadominos", 4, {"target": 30}),
]


@pytest.mark.parametrize("variant", WON, ids=str)
def test_a_win_at_once_is_taken(variant: Variant) -> None:
    found = 0
    for positions in random_games(variant, 100):
        for position in positions[-6:-1]:
            if position.to_move is not None and len(position.moves()) < 300 and (winning := wins(position)):
                assert chosen(position, seed=found) in winning
                found += len(winning) < len(position.moves())
        if found >= 5:
            return
    pytest.fail(f"only {found} positions with a choice between winning and not")


LOSABLE = [open_variant(game) for game in fourfold.list_games() if not facts(game).has_deals]


@pytest.mark.parametrize("variant", LOSABLE, ids=str)
def test_a_loss_is_stopped_where_some_moves_stop_it(variant: Variant) -> None:
    found = 0
    for positions in random_games(variant, 200):
        for position, after in pairwise(positions[4:-1]):
            if len(position.moves()) > 150 or not wins(after) or wins(position):
                continue
            if 0 < len(stopping := safe(position)) < len(position.moves()):
                assert chosen(position, seed=found) in stopping
                found += 1
        if found >= 4:
            return
    pytest.fail(f"only {found} positions with a choice between losing and not")


def test_the_line_of_a_seat_after_the_next_is_stopped_too() -> None:
    """Exago with three seats: red, to move, sees yellow's three in a row; blue may or may not stop it."""
    position = fourfold.read("exago:seats=3:blocking=off@5/6/7/3br3/4rr3/1yyyb3/3b3/6/5:0:9")
    assert {str(chosen(position, seed)) for seed in range(5)} == {"d2"}


def test_the_mover_does_not_complete_the_line_of_another() -> None:
    """Qawale: d2NN ends the game for the other colour, whoever sows it."""
    position = fourfold.read("qawale@x,x,n,./o,o,o,./.,.,.,o/xxnnnnnnn,.,.,.:8")
    assert _winner(position.play("d2NN")) == 1
    for seed in range(5):
        assert _winner(position.play(chosen(position, seed))) != 1


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if facts(game).publisher])
def test_the_same_seed_and_nodes_give_the_same_move_and_count(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    for _ in range(3):
        position = position.play(position.moves()[-1])
    row = position.row.copy()[None]
    choices = [[choose(position.game, row, 2, Limit(3000, seed)) for seed in range(6)] for _ in range(2)]
    assert choices[0] == choices[1]
    assert len(set(choices[0])) > 1


@pytest.mark.parametrize("nodes", [0, 1, 2, 50, 3000, 40_000])
@pytest.mark.parametrize("text", TALL_STACKS)
def test_millions_of_moves_cost_no_more_nodes_than_allowed(text: str, nodes: int) -> None:
    position = fourfold.read(text)
    assert len(position.moves()) > 1_900_000
    choice = choose(position.game, position.row.copy()[None], 2, Limit(nodes))
    assert choice.nodes <= max(nodes, 1)
    assert not position.game.rules.refuse(
        position.row.copy(), choice.move, np.zeros(position.game.work_words, np.int64)
    )


@pytest.mark.parametrize("variant", list_variants(), ids=str)
def test_nodes_are_counted_and_never_exceeded(variant: Variant) -> None:
    position = variant.start(3)
    for _ in range(4):
        position = position.play(position.moves()[0]) if position.to_move is not None else position
    if position.to_move is None:
        position = variant.start(3)
    for nodes in (0, 10, 500, 5000):
        choice = choose(position.game, position.row.copy()[None], position.seats, Limit(nodes))
        assert choice.nodes <= max(nodes, 1)


def test_a_limit_that_was_stopped_ends_the_thinking_early() -> None:
    position = fourfold.game("exago").start().play("e5").play("e6")
    limit = Limit(10**9)
    limit.stop()
    assert choose(position.game, position.row.copy()[None], 2, limit).nodes < 10**6


def test_a_single_move_needs_no_thinking() -> None:
    position = fourfold.game("exago").start()
    assert choose(position.game, position.row.copy()[None], 2, Limit(NODES)).nodes == 0


CHOICES = """
import fourfold
from fourfold.search.limit import Limit
from fourfold.search.hidden.tactics import choose
for game, seats in (("qawale", 2), ("quads", 2), ("exago", 3), ("quadominos", 3)):
    position = fourfold.game(game).start(seats=seats, seed=1)
    for _ in range(3):
        position = position.play(position.moves()[-1])
    print(game, [choose(position.game, position.row.copy()[None], seats, Limit(150, seed)) for seed in range(2)])
"""


def test_compiled_and_interpreted_choose_the_same() -> None:
    texts = [
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "FOURFOLD_INTERPRET": mode},
        ).stdout
        for mode in "01"
    ]
    assert texts[0].count("Choice") == 8
    assert texts[0] == texts[1]
