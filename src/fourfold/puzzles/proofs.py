"""Puzzle proofs: that one move is the right one, shown by exhaustive search."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.kernel.jit import DRAWN, RUNNING
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import ROWS
from fourfold.search.limit import Limit
from fourfold.search.proofs.wins import Wins, find_wins
from fourfold.search.repetition import stack_keys

CHILD_NODES = 400_000  # that a position after one move may take to be solved
WIN_NODES = 3_000_000  # that all wins within some plies may take
MOST_TURNS = 4_000  # positions that are looked at for the best turn


def wins_within(position: Position, plies: int) -> Wins:
    """All moves that win by force within so many plies."""
    return find_wins(position.game, position.row.copy(), plies, Limit(nodes=WIN_NODES))


def winning_line(position: Position, plies: int) -> tuple[str, ...] | None:
    """The line of the only move that wins within so many plies, with the longest defence.

    None where no move or several win so soon, or one wins sooner.

    >>> import fourfold
    >>> winning_line(fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6"), 3) is None
    True
    """
    for fewer in range(1, plies, 2):
        found = wins_within(position, fewer)
        if found.moves or not found.is_whole:
            return None
    found = wins_within(position, plies)
    if len(found.moves) != 1 or not found.is_whole:
        return None
    return tuple(_line(position, found.moves[0], plies))


def _line(position: Position, code: int, plies: int) -> Iterator[str]:
    """The winning move, then the answer that leaves the fewest ways to win, and so on."""
    after = position.play(position.game.notation.format_move(position.row, code))
    yield str(after.last)
    if after.outcome is not None:
        return
    reply, wins = stubborn_reply(after, plies - 2)
    later = after.play(reply)
    yield str(later.last)
    if later.outcome is None:
        yield from _line(later, wins.moves[0], plies - 2)


def stubborn_reply(position: Position, plies: int) -> tuple[Move, Wins]:
    """Of the moves of who loses within so many plies, the one that lasts longest and leaves the fewest ways to win."""
    found: list[tuple[int, int, str, Move, Wins]] = []
    for move in position.moves():
        later = position.play(move)
        if later.outcome is None:
            last, wins = _soonest_wins(later, plies)
            found.append((-last, len(wins.moves), str(move), move, wins))
    *_, move, wins = min(found, key=lambda each: each[:3])
    return move, wins


def _soonest_wins(position: Position, plies: int) -> tuple[int, Wins]:
    """The fewest plies within which the seat to move wins, and the moves that do."""
    for few in range(1, plies + 1, 2):
        wins = wins_within(position, few)
        if wins.moves:
            return few, wins
    raise AssertionError("the position is won within these plies")


def only_holding_move(position: Position) -> str | None:
    """The only move after which the other side does not win at once; None where several do that, or one wins itself."""
    seat = position.to_move

    def holds(after: Position) -> bool:
        return after.outcome.winner in (None, seat) if after.outcome else not wins_within(after, 1).moves

    holding = list(islice((after for after in map(position.play, position.moves()) if holds(after)), 2))
    if len(holding) != 1 or (holding[0].outcome and holding[0].outcome.winner == seat):
        return None
    return str(holding[0].last)


def only_winning_move(position: Position) -> str | None:
    """The only move that wins at all, where every other one is proved not to; None where that cannot be said.

    >>> import fourfold
    >>> only_winning_move(fourfold.game("exago").start()) is None
    True
    """
    game, row = position.game, position.row
    if game.plies_left(row.copy()) is None or position.to_move is None:
        return None
    winning: list[str] = []
    for move in position.moves():
        after = position.play(move)
        value = _value_after(after, position.to_move)
        if value is None:
            return None
        if value > 0:
            winning.append(str(move))
            if len(winning) > 1:
                return None
    return winning[0] if winning else None


def _value_after(after: Position, seat: int) -> int | None:
    """What a position is worth to a seat: 1, 0 or -1, or None where it is not proved."""
    status = int(after.game.rules.status(after.row.copy()))
    if status != RUNNING:
        return 0 if status == DRAWN else 1 if status == seat + 1 else -1
    findings = deepen(after.game, after.row.copy(), *stack_keys((), ROWS), Limit(nodes=CHILD_NODES))
    if findings.proved is None:
        return None
    return findings.proved * (1 if after.to_move == seat else -1)


@dataclass(frozen=True)
class BestTurn:
    """The most points that a seat can make with one turn, and the first moves that lead there."""

    points: int
    moves: tuple[str, ...]


def best_turn(position: Position) -> BestTurn | None:
    """Try every way to play the turn of the seat to move, and count its points; None where there are too many."""
    seat = position.to_move
    assert seat is not None
    before = position.points()[seat]
    left = [MOST_TURNS]
    reached = {str(move): _most_points(position.play(move), seat, left) - before for move in position.moves()}
    if left[0] < 0:
        return None
    most = max(reached.values())
    return BestTurn(most, tuple(move for move, points in reached.items() if points == most))


def _most_points(position: Position, seat: int, left: list[int]) -> int:
    """The most points that a seat can have at the end of the turn that it is in."""
    left[0] -= 1
    if left[0] < 0 or position.to_move != seat:
        return position.points()[seat]
    return max(_most_points(position.play(move), seat, left) for move in position.moves())
