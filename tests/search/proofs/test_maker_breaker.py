"""Proofs by the easier game: what they deny is denied by exhaustive search too, and their search is exact."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import fourfold
from exhaustive import followers, value_of_row
from fourfold.core.game import Game
from fourfold.games.qawale import kernel
from fourfold.games.qawale.symmetry import IMAGES, SYMMETRIES
from fourfold.kernel.evaluation import relax_nothing
from fourfold.kernel.jit import RUNNING, Row
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.proofs.maker_breaker import cannot_win, make_workspace, relaxed_key
from fourfold.search.proofs.solve import DRAW, WIN, Proof, _Solver, _Tree
from fourfold.search.state import NODES_LEFT, STATE_WORDS, make_space

QAWALE = fourfold.game("qawale")
OPTIONS: list[dict[str, Any]] = [
    {"pebbles": 4},
    {"pebbles": 4, "double": "draw"},
    {"pebbles": 5, "swap": True},
    {"pebbles": 7},
]

OPEN = "qawale:pebbles=6@nno,x,nn,x/ooo,.,n,xxx/.,n,.,o/.,n,n,.:10"


def without_relaxing(game: Game) -> Game:
    """The same game, of which no easier question is known."""
    exact = replace(game)
    exact.__dict__["opinions"] = game.opinions._replace(relax=relax_nothing)
    return exact


def denies(row: Row, seat: int, nodes: int = ENDLESS, table: Row | None = None) -> bool:
    """Whether it is proved that a seat cannot win a row."""
    left = QAWALE.plies_left(row)
    assert left is not None
    control, stop = np.zeros(STATE_WORDS, np.int64), np.zeros(1, np.int64)
    control[NODES_LEFT] = nodes
    space = make_space(QAWALE, row, control, stop, rows=left + 2)
    workspace = make_workspace(space, make_table(1 << 12) if table is None else table)
    return bool(cannot_win(QAWALE.search_words, workspace, left, seat))


def may_make(row: Row, seat: int, known: dict[bytes, bool]) -> bool:
    """The easier game by plain exhaustive search."""
    own = row.tobytes()
    if own not in known:
        makes = bool(QAWALE.rules.to_move(row) == seat)
        known[own] = not makes
        for after in followers(QAWALE, row):
            status = QAWALE.rules.status(after)
            QAWALE.opinions.relax(after, seat)
            can = may_make(after, seat, known) if status == RUNNING else bool(status == seat + 1)
            if can == makes:
                known[own] = makes
                break
    return known[own]


def late(left: int, seed: int, most: int, options: dict[str, Any]) -> Row:
    """A running row of a random game with so many placements left and not too many moves."""
    chance, work = random.Random(seed), np.zeros(QAWALE.work_words, np.int64)
    while True:
        row = QAWALE.start(**options).row.copy()
        while kernel.status(row) == RUNNING and QAWALE.plies_left(row) != left:
            kernel.play(row, kernel.nth(row, chance.randrange(kernel.count(row, work)), work))
        if kernel.status(row) == RUNNING and kernel.count(row, work) <= most:
            return row


def compare(left: int, count: int, most: int, options: dict[str, Any]) -> set[tuple[bool, bool]]:
    """Compare with both exhaustive searches; return which answers came up, beside whether the seat wins."""
    found = set()
    for seed in range(count):
        row = late(left, seed, most, options)
        worth, mover = value_of_row(QAWALE, row), int(QAWALE.rules.to_move(row))
        for seat in (0, 1):
            denied, wins = denies(row, seat), worth == (1 if seat == mover else -1)
            assert not (denied and wins), f"seat {seat} wins {row}"
            easier = row.copy()
            QAWALE.opinions.relax(easier, seat)
            assert denied != may_make(easier, seat, {}), f"seat {seat} in {row}"
            found.add((denied, wins))
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("left", "count"), [(1, 100), (2, 24)])
def test_who_wins_is_never_denied_it_and_the_easier_game_is_searched_exactly(
    left: int, count: int, options: dict[str, Any]
) -> None:
    found = compare(left, count, 200, options)
    assert (True, False) in found
    assert (False, True) in found


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS[:-1], ids=str)
def test_three_placements_are_searched_exactly_too(options: dict[str, Any]) -> None:
    assert (True, False) in compare(3, 12, 130, options)


def test_what_the_easier_game_leaves_open_is_answered_by_the_game_itself() -> None:
    """Light has a line after all that dark can do but to win at once."""
    position = fourfold.read(OPEN)
    row = position.row.copy()
    mover = int(QAWALE.rules.to_move(row))
    assert not denies(row, 1 - mover)
    proof = Proof(position)
    list(proof.go_on(Limit(nodes=ENDLESS)))
    assert proof.value == value_of_row(QAWALE, row) == 1


def test_each_answer_to_the_whole_question_of_few_pebbles_is_the_exact_one() -> None:
    """All positions after two plies: what the easier game denies, alpha-beta search denies too."""
    exact = without_relaxing(QAWALE)
    table, denied = make_table(1 << 20), 0
    for pebbles in (1, 2, 3):
        tree = _Tree(QAWALE, QAWALE.start(pebbles=pebbles).row.copy(), ())
        limit = Limit(nodes=ENDLESS)
        solver = _Solver(exact, limit, limit.most_nodes)
        for node in {id(node): node for nodes in tree.leaves.values() for node in nodes}.values():
            mover = int(QAWALE.rules.to_move(node.row))
            for worth, seat in ((WIN, mover), (DRAW, 1 - mover)):
                if denies(node.row, seat, table=table):
                    solved = solver.find_out(node.row, worth)
                    assert solved is not None
                    assert solved.most <= DRAW if worth == WIN else solved.least >= DRAW
                    denied += 1
    assert denied > 100


@pytest.mark.parametrize(
    "pebbles", [1, 2, 3, pytest.param(4, marks=pytest.mark.long), pytest.param(5, marks=pytest.mark.long)]
)
def test_the_easier_question_comes_to_the_exact_value_in_fewer_nodes(pebbles: int) -> None:
    easier = Proof(QAWALE.start(pebbles=pebbles))
    exact = Proof(without_relaxing(QAWALE).start(pebbles=pebbles))
    for proof in (easier, exact):
        list(proof.go_on(Limit(nodes=ENDLESS)))
    assert easier.value == exact.value == 0
    assert easier.nodes <= exact.nodes // 3


def test_what_symmetry_makes_equal_has_one_key_and_one_answer() -> None:
    for seed in range(12):
        row = late(2, seed, 140, {"pebbles": 5})
        for seat in (0, 1):
            keys, answers = set(), set()
            for symmetry in range(SYMMETRIES):
                image = row.copy()
                for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS):
                    image[word] = 0
                for cell in range(kernel.CELLS):
                    to = int(IMAGES[symmetry, cell])
                    image[to] = row[cell]
                    for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS):
                        image[word] |= (int(row[word]) >> cell & 1) << to
                answers.add(denies(image, seat))
                keys.add(int(relaxed_key(QAWALE.search_words, image, seat)))
            assert len(keys) == len(answers) == 1


def test_the_keys_of_the_two_makers_differ() -> None:
    row = QAWALE.start().row.copy()
    assert len({int(relaxed_key(QAWALE.search_words, row.copy(), seat)) for seat in (0, 1)}) == 2


def test_relaxing_forgets_the_colour_of_the_other_and_nothing_else() -> None:
    row = fourfold.read(OPEN).row.copy()
    for seat, colour in ((0, kernel.SECOND), (1, kernel.FIRST)):
        easier, expected = row.copy(), row.copy()
        for cell in range(kernel.CELLS):
            for place in range(0, 32, 2):
                if row[cell] >> place & 3 == colour:
                    expected[cell] |= kernel.NEUTRAL << place
        expected[kernel.FIRST_TOPS + colour - kernel.FIRST] = 0
        for _ in range(2):  # once more changes nothing
            QAWALE.opinions.relax(easier, seat)
            assert easier.tolist() == expected.tolist()


def test_colours_that_may_be_exchanged_are_not_forgotten() -> None:
    """Qawale R4: the pebble that the second player takes over is his, though the first has sown it."""
    position = QAWALE.start(swap=True).play("a1NEE")
    for seat in (0, 1):
        row = position.row.copy()
        QAWALE.opinions.relax(row, seat)
        assert row.tolist() == position.row.tolist()
        swapped = position.play("swap").row.copy()
        QAWALE.opinions.relax(swapped, seat)
        assert bool(swapped[kernel.FIRST_TOPS]) == (seat == 1)


def test_a_search_that_is_stopped_denies_nothing() -> None:
    row = QAWALE.start(pebbles=3).row.copy()
    table = make_table(1 << 12)
    assert not denies(row, 0, nodes=500, table=table)
    assert denies(row, 0, table=table), "what the stopped search left in the table is wrong"


def test_a_stack_too_tall_for_the_table_is_searched_all_the_same() -> None:
    """Eleven neutral pebbles and one of dark's, and one placement left: too few of a colour for a line."""
    row = QAWALE.start(pebbles=3).row.copy()
    row[: kernel.PLY] = 0
    row[0], row[1], row[kernel.FIRST_TOPS], row[kernel.PLY] = (1 << 22) - 1, kernel.FIRST, 0b10, 5
    assert denies(row, 0)
    assert denies(row, 1)
