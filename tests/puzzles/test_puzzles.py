"""Every committed puzzle is what it says: one right move, proved by trying everything."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

import fourfold
from exhaustive import followers
from fourfold.kernel.jit import RUNNING
from fourfold.players.levels import list_levels
from fourfold.puzzles.answers import judge
from fourfold.puzzles.errors import UnknownPuzzle
from fourfold.puzzles.miner import is_worth_while, with_difficulty
from fourfold.puzzles.proofs import best_turn, only_holding_move, only_winning_move, winning_line
from fourfold.puzzles.puzzle import Puzzle, find_puzzle, list_puzzles, puzzle_of_day

GAMES = [game for game in fourfold.list_games() if list_puzzles(game)]
PUZZLES = [puzzle for game in GAMES for puzzle in list_puzzles(game)]
SHORT = 3  # plies
NARROW = 50  # moves


def some_of_each() -> Iterator[Puzzle]:
    """Two of each goal of each game, for every run of the tests."""
    for game in GAMES:
        for goal in ("win", "only", "hold", "points"):
            kind = [puzzle for puzzle in list_puzzles(game) if puzzle.goal == goal and puzzle.plies <= SHORT]
            yield from kind[:: max(1, len(kind) - 1)][:2]


def is_narrow(puzzle: Puzzle) -> bool:
    """Whether a plain search takes a moment."""
    return puzzle.plies == 1 or len(puzzle.start().moves()) <= NARROW


def name(puzzle: Puzzle) -> str:
    return f"{puzzle.game}-{puzzle.goal}-{puzzle.id}"


def check(puzzle: Puzzle) -> None:
    position = puzzle.start()
    if puzzle.goal == "win":
        line = winning_line(position, puzzle.plies)
        assert line is not None
        assert line[0] == puzzle.solution[0]
    elif puzzle.goal == "hold":
        assert only_holding_move(position) == puzzle.solution[0]
    elif puzzle.goal == "only":
        assert only_winning_move(position) == puzzle.solution[0]
    else:
        turn = best_turn(position)
        assert turn is not None
        assert (turn.points, turn.moves) == (puzzle.points, puzzle.solution)


def is_only_short_win(puzzle: Puzzle) -> bool:
    """The same by the plain search of the tests, which shares nothing with the package's."""
    position = puzzle.start()
    game, row, seat = position.game, position.row.copy(), position.to_move
    assert seat is not None
    at_once = [
        str(move)
        for move, after in zip(position.moves(), followers(game, row), strict=True)
        if game.rules.status(after) == seat + 1
    ]
    if at_once or puzzle.plies == 1:
        return puzzle.plies == 1 and at_once == [puzzle.solution[0]]
    winning = []
    for move, after in zip(position.moves(), followers(game, row), strict=True):
        if game.rules.status(after) != RUNNING:
            continue
        falls = True
        for later in followers(game, after):
            status = game.rules.status(later)
            wins = any(game.rules.status(last) == seat + 1 for last in followers(game, later)) if not status else False
            falls = falls and (status == seat + 1 or wins)
            if not falls:
                break
        if falls:
            winning.append(str(move))
    return winning == [puzzle.solution[0]]


@pytest.mark.parametrize("puzzle", list(some_of_each()), ids=name)
def test_some_puzzles_have_one_right_move(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("puzzle", PUZZLES, ids=name)
def test_every_puzzle_has_one_right_move(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.parametrize(
    "puzzle", [puzzle for puzzle in some_of_each() if puzzle.goal == "win" and is_narrow(puzzle)], ids=name
)
def test_a_plain_search_finds_the_same_win(puzzle: Puzzle) -> None:
    assert is_only_short_win(puzzle)


@pytest.mark.long
@pytest.mark.parametrize(
    "puzzle", [puzzle for puzzle in PUZZLES if puzzle.goal == "win" and puzzle.plies <= SHORT], ids=name
)
def test_a_plain_search_finds_every_short_win(puzzle: Puzzle) -> None:
    assert is_only_short_win(puzzle)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_puzzles_and_each_is_written_once(game: str) -> None:
    puzzles = list_puzzles(game)
    assert len(puzzles) >= 40
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {level for puzzle in puzzles for level in puzzle.failed} <= set(list_levels())
    assert find_puzzle(game, puzzles[3].id) == puzzles[3]
    with pytest.raises(UnknownPuzzle):
        find_puzzle(game, "nothing")


def test_the_solution_solves_and_another_move_does_not() -> None:
    for puzzle in some_of_each():
        position = puzzle.start()
        moves = puzzle.solution[::2] if puzzle.goal == "win" else puzzle.solution
        first = judge(puzzle, moves[:1])
        assert first.is_right
        if puzzle.goal != "points":
            assert judge(puzzle, moves).is_solved
        wrong = next(str(move) for move in position.moves() if str(move) != puzzle.solution[0])
        answered = judge(puzzle, [wrong])
        assert not answered.is_right
        assert not answered.is_solved


def test_every_day_has_a_puzzle_and_the_games_take_turns() -> None:
    days = [date(2030, 1, 1) + timedelta(days=number) for number in range(40)]
    chosen = [puzzle_of_day(day) for day in days]
    assert {puzzle.game for puzzle in chosen} == set(GAMES)
    assert len({puzzle.id for puzzle in chosen}) == len(chosen)
    assert puzzle_of_day(days[0]) == chosen[0]


@pytest.mark.parametrize(
    "puzzle",
    [pytest.param(each, id=name(each), marks=() if number % 10 == 0 else pytest.mark.long)
     for number, each in enumerate(PUZZLES)],
)  # fmt: skip
def test_the_difficulty_is_what_the_levels_do_now(puzzle: Puzzle) -> None:
    assert with_difficulty(puzzle) == puzzle
    assert is_worth_while(puzzle)
