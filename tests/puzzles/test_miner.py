"""What is mined is a puzzle of the wanted kind."""

import fourfold
from fourfold.puzzles.miner import find_in
from fourfold.puzzles.puzzle import Puzzle, list_puzzles


def sample(goal: str) -> Puzzle:
    return next(puzzle for puzzle in list_puzzles("qawale") if puzzle.goal == goal and puzzle.plies == 3)


def test_a_win_in_two_is_found_and_a_shorter_one_refused() -> None:
    puzzle = sample("win")
    found = find_in(puzzle.start(), shortest=3)
    assert found is not None
    assert (found.solution[0], found.plies >= 3) == (puzzle.solution[0], True)
    short = next(each for each in list_puzzles("qawale") if each.goal == "win" and each.plies == 1)
    assert find_in(short.start(), shortest=3) is None


def test_the_only_move_that_draws_is_found() -> None:
    puzzle = sample("draw")
    found = find_in(puzzle.start(), goals=["draw"])
    assert found is not None
    assert (found.goal, found.solution[0]) == ("draw", puzzle.solution[0])  # the other's reply is one of several
    assert find_in(puzzle.start(), goals=["points"]) is None


def test_a_game_that_has_just_begun_holds_no_puzzle() -> None:
    assert find_in(fourfold.game("qawale").start()) is None
