"""Themes of puzzles: what the proof shows, and what the game itself says about its position and solution.

A game with themes of its own has a module `themes` with a function `find_themes`: the positions of the solution in,
names of themes out, each a message `theme.NAME` of the game.
"""

from collections.abc import Iterator

from fourfold.puzzles.puzzle import Goal, Puzzle

BY_GOAL: dict[Goal, str] = {"only": "only_win", "draw": "draw", "hold": "defence", "points": "points"}
WINS = {1: "win_in_one", 3: "win_in_two", 5: "win_in_three", 7: "win_in_four"}
LAST_PLIES = 5  # of a game, which are its endgame


def find_themes(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle.

    >>> from fourfold.puzzles.puzzle import list_puzzles
    >>> puzzle = next(puzzle for puzzle in list_puzzles("qawale") if puzzle.goal == "draw")
    >>> find_themes(puzzle)[:2]
    ('draw', 'endgame')
    """
    return tuple(dict.fromkeys(_themes(puzzle)))


def _themes(puzzle: Puzzle) -> Iterator[str]:
    yield WINS[puzzle.plies] if puzzle.goal == "win" else BY_GOAL[puzzle.goal]
    line = puzzle.line()
    game = line[0].game
    left = game.plies_left(line[0].row.copy())
    if left is not None and left <= LAST_PLIES:
        yield "endgame"
    module = game.module("themes")
    if module is not None:
        yield from module.find_themes(line)
