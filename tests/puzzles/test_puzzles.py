"""Every committed puzzle is what it says: one right move, proved by trying everything."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

import fourfold
from exhaustive import followers
from fourfold.kernel.jit import RUNNING
from fourfold.puzzles.answers import judge
from fourfold.puzzles.difficulty import is_worth_while, measured
from fourfold.puzzles.errors import UnknownPuzzle
from fourfold.puzzles.proofs import (
    best_turn,
    only_drawing_move,
    only_holding_move,
    only_winning_move,
    value_after,
    winning_line,
)
from fourfold.puzzles.puzzle import GOALS, Puzzle, find_puzzle, list_puzzles, puzzle_of_day
from fourfold.puzzles.themes import find_themes

GAMES = [game for game in fourfold.list_games() if list_puzzles(game)]
PUZZLES = [puzzle for game in GAMES for puzzle in list_puzzles(game)]
SHORT = 3  # plies
NARROW = 50  # moves
LONG_ONES = 60  # puzzles of a game that take three plies or more


def some_of_each() -> Iterator[Puzzle]:
    """Two of each goal of each game, for every run of the tests."""
    for game in GAMES:
        for goal in GOALS:
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
        assert only_holding_move(position, puzzle.plies) == puzzle.solution[0]
    elif puzzle.goal == "only":
        assert only_winning_move(position) == puzzle.solution[0]
    elif puzzle.goal == "draw":
        assert only_drawing_move(position) == puzzle.solution[0]
    else:
        turn = best_turn(position)
        assert turn is not None
        assert (turn.points, turn.moves, turn.line) == (puzzle.points, puzzle.solution[:1], puzzle.solution)
        assert len(turn.line) == puzzle.plies


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
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert sum(puzzle.plies >= SHORT for puzzle in puzzles) >= LONG_ONES
    assert find_puzzle(game, puzzles[3].id) == puzzles[3]
    with pytest.raises(UnknownPuzzle):
        find_puzzle(game, "nothing")


@pytest.mark.parametrize("puzzle", list(some_of_each()), ids=name)
def test_the_solution_solves_and_another_move_does_not(puzzle: Puzzle) -> None:
    position = puzzle.start()
    moves = puzzle.solution if puzzle.goal == "points" else puzzle.solution[::2]
    assert len(moves) == puzzle.own_moves
    assert judge(puzzle, moves[:1]).is_right
    assert judge(puzzle, moves).is_solved
    assert all(not judge(puzzle, moves[:number]).is_solved for number in range(1, len(moves)))
    wrong = next(str(move) for move in position.moves() if str(move) != puzzle.solution[0])
    answered = judge(puzzle, [wrong])
    assert not answered.is_right
    assert not answered.is_solved


def test_a_later_move_that_loses_the_draw_is_wrong() -> None:
    puzzle = next(puzzle for puzzle in list_puzzles("qawale") if puzzle.goal == "draw" and len(puzzle.solution) == 3)
    before = puzzle.line()[2]
    seat = before.to_move
    assert seat is not None
    later = {value_after(before.play(move), seat): str(move) for move in before.moves()}
    assert set(later) >= {0, -1}
    assert judge(puzzle, [puzzle.solution[0], later[0]]).is_solved
    assert not judge(puzzle, [puzzle.solution[0], later[-1]]).is_right


def test_every_day_has_a_puzzle_and_the_games_take_turns() -> None:
    days = [date(2030, 1, 1) + timedelta(days=number) for number in range(40)]
    chosen = [puzzle_of_day(day) for day in days]
    assert {puzzle.game for puzzle in chosen} == set(GAMES)
    assert len({puzzle.id for puzzle in chosen}) == len(chosen)
    assert puzzle_of_day(days[0]) == chosen[0]


@pytest.mark.parametrize(
    "puzzle",
    [pytest.param(each, id=name(each), marks=() if number % 25 == 0 else pytest.mark.long)
     for number, each in enumerate(PUZZLES)],
)  # fmt: skip
def test_rating_and_themes_are_what_is_measured_now(puzzle: Puzzle) -> None:
    assert measured(puzzle) == puzzle
    assert is_worth_while(puzzle)


@pytest.mark.parametrize("puzzle", [each for each in list_puzzles("exago") if each.goal == "hold"][:3], ids=name)
def test_a_defence_is_not_called_a_block_too(puzzle: Puzzle) -> None:
    assert "block" not in find_themes(puzzle)
    assert puzzle.themes[0] == "defence"
