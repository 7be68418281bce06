"""Trees that a net guides: what the rules decide is found whatever the net says, and nothing is counted twice."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import fourfold
from fourfold import Position
from fourfold.core.registry import vision
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from fourfold.search.mcts.puct import DEEPEST
from fourfold.search.mcts.puct_tree import PuctBranch, grow_guided
from fourfold.search.repetition import begin_keys

WITH_NETS = [game for game in fourfold.list_games() if vision(game)]

Answers = tuple[NDArray[np.float32], NDArray[np.float32]]


def grow(position: Position, nodes: int, seed: int = 0) -> tuple[PuctBranch, ...]:
    seen = vision(position.game.id)
    assert seen is not None
    chance = np.random.default_rng(seed)

    def ask(rows: NDArray[np.int8]) -> Answers:
        assert rows.shape[1] == seen.size
        likings = chance.normal(0, 1, (len(rows), seen.likings)).astype(np.float32)
        return likings, chance.random(len(rows)).astype(np.float32)

    keys, first = begin_keys(position, DEEPEST + 2)
    return grow_guided(position.game, seen, position.row.copy(), keys, first, Limit(nodes=nodes), ask)


def late(game: str, left: int, seed: int, **options: Any) -> Position:
    """A position by chance with so many plies left at most."""
    chance = np.random.default_rng(seed)
    start = position = fourfold.game(game).start(**options)
    while True:
        plies = position.game.plies_left(position.row)
        if position.outcome is not None:
            position = start
        elif plies is not None and plies <= left:
            return position
        moves = position.moves()
        position = position.play(moves[int(chance.integers(len(moves)))])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_settled_in_quads_is_what_exhaustive_search_proves(seed: int) -> None:
    position = late("quads", 14, seed, border=True)
    branches = grow(position, 30_000, seed)
    proved = analyse(position, Limit(nodes=5_000_000), lines=1).proved
    best = branches[0]
    assert best.settled == {"win": 1, "loss": -1}[proved or ""]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_settled_in_qawale_is_what_exhaustive_search_proves(seed: int) -> None:
    position = late("qawale", 2, seed)
    found = {branch.move: branch.settled for branch in grow(position, 3000, seed)}
    moves = {move.code: move for move in position.moves()}
    assert set(found) <= set(moves)
    for code, settled in found.items():
        after = position.play(moves[code])
        if after.outcome is not None:
            winner = after.outcome.winner
            assert settled == (0 if winner is None else 1 if winner == position.to_move else -1)
        elif settled is not None:
            proof = analyse(after, Limit(nodes=5_000_000), lines=1).proved
            assert settled == {"win": -1, "draw": 0, "loss": 1}[proof or ""]


def test_a_win_in_one_is_settled_by_the_first_look() -> None:
    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    best = grow(position, 1)[0]
    assert (best.settled, position.game.notation.format_move(position.row.copy(), best.move)) == (1, "e1")


@pytest.mark.parametrize("game", WITH_NETS)
def test_no_win_at_once_is_ruled_out_at_a_glance(game: str) -> None:
    seen = vision(game)
    assert seen is not None
    wins, chance = 0, np.random.default_rng(3)
    while wins < 20:
        position = fourfold.game(game).start(**seen.options)
        while position.outcome is None:
            moves = position.moves()
            ends = [after.outcome for after in map(position.play, moves) if after.outcome is not None]
            may_win = bool(seen.kernels.may_win(position.row.copy()))
            if any(outcome.winner == position.to_move for outcome in ends):
                wins += 1
                assert may_win
            position = position.play(moves[int(chance.integers(len(moves)))])


def test_the_net_is_asked_once_for_a_position_of_a_tree() -> None:
    position = fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6")
    seen = vision("exago")
    assert seen is not None
    asked: list[bytes] = []

    def ask(rows: NDArray[np.int8]) -> Answers:
        asked.extend(row.tobytes() for row in rows)
        return np.zeros((len(rows), seen.likings), np.float32), np.full(len(rows), 0.5, np.float32)

    keys, first = begin_keys(position, DEEPEST + 2)
    branches = grow_guided(position.game, seen, position.row.copy(), keys, first, Limit(nodes=600), ask)
    tries = 1 + sum(branch.visits for branch in branches)
    assert len(set(asked)) == len(asked) < tries


@pytest.mark.parametrize("game", WITH_NETS)
def test_every_try_is_counted_once(game: str) -> None:
    seen = vision(game)
    assert seen is not None
    position = fourfold.game(game).start(**seen.options)
    for _ in range(3):
        position = position.play(position.moves()[0])
    branches = grow(position, 400, 1)
    assert sum(branch.visits for branch in branches) == 399  # the first one is the root's own
    assert all(0 <= branch.chances <= 1 for branch in branches)
    legal = {move.code for move in position.moves()}
    assert {branch.move for branch in branches} <= legal
    assert branches == grow(position, 400, 1)
