"""Judging of answers to puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.core.outcome import WON
from fourfold.core.position import Position
from fourfold.puzzles.proofs import best_reply, best_turn, value_after, wins_within
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
    >>> puzzle = next(puzzle for puzzle in list_puzzles("exago") if puzzle.goal == "win" and puzzle.plies == 3)
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
        if not _is_right(puzzle, number, before, position):
            return Judged(False, False, position)
        is_last = puzzle.goal != "win" and number + 1 >= puzzle.own_moves
        if is_last or position.outcome is not None:
            return Judged(True, True, position)
        position = position.play(_reply(puzzle, number, position))
        if position.outcome is not None:
            return Judged(True, True, position)
    return Judged(True, False, position)


def _is_right(puzzle: Puzzle, number: int, before: Position, after: Position) -> bool:
    """The first move must be the one; later ones must keep what it is worth."""
    seat = before.to_move
    assert seat is not None
    if number == 0:
        return str(after.last) == puzzle.solution[0]
    if puzzle.goal != "win":
        value = value_after(after, seat)
        return value is not None and value >= (WON if puzzle.goal == "only" else 0)
    if after.outcome is not None:
        return after.outcome.winner == seat
    plies = puzzle.plies - 2 * number
    code = before.game.notation.parse_move(before.row.copy(), str(after.last))
    return plies > 1 and code in wins_within(before, plies).moves


def _reply(puzzle: Puzzle, number: int, position: Position) -> str:
    """The answer in the solution as long as it is followed, else what the search finds."""
    place = 2 * number + 1
    line = puzzle.line()
    is_followed = place < len(puzzle.solution) and line[place] == position
    return puzzle.solution[place] if is_followed else best_reply(position)


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
