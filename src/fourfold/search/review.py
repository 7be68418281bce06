"""Game review: chances by ply, turning points, and the worst moves (blunders) with what should have been played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.search.analysis import WORTH, Analysis, analyse
from fourfold.search.limit import Limit
from fourfold.text import say

SWING = 0.15  # of the chances, which makes a move a turning point
MOST_WORST = 3
SHOWN = 6  # moves of a line in a sentence
ANSWERS = 2  # of them in an answer


@dataclass(frozen=True)
class Verdict:
    """One move that was played: what it cost its seat, what would have been best, and why.

    `chances` are those of all seats after the move. `cost` is how much of a won game the move gave away. `reason` names
    a message: a win missed, a loss allowed, a draw given away, or merely better play.
    """

    ply: int
    seat: int
    move: str
    chances: tuple[float, ...]
    proved: str | None  # for the seat that moved, after the move
    cost: float
    best: str
    best_proved: str | None  # for the seat that moved, after the best move
    line: tuple[str, ...]  # what should have been played
    answer: tuple[str, ...]  # how the move is answered
    reason: str | None
    at_once: bool = False  # whether the answer ends the game, won

    @property
    def why(self) -> str:
        """Say what was wrong with the move; nothing where nothing was."""
        if self.reason is None:
            return ""
        return say(
            f"search.review.{self.reason}",
            move=self.move,
            best=self.best,
            line=" ".join(self.line[:SHOWN]),
            answer=" ".join(self.answer[:ANSWERS]),
            once="yes" if self.at_once else "no",
        )

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        shown = {name: value for name, value in self.__dict__.items() if name != "reason"}
        chances = [round(chance, 4) for chance in self.chances]
        rounded = {
            "chances": chances,
            "cost": round(self.cost, 4),
            "line": list(self.line),
            "answer": list(self.answer),
        }
        return {**shown, **rounded, "why": self.why or None}


@dataclass(frozen=True)
class Review:
    """The verdicts on all moves of a game."""

    first_chances: tuple[float, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def turning_points(self) -> tuple[Verdict, ...]:
        """The moves that changed the chances by much."""
        return tuple(verdict for verdict in self.verdicts if verdict.cost >= SWING)

    @property
    def worst(self) -> tuple[Verdict, ...]:
        """The few moves that cost most."""
        costly = [verdict for verdict in self.verdicts if verdict.reason is not None]
        return tuple(sorted(costly, key=lambda verdict: -verdict.cost)[:MOST_WORST])

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        return {
            "first_chances": [round(chance, 4) for chance in self.first_chances],
            "moves": [verdict.as_json() for verdict in self.verdicts],
            "turning_points": [verdict.ply for verdict in self.turning_points],
            "worst": [verdict.ply for verdict in self.worst],
        }


def review(record: Record, limit: Limit) -> Review:
    """Review a record; the limit is that of each position.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").play("c3").play("d2")
    >>> reviewed = review(fourfold.Record.of(position), Limit(nodes=2000))
    >>> [(verdict.move, verdict.best, verdict.reason) for verdict in reviewed.worst]
    [('c3', 'e1', 'missed_win')]
    """
    verdicts = list(judge_moves(record, limit))
    positions = [position for position in record.positions() if position.to_move is not None]
    even = (1 / record.seats,) * record.seats
    first = analyse(positions[0], limit, lines=1).chances if positions else even
    return Review(first, tuple(verdicts))


def judge_moves(record: Record, limit: Limit) -> Iterator[Verdict]:
    """Judge the moves of a record one by one."""
    before: Position | None = None
    known: Analysis | None = None
    for position in record.positions():
        known, verdict = judge_position(before, known, position, limit)
        if verdict is not None:
            yield verdict
        before = position


def judge_position(
    before: Position | None, known: Analysis | None, position: Position, limit: Limit
) -> tuple[Analysis | None, Verdict | None]:
    """Analyse a position, and judge the move that led there by what was `known` before it."""
    after = analyse(position, limit, lines=1) if position.to_move is not None else None
    if before is None or known is None or not isinstance(position.last, Move):
        return after, None
    return after, _judge(before, known, position, after)


def _judge(before: Position, known: Analysis, position: Position, after: Analysis | None) -> Verdict:
    """Compare what was known before a move with what is known after it."""
    seat = known.to_move
    proved = _proof_for(position, after, seat)
    if after is not None:
        chances = after.chances
    elif position.outcome is not None:
        chances = _ended(position)
    else:  # a deal is due
        chances = known.chances
    value = WORTH.get(proved or "", chances[seat])
    best = known.best
    is_best = str(position.last) == best.move
    cost = 0.0 if is_best else max(0.0, WORTH.get(known.proved or "", best.value) - value)
    if known.proved is None and proved is None and before.game.is_hidden(before.options):
        cost = 0.0 if is_best else max(0.0, best.value - value)
    reason = None if is_best else _reason(known, proved, cost)
    answer = after.best.moves if after is not None and after.to_move != seat else ()
    end = position.play(answer[0]).outcome if answer and proved == "loss" else None
    return Verdict(
        ply=position.ply,
        seat=seat,
        move=str(position.last),
        chances=chances,
        proved=proved,
        cost=cost,
        best=best.move,
        best_proved=known.proved,
        line=best.moves,
        answer=answer,
        reason=reason,
        at_once=end is not None and end.winner == position.to_move,
    )


def _ended(position: Position) -> tuple[float, ...]:
    assert position.outcome is not None
    winner = position.outcome.winner
    return tuple(1 / position.seats if winner is None else float(seat == winner) for seat in range(position.seats))


def _proof_for(position: Position, after: Analysis | None, seat: int) -> str | None:
    """What is certain for a seat after its move."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return "draw" if winner is None else "win" if winner == seat else "loss"
    if after is None or after.proved is None:
        return None
    if after.to_move == seat or after.proved == "draw":
        return after.proved
    if after.proved == "win":
        return "loss"
    return "win" if position.seats == 2 else None


def _reason(known: Analysis, proved: str | None, cost: float) -> str | None:
    if known.proved == "win" and proved != "win":
        return "missed_win"
    if proved == "loss" and known.proved != "loss":
        return "allowed_win"
    if cost >= SWING:
        return "worse"
    return None
