"""Thousands of games in one call are the same games as one by one."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold import Position
from fourfold.contract.variants import Variant, few_variants, list_variants
from fourfold.core.registry import encoding
from fourfold.kernel.defaults import NO_STEPS
from fourfold.research import batch as batch_module
from fourfold.research.batch import Batch
from fourfold.research.errors import BadBatch, BadChoice
from fourfold.research.walk import Walk
from fourfold.search.playouts import playouts

every_variant = pytest.mark.parametrize("variant", list_variants(), ids=str)


def make(variant: Variant, games: int = 8, **keywords: Any) -> Batch:
    return Batch(variant.game, games, seats=variant.seats, **variant.options, **keywords)


def reward(position: Position) -> list[float]:
    assert position.outcome is not None
    if position.outcome.winner is None:
        return [0.0] * position.seats
    return [1.0 if seat == position.outcome.winner else -1 / (position.seats - 1) for seat in range(position.seats)]


@every_variant
def test_moves_by_index_are_those_of_positions(variant: Variant) -> None:
    chance = random.Random(str(variant))
    with make(variant, seed=3, threads=2, masks=False, observations=False) as batch:
        tables = [batch.position(number) for number in range(batch.games)]
        endings = 0
        for _ in range(60):
            indices = [chance.randrange(int(count)) for count in batch.counts]
            tables = [table.play(table.moves()[index]) for table, index in zip(tables, indices, strict=True)]
            batch.play(indices)
            for number, table in enumerate(tables):
                assert bool(batch.ended[number]) == (table.outcome is not None)
                if table.outcome is not None:
                    assert batch.rewards[number].tolist() == pytest.approx(reward(table))
                    endings += 1
                else:
                    assert not batch.rewards[number].any()
                if table.outcome is not None or table.is_deal_due:  # the batch has begun or dealt anew
                    tables[number] = batch.position(number)
                else:
                    assert table.row.tolist() == batch.rows[number].tolist()
                assert tables[number].to_move == batch.to_move[number]
                assert len(tables[number].moves()) == batch.counts[number]
        assert endings or playouts(variant.start(), 100).moves > 100 * 30  # half of the plies of this test


@pytest.mark.parametrize("variant", [few_variants([game])[-1] for game in fourfold.list_games()], ids=str)
def test_the_same_seed_gives_the_same_games_whatever_the_threads(variant: Variant) -> None:
    batches = [
        make(variant, games=50, seed=7, threads=1, masks=False, observations=False),
        make(variant, games=50, seed=7, threads=3, masks=False, observations=False),
        make(variant, games=50, seed=7, threads=2),
    ]
    tallies = [batch.run(60) for batch in batches]
    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0].moves == 3000
    assert tallies[0].games == tallies[0].draws + sum(tallies[0].wins)
    assert (batches[0].rows == batches[1].rows).all()
    assert (batches[0].rows == batches[2].rows).all()
    other = make(variant, games=50, seed=8, masks=False, observations=False)
    other.run(60)
    assert (batches[0].rows != other.rows).any()
    batches[0].reset(seed=8)
    batches[0].run(60)
    assert (batches[0].rows == other.rows).all()


def test_a_repeated_position_ends_a_game() -> None:
    """Exago R5: the third time the same tiles lie and the same seat is to move."""
    batch = Batch("exago", 2, early=True, masks=False, observations=False, threads=1)
    position = fourfold.game("exago").start(early=True)
    for text in ["e5", "e6", "d5", "d6", *["d5-f5", "d6-f6", "f5-d5", "f6-d6"] * 2]:
        assert position.outcome is None
        assert not batch.ended[0]
        batch.play([position.moves().index(text), 0])
        position = position.play(text)
    assert position.outcome is not None
    assert position.outcome.code == "repetition"
    assert batch.ended[0]
    assert not batch.rewards[0].any()


def test_a_batch_of_the_real_game_agrees_with_plain_playouts() -> None:
    batch = Batch("qawale", 500, seed=1, masks=False, observations=False)
    tally = batch.run(400)
    plain = playouts(fourfold.game("qawale").start(), 12_000, seed=2)
    assert tally.draws / tally.games == pytest.approx(plain.draws / plain.games, abs=0.02)
    assert tally.wins[0] / tally.games == pytest.approx(plain.wins[0] / plain.games, abs=0.02)


def test_arrays_stay_the_same_and_can_be_shared() -> None:
    batch = Batch("quads", 10)
    before = [id(array) for array in (batch.rows, batch.masks, batch.observations, batch.rewards, batch.ended)]
    shared = np.from_dlpack(batch.observations)
    batch.step(batch.masks.argmax(axis=1))
    assert before == [id(array) for array in (batch.rows, batch.masks, batch.observations, batch.rewards, batch.ended)]
    assert shared.tolist() == batch.observations.tolist()


@pytest.mark.parametrize("variant", [few_variants([game])[0] for game in fourfold.list_games()], ids=str)
def test_games_without_fast_steps_take_the_general_way(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    general = replace(encoding(variant.game), steps=NO_STEPS)
    fast = make(variant, games=4, seed=1, threads=1)
    monkeypatch.setattr(batch_module, "encoding", lambda _: general)
    slow = make(variant, games=4, seed=1, threads=1)
    chance = np.random.default_rng(1)
    for _ in range(80):
        assert fast.rows.tolist() == slow.rows.tolist()
        assert fast.masks.tolist() == slow.masks.tolist()
        assert fast.observations.tolist() == slow.observations.tolist()
        chosen = fast.draw(chance)
        fast.step(chosen)
        slow.step(chosen)


def test_arrays_are_aligned_as_jax_shares_them() -> None:
    batch = Batch("qawale", 3, seed=1)
    for array in (batch.rows, batch.to_move, batch.counts, batch.rewards, batch.ended, batch.masks, batch.observations):
        assert array.ctypes.data % 64 == 0
        assert array.flags.c_contiguous


def test_jax_shares_the_arrays() -> None:
    """Those of 64-bit words only where JAX may have such."""
    jax = pytest.importorskip("jax")
    batch = Batch("qawale", 10, seed=1)
    for array in (batch.observations, batch.masks, batch.rewards, batch.ended):
        assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
    for has_long in (True, False):
        with jax.enable_x64(has_long):
            for array in (batch.rows, batch.to_move, batch.counts):
                is_shared = jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
                assert is_shared == has_long
    shared = jax.dlpack.from_dlpack(batch.observations)
    batch.step(batch.masks.argmax(axis=1))
    assert np.asarray(shared).tolist() == batch.observations.tolist()


@pytest.mark.parametrize("variant", few_variants(), ids=str)
def test_one_seat_chooses_against_random_moves(variant: Variant) -> None:
    """The last observation of a game is that of its end, at once or until the next step."""
    chance = np.random.default_rng(1)
    seat = variant.seats - 1
    later = make(variant, games=3, seed=2, threads=1, seat=seat, resets_later=True)
    at_once = make(variant, games=3, seed=2, threads=1, seat=seat, finals=True)
    walk = Walk(variant.game, seats=variant.seats, **variant.options)
    endings = 0
    for _ in range(300):
        assert ((later.to_move == seat) | later.ended).all()
        assert (later.masks.any(axis=1) != later.ended).all()
        if not later.game.repetition:  # a walk that begins here knows nothing of earlier positions
            for number in range(later.games):
                walk.begin(later.position(number))
                path = walk.encoding.split(later.observations[number])["path"]
                assert walk.observe(seat)[: walk.encoding.own_size].tolist() == (
                    later.observations[number][: walk.encoding.own_size].tolist()
                )
                assert not later.ended[number] or not path.any()
        if later.ended.any():
            endings += 1
            assert later.observations[later.ended].tolist() == at_once.finals[later.ended].tolist()
            later.step(np.zeros(3, np.int64) if later.ended.all() else later.draw(chance))
            break
        chosen = later.draw(chance)
        later.step(chosen)
        at_once.step(chosen)
        assert (later.ended == at_once.ended).all()
        assert (later.rewards == at_once.rewards).all()
    assert endings or playouts(variant.start(), 20).moves > 20 * 60
    with pytest.raises(BadBatch, match="only choices"):
        later.play()


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: Batch("qawale", 1.5), "games=1.5"),  # type: ignore[arg-type]
        (lambda: Batch("qawale", 1, threads="2"), "threads=2"),  # type: ignore[arg-type]
        (lambda: Batch("qawale", 1, seed=10**30), "is no seed"),
        (lambda: Batch("qawale", 1, seed="x"), "x is no seed"),  # type: ignore[arg-type]
        (lambda: Batch("qawale", 1).run("x"), "not x"),  # type: ignore[arg-type]
        (lambda: Batch("qawale", 4).position(9), "no game 9 .* 0 to 3"),
        (lambda: Batch("qawale", 4).position(-1), "no game -1"),
        (lambda: _run_closed(threads=1), "is closed"),
        (lambda: _run_closed(threads=2), "is closed"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(act: Callable[[], object], words: str) -> None:
    with pytest.raises(BadBatch, match=words):
        act()


def _run_closed(threads: int) -> None:
    batch = Batch("qawale", 4, threads=threads)
    batch.close()
    batch.run(1)


def test_what_is_not_possible_is_said_and_changes_nothing() -> None:
    batch = Batch("qawale", 4, observations=False)
    rows = batch.rows.copy()
    with pytest.raises(BadChoice, match=r"Choice 5 is not legal in game 2"):
        batch.step([0, 0, 5, 0])
    with pytest.raises(BadChoice, match=r"Choice 99 is not legal in game 3"):
        batch.step([0, 0, 0, 99])
    with pytest.raises(BadChoice, match=r"Game 1 has 40 legal moves: there is none with the index 40"):
        batch.play([0, 40, 0, 0])
    with pytest.raises(BadBatch, match=r"one for each of the 4 games; these have the shape \(2,\)"):
        batch.step([0, 0])
    with pytest.raises(BadBatch, match=r"whole numbers"):
        batch.play([0.5, 0, 0, 0])
    with pytest.raises(BadBatch, match=r"at least one step, not 0"):
        batch.run(0)
    with pytest.raises(BadBatch, match=r"games=0"):
        Batch("qawale", 0)
    with pytest.raises(fourfold.UnknownOption):
        Batch("qawale", 4, colour="red")
    with pytest.raises(BadBatch, match=r"without masks"):
        Batch("qawale", 4, masks=False).step([0, 0, 0, 0])
    assert (batch.rows == rows).all()
