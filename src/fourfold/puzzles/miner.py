"""Puzzle generation: games of computer players are searched for positions where one move is the right one."""

import random
from collections.abc import Callable, Collection, Iterator
from itertools import islice

from fourfold.core.outcome import LOST, WON
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.puzzles.proofs import (
    best_turn,
    keeping_line,
    only_drawing_move,
    only_holding_move,
    only_winning_move,
    value_after,
    winning_line,
    wins_within,
)
from fourfold.puzzles.puzzle import GOALS, Goal, Puzzle
from fourfold.research.datasets.selfplay import play_levels
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

PLAYERS = ("level-2", "level-3", "level-4", "level-5")  # who play the games: mistakes, and sense
SLIPS = 3  # moves by chance that are tried in each position of a game: what punishes them is a puzzle
SHORT_WINS, LONG_WINS = (1, 3), (5, 7)  # plies of a win that is looked for
HOLD_LENGTHS = (2, 4)  # plies of a loss that one move prevents
FEWEST_MOVES, MOST_MOVES = 6, 400  # among which the right one is to be found
MOST_LEFT = 5  # plies to the end of a game where the only move that wins or draws is looked for
SAMPLE = 5  # moves that are tried to see whether most of them lose
FIRST_LOOK = 30_000  # nodes that tell whether a position may be won at all
PLIES_OF_A_PUZZLE = 12  # of a game, so that a long one gives more of them


def mine(
    game_id: str, games: int, seed: int = 0, shortest: int = 1, goals: Collection[Goal] = GOALS
) -> Iterator[list[Puzzle]]:
    """Play games, and give the puzzles of at least so many plies that were found in each."""
    known: set[int] = set()
    for number in range(games):
        chance = random.Random(f"puzzles/{seed}/{number}")
        start = game(game_id).start(seed=chance.getrandbits(31))
        last = play_levels(start, [chance.choice(PLAYERS) for _ in range(start.seats)], chance)
        found: list[Puzzle] = []
        for position in _candidates(last, chance):
            puzzle = find_in(position, shortest, goals)
            key = int(position.game.opinions.symmetric_key(position.row.copy()))
            if puzzle is not None and key not in known:
                known.add(key)
                found.append(puzzle)
            if len(found) * PLIES_OF_A_PUZZLE >= last.ply:
                break
        yield found


def _candidates(last: Position, chance: random.Random) -> Iterator[Position]:
    """The positions of a game where somebody had a choice, and what slips lead to, in any order."""
    played: list[Position] = []
    position: Position | None = last
    while position is not None:
        if position.to_move is not None:
            played.append(position)
        position = position.previous
    chance.shuffle(played)
    for position in played:
        moves = position.moves()
        slips = () if last.game.facts.has_deals else chance.sample(range(len(moves)), min(SLIPS, len(moves)))
        for each in (position, *(position.play(moves[place]) for place in slips)):
            if each.outcome is None and FEWEST_MOVES <= len(each.moves()) <= MOST_MOVES:
                yield each


def find_in(position: Position, shortest: int = 1, goals: Collection[Goal] = GOALS) -> Puzzle | None:
    """Make a puzzle of a position, if it is one."""
    alone = position.game.read(str(position))  # nothing that came before counts
    if alone.game.is_hidden(alone.options):
        found = _points_puzzle(alone, shortest)
    else:
        found = _pair_puzzle(alone, shortest, goals)
    return found if found is not None and found.plies >= shortest and found.goal in goals else None


def _pair_puzzle(position: Position, shortest: int, goals: Collection[Goal]) -> Puzzle | None:
    """A puzzle of two seats that see everything; what is cheap to find out comes first."""
    if shortest > 1 and wins_within(position, 1, most=1).moves:
        return None
    for plies in SHORT_WINS:
        if wins_within(position, plies, most=1).moves:
            return _winning_puzzle(position, plies) if "win" in goals else None
    if "draw" in goals and _is_near_the_end(position) and _is_pressed(position, _loses_at_all):
        only = only_drawing_move(position)
        if only is not None:
            return _keeping_puzzle(position, "draw", only, 0)
    if "hold" in goals and _is_pressed(position, _loses_soon):
        for plies in HOLD_LENGTHS:
            only = only_holding_move(position, plies) if plies >= shortest else None
            if only is not None:
                return Puzzle(position.game.id, "hold", str(position), (only,), plies=plies)
    is_wanted = "win" in goals or "only" in goals
    proved = analyse(position, Limit(nodes=FIRST_LOOK), lines=1, to_the_end=False).proved if is_wanted else None
    return _long_puzzle(position, goals) if proved == "win" else None


def _is_pressed(position: Position, loses: Callable[[Position, int], bool]) -> bool:
    """Whether most moves lose: some are tried."""
    moves, seat = position.moves(), position.to_move
    assert seat is not None
    tried = (position.play(moves[place * len(moves) // SAMPLE]) for place in range(SAMPLE))
    return len(list(islice((after for after in tried if not loses(after, seat)), 2))) < 2


def _loses_at_all(after: Position, seat: int) -> bool:
    return value_after(after, seat) == LOST


def _loses_soon(after: Position, seat: int) -> bool:
    if after.outcome is not None:
        return after.outcome.winner not in (None, seat)
    return bool(wins_within(after, max(HOLD_LENGTHS) - 1, most=1).moves)


def _winning_puzzle(position: Position, plies: int) -> Puzzle | None:
    """A win within so many plies that only one move leads to."""
    line = winning_line(position, plies)
    return None if line is None else Puzzle(position.game.id, "win", str(position), line, plies=plies)


def _long_puzzle(position: Position, goals: Collection[Goal]) -> Puzzle | None:
    """A longer win that only one move leads to: within a few more plies, or at all."""
    for plies in LONG_WINS:
        if wins_within(position, plies, most=1).moves:
            return _winning_puzzle(position, plies) if "win" in goals else None
    only = only_winning_move(position) if "only" in goals and _is_near_the_end(position) else None
    return None if only is None else _keeping_puzzle(position, "only", only, WON)


def _keeping_puzzle(position: Position, goal: Goal, only: str, worth: int) -> Puzzle:
    line = keeping_line(position, only, worth)
    return Puzzle(position.game.id, goal, str(position), line, plies=len(line))


def _is_near_the_end(position: Position) -> bool:
    left = position.game.plies_left(position.row.copy())
    return left is not None and left <= MOST_LEFT


def _points_puzzle(position: Position, shortest: int) -> Puzzle | None:
    """A turn that makes the most points, where one first move leads there and others make points too."""
    goes_on = any(position.play(move).to_move == position.to_move for move in position.moves())
    turn = best_turn(position) if goes_on or shortest == 1 else None
    if turn is None or len(turn.moves) != 1:
        return None
    return Puzzle(position.game.id, "points", str(position), turn.line, plies=len(turn.line), points=turn.points)
