"""Any sequence of commands, by anybody, at any time: a match stays one that its events and the rules agree on."""

import random

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fourfold import FourfoldError, Record
from fourfold.contract.variants import Variant, in_words, list_variants
from fourfold.match import commands as ask
from fourfold.match import events
from fourfold.match.decisions import DecisionContext, carry_out, create, play_for, tick
from fourfold.match.match import Match
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.match.verification import verify

PLAYERS = ["a", "b", "c", "stranger"]
AGREEMENTS = st.sampled_from(["draw", "takeback", "pause", "rematch", "replace"])
TABLES = [variant for variant in list_variants() if variant.seats <= 3]
CLOCKS = [
    ClockSetting(),
    ClockSetting("turn", 30),
    ClockSetting("sudden", 60),
    ClockSetting("fischer", 20, 3),
    ClockSetting("days", 1),
]


class Sitting(RuleBasedStateMachine):
    """Commands come from players who sit, who have left, and who never sat."""

    match: Match
    log: list[events.Event]

    @initialize(
        table=st.sampled_from(TABLES), clock=st.sampled_from(CLOCKS), computer=st.booleans(), seed=st.integers(0, 99)
    )
    def set_up(self, table: Variant, clock: ClockSetting, computer: bool, seed: int) -> None:
        game, seats, options = table.game, table.seats, in_words(table.game, table.options)
        self.chance = random.Random(seed)
        self.now = 1_000
        self.match = Match()
        others = [Seat("computer", "simple", "Simple") if computer else Seat() for _ in range(seats - 1)]
        wishes = [Seat("person", "a", "Ann"), *others]
        secret = "5e" * 32 if seed % 4 else ""
        self.log = create(self.match, Settings(game, seats, options, clock), wishes, "a", self.here(), secret=secret)

    def here(self) -> DecisionContext:
        return DecisionContext(self.now, self.chance, lambda: f"match-{self.now}")

    def request(self, player: str, command: ask.AnyCommand) -> None:
        """What is refused leaves no trace; what is done leaves events."""
        refusal = None
        try:
            self.log += carry_out(self.match, command, player, self.here())
        except FourfoldError as error:
            refusal = str(error)
        assert refusal != ""
        assert Match.replay(self.log) == self.match

    @rule(player=st.sampled_from(PLAYERS), seat=st.none() | st.integers(-1, 4))
    def join(self, player: str, seat: int | None) -> None:
        self.request(player, ask.Join(name=f"Player {player}", seat=seat))

    @rule(player=st.sampled_from(PLAYERS), index=st.integers(0, 10_000), late=st.integers(-2, 1), garbled=st.booleans())
    def play(self, player: str, index: int, late: int, garbled: bool) -> None:
        position = self.match.position
        if position is None:
            self.request(player, ask.Play(move="e5", ply=0))
            return
        moves = position.moves()
        text = str(moves[index % len(moves)]) if len(moves) else "a1"
        self.request(player, ask.Play(move=text[1:] if garbled else text, ply=position.ply + min(late, 0)))

    @rule(index=st.integers(0, 10_000))
    def play_on(self, index: int) -> None:
        """Whoever is to move makes a legal move, computers too; so that games come to their ends."""
        seat, position = self.match.to_move, self.match.position
        if seat is None or position is None or self.match.is_overdue(self.now):
            return
        move = str(position.moves()[index % len(position.moves())])
        if self.match.seats[seat].kind == "computer":
            self.log += play_for(self.match, seat, move, position.ply, self.here())
        else:
            self.request(self.match.seats[seat].player, ask.Play(move=move, ply=position.ply))
        assert position.ply < self.match.ply or self.match.ended

    @rule(player=st.sampled_from(PLAYERS), agreement=AGREEMENTS, about=st.none() | st.integers(0, 3))
    def offer(self, player: str, agreement: events.Agreement, about: int | None) -> None:
        self.request(player, ask.Offer(agreement=agreement, about=about, level="simple"))

    @rule(player=st.sampled_from(PLAYERS), agreement=AGREEMENTS, accepts=st.booleans())
    def answer(self, player: str, agreement: events.Agreement, accepts: bool) -> None:
        self.request(player, ask.Answer(agreement=agreement, accepts=accepts))

    @rule(
        player=st.sampled_from(PLAYERS),
        what=st.sampled_from([ask.Resume(), ask.Resign(), ask.Leave()]),
        often=st.integers(0, 3),
    )
    def say(self, player: str, what: ask.AnyCommand, often: int) -> None:
        if often == 0:
            self.request(player, what)

    @rule(milliseconds=st.sampled_from([0, 1, 500, 4_000, 31_000, 90_000_000]))
    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.log += tick(self.match, self.here())

    @invariant()
    @precondition(lambda self: hasattr(self, "log"))
    def the_events_make_the_match(self) -> None:
        assert Match.replay(self.log) == self.match
        assert [event.sequence for event in self.log] == list(range(1, len(self.log) + 1))
        assert all(one.time <= two.time for one, two in zip(self.log, self.log[1:], strict=False))

    @invariant()
    @precondition(lambda self: hasattr(self, "log") and self.match.position is not None)
    def the_rules_agree(self) -> None:
        record = self.match.record()
        assert Record.parse(str(record)).position == self.match.position
        assert self.match.position is not None
        if self.match.position.outcome is not None:
            assert self.match.ended is not None
            assert self.match.ended.winner == self.match.position.outcome.winner
        if self.match.ended is not None and self.match.secret:
            assert all(check.holds for check in verify(record))
        if self.match.ended is not None:
            assert self.match.to_move is None
            assert self.match.deadline() is None
        elif not self.match.is_paused:
            assert self.match.to_move is not None


TestSitting = Sitting.TestCase
TestSitting.settings = hypothesis_settings(max_examples=120, stateful_step_count=40, deadline=None)
