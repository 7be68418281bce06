"""Puzzle generation: games of computer players are searched for positions where one move is the right one."""

import random
from collections.abc import Iterator
from dataclasses import replace

from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.players.levels import LEARNERS, find_level
from fourfold.puzzles.proofs import best_turn, only_holding_move, only_winning_move, winning_line
from fourfold.puzzles.puzzle import Puzzle
from fourfold.research.datasets.selfplay import play_levels
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

PLAYERS = ("level-1", "level-2", "level-3", "level-4")  # who play the games: people's mistakes, and their sense
LENGTHS = (1, 3, 5)  # plies of a win that is looked for
FEWEST_MOVES, MOST_MOVES = 6, 400  # among which the right one is to be found
MOST_LEFT = 8  # plies to the end of a game where the only winning move is looked for
FIRST_LOOK = 30_000  # nodes that tell whether a position may be won at all
MOST_OF_A_GAME = 3
ATTEMPTS = 5  # that a level has; it must find the move more often than not
LEVELS = tuple(f"level-{grade + 1}" for grade in range(LEARNERS))


def mine(game_id: str, games: int, seed: int = 0) -> Iterator[list[Puzzle]]:
    """Play games, and give the puzzles that were found in each."""
    known: set[str] = set()
    for number in range(games):
        chance = random.Random(f"puzzles/{seed}/{number}")
        start = game(game_id).start(seed=chance.getrandbits(31))
        last = play_levels(start, [chance.choice(PLAYERS) for _ in range(start.seats)], chance)
        found: list[Puzzle] = []
        for position in _positions(last, chance):
            puzzle = find_in(position)
            if puzzle is not None and puzzle.id not in known:
                known.add(puzzle.id)
                tried = with_difficulty(puzzle)
                if is_worth_while(tried):
                    found.append(tried)
            if len(found) == MOST_OF_A_GAME:
                break
        yield found


def _positions(last: Position, chance: random.Random) -> list[Position]:
    """The positions of a game where somebody had a choice, in any order."""
    found: list[Position] = []
    position: Position | None = last
    while position is not None:
        if position.to_move is not None and FEWEST_MOVES <= len(position.moves()) <= MOST_MOVES:
            found.append(position)
        position = position.previous
    chance.shuffle(found)
    return found


def find_in(position: Position) -> Puzzle | None:
    """Make a puzzle of a position, if it is one."""
    text, game_id = str(position), position.game.id
    alone = position.game.read(text)  # nothing that came before counts
    if alone.game.is_hidden(alone.options):
        return _points_puzzle(alone)
    if analyse(alone, Limit(nodes=FIRST_LOOK), lines=1, to_the_end=False).proved == "win":
        return _winning_puzzle(alone)
    only = only_holding_move(alone)
    return None if only is None else Puzzle(game_id, "hold", text, (only,))


def _winning_puzzle(position: Position) -> Puzzle | None:
    """A win that only one move leads to: within a few plies, or at all."""
    text, game_id = str(position), position.game.id
    for plies in LENGTHS:
        line = winning_line(position, plies)
        if line is not None:
            return Puzzle(game_id, "win", text, line, plies=plies)
    left = position.game.plies_left(position.row.copy())
    if left is None or left > MOST_LEFT:
        return None
    only = only_winning_move(position)
    return None if only is None else Puzzle(game_id, "only", text, (only,))


def _points_puzzle(position: Position) -> Puzzle | None:
    """A turn that makes the most points, where one first move leads there and others make points too."""
    turn = best_turn(position)
    if turn is None or len(turn.moves) != 1:
        return None
    return Puzzle(position.game.id, "points", str(position), turn.moves, points=turn.points)


def is_worth_while(puzzle: Puzzle) -> bool:
    """Tell whether some level misses it: a move that all find is no puzzle."""
    return puzzle.plies > 1 or bool(puzzle.failed)


def with_difficulty(puzzle: Puzzle) -> Puzzle:
    """Let every level try the puzzle, and note which miss it."""
    position = puzzle.start()
    seat = position.to_move
    assert seat is not None
    view = position.view(seat)

    def misses(level_id: str) -> bool:
        level = find_level(level_id)
        limits = (Limit(nodes=level.nodes, seed=seed) for seed in range(ATTEMPTS))
        missed = sum(str(level.player.choose(view, limit)) != puzzle.solution[0] for limit in limits)
        return 2 * missed > ATTEMPTS

    failed = tuple(level for level in LEVELS if misses(level))
    return replace(puzzle, failed=failed)
