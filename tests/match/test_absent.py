"""Absent players: called off where nothing was seen, forfeited and last where somebody moved or a hand was dealt."""

import random
from typing import Any

import pytest

from fourfold import Record
from fourfold.match import commands as ask
from fourfold.match import events
from fourfold.match.decisions import DecisionContext, call_off, carry_out, create, tick
from fourfold.match.events import Event, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.settings import FIRST_TURN, ClockSetting, Seat, Settings
from fourfold.web.contests.ratings import pools_of
from fourfold.web.contests.tournaments import score_of

PEOPLE = [Seat("person", name[0].lower(), name) for name in ("Ann", "Ben", "Cyd")]
BOT = Seat("person", "x", "Bot", "bot")


class Table:
    """A match whose places are its seats, with a clock of ten seconds a turn."""

    def __init__(
        self, game: str, *seats: Seat, first_turn: int = 0, waits: bool = False, unrated: Any = (),
        secret: str = "5e" * 32, clock: ClockSetting | None = None, **options: str,
    ) -> None:  # fmt: skip
        self.now, self.unrated = 1_000, unrated
        self.match, self.log = Match(), list[Event]()
        clock = clock or (ClockSetting("none") if first_turn else ClockSetting("turn", 10))
        settings = Settings(game, len(seats), options, clock, by_lot=False, first_turn=first_turn, clock_waits=waits)
        if waits:
            settings = settings.among_people()
        self.log += create(self.match, settings, seats, "a", self.context(), secret=secret)

    def context(self) -> DecisionContext:
        return DecisionContext(self.now, random.Random(1), lambda: "next", unrated=self.unrated)

    def play(self) -> None:
        seat, position = self.match.to_move, self.match.position
        assert seat is not None
        assert position is not None
        move = ask.Play(move=str(position.moves()[0]), ply=position.ply)
        self.log += carry_out(self.match, move, self.match.seats[seat].player, self.context())

    def resign(self, seat: int) -> None:
        self.log += carry_out(self.match, ask.Resign(), self.match.seats[seat].player, self.context())

    def wait(self, seconds: int = 10) -> None:
        self.now += seconds * 1000
        self.log += tick(self.match, self.context())
        assert (
            Match.replay([Event(e.sequence, e.time, decode_body(encode_body(e.body))) for e in self.log]) == self.match
        )

    @property
    def code(self) -> str:
        return "" if self.match.ended is None else self.match.ended.code


def test_where_nobody_has_moved_and_no_hand_was_dealt_the_match_is_called_off_and_counts_for_nothing() -> None:
    table = Table("qawale", *PEOPLE[:2])
    table.wait()
    ended = table.match.ended
    assert ended is not None
    assert (ended.winner, ended.code, ended.absent) == (None, "called_off", 0)
    assert pools_of(table.match) == []
    assert score_of(table.match) == (0.0, 0.0)
    record = Record.parse(str(table.match.record()))
    assert record.result is not None
    assert record.result.reason == "The match was called off; it counts for nothing."


def test_where_the_other_has_moved_the_absent_seat_forfeits_and_it_counts() -> None:
    table = Table("qawale", *PEOPLE[:2])
    table.play()
    table.wait()
    assert (table.code, table.match.ranks()) == ("time", [0.0, 1.0])
    assert pools_of(table.match) == ["all qawale 2", "people qawale 2"]
    assert score_of(table.match) == (1.0, 0.0)


def test_who_leaves_after_the_deal_was_seen_has_lost_and_it_counts() -> None:
    for leaver in (0, 1):
        table = Table("quadominos", *PEOPLE[:2], beginner="on", rounds="1")
        table.resign(leaver)
        assert table.match.ranks() == [float(seat == leaver) for seat in (0, 1)]
        assert pools_of(table.match)


def test_who_resigns_before_anything_happened_loses_but_it_is_not_rated() -> None:
    table = Table("qawale", *PEOPLE[:2])
    table.resign(0)
    assert pools_of(table.match) == []
    assert score_of(table.match) == (0.0, 1.0)  # a tournament gives the point all the same
    early = Table("qawale", *PEOPLE[:2])
    early.play()
    early.resign(0)  # the other has had no turn yet
    assert pools_of(early.match) == []


def test_with_three_seats_the_others_go_on_and_who_never_moved_is_last_whatever_the_moves_made() -> None:
    table = Table("exago", *PEOPLE)
    table.wait()  # the first seat is away: its move is played
    assert [event.body.by for event in table.log if isinstance(event.body, events.Played)] == ["clock"]
    table.play()
    table.play()
    match = table.match
    assert match.ended is None
    assert match.absent == {0}
    match.ended = events.Ended(winner=0, scores=(1, 0, 0), code="line")
    assert match.ranks() == [1.0, 0.0, 0.0]
    assert score_of(match) == (0.0, 0.5, 0.5)
    assert pools_of(match)


def test_with_three_seats_a_match_is_called_off_when_everybody_stayed_away() -> None:
    table = Table("exago", *PEOPLE)
    table.wait()
    table.wait()
    assert table.code == ""
    table.wait()
    assert table.code == "called_off"
    assert pools_of(table.match) == []


def test_two_seats_that_never_moved_with_hands_dealt_make_no_rating_and_no_point() -> None:
    table = Table("quadominos", *PEOPLE[:2], beginner="on", rounds="1")
    while not table.code:
        table.wait()
    assert pools_of(table.match) == []
    assert score_of(table.match) == (0.0, 0.0)


def test_a_seat_with_hands_dealt_that_never_moves_is_last_though_the_clock_wins_for_it() -> None:
    table = Table("quadominos", *PEOPLE[:2], beginner="on", rounds="1")
    while table.match.to_move != 1:
        table.wait()
    table.play()
    match = table.match
    match.ended = events.Ended(winner=0, scores=(90, 10), code="out")
    assert match.ranks() == [1.0, 0.0]
    assert score_of(match) == (0.0, 1.0)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_does_not_move_in_the_time_for_a_first_turn_forfeits(seats: int) -> None:
    table = Table("exago", *PEOPLE[:seats], first_turn=30)
    table.play()
    table.wait(29)
    assert table.match.resigned == set()
    table.wait(1)
    assert table.match.resigned == {1}
    assert (table.code == "time") == (seats == 2)
    if seats == 3:
        table.play()
        table.play()
        table.wait(600)  # who has moved once may take all the time
        assert table.match.resigned == {1}
    else:
        assert table.match.ranks() == [0.0, 1.0]
        assert pools_of(table.match)


def test_where_clocks_wait_for_first_turns_they_do_not_wait_for_ever() -> None:
    table = Table("qawale", *PEOPLE[:2], waits=True)
    table.wait(FIRST_TURN - 1)
    assert table.code == ""
    table.wait(1)
    assert (table.code, table.match.absent) == ("called_off", {0})
    table = Table("qawale", *PEOPLE[:2], waits=True)
    table.wait(FIRST_TURN - 1)
    table.play()
    table.wait(FIRST_TURN)
    assert (table.code, table.match.ranks()) == ("time", [0.0, 1.0])
    assert pools_of(table.match)
    table = Table("quadominos", *PEOPLE[:2], waits=True, beginner="on", rounds="1")
    late = table.match.to_move
    table.wait(FIRST_TURN)  # a hand was dealt
    assert table.match.ended is not None
    assert (table.code, table.match.ended.winner) == ("time", 1 - late if late is not None else None)
    assert pools_of(table.match)


def test_where_clocks_wait_the_others_go_on_without_who_does_not_come() -> None:
    table = Table("exago", *PEOPLE, waits=True)
    table.play()
    table.wait(FIRST_TURN)  # the second seat does not come
    assert (table.match.resigned, table.match.to_move) == ({1}, 2)
    table.play()
    assert table.match.clock.running == 0
    table.wait(9)
    table.play()
    assert table.match.to_move == 2
    assert table.match.ended is None
    assert table.match.absent == {1}


def test_a_first_turn_of_several_moves_has_its_limit_until_it_is_over() -> None:
    """Who draws one tile, and leaves, does not hold the match either."""
    for secret in range(60):
        table = Table("quadominos", *PEOPLE[:2], waits=True, secret=f"{secret:064x}", beginner="on", rounds="1")
        first = table.match.to_move
        while table.match.to_move == first:
            table.play()
        second = table.match.to_move
        table.play()
        if second is not None and table.match.to_move == second:
            table.wait(FIRST_TURN)
            assert table.match.ended is not None
            assert (table.code, table.match.ended.winner) == ("time", first)
            return
    raise AssertionError("no deal with such a turn")


def test_a_pause_gives_a_first_turn_its_time_again() -> None:
    table = Table("qawale", *PEOPLE[:2], waits=True)
    table.wait(FIRST_TURN - 1)
    for player, command in (
        ("a", ask.Offer(agreement="pause")), ("b", ask.Answer(agreement="pause", accepts=True)), ("a", ask.Resume()),
    ):  # fmt: skip
        table.log += carry_out(table.match, command, player, table.context())
    table.wait(FIRST_TURN - 1)
    assert table.code == ""
    table.wait(1)
    assert table.code == "called_off"


def test_a_first_turn_that_was_taken_back_has_its_time_again() -> None:
    table = Table("exago", *PEOPLE[:2], waits=True, clock=ClockSetting("sudden", 3600))
    table.play()
    table.play()
    table.wait(FIRST_TURN + 1)  # the clock runs, and allows it
    for player, command in (
        ("a", ask.Offer(agreement="takeback")), ("b", ask.Answer(agreement="takeback", accepts=True)),
    ):  # fmt: skip
        table.log += carry_out(table.match, command, player, table.context())
    assert (table.match.ply, table.match.clock.running) == (0, None)
    table.wait(FIRST_TURN - 1)
    assert table.code == ""
    table.wait(1)
    assert (table.code, table.match.ranks()) == ("time", [1.0, 0.0])


def test_where_nobody_waits_a_first_turn_has_no_limit() -> None:
    for clock in (ClockSetting(), ClockSetting("days", 2)):
        assert Settings("qawale", clock=clock).among_people().first_turn == 0


def test_who_never_had_a_turn_wins_nothing_because_all_others_stayed_away() -> None:
    table = Table("exago", *PEOPLE, first_turn=30)
    table.wait(30)
    table.wait(30)
    assert (table.code, table.match.absent) == ("called_off", {0, 1})
    assert score_of(table.match) == (0.0, 0.0, 0.0)


def test_a_match_that_an_organiser_calls_off_counts_for_nothing() -> None:
    table = Table("quadominos", *PEOPLE[:2], beginner="on", rounds="1")
    table.play()
    table.log += call_off(table.match, table.context())
    assert (table.code, pools_of(table.match)) == ("called_off", [])
    assert table.match.revealed is not None
    assert call_off(table.match, table.context()) == []


def test_bots_are_programs_in_ratings() -> None:
    def pools(*seats: Seat) -> list[str]:
        table = Table("qawale", *seats)
        table.play()
        table.play()
        table.resign(0)
        return pools_of(table.match)

    level = Seat("computer", "simple", "Simple")
    assert pools(PEOPLE[0], BOT) == ["all qawale 2"]
    assert pools(BOT, Seat("person", "y", "Other", "bot")) == ["all qawale 2", "levels qawale 2"]
    assert pools(*PEOPLE[:2]) == ["all qawale 2", "people qawale 2"]
    assert Table("qawale", BOT, level).match.seats[0].account == "bot"


def test_who_has_lost_the_right_to_rated_matches_plays_unrated_ones() -> None:
    table = Table("qawale", *PEOPLE[:2], unrated={"b"})
    assert table.match.started is not None
    assert not table.match.started.is_rated
    table.play()
    table.play()
    table.resign(0)
    assert pools_of(table.match) == []
