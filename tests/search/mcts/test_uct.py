"""Plain UCT: legal, repeatable, within its limit, blind to what is hidden, and good enough to measure with."""

import threading

import numpy as np
import pytest

import fourfold
from fourfold import Position
from fourfold.contract.variants import Variant, list_variants
from fourfold.players.uct_player import UctPlayer
from fourfold.search.limit import Limit
from fourfold.search.mcts.uct import grow

UCT = UctPlayer()


def grow_for(position: Position, limit: Limit) -> tuple[str, int, int]:
    growth = grow(position.game, position.row.copy()[None], position.seats, limit)
    return position.game.notation.format_move(position.row.copy(), growth.move), growth.games, growth.nodes


@pytest.mark.parametrize("variant", list_variants(), ids=str)
def test_every_choice_is_legal_in_every_variant(variant: Variant) -> None:
    position = variant.start(seed=1)
    for ply in range(12):
        if position.is_deal_due:
            position = position.deal(seed=ply)
        if position.outcome is not None:
            break
        seat = position.to_move
        assert seat is not None
        position = position.play(UCT.choose(position.view(seat), Limit(nodes=1500, seed=ply)))
    assert position.ply > 0


@pytest.mark.parametrize("nodes", [0, 1, 2, 50, 20_000, 45_000])
def test_it_plays_no_more_moves_than_it_may_and_repeats(nodes: int) -> None:
    start = fourfold.game("quads").start()
    found = grow_for(start, Limit(nodes=nodes, seed=5))
    assert found == grow_for(start, Limit(nodes=nodes, seed=5))
    assert found[0] in start.moves()
    assert found[2] <= nodes
    if nodes >= 20_000:
        assert found[2] == nodes
        assert found != grow_for(start, Limit(nodes=nodes, seed=6))


@pytest.mark.parametrize(
    "text", ["exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8", "qawale@.,nxx,.,./no,xx,nx,o/.,nnnn,o,o/.,.,n,.:9"]
)
def test_it_finds_a_win_in_one(text: str) -> None:
    position = fourfold.read(text)
    seat = position.to_move
    wins = {str(move) for move in position.moves() if (after := position.play(move).outcome) and after.winner == seat}
    assert wins
    assert grow_for(position, Limit(nodes=300_000))[0] in wins


def test_a_stop_ends_it_with_what_it_has() -> None:
    start = fourfold.game("qawale").start()

    def count_games(seconds: float) -> int:
        limit = Limit(seconds=3000.0)
        threading.Timer(seconds, limit.stop).start()
        move, games, _ = grow_for(start, limit)
        assert move in start.moves()
        return games

    assert any(map(count_games, (0.2, 2.0, 20.0)))  # on a busy machine a short time is none


def test_seconds_end_it() -> None:
    start = fourfold.game("qawale").start()
    assert any(grow_for(start, Limit(seconds=seconds))[1] for seconds in (0.01, 0.1, 1.0, 10.0))


def test_what_is_hidden_changes_nothing() -> None:
    position = fourfold.game("quadominos").start(seats=3, rounds=1, seed=8)
    for _ in range(5):
        position = position.play(position.moves()[0])
    seat = position.to_move
    assert seat is not None
    chosen = UCT.choose(position.view(seat), Limit(nodes=5000, seed=5))
    differing = 0
    for seed in range(3):
        row = position.view(seat).row.copy()
        position.game.rules.fill(row, seat, seed)
        other = Position(position.game, position.seats, position.options, row, position.previous, position.last)
        differing += other != position
        assert UCT.choose(other.view(seat), Limit(nodes=5000, seed=5)) == chosen
    assert differing > 0


def test_where_there_is_one_move_nobody_thinks() -> None:
    assert grow_for(fourfold.game("exago").start(), Limit(nodes=1000))[1:] == (0, 0)


def test_shares_of_the_seats_of_a_tree_add_up() -> None:
    """With more games the tree knows that the first player of a won position wins."""
    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    growth = grow(position.game, np.array([position.row]), 2, Limit(nodes=300_000))
    assert growth.share > 0.95
