"""Puzzle proofs: that one move is the right one, shown by exhaustive search."""

from collections.abc import Iterator
from dataclasses import dataclass

from fourfold.core.moves import Move
from fourfold.core.outcome import WON
from fourfold.core.position import Position
from fourfold.kernel.jit import DRAWN, RUNNING
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import ROWS
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.proofs.wins import Wins, find_wins
from fourfold.search.repetition import stack_keys

CHILD_NODES = 400_000  # that a position after one move may take to be solved
WIN_NODES = 10_000_000  # that all wins within some plies may take
MOST_TURNS = 20_000  # positions that are looked at for the best turn


def wins_within(position: Position, plies: int, most: int = ENDLESS) -> Wins:
    """All moves that win by force within so many plies, or the first `most` of them."""
    return find_wins(position.game, position.row.copy(), plies, Limit(nodes=WIN_NODES), most)


def winning_line(position: Position, plies: int) -> tuple[str, ...] | None:
    """The line of the only move that wins within so many plies, with the longest defence.

    None where no move or several win so soon, or one wins sooner.

    >>> import fourfold
    >>> winning_line(fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6"), 3) is None
    True
    """
    for fewer in range(1, plies, 2):
        found = wins_within(position, fewer, most=1)
        if found.moves or not found.is_whole:
            return None
    found = wins_within(position, plies, most=2)
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
    yield str(reply)
    if wins is not None:
        yield from _line(after.play(reply), wins.moves[0], plies - 2)


def stubborn_reply(position: Position, plies: int) -> tuple[Move, Wins | None]:
    """Of the moves of who loses within so many plies, the one that lasts longest and leaves the fewest ways to win.

    None for the ways to win where every move gives the win away at once.
    """
    found: list[tuple[int, int, str, Move, Wins]] = []
    for move in position.moves():
        later = position.play(move)
        if later.outcome is None:
            last, wins = _soonest_wins(later, plies)
            found.append((-last, len(wins.moves), str(move), move, wins))
    if not found:
        return position.moves()[0], None
    *_, move, wins = min(found, key=lambda each: each[:3])
    return move, wins


def _soonest_wins(position: Position, plies: int) -> tuple[int, Wins]:
    """The fewest plies within which the seat to move wins, and the moves that do."""
    for few in range(1, plies + 1, 2):
        wins = wins_within(position, few)
        if wins.moves:
            return few, wins
    raise AssertionError("the position is won within these plies")


def only_holding_move(position: Position, plies: int = 2) -> str | None:
    """The only move after which the other side has no forced win within so many plies, this move among them.

    None where several moves hold, one wins itself, or that cannot be said.

    >>> import fourfold
    >>> only_holding_move(fourfold.read("exago@5/6/3b3/3br3/2brrrr2/3br3/3b3/6/5:1:11"))
    'e8'
    """
    seat = position.to_move
    holding: list[Position] = []
    for after in map(position.play, position.moves()):
        if after.outcome is not None:
            holds = after.outcome.winner in (None, seat)
        else:
            wins = wins_within(after, plies - 1, most=1)
            holds = not wins.moves
            if holds and not wins.is_whole:
                return None
        if holds:
            holding.append(after)
            if len(holding) > 1 or (after.outcome and after.outcome.winner == seat):
                return None
    return str(holding[0].last) if holding else None


def only_winning_move(position: Position) -> str | None:
    """The only move that wins at all, where every other one is proved not to; None where that cannot be said.

    >>> import fourfold
    >>> only_winning_move(fourfold.game("exago").start()) is None
    True
    """
    return _only_move(position, WON)


def only_drawing_move(position: Position) -> str | None:
    """The only move that draws, where every other one is proved to lose; None where that cannot be said."""
    return _only_move(position, 0)


def _only_move(position: Position, worth: int) -> str | None:
    """The only move that is worth so much, where every other one is worth less, proved; else None."""
    if position.game.plies_left(position.row.copy()) is None or position.to_move is None:
        return None
    found: list[str] = []
    for move in position.moves():
        value = value_after(position.play(move), position.to_move)
        if value is None or value > worth or (value == worth and found):
            return None
        if value == worth:
            found.append(str(move))
    return found[0] if found else None


def keeping_line(position: Position, move: str, worth: int) -> tuple[str, ...]:
    """A move, the reply that the search finds best, and a move that keeps the worth; shorter where the game ends."""
    seat, after = position.to_move, position.play(move)
    if after.outcome is not None:
        return (move,)
    reply = best_reply(after)
    later = after.play(reply)
    if later.outcome is not None or seat is None:
        return move, reply
    for own in later.moves():
        value = value_after(later.play(own), seat)
        if value is not None and value >= worth:
            return move, reply, str(own)
    raise AssertionError("a move keeps the worth")


def best_reply(position: Position) -> str:
    """The move that a search finds best."""
    findings = deepen(position.game, position.row.copy(), *stack_keys((), ROWS), Limit(nodes=CHILD_NODES))
    return position.game.notation.format_move(position.row, int(findings.lines[0].moves[0]))


def value_after(after: Position, seat: int) -> int | None:
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
    """The most points that a seat can make with one turn, the first moves that lead there, and one whole turn."""

    points: int
    moves: tuple[str, ...]
    line: tuple[str, ...]


def best_turn(position: Position) -> BestTurn | None:
    """Try every way to play the turn of the seat to move, and count its points; None where there are too many."""
    seat = position.to_move
    assert seat is not None
    left = [MOST_TURNS]
    turns = [_best_rest(position.play(move), seat, left) for move in position.moves()]
    if left[0] < 0:
        return None
    most = max(points for points, _ in turns)
    best = [line for points, line in turns if points == most]
    return BestTurn(most - position.points()[seat], tuple(line[0] for line in best), best[0])


def _best_rest(position: Position, seat: int, left: list[int]) -> tuple[int, tuple[str, ...]]:
    """The most points that a seat can have at the end of the turn that it is in, and the moves from the last one on."""
    left[0] -= 1
    last = (str(position.last),)
    if left[0] < 0 or position.to_move != seat:
        return position.points()[seat], last
    points, line = max((_best_rest(position.play(move), seat, left) for move in position.moves()), key=lambda e: e[0])
    return points, last + line
