"""How difficult puzzles are: the levels of the computer try them, and what they solve gives each puzzle a rating."""

from collections.abc import Iterator
from dataclasses import replace

from fourfold.arena.statistics.ratings import rating_between
from fourfold.core.registry import folder
from fourfold.players.levels import LEARNERS, find_level
from fourfold.players.ratings import WEAKEST, ratings
from fourfold.puzzles.puzzle import ATTEMPTS, NAME, Puzzle, list_puzzles, order
from fourfold.puzzles.themes import find_themes
from fourfold.search.limit import Limit

LEVELS = tuple(f"level-{grade + 1}" for grade in range(LEARNERS))
USUAL_STEP = 120  # from a level to the next, in a game without a ladder


def measured(puzzle: Puzzle) -> Puzzle:
    """Let every level try a puzzle, and write what it solves, the rating that follows, and the themes."""
    solved = tuple(_times_solved(puzzle, level_id) for level_id in LEVELS)
    return replace(puzzle, solved=solved, rating=rating_of(puzzle.game, solved), themes=find_themes(puzzle))


def _times_solved(puzzle: Puzzle, level_id: str) -> int:
    """In how many attempts a level finds the right move; each attempt has a seed of its own."""
    position = puzzle.start()
    assert position.to_move is not None
    view, level = position.view(position.to_move), find_level(level_id)
    limits = (Limit(nodes=level.nodes, seed=seed) for seed in range(ATTEMPTS))
    return sum(str(level.player.choose(view, limit)) == puzzle.solution[0] for limit in limits)


def rating_of(game_id: str, solved: tuple[int, ...]) -> int:
    """The rating of a puzzle that the levels solve so often.

    >>> rating_of("qawale", (0, 0, 1, 4, 5, 5, 5)) < rating_of("qawale", (0, 0, 0, 0, 0, 2, 4))
    True
    """
    return round(rating_between([*zip(level_ratings(game_id), ((times, ATTEMPTS) for times in solved), strict=True)]))


def level_ratings(game_id: str) -> list[float]:
    """The ratings of the levels, as their ladder has measured them."""
    known = ratings()
    return [known.get(level, {}).get(game_id, WEAKEST + USUAL_STEP * place) for place, level in enumerate(LEVELS)]


def is_worth_while(puzzle: Puzzle) -> bool:
    """Tell whether some level misses it: a move that all find is no puzzle."""
    return puzzle.plies > 2 or puzzle.difficulty > 0


def measure(game_id: str) -> Iterator[Puzzle]:
    """Measure the puzzles of a game, one after the other, and then write them back, without those that all find."""
    tried: list[Puzzle] = []
    for puzzle in list_puzzles(game_id):
        tried.append(measured(puzzle))
        yield tried[-1]
    write_puzzles(game_id, tried)


def write_puzzles(game_id: str, puzzles: list[Puzzle]) -> None:
    """Write the puzzles of a game to its folder, the easiest first."""
    lines = [puzzle.to_line() + "\n" for puzzle in sorted(puzzles, key=order) if is_worth_while(puzzle)]
    (folder(game_id) / NAME).write_text("".join(lines), encoding="utf-8", newline="\n")
    list_puzzles.cache_clear()
