"""What players ask of a match, decided: commands in, events out, or a refusal that changes nothing."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fourfold.core.position import Position
from fourfold.match import commands, events, lots
from fourfold.match.accounts import AccountKind
from fourfold.match.events import Agreement, Event, EventBody
from fourfold.match.match import Match, Question
from fourfold.match.refusal import Refused
from fourfold.match.settings import LONGEST_NAME, Seat, Settings

MOVES_A_TICK = 64  # more moves for absent players than this wait for the next tick


@dataclass
class DecisionContext:
    """What a match must be told because it cannot know: the time, chance, and a name for what follows it."""

    now: int
    chance: random.Random
    fresh_id: Callable[[], str]


def create(
    match: Match,
    settings: Settings,
    seats: Sequence[Seat],
    creator: str,
    here: DecisionContext,
    *,
    by_lot: bool | None = None,
    starter: int | None = None,
    secret: str = "",
    parts: Sequence[str] = (),
) -> list[Event]:
    """Set up the table; it begins at once where no seat is open, with seats by lot or as they are named.

    Lots and deals come from the secret and from the parts that the places add to it, where a secret is given; else
    from the chance of the surroundings, and nobody can check them. Whether lots are drawn is said by the settings
    where `by_lot` does not.

    >>> here = DecisionContext(now=0, chance=random.Random(1), fresh_id=lambda: "next")
    >>> match = Match()
    >>> seats = (Seat("person", "a", "Ann"), Seat("person", "b", "Ben"))
    >>> [event.body.kind for event in create(match, Settings("qawale"), seats, "a", here)]
    ['created', 'started']
    >>> first = match.seats[0].player
    >>> [event.body.kind for event in carry_out(match, commands.Play(move="a1NEE", ply=0), first, here)]
    ['played']
    """
    settings.check()
    if len(seats) != settings.seats:
        raise Refused("match.seat_count", found=len(seats), seats=settings.seats)
    draft = _Draft(match, here)
    added = tuple(parts) or ("",) * len(seats)
    for part in added:
        check_part(part)
    draft.add(
        events.Created(
            settings=settings, seats=tuple(seats), creator=creator,
            commitment=lots.commit(secret) if secret else "", secret=secret, parts=added if secret else (),
        )
    )  # fmt: skip
    draft.start_when_full(settings.by_lot if by_lot is None else by_lot, starter)
    return draft.made


def check_part(part: str) -> None:
    """Refuse what a player cannot add to the secret."""
    if part and not lots.is_word(part):
        raise Refused("match.bad_part")


def carry_out(
    match: Match, command: commands.AnyCommand, player: str, here: DecisionContext, account: AccountKind = ""
) -> list[Event]:
    """Do what a player asks, or raise Refused, BadNotation or IllegalMove and change nothing."""
    if match.is_overdue(here.now):
        raise Refused("match.time_is_up")
    draft = _Draft(match, here)
    if isinstance(command, commands.Join):
        draft.join(command, player, account)
    elif isinstance(command, commands.Play):
        draft.play_as(player, command.move, command.ply)
    elif isinstance(command, commands.Offer):
        draft.offer(command, player)
    elif isinstance(command, commands.Answer):
        draft.answer(command, player)
    elif isinstance(command, commands.Resume):
        draft.resume(player)
    elif isinstance(command, commands.Resign):
        draft.resign(player)
    else:
        draft.leave(player)
    return draft.made


def claim(match: Match, guest: str, seat: Seat, here: DecisionContext) -> list[Event]:
    """Let the seats of a guest belong to an account, which is named as a seat is; nothing where all is so already."""
    draft = _Draft(match, here)
    for place in match.seats_of(guest):
        if match.seats[place] != seat:
            draft.add(events.Claimed(seat=place, player=seat.player, name=seat.name, account=seat.account))
    return draft.made


def play_for(match: Match, seat: int, move: str, ply: int, here: DecisionContext) -> list[Event]:
    """Play the move that a computer chose for its seat."""
    if match.is_overdue(here.now):
        raise Refused("match.time_is_up")
    draft = _Draft(match, here)
    draft.play(seat, move, ply)
    return draft.made


def give_hint(match: Match, seat: int, here: DecisionContext) -> list[Event]:
    """Note that a seat is told good moves, once; or raise Refused where nobody is."""
    draft = _Draft(match, here)
    draft.running_position()
    if not match.has_hints:
        raise Refused("match.no_hints")
    if seat not in match.hinted:
        draft.add(events.Hinted(seat=seat))
    return draft.made


def tick(match: Match, here: DecisionContext) -> list[Event]:
    """Let the time pass: what ran out has its consequences."""
    draft = _Draft(match, here)
    while match.is_overdue(here.now) and len(draft.made) < MOVES_A_TICK:
        draft.time_out()
    return draft.made


class _Draft:
    """The events that one command leads to; each is applied at once, so that the next can follow from it."""

    def __init__(self, match: Match, here: DecisionContext) -> None:
        self.match = match
        self.here = here
        self.made: list[Event] = []

    def add(self, body: EventBody, at: int | None = None, after: Position | None = None) -> None:
        time = max(self.match.time, self.here.now if at is None else at)
        event = Event(self.match.sequence + 1, time, body)
        self.match.apply(event, after)
        self.made.append(event)

    # ----- sitting down and getting up

    def join(self, command: commands.Join, player: str, account: AccountKind) -> None:
        match = self.match
        name = command.name.strip()
        if match.position is not None:
            raise Refused("match.has_begun")
        if match.seats_of(player):
            raise Refused("match.seated_already")
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise Refused("match.bad_name", longest=LONGEST_NAME)
        free = [k for k, seat in enumerate(match.seats) if seat.kind == "open"]
        if command.seat is not None:
            free = [k for k in free if k == command.seat]
        if not free:
            raise Refused("match.no_open_seat")
        check_part(command.part)
        part = command.part if match.commitment else ""
        self.add(events.Joined(seat=free[0], player=player, name=name, account=account, part=part))
        assert match.settings is not None
        self.start_when_full(match.settings.by_lot)

    def leave(self, player: str) -> None:
        if self.match.position is not None:
            self.resign(player)
            return
        for seat in self.seats_of(player):
            self.add(events.Opened(seat=seat))

    def start_when_full(self, by_lot: bool, starter: int | None = None) -> None:
        """Begin once all seats are taken, with lots drawn for them or as they are."""
        match = self.match
        if any(seat.kind == "open" for seat in match.seats):
            return
        order = tuple(range(len(match.seats)))
        if by_lot:
            order = self.draw_seats(match.secret, match.parts, starter)
        is_checkable = by_lot and bool(match.secret)
        self.add(events.Started(order=order, by_lot=is_checkable, starter=starter if is_checkable else None))
        self.go_on()

    def draw_seats(self, secret: str, parts: Sequence[str], starter: int | None) -> tuple[int, ...]:
        """Draw lots for the seats: from the secret, or from chance as such for what a match of old leads to."""
        places = len(self.match.seats)
        return lots.draw_seats(places, secret or self.fresh_secret(), parts, starter)

    def fresh_secret(self) -> str:
        return self.here.chance.randbytes(lots.SECRET_BYTES).hex()

    def deal(self, deck: Sequence[str]) -> None:
        """Deal from the secret, or from chance as such in a match of old."""
        match = self.match
        number = match.next_deal
        order = lots.shuffle_deck(deck, match.secret or self.fresh_secret(), match.parts, number)
        self.add(events.Dealt(order=tuple(order), number=number if match.secret else 0))

    def seats_of(self, player: str) -> list[int]:
        seats = self.match.seats_of(player)
        if not seats:
            raise Refused("match.not_seated")
        return seats

    def running_position(self) -> Position:
        match = self.match
        if match.position is None:
            raise Refused("match.not_begun")
        if match.ended is not None:
            raise Refused("match.is_over")
        return match.position

    # ----- moves

    def play_as(self, player: str, move: str, ply: int) -> None:
        seats = self.seats_of(player)
        if ply < self.match.ply and self.was_played(move, ply, seats):
            return  # the answer got lost on its way, so the command came again
        position = self.running_position()
        seat = position.to_move
        if seat not in seats:
            raise Refused("match.not_your_turn", seat=str(seat))
        assert seat is not None
        self.play(seat, move, ply)

    def was_played(self, move: str, ply: int, seats: Sequence[int]) -> bool:
        position = self.match.position
        assert position is not None
        written = position.game.format_move(position.row, position.game.parse_move(position.row, move.strip()))
        for step in reversed(self.match.steps):
            if isinstance(step, events.Played) and step.ply <= ply:
                return step.ply == ply and step.seat in seats and step.move == written
        return False

    def play(self, seat: int, move: str, ply: int) -> None:
        position = self.running_position()
        if self.match.is_paused:
            raise Refused("match.is_paused")
        if ply != position.ply:
            raise Refused("match.stale", ply=ply, now=position.ply)
        if position.to_move != seat:
            raise Refused("match.not_your_turn", seat=str(position.to_move))
        after = position.play(move)
        self.add(events.Played(seat=seat, ply=ply, move=str(after.last)), after=after)
        self.go_on()

    def go_on(self) -> None:
        """Do what follows from the last step: end the match, deal, move for who has left."""
        match = self.match
        moves = 0
        while match.ended is None and match.position is not None:
            position = match.position
            if position.outcome is not None:
                outcome = position.outcome
                self.conclude(events.Ended(winner=outcome.winner, scores=outcome.scores, code=outcome.code))
            elif position.is_deal_due:
                self.deal(position.game.deck(position.options))
            elif position.to_move in match.resigned and moves < MOVES_A_TICK:
                moves += 1
                self.move_for(position)
            else:
                return

    def move_for(self, position: Position, at: int | None = None) -> None:
        """Play the first legal move in the order of the texts for who is out of time or has left."""
        seat = position.to_move
        assert seat is not None
        move = min(str(move) for move in position.moves())
        self.add(events.Played(seat=seat, ply=position.ply, move=move, by="clock"), at)

    def time_out(self) -> None:
        """Two seats: who runs out of time loses. Else, and where the game says so, a move is made for him."""
        match = self.match
        assert match.position is not None
        assert match.clock is not None
        deadline, seat = match.deadline(), match.to_move
        assert seat is not None
        clock = match.clock
        nobody_has_time = not clock.setting.is_for_turns and all(
            clock.left(k, self.here.now) == 0 for k in range(len(match.seats))
        )
        if len(match.seats) == 2 and not match.position.game.facts.time_out_moves:
            self.end(1 - seat, "time", deadline)
        elif nobody_has_time:
            self.end(None, "time", deadline)
        else:
            self.move_for(match.position, deadline)
            self.go_on()

    def end(self, winner: int | None, code: str, at: int | None = None) -> None:
        """End the match at the table: the winner gets the point, or the scores of the game stay as they are."""
        match = self.match
        assert match.position is not None
        scores = match.position.points()
        if not any(scores) and winner is not None:
            scores = tuple(int(seat == winner) for seat in range(len(match.seats)))
        self.conclude(events.Ended(winner=winner, scores=scores, code=code), at)

    def conclude(self, body: events.Ended, at: int | None = None) -> None:
        """End the match, tell its secret, and commit to the one of a rematch before anybody asks for it."""
        self.add(body, at)
        if self.match.secret:
            following = self.fresh_secret()
            self.add(
                events.Revealed(secret=self.match.secret, next_commitment=lots.commit(following), next_secret=following)
            )

    def resign(self, player: str) -> None:
        position = self.running_position()
        seats = [seat for seat in self.seats_of(player) if seat not in self.match.resigned]
        if not seats:
            raise Refused("match.resigned_already")
        seat = position.to_move if position.to_move in seats else seats[0]
        assert seat is not None
        self.add(events.Resigned(seat=seat))
        match = self.match
        remaining = [k for k in range(len(match.seats)) if k not in match.resigned]
        people = [k for k in remaining if match.seats[k].kind == "person"]
        if len(remaining) == 1:
            self.end(remaining[0], "resign")
        elif not people:
            self.end(None, "left")
        else:
            self.go_on()

    # ----- agreements

    def offer(self, command: commands.Offer, player: str) -> None:
        match = self.match
        seats = self.seats_of(player)
        seat = seats[0]
        if match.position is not None and match.position.to_move in seats:
            seat = match.position.to_move or seat
        self.check_offer(command, seat)
        if command.agreement in match.questions:
            raise Refused("match.asked_already")
        computers = [k for k, s in enumerate(match.seats) if s.kind == "computer"]
        if command.agreement == "draw" and computers:
            raise Refused("match.computer_declines")
        part = self.part_of(command)
        self.add(
            events.Offered(seat=seat, agreement=command.agreement, about=command.about, level=command.level, part=part)
        )
        self.agree_when_all_do(command.agreement)

    def part_of(self, command: commands.Offer | commands.Answer) -> str:
        """What a player adds to the secret of a rematch; to anything else there is nothing to add."""
        check_part(command.part)
        return command.part if command.agreement == "rematch" and self.match.revealed is not None else ""

    def check_offer(self, command: commands.Offer, seat: int) -> None:
        match = self.match
        if command.agreement == "rematch":
            if match.ended is None:
                raise Refused("match.not_over")
            if match.following:
                raise Refused("match.rematched_already")
            return
        position = self.running_position()
        if command.agreement == "takeback":
            if position.game.is_hidden(position.options):
                raise Refused("match.hidden_takeback")
            self.takeback_ply(match.seats[seat].player)
        elif command.agreement == "pause" and match.is_paused:
            raise Refused("match.is_paused")
        elif command.agreement == "replace" and (command.about not in match.resigned or not command.level):
            raise Refused("match.nobody_to_replace")

    def answer(self, command: commands.Answer, player: str) -> None:
        match = self.match
        seats = self.seats_of(player)
        question = match.questions.get(command.agreement)
        if question is None:
            raise Refused("match.nothing_asked")
        if player not in match.voters(question) and (command.accepts or question.seat not in seats):
            raise Refused("match.not_asked")
        part = self.part_of(command)
        self.add(events.Answered(seat=seats[0], agreement=command.agreement, accepts=command.accepts, part=part))
        if command.accepts:
            self.agree_when_all_do(command.agreement)

    def agree_when_all_do(self, agreement: Agreement) -> None:
        match = self.match
        question = match.questions[agreement]
        if not match.voters(question) <= question.agreed:
            return
        if agreement == "draw":
            self.end(None, "agreed")
        elif agreement == "takeback":
            self.add(events.TakenBack(ply=self.takeback_ply(match.seats[question.seat].player)))
        elif agreement == "pause":
            self.add(events.Paused())
        elif agreement == "replace":
            assert question.about is not None
            self.add(events.Replaced(seat=question.about, level=question.level))
            self.go_on()
        else:
            self.rematch(question)

    def rematch(self, question: Question) -> None:
        """Draw the seats of the rematch by lot, from its own secret; in some games the last winner starts."""
        match = self.match
        secret, parts = "", tuple[str, ...]()
        if match.revealed is not None:
            secret = match.revealed.next_secret
            parts = tuple(question.parts.get(seat, "") for seat in range(len(match.seats)))
        order = self.draw_seats(secret, parts, match.starter_of_rematch)
        self.add(events.Rematched(match=self.here.fresh_id(), order=order, parts=parts))

    def takeback_ply(self, player: str) -> int:
        """The ply before the last move of the player."""
        seats = self.match.seats_of(player)
        for step in reversed(self.match.steps):
            if isinstance(step, events.Played) and step.seat in seats:
                return step.ply
        raise Refused("match.nothing_to_take_back")

    def resume(self, player: str) -> None:
        seats = self.seats_of(player)
        if not self.match.is_paused:
            raise Refused("match.not_paused")
        self.add(events.Resumed(seat=seats[0]))
