"""Matches: sitting down, playing, clocks, agreements, leaving; always commands in, events out."""

import random
from typing import Any

import pytest

from fourfold import IllegalMove, Record
from fourfold.match import commands as ask
from fourfold.match import events
from fourfold.match.decisions import DecisionContext, carry_out, create, play_for, tick
from fourfold.match.events import decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import ClockSetting, Seat, Settings

ANN, BEN, CYD = Seat("person", "a", "Ann"), Seat("person", "b", "Ben"), Seat("person", "c", "Cyd")
COMPUTER = Seat("computer", "simple", "Simple")


class Sitting:
    """A match with a time that only moves when told, and a log that is checked against replays."""

    def __init__(
        self,
        game: str,
        *seats: Seat,
        clock: ClockSetting | None = None,
        clock_waits: bool = False,
        seed: int = 7,
        **options: str,
    ) -> None:
        self.now = 1_000
        self.chance = random.Random(seed)
        self.match = Match()
        settings = Settings(game, len(seats), options, clock or ClockSetting(), clock_waits=clock_waits)
        self.log = create(self.match, settings, seats, "a", self.here())

    def here(self) -> DecisionContext:
        return DecisionContext(self.now, self.chance, lambda: "next-match", str.title)

    def ask(self, player: str, command: ask.AnyCommand) -> list[str]:
        made = carry_out(self.match, command, player, self.here())
        self.log += made
        return [type(event.body).__name__ for event in made]

    def play(self, move: str | None = None) -> list[str]:
        """Whoever is to move plays the move, or the first legal one."""
        position = self.match.position
        assert position is not None
        assert position.to_move is not None
        player = self.match.seats[position.to_move].player
        return self.ask(player, ask.Play(move=move or str(position.moves()[0]), ply=position.ply))

    def tick(self, milliseconds: int) -> list[str]:
        self.now += milliseconds
        made = tick(self.match, self.here())
        self.log += made
        return [type(event.body).__name__ for event in made]

    def player(self, seat: int) -> str:
        return self.match.seats[seat].player

    def mover(self) -> str:
        assert self.match.to_move is not None
        return self.player(self.match.to_move)

    def other(self) -> str:
        assert self.match.to_move is not None
        return self.player(1 - self.match.to_move)

    def assert_replays(self) -> None:
        again = Match.replay(
            [event.__class__(event.sequence, event.time, decode_body(encode_body(event.body))) for event in self.log]
        )
        assert again == self.match
        assert [event.sequence for event in self.log] == list(range(1, len(self.log) + 1))


def refused(sitting: Sitting, player: str, command: ask.AnyCommand, code: str) -> None:
    before = Match.replay(sitting.log)
    with pytest.raises(Refused) as caught:
        sitting.ask(player, command)
    assert caught.value.code == f"match.{code}", str(caught.value)
    assert sitting.match == before


def test_a_match_begins_when_the_last_seat_is_taken_and_seats_are_drawn_by_lot() -> None:
    sitting = Sitting("exago", ANN, Seat(), Seat())
    assert sitting.match.position is None
    refused(sitting, "a", ask.Play(move="e5", ply=0), "not_begun")
    assert sitting.ask("b", ask.Join(name="Ben", seat=2)) == ["Joined"]
    refused(sitting, "b", ask.Join(name="Ben"), "seated_already")
    refused(sitting, "c", ask.Join(name="Cyd", seat=2), "no_open_seat")
    refused(sitting, "c", ask.Join(name="  "), "bad_name")
    assert sitting.ask("c", ask.Join(name="Cyd")) == ["Joined", "Started"]
    assert sorted(seat.player for seat in sitting.match.seats) == ["a", "b", "c"]
    refused(sitting, "d", ask.Join(name="Dan"), "has_begun")
    sitting.assert_replays()


def test_who_gets_up_before_the_beginning_leaves_the_seat_open() -> None:
    sitting = Sitting("qawale", ANN, Seat())
    assert sitting.ask("a", ask.Leave()) == ["Opened"]
    assert [seat.kind for seat in sitting.match.seats] == ["open", "open"]
    refused(sitting, "a", ask.Leave(), "not_seated")


def test_moves_are_checked_and_an_illegal_one_changes_nothing() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    mover, other = sitting.mover(), sitting.other()
    refused(sitting, other, ask.Play(move="a1NEE", ply=0), "not_your_turn")
    refused(sitting, "z", ask.Play(move="a1NEE", ply=0), "not_seated")
    refused(sitting, mover, ask.Play(move="a1NEE", ply=3), "stale")
    with pytest.raises(IllegalMove, match="Qawale R1"):
        sitting.ask(mover, ask.Play(move="a1NSN", ply=0))
    assert sitting.match == Match.replay(sitting.log)
    assert sitting.ask(mover, ask.Play(move="a1NEE", ply=0)) == ["Played"]


def test_the_same_move_sent_again_is_carried_out_once() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    mover = sitting.mover()
    command = ask.Play(move="a1NEE", ply=0)
    assert sitting.ask(mover, command) == ["Played"]
    assert sitting.ask(mover, command) == []
    refused(sitting, mover, ask.Play(move="a1ENN", ply=0), "not_your_turn")
    sitting.play("a4ESE")
    assert sitting.ask(mover, command) == []
    refused(sitting, mover, ask.Play(move="a1ENN", ply=0), "stale")


def test_the_last_move_sent_again_after_the_end_is_no_error() -> None:
    sitting = Sitting("qawale", ANN, BEN, pebbles="1")
    sitting.play("a1NEE")
    last = sitting.mover()
    assert sitting.play("a4ESE") == ["Played", "Ended"]
    assert sitting.ask(last, ask.Play(move="a4ESE", ply=1)) == []
    refused(sitting, last, ask.Play(move="a4ESE", ply=2), "is_over")
    assert Record.parse(str(sitting.match.record())).result is not None


@pytest.mark.parametrize("kind", ["sudden", "fischer", "turn", "days"])
def test_with_two_seats_who_runs_out_of_time_loses(kind: Any) -> None:
    sitting = Sitting("qawale", ANN, BEN, clock=ClockSetting(kind, 10, 2 if kind == "fischer" else 0))
    unit = 86_400_000 if kind == "days" else 1_000
    sitting.play("a1NEE")
    loser = sitting.match.to_move
    assert loser is not None
    assert sitting.tick(10 * unit - 1) == []
    sitting.now += 1
    refused(sitting, sitting.mover(), ask.Play(move="a4ESE", ply=1), "time_is_up")
    assert sitting.tick(5) == ["Ended"]
    assert sitting.match.ended is not None
    assert (sitting.match.ended.winner, sitting.match.ended.code) == (1 - loser, "time")
    sitting.assert_replays()


@pytest.mark.parametrize(
    "clock", [ClockSetting("turn", 30), ClockSetting("sudden", 60), ClockSetting("fischer", 60, 5)]
)
def test_clocks_that_wait_start_when_everybody_has_moved(clock: ClockSetting) -> None:
    sitting = Sitting("exago", ANN, BEN, CYD, clock=clock, clock_waits=True)
    for _ in range(3):
        assert sitting.match.clock.running is None
        assert sitting.match.deadline() is None
        assert sitting.tick(100_000) == []
        sitting.play()
    assert sitting.match.clock.running == sitting.match.to_move == 0
    assert sitting.match.clock.kept == [clock.budget] * 3  # no increment for first moves
    sitting.tick(10_000)
    assert sitting.match.clock.left(0, sitting.now) == clock.budget - 10_000
    sitting.assert_replays()


def test_clocks_that_wait_do_so_again_after_a_takeback_and_through_a_pause() -> None:
    sitting = Sitting("exago", ANN, BEN, clock=ClockSetting("sudden", 60), clock_waits=True)
    sitting.ask("a", ask.Offer(agreement="pause"))
    sitting.ask("b", ask.Answer(agreement="pause", accepts=True))
    sitting.ask("a", ask.Resume())
    assert sitting.match.clock.running is None
    sitting.play()
    sitting.play()
    assert sitting.match.clock.running == 0
    sitting.tick(5_000)
    second = sitting.player(1)
    sitting.ask(second, ask.Offer(agreement="takeback"))
    sitting.ask(sitting.player(0), ask.Answer(agreement="takeback", accepts=True))
    assert sitting.match.clock.running is None
    assert sitting.tick(100_000) == []
    sitting.play()
    assert sitting.match.clock.left(0, sitting.now) == 55_000
    sitting.assert_replays()


def test_a_first_turn_of_several_moves_is_over_before_clocks_start() -> None:
    longest, seed = 0, 0
    while longest < 2:
        seed += 1
        sitting = Sitting("quadominos", ANN, BEN, clock=ClockSetting("turn", 30), clock_waits=True, seed=seed)
        movers = [sitting.match.to_move]
        while len(set(movers)) < 2:
            sitting.play()
            movers.append(sitting.match.to_move)
        second = movers[-1]
        while sitting.match.to_move == second:
            assert sitting.match.clock.running is None
            longest = max(longest, movers.count(second))
            sitting.play()
            movers.append(sitting.match.to_move)
        assert sitting.match.clock.running == sitting.match.to_move


def test_days_are_counted_from_the_start_and_matches_of_before_as_they_were() -> None:
    for clock, waits in ((ClockSetting("days", 2), True), (ClockSetting("sudden", 60), False)):
        sitting = Sitting("exago", ANN, BEN, clock=clock, clock_waits=waits)
        assert sitting.match.clock.running == 0
    assert not decode_body(
        b'{"kind":"created","settings":{"game":"exago"},"seats":[],"creator":"a"}'
    ).settings.clock_waits  # type: ignore[union-attr]


def test_computers_of_one_level_have_different_names_everywhere() -> None:
    sitting = Sitting("exago", ANN, COMPUTER, COMPUTER, COMPUTER)
    names = sorted(seat.name for seat in sitting.match.seats)
    assert names == ["Ann", "Simple", "Simple 2", "Simple 3"]
    assert sorted(sitting.match.record().players) == names
    again = create(Match(), sitting.match.settings, sitting.match.seats, "a", sitting.here())
    assert sorted(seat.name for seat in again[0].body.seats) == names  # type: ignore[union-attr]


def test_a_computer_that_replaces_somebody_has_a_name_of_its_own() -> None:
    sitting = Sitting("exago", ANN, BEN, COMPUTER)
    ben = sitting.match.seats_of("b")[0]
    sitting.ask("b", ask.Resign())
    sitting.ask("a", ask.Offer(agreement="replace", about=ben, level="simple"))
    assert sitting.match.seats[ben] == Seat("computer", "simple", "Simple 2")
    sitting.assert_replays()


def test_clocks_keep_what_is_left_and_add_the_increment() -> None:
    sitting = Sitting("qawale", ANN, BEN, clock=ClockSetting("fischer", 60, 5))
    sitting.now += 20_000
    sitting.play()
    clock = sitting.match.clock
    assert clock is not None
    assert clock.left(0, sitting.now) == 45_000
    sitting.now += 1_000
    assert clock.left(1, sitting.now) == 59_000
    assert clock.left(0, sitting.now) == 45_000
    sudden = Sitting("qawale", ANN, BEN, clock=ClockSetting("sudden", 60))
    sudden.now += 20_000
    sudden.play()
    assert sudden.match.clock is not None
    assert sudden.match.clock.left(0, sudden.now) == 40_000


def test_with_more_seats_the_first_move_in_text_order_is_played_for_who_is_late() -> None:
    sitting = Sitting("exago", ANN, BEN, CYD, clock=ClockSetting("turn", 30))
    sitting.play("e5")
    position = sitting.match.position
    assert position is not None
    first = min(str(move) for move in position.moves())
    assert sitting.tick(30_000) == ["Played"]
    body = sitting.log[-1].body
    assert isinstance(body, events.Played)
    assert (body.move, body.by) == (first, "clock")
    assert sitting.match.ended is None
    assert sitting.tick(90_000) == ["Played"] * 3
    sitting.assert_replays()


def test_in_quadominos_a_turn_has_30_seconds_with_all_its_draws_also_with_two_seats() -> None:
    sitting = Sitting("quadominos", ANN, BEN, clock=ClockSetting("turn", 30), rounds="1")
    assert sitting.tick(30_000)[0] == "Played"
    for _ in range(60):
        position = sitting.match.position
        assert position is not None
        seat = sitting.match.to_move
        if seat is None or [str(move) for move in position.moves()] == ["draw"]:
            break
        sitting.play()
    clock = sitting.match.clock
    assert clock is not None
    if sitting.match.to_move is not None:
        sitting.now += 10_000
        seat = sitting.match.to_move
        sitting.play("draw")
        if sitting.match.to_move == seat:
            assert clock.left(seat, sitting.now) == 20_000


def test_when_nobody_has_time_left_the_match_is_over() -> None:
    sitting = Sitting("exago", ANN, BEN, CYD, clock=ClockSetting("sudden", 1))
    sitting.play()
    for _ in range(10):
        sitting.tick(1_000)
    assert sitting.match.ended is not None
    assert sitting.match.ended.code == "time"
    assert sitting.match.ended.winner is None


def test_rounds_are_dealt_by_the_match_and_told_to_nobody_before_the_end() -> None:
    sitting = Sitting("quadominos", ANN, BEN, rounds="2")
    assert [type(event.body).__name__ for event in sitting.log] == ["Created", "Started", "Dealt"]
    dealt = sitting.log[-1]
    assert isinstance(dealt.body, events.Dealt)
    assert len(dealt.body.order) == 125
    shown = sitting.match.shown(dealt).body
    assert isinstance(shown, events.Dealt)
    assert shown.order == ()
    rng = random.Random(1)
    while sitting.match.ended is None:
        position = sitting.match.position
        assert position is not None
        moves = position.moves()
        sitting.play(str(moves[rng.randrange(len(moves))]))
    assert sitting.match.shown(dealt) == dealt
    assert sum(isinstance(event.body, events.Dealt) for event in sitting.log) == 2
    sitting.assert_replays()
    assert Record.parse(str(sitting.match.record())).position == sitting.match.position


def test_resigning_gives_the_game_to_the_other() -> None:
    sitting = Sitting("quads", ANN, BEN)
    assert sitting.ask(sitting.player(0), ask.Resign()) == ["Resigned", "Ended"]
    assert sitting.match.ended is not None
    assert (sitting.match.ended.winner, sitting.match.ended.scores, sitting.match.ended.code) == (1, (0, 1), "resign")
    refused(sitting, sitting.player(1), ask.Resign(), "is_over")


def test_with_more_seats_the_others_play_on_and_moves_are_made_for_who_left() -> None:
    sitting = Sitting("exago", ANN, BEN, CYD)
    sitting.play("e5")
    leaver = sitting.player(1)
    assert sitting.ask(leaver, ask.Leave()) == ["Resigned", "Played"]
    assert sitting.match.to_move == 2
    refused(sitting, leaver, ask.Resign(), "resigned_already")
    assert sitting.play() == ["Played"]
    assert sitting.play() == ["Played", "Played"]
    assert sitting.ask(sitting.player(0), ask.Resign())[-1] == "Ended"
    assert sitting.match.ended is not None
    assert sitting.match.ended.winner == 2


def test_a_computer_takes_over_when_the_others_agree() -> None:
    sitting = Sitting("exago", ANN, BEN, CYD)
    leaver, first, second = sitting.player(1), sitting.player(0), sitting.player(2)
    refused(sitting, first, ask.Offer(agreement="replace", about=1, level="simple"), "nobody_to_replace")
    sitting.ask(leaver, ask.Leave())
    assert sitting.ask(first, ask.Offer(agreement="replace", about=1, level="simple")) == ["Offered"]
    assert sitting.ask(second, ask.Answer(agreement="replace", accepts=True)) == ["Answered", "Replaced"]
    assert sitting.match.seats[1] == Seat("computer", "simple", "Simple")
    sitting.play("e5")
    assert sitting.match.to_move == 1
    position = sitting.match.position
    assert position is not None
    sitting.log += play_for(sitting.match, 1, str(position.moves()[0]), position.ply, sitting.here())
    assert sitting.match.to_move == 2
    sitting.assert_replays()


def test_a_draw_needs_the_consent_of_all() -> None:
    sitting = Sitting("exago", ANN, BEN, CYD)
    assert sitting.ask("a", ask.Offer(agreement="draw")) == ["Offered"]
    refused(sitting, "a", ask.Offer(agreement="draw"), "asked_already")
    refused(sitting, "a", ask.Answer(agreement="draw", accepts=True), "not_asked")
    assert sitting.ask("b", ask.Answer(agreement="draw", accepts=True)) == ["Answered"]
    assert sitting.match.ended is None
    assert sitting.ask("c", ask.Answer(agreement="draw", accepts=False)) == ["Answered"]
    refused(sitting, "b", ask.Answer(agreement="draw", accepts=True), "nothing_asked")
    sitting.ask("a", ask.Offer(agreement="draw"))
    sitting.ask("b", ask.Answer(agreement="draw", accepts=True))
    assert sitting.ask("c", ask.Answer(agreement="draw", accepts=True)) == ["Answered", "Ended"]
    assert sitting.match.ended is not None
    assert (sitting.match.ended.winner, sitting.match.ended.code) == (None, "agreed")


def test_an_offer_of_a_draw_lapses_with_the_next_move_and_a_computer_declines() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    sitting.ask("a", ask.Offer(agreement="draw"))
    sitting.play()
    refused(sitting, "b", ask.Answer(agreement="draw", accepts=True), "nothing_asked")
    alone = Sitting("qawale", ANN, COMPUTER)
    refused(alone, "a", ask.Offer(agreement="draw"), "computer_declines")


def test_a_takeback_goes_to_before_the_own_last_move() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    first, second = sitting.player(0), sitting.player(1)
    refused(sitting, first, ask.Offer(agreement="takeback"), "nothing_to_take_back")
    sitting.play("a1NEE")
    sitting.play("a4ESE")
    assert sitting.ask(first, ask.Offer(agreement="takeback")) == ["Offered"]
    assert sitting.ask(second, ask.Answer(agreement="takeback", accepts=True)) == ["Answered", "TakenBack"]
    assert sitting.match.ply == 0
    assert sitting.match.to_move == 0
    sitting.play("a1ENN")
    sitting.assert_replays()


def test_nothing_is_taken_back_across_hidden_hands_and_a_computer_agrees_at_once() -> None:
    hidden = Sitting("quadominos", ANN, BEN, rounds="1")
    mover = hidden.mover()
    hidden.play()
    refused(hidden, mover, ask.Offer(agreement="takeback"), "hidden_takeback")
    refused(Sitting("quads", ANN, BEN, hidden="on"), "a", ask.Offer(agreement="takeback"), "hidden_takeback")
    alone = Sitting("qawale", ANN, COMPUTER)
    own = alone.match.seats_of("a")[0]
    if alone.match.to_move != own:
        alone.log += play_for(alone.match, 1 - own, "a1NEE", 0, alone.here())
    alone.play()
    assert alone.ask("a", ask.Offer(agreement="takeback")) == ["Offered", "TakenBack"]
    assert alone.match.to_move == own


def test_a_pause_stops_the_clocks_until_somebody_goes_on() -> None:
    sitting = Sitting("qawale", ANN, BEN, clock=ClockSetting("sudden", 60))
    sitting.now += 10_000
    sitting.ask("a", ask.Offer(agreement="pause"))
    assert sitting.ask("b", ask.Answer(agreement="pause", accepts=True)) == ["Answered", "Paused"]
    assert sitting.tick(1_000_000) == []
    mover = sitting.player(0)
    refused(sitting, mover, ask.Play(move="a1NEE", ply=0), "is_paused")
    assert sitting.ask("b", ask.Resume()) == ["Resumed"]
    refused(sitting, "b", ask.Resume(), "not_paused")
    assert sitting.match.clock is not None
    assert sitting.match.clock.left(0, sitting.now) == 50_000
    sitting.play("a1NEE")
    sitting.assert_replays()


def test_a_rematch_changes_seats_and_in_exago_the_winner_starts() -> None:
    for seed in range(8):
        sitting = Sitting("exago", ANN, BEN, CYD)
        sitting.chance.seed(seed)
        refused(sitting, "a", ask.Offer(agreement="rematch"), "not_over")
        winner = 2
        for seat in (0, 1):
            sitting.ask(sitting.player(seat), ask.Resign())
        assert sitting.match.ended is not None
        assert sitting.match.ended.winner == winner
        sitting.match.resigned.clear()
        sitting.ask("a", ask.Offer(agreement="rematch"))
        sitting.ask("b", ask.Answer(agreement="rematch", accepts=True))
        assert sitting.ask("c", ask.Answer(agreement="rematch", accepts=True)) == ["Answered", "Rematched"]
        body = sitting.log[-1].body
        assert isinstance(body, events.Rematched)
        assert body.order[0] == winner
        assert body.match == sitting.match.following == "next-match"


def test_one_person_may_hold_all_seats_at_one_keyboard() -> None:
    sitting = Sitting("qawale", ANN, ANN, pebbles="1")
    sitting.play("a1NEE")
    assert sitting.ask("a", ask.Offer(agreement="takeback")) == ["Offered", "TakenBack"]
    sitting.play("a1NEE")
    assert sitting.play("a4ESE") == ["Played", "Ended"]


@pytest.mark.parametrize(
    ("clock", "code"),
    [
        (ClockSetting("sudden", 0), "clock_time"),
        (ClockSetting("turn", 10**9), "clock_time"),
        (ClockSetting("days", 31), "clock_time"),
        (ClockSetting("sudden", 60, 5), "clock_increment"),
        (ClockSetting("fischer", 60, -5), "clock_increment"),
    ],
)
def test_clocks_that_cannot_be_are_refused(clock: ClockSetting, code: str) -> None:
    with pytest.raises(Refused) as caught:
        Sitting("qawale", ANN, BEN, clock=clock)
    assert caught.value.code == f"match.{code}"
    assert str(caught.value)


def test_a_long_match_keeps_its_moves_and_not_every_position() -> None:
    sitting = Sitting("quadominos", ANN, BEN, rounds="2")
    for _ in range(20):
        sitting.play()
    assert sitting.match.position is not None
    assert sitting.match.position.previous is None
    assert str(sitting.match.record().position) == str(sitting.match.position)
    assert len(sitting.match.record().position.history) == len(sitting.match.steps)


def test_who_resigned_is_asked_for_a_rematch_too() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    sitting.ask("a", ask.Resign())
    assert sitting.ask("b", ask.Offer(agreement="rematch")) == ["Offered"]
    assert sitting.ask("a", ask.Answer(agreement="rematch", accepts=True)) == ["Answered", "Rematched"]


def test_seats_that_are_named_in_order_stay_so() -> None:
    for seed in range(8):
        match = Match()
        here = DecisionContext(0, random.Random(seed), lambda: "next-match")
        create(match, Settings("exago", 3), (ANN, BEN, CYD), "a", here, by_lot=False)
        assert match.seats == [ANN, BEN, CYD]


class Unheard(ask.Command, frozen=True, kw_only=True, tag="unheard"):
    """A command that no match knows."""


class Unseen(events.Body, frozen=True, kw_only=True, tag="unseen"):
    """An event that no match knows."""


def test_an_unknown_command_is_an_error_never_a_leave_or_a_resignation() -> None:
    unheard: Any = Unheard()
    for sitting in (Sitting("qawale", ANN, Seat()), Sitting("qawale", ANN, BEN)):
        before = list(sitting.match.seats)
        with pytest.raises(AssertionError, match="Unheard"):
            sitting.ask("a", unheard)
        assert sitting.match == Match.replay(sitting.log)
        assert sitting.match.seats == before
        assert sitting.match.ended is None


def test_an_unknown_event_is_an_error_never_a_rematch() -> None:
    match = Sitting("qawale", ANN, BEN).match
    unseen: Any = Unseen()
    with pytest.raises(AssertionError, match="Unseen"):
        match.apply(events.Event(match.sequence + 1, match.time, unseen))
    assert match.rematched is None
