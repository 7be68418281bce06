"""Command handling of a match: each command becomes events, or a refusal that changes nothing."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack, assert_never

from msgspec.structs import replace

from fourfold.core.position import Position
from fourfold.match import commands, events, lots
from fourfold.match.accounts import AccountKind
from fourfold.match.events import Agreement, Event
from fourfold.match.match import CALLED_OFF, Match, OpenOffer
from fourfold.match.names import free_name, tell_apart
from fourfold.match.refusal import Refused, refuse_if
from fourfold.match.settings import LONGEST_NAME, Seat, Settings

MOVES_A_TICK = 64  # more moves for absent players than this wait for the next tick


@dataclass
class DecisionContext:
    """What a match cannot know by itself: the time, a source of randomness, ids for rematches, names of levels."""

    now: int
    chance: random.Random
    fresh_id: Callable[[], str]
    level_name: Callable[[str], str] = str
    unrated: Collection[str] = ()  # players who have lost the right to rated matches for a while


class Lot(TypedDict, total=False):
    """How the seats of a new match are drawn."""

    by_lot: bool | None  # whether lots are drawn; the settings decide where it is not given
    starter: int | None  # the place that gets the first seat whatever the lot
    secret: str  # seeds lots and deals; without one they come from the context and cannot be verified
    parts: Sequence[str]  # each place's contribution to the seed
    promised: str  # the commitment that was given before; computed where none was
    origin: tuple[str, str]  # of a tournament's match: the commitment to the tournament's seed, the match's id


def create(
    match: Match, settings: Settings, seats: Sequence[Seat], creator: str, context: DecisionContext, **lot: Unpack[Lot]
) -> list[Event]:
    """Create a match; it starts at once where no seat is open.

    >>> context = DecisionContext(now=0, chance=random.Random(1), fresh_id=lambda: "next")
    >>> match = Match()
    >>> seats = (Seat("person", "a", "Ann"), Seat("person", "b", "Ben"))
    >>> [event.body.kind for event in create(match, Settings("qawale"), seats, "a", context)]
    ['created', 'started']
    >>> first = match.seats[0].player
    >>> [event.body.kind for event in carry_out(match, commands.Play(move="a1NEE", ply=0), first, context)]
    ['played']
    """
    settings.check()
    refuse_if("match.seat_count", len(seats) != settings.seats, found=len(seats), seats=settings.seats)
    secret, parts = lot.get("secret", ""), tuple(lot.get("parts", ())) or ("",) * len(seats)
    for part in parts:
        check_part(part)
    body, by_lot = events.Created(settings=settings, seats=tell_apart(seats), creator=creator), lot.get("by_lot")
    by_lot = settings.by_lot if by_lot is None else by_lot
    if secret:
        seed_commitment, name = lot.get("origin", ("", ""))
        start = lot.get("starter") if by_lot else lots.NO_LOTS
        commitment = lot.get("promised") or lots.commit(secret, start)
        refuse_if("match.promised_no_lots", by_lot and commitment == lots.commit(secret, lots.NO_LOTS))
        body = replace(
            body, commitment=commitment, secret=secret, parts=parts, seed_commitment=seed_commitment, match=name
        )
    draft = _Draft(match, context)
    draft.add(body)
    draft.start_when_full(by_lot, lot.get("starter"))
    return draft.made


def check_part(part: str) -> None:
    """Refuse a contribution to the seed that is not 256 bits."""
    refuse_if("match.bad_part", bool(part) and not lots.is_word(part))


def carry_out(
    match: Match, command: commands.AnyCommand, player: str, context: DecisionContext, account: AccountKind = ""
) -> list[Event]:
    """Carry out a player's command; raise Refused, BadNotation or IllegalMove and change nothing."""
    refuse_if("match.time_is_up", match.is_overdue(context.now))
    draft = _Draft(match, context)
    match command:
        case commands.Play():
            draft.play_as(player, command.move, command.ply)
        case commands.Join():
            draft.join(command, player, account)
        case commands.Offer():
            draft.offer(command, player)
        case commands.Answer():
            draft.answer(command, player)
        case commands.Resume():
            draft.resume(player)
        case commands.Resign():
            draft.resign(player)
        case commands.Leave():
            draft.leave(player)
        case _:
            assert_never(command)
    return draft.made


def claim(match: Match, guest: str, seat: Seat, context: DecisionContext) -> list[Event]:
    """Give the seats of a guest to an account, described by `seat`; no events where it has them already."""
    draft = _Draft(match, context)
    for place in match.seats_of(guest):
        if match.seats[place] != seat:
            draft.add(events.Claimed(seat=place, player=seat.player, name=seat.name, account=seat.account))
    return draft.made


def play_for(match: Match, seat: int, move: str, ply: int, context: DecisionContext) -> list[Event]:
    """Play the move that a computer chose for its seat."""
    refuse_if("match.time_is_up", match.is_overdue(context.now))
    draft = _Draft(match, context)
    draft.play(seat, move, ply)
    return draft.made


def give_hint(match: Match, seat: int, context: DecisionContext) -> list[Event]:
    """Note a seat's first hint; raise Refused where hints are not allowed."""
    draft = _Draft(match, context)
    draft.running_position()
    refuse_if("match.no_hints", not match.has_hints)
    if seat not in match.hinted:
        draft.add(events.Hinted(seat=seat))
    return draft.made


def call_off(match: Match, context: DecisionContext) -> list[Event]:
    """End a match that shall count for nothing; no events where it is over."""
    draft = _Draft(match, context)
    if match.ended is None and match.position is not None:
        draft.call_off()
    return draft.made


def tick(match: Match, context: DecisionContext) -> list[Event]:
    """Apply the consequences of clocks that have expired."""
    draft = _Draft(match, context)
    while match.is_overdue(context.now) and len(draft.made) < MOVES_A_TICK:
        draft.time_out()
    return draft.made


class _Draft:
    """The events of one command. Each is applied at once, so that the next can follow from it."""

    def __init__(self, match: Match, context: DecisionContext) -> None:
        self.match = match
        self.context = context
        self.made: list[Event] = []

    def add(self, body: events.EventBody, at: int | None = None, after: Position | None = None) -> None:
        time = max(self.match.time, self.context.now if at is None else at)
        event = Event(self.match.sequence + 1, time, body)
        self.match.apply(event, after)
        self.made.append(event)

    # ----- joining and leaving

    def join(self, command: commands.Join, player: str, account: AccountKind) -> None:
        match, name = self.match, command.name.strip()
        refuse_if("match.has_begun", match.position is not None)
        refuse_if("match.seated_already", bool(match.seats_of(player)))
        is_name = 1 <= len(name) <= LONGEST_NAME and name.isprintable()
        refuse_if("match.bad_name", not is_name, longest=LONGEST_NAME)
        free = [k for k, seat in enumerate(match.seats) if seat.kind == "open" and command.seat in (None, k)]
        refuse_if("match.no_open_seat", not free)
        check_part(command.part)
        refuse_if("match.other_commitment", command.commitment not in ("", match.commitment))
        part = command.part if match.commitment else ""
        self.add(events.Joined(seat=free[0], player=player, name=name, account=account, part=part))
        self.start_when_full(match.settings.by_lot)

    def leave(self, player: str) -> None:
        if self.match.position is not None:
            self.resign(player)
            return
        for seat in self.seats_of(player):
            self.add(events.Opened(seat=seat))

    def start_when_full(self, by_lot: bool, starter: int | None = None) -> None:
        """Start once all seats are taken, in the order of the places or by lot."""
        match = self.match
        if any(seat.kind == "open" for seat in match.seats):
            return
        order = self.draw_seats(match.secret, match.parts, starter) if by_lot else tuple(range(len(match.seats)))
        is_verifiable = by_lot and bool(match.secret)
        is_rated = not any(seat.player in self.context.unrated for seat in match.seats)
        starter = starter if is_verifiable else None
        self.add(events.Started(order=order, by_lot=is_verifiable, starter=starter, is_rated=is_rated))
        self.go_on()

    def draw_seats(self, secret: str, parts: Sequence[str], starter: int | None) -> tuple[int, ...]:
        """Draw lots for the seats; an old match without a secret uses a random one."""
        return lots.draw_seats(len(self.match.seats), secret or self.fresh_secret(), parts, starter)

    def fresh_secret(self) -> str:
        return self.context.chance.randbytes(lots.SECRET_BYTES).hex()

    def deal(self, deck: Sequence[str]) -> None:
        """Deal a round; an old match without a secret uses a random one."""
        match, number = self.match, self.match.next_deal
        order = lots.shuffle_deck(deck, match.secret or self.fresh_secret(), match.parts, number)
        self.add(events.Dealt(order=tuple(order), number=number if match.secret else 0))

    def seats_of(self, player: str) -> list[int]:
        seats = self.match.seats_of(player)
        refuse_if("match.not_seated", not seats)
        return seats

    def running_position(self) -> Position:
        position = self.match.position
        if position is None:
            raise Refused("match.not_begun")
        refuse_if("match.is_over", self.match.ended is not None)
        return position

    # ----- moves

    def play_as(self, player: str, move: str, ply: int) -> None:
        seats = self.seats_of(player)
        if ply < self.match.ply and self.was_played(move, ply, seats):
            return  # the response got lost, so the client repeats the command
        seat = self.running_position().to_move
        if seat is None or seat not in seats:
            raise Refused("match.not_your_turn", seat=str(seat))
        self.play(seat, move, ply)

    def was_played(self, move: str, ply: int, seats: Sequence[int]) -> bool:
        position = self.match.position
        assert position is not None
        notation = position.game.notation
        written = notation.format_move(position.row, notation.parse_move(position.row, move.strip()))
        played = next((step for step in self.match.moves_backwards() if step.ply <= ply), None)
        return played is not None and played.ply == ply and played.seat in seats and played.move == written

    def play(self, seat: int, move: str, ply: int) -> None:
        position = self.running_position()
        refuse_if("match.is_paused", self.match.is_paused)
        refuse_if("match.stale", ply != position.ply, ply=ply, now=position.ply)
        refuse_if("match.not_your_turn", position.to_move != seat, seat=str(position.to_move))
        after = position.play(move)
        self.add(events.Played(seat=seat, ply=ply, move=str(after.last)), after=after)
        self.go_on()

    def go_on(self) -> None:
        """Do what follows from the last step: end the match, deal, or move for players who have left."""
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
        """Play the legal move whose text sorts first, for a player who is out of time or has left."""
        assert position.to_move is not None
        move = min(str(move) for move in position.moves())
        self.add(events.Played(seat=position.to_move, ply=position.ply, move=move, by="clock"), at)

    def time_out(self) -> None:
        """With two seats the player out of time loses; else, and where the game says so, a move is made for them.

        Where nobody has moved and no hand was dealt, the match is called off (Time-out, R): at once where only one
        player would be left, else when all had a turn.
        """
        match, clock, deadline, seat = self.match, self.match.clock, self.match.deadline(), self.match.to_move
        assert match.position is not None
        assert seat is not None
        is_time_gone = all(clock.left(k, self.context.now) == 0 for k in range(len(match.seats)))
        is_everybody_away = not match.moved and not match.is_dealt
        if is_everybody_away and (len(match.seats) - len(match.resigned) <= 2 or match.ply >= len(match.seats) - 1):
            self.call_off(seat, deadline)
        elif deadline == match.first_turn_deadline():
            self.go([seat], "time", deadline)
        elif len(match.seats) == 2 and not match.position.game.facts.time_out_moves:
            self.end(1 - seat, "time", deadline)
        elif is_time_gone and not clock.setting.is_for_turns:
            self.end(None, "time", deadline)
        else:
            self.move_for(match.position, deadline)
            self.go_on()

    def end(self, winner: int | None, code: str, at: int | None = None) -> None:
        """End the match before the game does: the winner gets the point, unless the game keeps scores."""
        assert self.match.position is not None
        scores = self.match.position.points()
        if not any(scores) and winner is not None:
            scores = tuple(int(seat == winner) for seat in range(len(self.match.seats)))
        self.conclude(events.Ended(winner=winner, scores=scores, code=code), at)

    def call_off(self, absent: int | None = None, at: int | None = None) -> None:
        """End the match without a result, because a seat stayed away."""
        assert self.match.position is not None
        scores = self.match.position.points()
        self.conclude(events.Ended(winner=None, scores=scores, code=CALLED_OFF, absent=absent), at)

    def conclude(self, body: events.Ended, at: int | None = None) -> None:
        """End the match, reveal its secret, and commit to that of a rematch before anybody offers one."""
        self.add(body, at)
        if self.match.secret:
            secret = self.fresh_secret()
            commitment = lots.commit(secret, self.match.starter_of_rematch)
            self.add(events.Revealed(secret=self.match.secret, next_commitment=commitment, next_secret=secret))

    def resign(self, player: str) -> None:
        match = self.match
        self.running_position()
        seats = [seat for seat in self.seats_of(player) if seat not in match.resigned]
        refuse_if("match.resigned_already", not seats)
        self.go(seats, "resign")

    def go(self, seats: Sequence[int], code: str, at: int | None = None) -> None:
        """One of the seats gives up, or forfeits by staying away; the match ends where nobody is left to play."""
        match = self.match
        self.add(events.Resigned(seat=_acting_seat(match.position, seats)), at)
        remaining = [k for k in range(len(match.seats)) if k not in match.resigned]
        if len(remaining) == 1:
            self.end(remaining[0], code, at)
        elif not any(match.seats[k].kind == "person" for k in remaining):
            self.end(None, "left", at)
        else:
            self.go_on()

    # ----- agreements

    def offer(self, command: commands.Offer, player: str) -> None:
        match, agreement = self.match, command.agreement
        seat = _acting_seat(match.position, self.seats_of(player))
        self.check_offer(command, seat)
        refuse_if("match.asked_already", agreement in match.offers)
        has_computers = any(other.kind == "computer" for other in match.seats)
        refuse_if("match.computer_declines", agreement == "draw" and has_computers)
        part = self.part_of(command)
        self.add(events.Offered(seat=seat, agreement=agreement, about=command.about, level=command.level, part=part))
        self.agree_when_all_do(agreement)

    def part_of(self, command: commands.Offer | commands.Answer) -> str:
        """The player's contribution to the seed of a rematch; empty for other agreements."""
        check_part(command.part)
        return command.part if command.agreement == "rematch" and self.match.revealed is not None else ""

    def check_offer(self, command: commands.Offer, seat: int) -> None:
        match = self.match
        if command.agreement == "rematch":
            refuse_if("match.not_over", match.ended is None)
            refuse_if("match.rematched_already", bool(match.following))
            return
        position = self.running_position()
        if command.agreement == "takeback":
            refuse_if("match.hidden_takeback", position.game.is_hidden(position.options))
            self.takeback_ply(seat)
        elif command.agreement == "pause":
            refuse_if("match.is_paused", match.is_paused)
        elif command.agreement == "replace":
            refuse_if("match.nobody_to_replace", command.about not in match.resigned or not command.level)

    def answer(self, command: commands.Answer, player: str) -> None:
        match, agreement = self.match, command.agreement
        seats = self.seats_of(player)
        offer = match.offers.get(agreement)
        if offer is None:
            raise Refused("match.nothing_asked")
        is_withdrawn = not command.accepts and offer.seat in seats
        refuse_if("match.not_asked", player not in match.voters(offer) and not is_withdrawn)
        part = self.part_of(command)
        self.add(events.Answered(seat=seats[0], agreement=agreement, accepts=command.accepts, part=part))
        if command.accepts:
            self.agree_when_all_do(agreement)

    def agree_when_all_do(self, agreement: Agreement) -> None:
        offer = self.match.offers[agreement]
        if not self.match.voters(offer) <= offer.accepted:
            return
        match agreement:
            case "draw":
                self.end(None, "agreed")
            case "takeback":
                self.add(events.TakenBack(ply=self.takeback_ply(offer.seat)))
            case "pause":
                self.add(events.Paused())
            case "replace":
                assert offer.about is not None
                taken = [seat.name for seat in self.match.seats if seat.kind == "computer"]
                name = free_name(self.context.level_name(offer.level), taken)
                self.add(events.Replaced(seat=offer.about, level=offer.level, name=name))
                self.go_on()
            case "rematch":
                self.rematch(offer)
            case _:
                assert_never(agreement)

    def rematch(self, offer: OpenOffer) -> None:
        """Draw the seats of the rematch from its own secret; in some games the last winner starts."""
        match = self.match
        secret, parts = "", tuple[str, ...]()
        if match.revealed is not None:
            secret = match.revealed.next_secret
            parts = tuple(offer.parts.get(seat, "") for seat in range(len(match.seats)))
        order = self.draw_seats(secret, parts, match.starter_of_rematch)
        self.add(events.Rematched(match=self.context.fresh_id(), order=order, parts=parts))

    def takeback_ply(self, seat: int) -> int:
        """The ply before the last move of the player who has this seat."""
        seats = self.match.seats_of(self.match.seats[seat].player)
        ply = next((step.ply for step in self.match.moves_backwards() if step.seat in seats), None)
        if ply is None:
            raise Refused("match.nothing_to_take_back")
        return ply

    def resume(self, player: str) -> None:
        seats = self.seats_of(player)
        refuse_if("match.not_paused", not self.match.is_paused)
        self.add(events.Resumed(seat=seats[0]))


def _acting_seat(position: Position | None, seats: Sequence[int]) -> int:
    """Which of a player's seats acts: the one to move, else the first."""
    to_move = position.to_move if position is not None else None
    return to_move if to_move is not None and to_move in seats else seats[0]
