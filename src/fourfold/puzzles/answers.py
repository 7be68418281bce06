"""Judging of answers to puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.core.position import Position
from fourfold.puzzles.proofs import best_turn, wins_within
from fourfold.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class Judged:
    """The result of an answer: whether it is right so far, whether the puzzle is solved, and the position after it.

    The other side's reply has been played where more moves are asked for. For points, how many can still be made.
    """

    is_right: bool
    is_solved: bool
    position: Position
    points: int = 0


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Judged:
    """Judge the moves of the solver, in order; those after a wrong one are not looked at.

    >>> from fourfold.puzzles.puzzle import list_puzzles
    >>> puzzle = next(puzzle for puzzle in list_puzzles("exago") if puzzle.plies == 3)
    >>> first = judge(puzzle, puzzle.solution[:1])
    >>> first.is_right, first.is_solved, str(first.position.last) == puzzle.solution[1]
    (True, False, True)
    >>> judge(puzzle, puzzle.solution[::2]).is_solved
    True
    """
    position = puzzle.start()
    if puzzle.goal == "points":
        return _judge_points(puzzle, position, moves)
    for number, text in enumerate(moves):
        before, position = position, position.play(text)
        plies = puzzle.plies - 2 * number
        if not _is_right(puzzle, number, before, position, plies):
            return Judged(False, False, position)
        if puzzle.goal != "win" or position.outcome is not None:
            return Judged(True, True, position)
        position = position.play(_reply(puzzle, number, position))
    return Judged(True, False, position)


def _is_right(puzzle: Puzzle, number: int, before: Position, after: Position, plies: int) -> bool:
    """The first move must be the one; later ones must keep the win within what is left."""
    if number == 0:
        return str(after.last) == puzzle.solution[0]
    if after.outcome is not None:
        return after.outcome.winner == before.to_move
    code = before.game.notation.parse_move(before.row.copy(), str(after.last))
    return plies > 1 and code in wins_within(before, plies).moves


def _reply(puzzle: Puzzle, number: int, position: Position) -> str:
    """The answer in the solution as long as it is followed, else any."""
    place = 2 * number + 1
    line = puzzle.start()
    for move in puzzle.solution[:place]:
        line = line.play(move)
    return puzzle.solution[place] if line == position else str(position.moves()[0])


def _judge_points(puzzle: Puzzle, position: Position, moves: Sequence[str]) -> Judged:
    seat = position.to_move
    assert seat is not None
    first = position.points()[seat]
    for text in moves:
        position = position.play(text)
        made = position.points()[seat] - first
        turn = best_turn(position) if position.to_move == seat else None
        reachable = made + (turn.points if turn else 0)
        if reachable < puzzle.points:
            return Judged(False, False, position, reachable)
        if position.to_move != seat:
            return Judged(True, True, position, reachable)
    return Judged(True, False, position, puzzle.points)
