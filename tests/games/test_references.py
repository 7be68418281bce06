"""The reference opponents: legal, repeatable, awake to wins and threats, obedient to their limit, and frozen."""

import hashlib
import random
from typing import Any

import pytest

import fourfold
from fourfold import Position
from fourfold.arena.references.player import ReferencePlayer
from fourfold.arena.runs.openings import play_random
from fourfold.search.limit import Limit

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("qawale", {}),
    ("qawale", {"pebbles": 3, "swap": True, "double": "draw"}),
    ("exago", {}),
    ("exago", {"seats": 3}),
    ("exago", {"seats": 6, "side": 6, "late": True}),
    ("quads", {"border": True}),
    ("quads", {"hidden": True}),
    ("quadominos", {"rounds": 1}),
    ("quadominos", {"seats": 4, "rounds": 1, "beginner": True}),
]


def wander(game: str, options: dict[str, Any], plies: int, seed: int) -> Position:
    """Play random moves, so many or until the game ends before."""
    chance = random.Random(seed)
    position = fourfold.game(game).start(seed=seed, **options)
    while position.ply < plies:
        after = play_random(position, chance)
        if after.outcome is not None:
            break
        position = after
    return position.deal(seed=seed) if position.is_deal_due else position


def choose(position: Position, limit: Limit) -> str:
    assert position.to_move is not None
    return str(ReferencePlayer().choose(position.view(position.to_move), limit))


def winning_moves(position: Position) -> list[str]:
    """The moves that win at once."""
    mover = position.to_move
    after = {str(move): position.play(move).outcome for move in position.moves()}
    return [move for move, outcome in after.items() if outcome is not None and outcome.winner == mover]


@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_it_plays_legal_moves_that_nodes_and_seed_decide(game: str, options: dict[str, Any]) -> None:
    for plies in (0, 1, 5, 12, 30):
        position = wander(game, options, plies, seed=plies)
        move = choose(position, Limit(nodes=500, seed=plies))
        assert move in [str(legal) for legal in position.moves()]
        assert move == choose(position, Limit(nodes=500, seed=plies))


@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_it_ends_with_its_time_and_when_it_is_stopped(game: str, options: dict[str, Any]) -> None:
    position = wander(game, options, 6, seed=3)
    legal = [str(move) for move in position.moves()]
    stopped = Limit(seconds=3600.0)
    stopped.stop()
    for limit in (Limit(seconds=0.01), Limit(seconds=0.01, cpu=True), Limit(nodes=0), stopped):
        assert choose(position, limit) in legal


@pytest.mark.parametrize(("game", "plies"), [("qawale", 11), ("exago", 14), ("quads", 27)])
def test_it_takes_wins(game: str, plies: int) -> None:
    positions = [wander(game, {}, plies, seed) for seed in range(40)]
    wins = [(position, found) for position in positions if (found := winning_moves(position))]
    assert len(wins) >= 3
    for position, found in wins:
        assert choose(position, Limit(nodes=20_000)) in found


@pytest.mark.parametrize(("game", "plies"), [("qawale", 9), ("exago", 14)])
def test_it_stops_who_would_win_next(game: str, plies: int) -> None:
    stopped = 0
    for seed in range(40):
        position = wander(game, {}, plies, seed)
        if winning_moves(position):
            continue
        after = [(str(move), position.play(move)) for move in position.moves()]
        safe = [move for move, then in after if then.outcome is None and not winning_moves(then)]
        if 0 < len(safe) < len(after) // 2:
            assert choose(position, Limit(nodes=100_000)) in safe
            stopped += 1
    assert stopped >= 1


@pytest.mark.parametrize(
    ("game", "options", "signature"),
    [
        ("qawale", {"pebbles": 10}, "e1b9c2cb09ca4611"),
        ("exago", {}, "dd34d7837fe408a6"),
        ("exago", {"seats": 4}, "0a7ff6cfe1365120"),
        ("quads", {"border": True}, "04180fb1c106d58f"),
        ("quadominos", {"rounds": 1}, "1e0b5aaaa56ea6ac"),
        ("quadominos", {"seats": 4, "rounds": 1}, "dfc85f8d07d18d9f"),
    ],
)
def test_it_is_frozen(game: str, options: dict[str, Any], signature: str) -> None:
    """Results against it can be compared only while it plays the same: a change of it makes all of them void."""
    position = fourfold.game(game).start(seed=1, **options)
    moves: list[str] = []
    while position.outcome is None and len(moves) < 40:
        moves.append(choose(position, Limit(nodes=2000, seed=len(moves))))
        position = position.play(moves[-1])
    assert hashlib.sha256(" ".join(moves).encode()).hexdigest()[:16] == signature


@pytest.mark.timeout(60)
def test_it_ends_in_time_where_a_tree_holds_all_moves_that_are_left() -> None:
    board = "1,PTST,PSTT,1,psps,1/sppp,SSTP,TTTS,STST,ptst,tpst/PPPP,TTSP,TTTT,1,stps,spst"
    position = fourfold.read(f"quads:border=on@{board}/PSSP,STSS,tsst,psss,2/SPSP,SSSP,1,ssst,tsts,1/1,SSPT,1,sspt,2")
    for seed in range(3):
        choose(position, Limit(seconds=0.003, seed=seed))
