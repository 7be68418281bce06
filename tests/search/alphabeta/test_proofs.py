"""Everything that is called proved agrees with plain exhaustive search."""

import random
from pathlib import Path
from threading import enumerate as enumerate_threads

import pytest

import fourfold
from exhaustive import value, wins_within
from fourfold import FourfoldError, Position
from fourfold.contract.variants import Variant
from fourfold.search.alphabeta.transposition_table import DATA, EXACT, LOWER, MOVE, bucket_of, make_table, probe, store
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from fourfold.search.proofs.solve import Proof
from fourfold.search.proofs.threats import find_force
from fourfold.search.state import NO_MOVE

WORDS = {1: "win", 0: "draw", -1: "loss"}


def late(variant: Variant, left: int, seed: int, most_moves: int = 10**9) -> Position:
    """A running position of a random game that can go on for at most so many plies."""
    chance = random.Random(seed)
    while True:
        position = variant.start(seed)
        while position.outcome is None:
            remaining = position.game.plies_left(position.row)
            assert remaining is not None
            moves = position.moves()
            if remaining <= left and len(moves) <= most_moves:
                return position
            if remaining <= left:
                break
            position = position.play(moves[chance.randrange(len(moves))])


SOLVED = [
    (Variant("qawale"), 2, 24),
    (Variant("qawale", options={"double": "draw"}), 2, 12),
    (Variant("quads"), 9, 6),
    (Variant("quads", options={"border": True}), 16, 8),
    (Variant("quads", options={"hidden": True, "border": True}), 14, 4),
]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("variant", "left", "count"), SOLVED, ids=str)
def test_what_is_solved_is_what_exhaustive_search_finds(variant: Variant, left: int, count: int, threads: int) -> None:
    found = set()
    for seed in range(count):
        position = late(variant, left, seed, most_moves=160)
        analysis = analyse(position, Limit(nodes=20_000_000), threads=threads)
        expected = value(position)
        assert analysis.proved == WORDS[expected], str(position)
        found.add(expected)
        for line in analysis.lines:
            assert line.move in position.moves()
            after = position.play(line.move)
            if line.proved is not None:
                seat = position.to_move
                if after.outcome is not None:
                    winner = after.outcome.winner
                    worth = 0 if winner is None else 1 if winner == seat else -1
                else:
                    worth = value(after) * (1 if after.to_move == seat else -1)
                assert line.proved == WORDS[worth], f"{line.move} in {position}"
    assert len(found) > 1, "all came out the same: nothing was told apart"


@pytest.mark.long
@pytest.mark.parametrize(("variant", "left"), [(Variant("qawale"), 3), (Variant("quads"), 11)], ids=str)
def test_deeper_endings_are_solved_rightly_too(variant: Variant, left: int) -> None:
    for seed in range(6):
        position = late(variant, left, seed, most_moves=150)
        assert analyse(position, Limit(nodes=50_000_000), lines=1).proved == WORDS[value(position)]


def test_six_plies_of_qawale_and_eighteen_squares_of_quads_are_proved_with_a_line_that_holds() -> None:
    endings = ((Variant("qawale"), 6), (Variant("quads"), 18), (Variant("quads", options={"border": True}), 18))
    for variant, left in endings:
        for seed in range(6):
            position = late(variant, left, seed, most_moves=300)
            analysis = analyse(position, Limit(nodes=200_000_000), lines=1)
            assert analysis.proved is not None
            for move in analysis.best.moves:
                position = position.play(move)
            if analysis.proved == "win":
                assert position.outcome is not None
                assert position.outcome.winner == analysis.to_move


def test_a_tall_stack_is_estimated() -> None:
    position = fourfold.read(f"qawale@.,.,.,./.,.,.,./.,.,.,./{'n' * 8 + 'xo' * 5},.,.,.:10")
    analysis = analyse(position, Limit(nodes=30_000))
    assert analysis.nodes < 60_000
    assert analysis.lines[0].move in position.moves()


def exago_positions(count: int) -> list[Position]:
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        chance = random.Random(seed)
        position = fourfold.game("exago").start()
        while position.outcome is None and position.ply < 9 + seed % 7:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        if position.outcome is None:
            found.append(position)
        seed += 1
    return found


def test_forced_wins_by_threats_are_forced_wins() -> None:
    won = 0
    for position in exago_positions(24):
        force = find_force(position.game, position.row.copy(), Limit(nodes=100_000, depth=3))
        if force.moves:
            won += 1
            assert wins_within(position, len(force.moves))
            for code in force.moves:
                position = position.play(position.game.notation.format_move(position.row, code))
            assert position.outcome is not None
    assert won >= 4


def test_wins_and_losses_that_alpha_beta_proves_in_exago_are_there() -> None:
    found = set()
    for position in exago_positions(12):
        analysis = analyse(position, Limit(depth=3))
        if analysis.proved == "win":
            assert wins_within(position, 3)
        if analysis.proved == "loss":
            assert all(
                (after := position.play(move)).outcome is None and wins_within(after, 3) for move in position.moves()
            )
        found.add(analysis.proved)
    assert "win" in found


def test_threads_that_help_find_the_same_and_end_with_what_they_help() -> None:
    for seed in range(12):
        position = late(Variant("quads"), 18, seed)
        alone = analyse(position, Limit(seconds=60), lines=1, to_the_end=False)
        assert alone.proved is not None
        for threads in (2, 4):
            helped = analyse(position, Limit(seconds=60), lines=1, to_the_end=False, threads=threads)
            assert helped.proved == alone.proved, str(position)
    assert [thread.name for thread in enumerate_threads() if "help" in thread.name] == []


def test_an_entry_of_two_writers_is_nobodys() -> None:
    table = make_table(1000)
    store(table, 77, 5, 0, 0, 3, EXACT, 1)
    assert probe(table, 77)[0] == 5
    store(table, 77, 6, 1, 0, 4, LOWER, 1)
    assert probe(table, 77)[0] == 6
    table[bucket_of(table, 77) + MOVE] = 5  # what the first one wrote comes last
    assert probe(table, 77) == (NO_MOVE, 0)


def test_entries_that_are_much_alike_do_not_stand_for_each_other() -> None:
    """The key of one writer with the move and the data of another: their bits differ in the same places."""
    one, other = make_table(1000), make_table(1000)
    store(one, 77, 0b1_01_01_0000, 0, 0, 5, LOWER, 1)
    store(other, 77 + (len(other) << 8), 0b1_01_01_0110, 0, 0, 5, EXACT, 1)
    at = bucket_of(one, 77)
    assert probe(one, 77)[0] == 0b1_01_01_0000
    assert one[at + MOVE] ^ one[at + DATA] == other[at + MOVE] ^ other[at + DATA]
    one[at + MOVE], one[at + DATA] = other[at + MOVE], other[at + DATA]
    assert probe(one, 77) == (NO_MOVE, 0)


@pytest.mark.parametrize("pebbles", [1, 2, 3])
def test_qawale_with_few_pebbles_is_a_draw(pebbles: int) -> None:
    proof = Proof(fourfold.game("qawale").start(pebbles=pebbles))
    solved = list(proof.go_on(Limit(nodes=10_000_000)))
    assert proof.value == 0
    assert proof.nodes == sum(each.nodes for each in solved)


def test_a_proof_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    start = fourfold.game("qawale").start(pebbles=3)
    first = Proof(start, path)
    assert list(first.go_on(Limit(nodes=3000)))
    assert first.value is None
    second = Proof(start, path)
    assert second.kept == first.kept
    list(second.go_on(Limit(nodes=10_000_000)))
    assert second.value == 0
    assert not list(Proof(start, path).go_on(Limit(nodes=10)))
    with pytest.raises(FourfoldError, match="another proof"):
        Proof(fourfold.game("qawale").start(pebbles=4), path)


PROVED = [
    (Variant("qawale", options={"pebbles": 3}), 3, {0}, 3),
    (Variant("quads"), 11, {-1, 1}, 12),
    (Variant("quads", options={"border": True}), 16, {-1, 1}, 12),
]


@pytest.mark.parametrize("cut", [0, 1, 20, -1])
def test_a_line_that_was_cut_off_costs_no_other(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "proof.jsonl"
    start = fourfold.game("qawale").start(pebbles=3)
    list(Proof(start, path).go_on(Limit(nodes=3000)))
    *whole, last = path.read_text().splitlines(keepends=True)
    path.write_text("".join(whole) + last[:cut])
    again = Proof(start, path)
    assert len(again.kept) == len(whole) - 1 + (cut == -1)
    list(again.go_on(Limit(nodes=10_000_000)))
    assert again.value == 0
    assert Proof(start, path).kept == again.kept


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b'{"key": [1], "ply": 2, "least": 0, "most": 1, "nodes": 1, "seconds": 0.1}',
        b'{"key": 1, "ply": 2, "least": "a", "most": 1, "nodes": 1, "seconds": 0.1}',
        b'{"key": 1, "ply": 2, "least": 0, "most": 1, "nodes": "1", "seconds": 0.1}',
        b'{"key": 1, "ply": 2, "least": 1, "most": -1, "nodes": 1, "seconds": 0.1}',
        b'{"key": 1, "ply": 2, "value": 0, "nodes": 1, "seconds": 0.1}',
        b'"}',
    ],
)
def test_a_file_that_is_no_proof_is_refused(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "proof.jsonl"
    start = fourfold.game("qawale").start(pebbles=2)
    path.write_bytes(f'{{"position": "{start}"}}\n'.encode() + line + b"\n")
    with pytest.raises(FourfoldError, match="cannot be read as a proof"):
        Proof(start, path)


def test_an_empty_file_is_a_new_proof(tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    path.touch()
    start = fourfold.game("qawale").start(pebbles=2)
    list(Proof(start, path).go_on(Limit(nodes=10_000_000)))
    assert not list(Proof(start, path).go_on(Limit(nodes=10)))


@pytest.mark.parametrize(("variant", "left", "expected", "count"), PROVED, ids=str)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_proof_finds_the_value_that_exhaustive_search_finds(
    variant: Variant, left: int, expected: set[int], count: int, jobs: int
) -> None:
    found = set()
    for seed in range(count):
        position = late(variant, left, seed, most_moves=60)
        proof = Proof(position)
        solved = list(proof.go_on(Limit(nodes=20_000_000), jobs))
        assert proof.value == value(position), str(position)
        assert proof.nodes == sum(each.nodes for each in solved)
        found.add(proof.value)
    assert found == expected


def test_several_are_found_out_at_once(tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    start = fourfold.game("qawale").start(pebbles=3)
    proof = Proof(start, path)
    limit = Limit(nodes=10_000_000)
    solving = proof.go_on(limit, jobs=3)
    next(solving)
    solving.close()  # what the others were at is broken off
    assert proof.value is None
    assert not limit.flag[0]
    again = Proof(start, path)
    list(again.go_on(Limit(nodes=10_000_000), jobs=2))
    assert again.value == 0
    assert len({(each.key, each.least, each.most) for each in again.kept}) == len(again.kept)
    with pytest.raises(FourfoldError, match="0 positions cannot be solved at once"):
        list(Proof(start).go_on(Limit(nodes=1), jobs=0))


def test_work_that_came_to_no_end_is_counted() -> None:
    proof = Proof(fourfold.game("qawale").start())
    assert not list(proof.go_on(Limit(nodes=5000)))
    assert proof.nodes >= 5000
    assert proof.value is None


def test_a_swap_is_taken_into_account_by_proofs() -> None:
    position = fourfold.game("qawale").start(pebbles=1, swap=True)
    proof = Proof(position)
    list(proof.go_on(Limit(nodes=1_000_000)))
    assert proof.value == value(position)
