"""Tests of a game in numbers: moves as choices, views as observations."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from fourfold import Move, Position
from fourfold.contract.variants import Variant
from fourfold.contract.ways import play
from fourfold.core.encoding import REPETITION
from fourfold.core.registry import encoding, facts
from fourfold.kernel.jit import NO_CHOICE
from fourfold.research.batch import ANY_SEAT, Batch
from fourfold.research.walk import Walk

MOST_PATHS = 3_000  # moves whose paths are compared


def positions(variant: Variant, seed: int = 0) -> list[Position]:
    """Some positions of a random game: every seventh, and the last."""
    played = list(play(variant, seed=seed, plies=100))
    return [position for position in (*played[::7], played[-1]) if not position.is_deal_due]


def walk_at(variant: Variant, position: Position) -> Walk:
    """A walk that stands at a position."""
    walk = Walk(variant.game, seats=variant.seats, **variant.options)
    walk.begin(position)
    return walk


def path_of(position: Position, move: Move) -> tuple[int, ...]:
    code = encoding(position.game.id)
    path: list[int] = []
    while (choice := int(code.kernels.choice(position.row.copy(), move.code, len(path)))) != NO_CHOICE:
        path.append(choice)
    return tuple(path)


def test_paths_tell_moves_apart_and_none_begins_with_another(encoded: Variant) -> None:
    code = encoding(encoded.game)
    for position in positions(encoded):
        moves = position.moves()
        if not 0 < len(moves) <= MOST_PATHS:
            continue
        paths = {path_of(position, move) for move in moves}
        assert len(paths) == len(moves)
        beginnings = {path[:depth] for path in paths for depth in range(len(path))}
        assert not paths & beginnings
        assert all(0 < len(path) <= code.longest for path in paths)
        assert all(0 <= choice < code.choices for path in paths for choice in path)


def test_masks_show_exactly_the_choices_of_legal_moves(encoded: Variant) -> None:
    chance = random.Random(str(encoded))
    for position in positions(encoded):
        moves = position.moves()
        if not 0 < len(moves) <= MOST_PATHS:
            continue
        paths = {path_of(position, move): move for move in moves}
        for _ in range(3):
            walk = walk_at(encoded, position)
            path: tuple[int, ...] = ()
            wanted = chance.choice(list(paths))
            for depth, choice in enumerate(wanted):
                expected = {p[depth] for p in paths if p[:depth] == path}
                assert set(np.flatnonzero(walk.mask()).tolist()) == expected
                assert walk.choose(choice) == (depth == len(wanted) - 1)
                path += (choice,)
            assert walk.row.tolist() == position.play(paths[wanted]).row.tolist()
            assert walk.codes == [paths[wanted].code]


def test_observations_come_from_views_alone(encoded: Variant) -> None:
    """What a seat cannot see can be dealt anew without a change in what it observes."""
    changed = 0
    for position in positions(encoded, seed=1):
        for seat in range(encoded.seats):
            walk, other = walk_at(encoded, position), walk_at(encoded, position)
            position.game.rules.hide(other.row, seat)
            if position.outcome is None:
                position.game.rules.fill(other.row, seat, 5)
            changed += walk.row.tolist() != other.row.tolist()
            assert np.array_equal(walk.observe(seat), other.observe(seat))
            low, high = walk.encoding.bounds
            assert (walk.observe(seat) >= low).all()
            assert (walk.observe(seat) <= high).all()
    assert changed > 0 or not facts(encoded.game).has_deals


def test_the_path_is_shown_to_the_seat_that_walks_it_alone(encoded: Variant) -> None:
    walk = Walk(encoded.game, seats=encoded.seats, **encoded.options)
    walk.deal_by(np.random.default_rng(1))
    while len(np.flatnonzero(walk.mask())) and not walk.path:
        walk.choose(int(np.flatnonzero(walk.mask())[0]))
    assert bool(walk.path) == (walk.encoding.longest > 1)
    for seat in range(walk.seats):
        shown = walk.encoding.split(walk.observe(seat))["path"]
        if seat == walk.seat:
            assert [(int(d), int(c)) for d, c in np.argwhere(shown)] == list(enumerate(walk.path))
        else:
            assert not shown.any()


def test_fast_steps_show_what_the_slow_way_shows(encoded: Variant) -> None:
    """In every position of random games: masks, moves, and observations that were changed by difference."""
    chance = random.Random(str(encoded))
    with Batch(encoded.game, 2, seats=encoded.seats, seed=1, threads=1, **encoded.options) as batch:
        walks = [walk_at(encoded, batch.position(number)) for number in range(batch.games)]
        for _ in range(120):
            for number, walk in enumerate(walks):
                if walk.is_over or walk.is_deal_due:  # the batch has begun or dealt anew
                    walk.begin(batch.position(number))
                assert walk.row.tolist() == batch.rows[number].tolist()
                assert np.array_equal(walk.mask(), batch.masks[number])
                assert np.array_equal(walk.observe(int(batch.to_move[number])), batch.observations[number])
            choices = [chance.choice(np.flatnonzero(mask).tolist()) for mask in batch.masks]
            batch.step(choices)
            for number, (walk, choice) in enumerate(zip(walks, choices, strict=True)):
                walk.choose(choice)
                assert bool(batch.ended[number]) == walk.is_over
                assert np.allclose(batch.rewards[number], walk.rewards())


@pytest.mark.parametrize("resets_later", [False, True])
def test_fast_steps_show_one_seat_what_it_sees(encoded: Variant, resets_later: bool) -> None:
    """Where others move between two observations of a seat, and at the end, which stays in sight if resets are late."""
    chance = np.random.default_rng(1)
    settings = {"seats": encoded.seats, "seed": 1, "threads": 1, "resets_later": resets_later, **encoded.options}
    with Batch(encoded.game, 3, seat=ANY_SEAT, **settings) as batch:
        for _ in range(100):
            batch.step(batch.draw(chance))
            for number, seat in enumerate(batch.callers.tolist()):
                shown = batch.encoding.split(batch.observations[number])
                if not shown["path"].any():
                    seen = batch.encoding.split(walk_at(encoded, batch.position(number)).observe(seat))
                    for name in set(seen) - {REPETITION.name}:  # a position without history does not tell it
                        assert np.array_equal(shown[name], seen[name]), name


def named_path(position: Position, move: Move) -> list[str]:
    """The choices that make a move, in words."""
    return [encoding(position.game.id).describe(choice) for choice in path_of(position, move)]


def observed(position: Position, seat: int) -> dict[str, NDArray[np.float32]]:
    """What a seat sees of a position, by the names of the pieces of an observation."""
    given = {name: value for name, value in position.options.items() if value is not None}
    walk = Walk(position.game.id, seats=position.seats, **given)
    walk.begin(position)
    return dict(walk.encoding.split(walk.observe(seat)))
