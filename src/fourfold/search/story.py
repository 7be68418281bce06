"""The story of a game: its review in at most three sentences, for the reader of a seat or for watchers.

How it went, what turned it, and how it ended or what was good. Each sentence is a fact: of the chances that the review
estimated, of what it proved, or of the rules, looked up with all moves of one or two plies.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from fourfold.core.game import Game
from fourfold.core.help.move_words import words_of
from fourfold.core.help.notice import Notice
from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.kernel.jit import RUNNING, Row
from fourfold.search.limit import Limit
from fourfold.search.proofs.wins import find_wins
from fourfold.search.review import SWING, Review, Verdict
from fourfold.search.state import list_moves
from fourfold.text import say

EVEN = 0.1  # a lead below is none
CLEAR = 0.3  # a lead from here on is more than a slight one
CERTAIN_PLIES = 3  # before the end, that make a certain win worth telling
FEWEST_CHOICES = 3  # of legal moves, where one of them was the only one
FEWEST_MOVES = 3  # of a seat without a costly one
LOOKED_UP = 300_000  # nodes for a win in two moves
STOPPED = {"resign": "search.story.resign", "time": "search.story.time", "agreed": "search.story.agreed"}
EVENS = ("search.story.even_won", "search.story.even_lost")
HOPES = ("search.merit.better", "search.merit.escaped")  # what a better move would only probably have done


@dataclass(frozen=True)
class Sentence:
    """A message about a seat, with its values; `merits` say what a better move would have done.

    `seat` and `rival` are named by who shows it: as `who` and `name`, `rival_who` and `rival`, where `who` is `you` for
    the reader, else `other`. `ply` is where to look.
    """

    code: str
    seat: int | None = None
    values: dict[str, str | int] = field(default_factory=dict)
    merits: tuple[Notice, ...] = ()
    rival: int | None = None
    ply: int | None = None

    def say(self, names: Sequence[str], reader: int | None = None, language: str | None = None) -> str:
        """Tell it to the reader of a seat, or to a watcher."""
        values: dict[str, Any] = dict(self.values)
        if self.seat is not None:
            values |= {"who": "you" if self.seat == reader else "other", "name": names[self.seat]}
        if self.rival is not None:
            values |= {"rival_who": "you" if self.rival == reader else "other", "rival": names[self.rival]}
        if self.merits:
            first, *others = [say(merit.code, language, **(values | dict(merit.values))) for merit in self.merits]
            values["merit"] = say("search.merit.and", language, first=first, second=others[0]) if others else first
        sentence = say(self.code, language, **values)
        return sentence[:1].upper() + sentence[1:]

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        return asdict(self)


class Storyteller:
    """Tells a review to each seat.

    >>> import fourfold
    >>> from fourfold.search.review import review
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").play("c3").play("f4")
    >>> record = fourfold.Record.of(position)
    >>> for sentence in Storyteller(record, review(record, Limit(nodes=2000))).tell(0):
    ...     print(sentence.say(["red", "blue"], reader=0))
    Your move 9 cost you most: e1 would have won at once.
    """

    def __init__(self, record: Record, review: Review) -> None:
        self.seats = record.seats
        self.verdicts = review.verdicts
        positions = list(record.positions())
        self.result = record.result or positions[-1].outcome
        self.is_final = positions[-1].outcome is not None
        self.befores = {after.ply: before for before, after in pairwise(positions) if isinstance(after.last, Move)}
        self.game: Game = positions[0].game
        self.is_open = not self.game.is_hidden(positions[0].options) and not self.game.facts.has_deals
        self.plies = [positions[0].ply, *(verdict.ply for verdict in self.verdicts)]
        self.chances = [review.first_chances, *(verdict.chances for verdict in self.verdicts)]
        self.merits: Callable[[int], tuple[tuple[Notice, ...], int | None]] = cache(self._find_merits)

    def tell(self, seat: int | None = None) -> tuple[Sentence, ...]:
        """The story of a seat; for watchers that of the winner."""
        if not self.verdicts:
            return ()
        winner = None if self.result is None else self.result.winner
        about = seat if seat is not None else winner if winner is not None else self.verdicts[0].seat
        course = self._course(about)
        turn = self._turn(about, course)
        if turn is not None and turn.code == "search.story.even_turn":
            course, turn = turn, None
        told = (course, turn, self._stopped(course) or self._end(about))
        return tuple(sentence for sentence in told if sentence is not None)

    # ----- how it went

    def _leads(self, seat: int) -> list[float]:
        """By how much a seat's chances are better than those of the best other, before all moves and after each."""
        return [mine[seat] - max(mine[:seat] + mine[seat + 1 :]) for mine in self.chances]

    def _side(self, seat: int) -> int:
        """1 for the winner, -1 for a loser, 0 where nobody won."""
        winner = None if self.result is None else self.result.winner
        return 0 if winner is None else 1 if winner == seat else -1

    def _turning_place(self, seat: int) -> int | None:
        """From which place on a seat was ahead to its win, or behind to its loss; None if it was not at the end.

        Where it was even before, that is where the lead is first more than none; it is 0 if that was in the first
        round.
        """
        side = self._side(seat)
        leads = [lead * side for lead in self._leads(seat)]
        if leads[-1] <= 0:
            return None
        place = next((place + 1 for place in reversed(range(len(leads))) if leads[place] <= 0), 0)
        if any(abs(lead) >= EVEN for lead in leads[:place]):
            return place
        first = next((each for each in range(place, len(leads)) if leads[each] >= EVEN), None)
        return 0 if first is not None and first <= self.seats else first

    def _course(self, seat: int) -> Sentence | None:
        if self.result is None:
            return None
        side, leads, turn = self._side(seat), self._leads(seat), self._turning_place(seat)
        if not side:
            return self._drawn_course(seat, leads)
        if turn is None:
            is_ahead = side < 0 and leads[-1] >= EVEN and not self.is_final
            return Sentence("search.story.lost_ahead", seat, {"end": self.result.code}) if is_ahead else None
        if turn == 0:
            code = "search.story.led" if side > 0 else "search.story.trailed"
            return Sentence(code, seat) if len(self.verdicts) > self.seats else None
        return self._turned_course(seat, [-side * lead for lead in leads[:turn]], turn)

    def _turned_course(self, seat: int, before: list[float], turn: int) -> Sentence:
        """Of a game that was decided from a place on; `before` are the leads of the side that lost it."""
        has_won, ply = self._side(seat) > 0, self.plies[turn]
        if max(before) < EVEN:
            if min(before) > -EVEN:
                code = "search.story.even_won" if has_won else "search.story.even_lost"
                return Sentence(code, seat, {"number": self.plies[turn - 1]}, ply=ply)
            return _at("search.story.never_behind" if has_won else "search.story.never_ahead", seat, ply)
        changes = _changes([*before, -1.0])
        if changes > 1 and self.seats > 2:
            return _at("search.story.at_times", seat, ply, side="ahead" if has_won else "behind")
        if changes > 1:
            return _at("search.story.swung", seat, ply, count=changes, side="ahead" if has_won else "behind")
        first = next(place for place, lead in enumerate(before) if lead >= EVEN)
        if min(before[first:]) <= 0:
            return _at("search.story.behind_first" if has_won else "search.story.ahead_first", seat, ply)
        code, much = "search.story.behind" if has_won else "search.story.ahead", max(before) >= CLEAR
        return _at(code, seat, ply, much="yes" if much else "no")

    def _drawn_course(self, seat: int, leads: list[float]) -> Sentence:
        every = [max(self._leads(each)[place] for each in range(self.seats)) for place in range(len(leads))]
        if max(every) < CLEAR:
            return Sentence("search.story.level")
        changes = _changes(leads)
        if changes:
            return Sentence("search.story.swung_level", values={"count": changes})
        peak = max(range(len(leads)), key=lambda place: abs(leads[place]))
        if abs(leads[peak]) < EVEN:
            return Sentence("search.story.level_seat", seat)
        return _at("search.story.let_slip" if leads[peak] > 0 else "search.story.recovered", seat, self.plies[peak])

    # ----- what turned it

    def _turn(self, seat: int, course: Sentence | None) -> Sentence | None:
        """The move where it turned, or else that which cost most: one's own, unless the seat won."""
        costly = [verdict for verdict in self.verdicts if verdict.cost >= SWING]
        own, others = ([each for each in costly if (each.seat == seat) == is_own] for is_own in (True, False))
        chosen, has_won = own, self._side(seat) > 0
        if has_won:
            chosen = others or own
        if self._side(seat) and (place := self._turning_place(seat)):
            there = next((each for each in chosen if each.ply == self.plies[place]), None)
            if there is not None:
                was_even = course is not None and course.code in EVENS
                if there.seat == seat and not was_even:
                    return self._better("search.story.there", there, is_given=False)
                return self._better("search.story.even_turn" if was_even else "search.story.gift", there, is_given=True)
        worst = max(chosen, key=lambda each: each.cost, default=None)
        return None if worst is None else self._better("search.story.most", worst, is_given=worst.seat != seat)

    def _better(self, code: str, verdict: Verdict, is_given: bool) -> Sentence:
        """What would have been better; `is_given`: the sentence says that the move gave the game away, if it did."""
        merits, rival = self.merits(verdict.ply)
        is_sure = merits[0].code not in HOPES
        better, sure = self._mention(verdict.ply, verdict.best), "yes" if is_sure else "no"
        given = "win" if is_given and self._gave_win(verdict) else "no"
        told = _at(code, verdict.seat, verdict.ply, better=better, sure=sure, given=given)
        return replace(told, merits=merits, rival=rival)

    def _gave_win(self, verdict: Verdict) -> bool:
        """Whether the other seat of two won, by what was certain from this move on."""
        is_lost = self.seats == 2 and verdict.proved == "loss" and self._side(verdict.seat) < 0
        return is_lost and all(each.reason != "missed_win" for each in self.verdicts if each.ply > verdict.ply)

    def _mention(self, ply: int, text: str) -> str:
        """What a sentence calls a move."""
        before = self.befores[ply]
        move, mention = before.play(text).last, self.game.notation.mention
        return mention(before.row, move.code) if mention is not None and isinstance(move, Move) else text

    def _find_merits(self, ply: int) -> tuple[tuple[Notice, ...], int | None]:
        """What the best move would have done, and the other seat in that."""
        verdict, before = next(each for each in self.verdicts if each.ply == ply), self.befores[ply]
        after, instead = before.play(verdict.best), before.play(verdict.move)
        rival = 1 - verdict.seat if self.seats == 2 else None
        if after.outcome is not None and after.outcome.winner == verdict.seat:
            return (Notice("search.merit.won"),), rival
        proof = self._proof(verdict, before, after)
        is_stopped = after.to_move is not None and not self._may_win(after, verdict.seat)
        if is_stopped and self._may_win(instead, verdict.seat):
            found = [merit for merit in (Notice("search.merit.stopped"), proof) if merit is not None]
            return tuple(found), instead.to_move
        assert isinstance(after.last, Move)
        first, better, played = (each.row.copy() for each in (before, after, instead))
        own = self.game.merit(first, after.last.code, better, played)
        found = [merit for merit in (own, proof) if merit is not None]
        return tuple(found) or (self._points(before, after, instead) or self._hope(verdict),), rival

    def _proof(self, verdict: Verdict, before: Position, after: Position) -> Notice | None:
        """What is certain after the best move, and was not kept; among more than two seats nothing is."""
        if self.seats > 2:
            return None
        if verdict.best_proved == "win" and verdict.proved != "win":
            if self.is_open and isinstance(after.last, Move):
                wins = find_wins(self.game, before.row.copy(), 3, Limit(nodes=LOOKED_UP))
                if after.last.code in wins.moves:
                    return Notice("search.merit.won_in_two")
            return Notice("search.merit.forced")
        if verdict.best_proved == "draw" and verdict.proved == "loss":
            return Notice("search.merit.held")
        return None

    def _hope(self, verdict: Verdict) -> Notice:
        """Where nothing is certain of the best move: that it does not lose like the other; or that it is better."""
        return Notice(HOPES[verdict.proved == "loss" and self.seats == 2])

    def _points(self, before: Position, after: Position, instead: Position) -> Notice | None:
        more = _gain(before, after) - _gain(before, instead)
        return Notice("search.merit.points", {"points": more}) if more > 0 else None

    def _may_win(self, position: Position, seat: int) -> bool:
        """Whether another seat than this is to move, and can win at once."""
        is_next = self.is_open and position.to_move not in (None, seat)
        return is_next and self._wins_at_once(position.row.copy())

    def _wins_at_once(self, row: Row) -> bool:
        return bool(find_wins(self.game, row, 1, Limit(nodes=LOOKED_UP)).moves)

    # ----- how it ended, or what was good

    def _stopped(self, course: Sentence | None) -> Sentence | None:
        """Who of two ended the game before its rules did, and how it stood, unless the course tells."""
        if self.result is None or self.is_final or self.seats > 2:
            return None
        code, winner, number = STOPPED.get(self.result.code), self.result.winner, self.plies[-1]
        if winner is None:
            return Sentence(code, values={"number": number}) if code == STOPPED["agreed"] else None
        is_told = course is not None and course.code == "search.story.lost_ahead"
        if is_told or code is None:
            return None
        lead = self._leads(1 - winner)[-1]
        stood = "told" if course is not None else "even" if abs(lead) < EVEN else "ahead" if lead > 0 else "behind"
        return Sentence(code, 1 - winner, {"number": number, "stood": stood})

    def _end(self, seat: int) -> Sentence | None:
        return self._only_move(seat) or self._certain_win() or self._richest(seat) or self._clean(seat)

    def _only_move(self, seat: int) -> Sentence | None:
        """The last move of a seat that alone kept the next one from winning at once."""
        for verdict in reversed(self.verdicts) if self.is_open else ():
            if verdict.seat == seat and (rival := self._kept_off(verdict)) is not None:
                move = self._mention(verdict.ply, verdict.move)
                return replace(_at("search.story.only", seat, verdict.ply, move=move), rival=rival)
        return None

    def _kept_off(self, verdict: Verdict) -> int | None:
        """The next seat, if it wins at once after every move but the one that was played."""
        before = self.befores[verdict.ply]
        instead = before.play(verdict.move)
        rival, moves = instead.to_move, list_moves(self.game, before.row.copy())
        if rival in (None, verdict.seat) or len(moves) < FEWEST_CHOICES or self._may_win(instead, verdict.seat):
            return None
        assert isinstance(instead.last, Move)
        for move in moves.tolist():
            row = before.row.copy()
            self.game.rules.play(row, move)
            is_running = self.game.rules.status(row) == RUNNING
            if move != instead.last.code and not (is_running and self._wins_at_once(row)):
                return None
        return rival

    def _certain_win(self) -> Sentence | None:
        """From which move on the winner had a proved win, and kept it."""
        winner = None if self.result is None else self.result.winner
        if winner is None or self.seats != 2 or not self.is_open:
            return None
        first = None
        for verdict in reversed(self.verdicts):
            if verdict.proved != ("win" if verdict.seat == winner else "loss"):
                break
            first = verdict.ply
        if first is None or self.plies[-1] - first < CERTAIN_PLIES:
            return None
        return _at("search.story.forced", winner, first)

    def _richest(self, seat: int) -> Sentence | None:
        """The move of a seat that brought most points, in a game of points."""
        gains = {
            verdict.ply: _gain(self.befores[verdict.ply], self.befores[verdict.ply].play(verdict.move))
            for verdict in self.verdicts
            if verdict.seat == seat
        }
        ply = max(gains, key=lambda each: gains[each], default=None)
        if ply is None or gains[ply] <= 0:
            return None
        return _at("search.story.richest", seat, ply, points=gains[ply])

    def _clean(self, seat: int) -> Sentence | None:
        costs = [verdict.cost for verdict in self.verdicts if verdict.seat == seat]
        is_clean = len(costs) >= FEWEST_MOVES and max(costs) < SWING
        return Sentence("search.story.clean", seat) if is_clean else None


def _at(code: str, seat: int, ply: int, **values: str | int) -> Sentence:
    """A sentence about a seat at a move."""
    return Sentence(code, seat, {"number": ply, **values}, ply=ply)


def _gain(before: Position, after: Position) -> int:
    """The points that a move brought its seat."""
    words = words_of(before, after)
    return sum(gain.points for gain in words.gains if gain.seat == before.to_move) if words else 0


def _changes(leads: Sequence[float]) -> int:
    """How often the lead changed, where a small one counts for neither side."""
    sides = [lead > 0 for lead in leads if abs(lead) >= EVEN]
    return sum(first != second for first, second in pairwise(sides))
