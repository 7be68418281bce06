"""The log of a match: each move in words once, also after moves are taken back; the last boards."""

from unittest.mock import Mock

import pytest

import fourfold
from fourfold.match import events
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.match.move_log import last_boards
from fourfold.match.settings import Seat, Settings

MOVES = ["a1NEE", "d4SSW", "a4ESE", "d1NWN"]


def begun(game: str = "qawale", **options: str) -> Match:
    match = Match()
    seats = (Seat("person", "a", "Ann"), Seat("person", "b", "Ben"))
    settings = Settings(game, options=options)
    add(match, events.Created(settings=settings, seats=seats, creator="a"))
    add(match, events.Started(order=(0, 1)))
    return match


def add(match: Match, body: events.EventBody) -> None:
    match.apply(Event(match.sequence + 1, 0, body))


def play(match: Match, *moves: str) -> None:
    for move in moves:
        assert match.position is not None
        assert match.to_move is not None
        add(match, events.Played(seat=match.to_move, ply=match.ply, move=move))


def origins(match: Match, *plies: int) -> list[tuple[int, object]]:
    return [(words.ply, words.values["from"]) for words in match.log.words(plies)]


def test_moves_are_told_by_their_plies_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    calls = Mock(wraps=fourfold.game("qawale").describe)
    monkeypatch.setitem(vars(fourfold.game("qawale")), "describe", calls)
    assert origins(match) == []
    play(match, *MOVES[:2])
    assert origins(match, 1) == [(1, "d4")]
    assert origins(match, 1, 0) == [(0, "a1"), (1, "d4")]
    play(match, *MOVES[2:])
    assert origins(match, 2, 3, 9) == [(2, "a4"), (3, "d1")]
    assert calls.call_count == 4


@pytest.mark.parametrize("told", [0, 3])
def test_what_was_taken_back_is_forgotten(told: int) -> None:
    match = begun()
    play(match, *MOVES[:3])
    assert len(match.log.words(range(told))) == told
    add(match, events.TakenBack(ply=1))
    assert origins(match, 0, 1, 2) == [(0, "a1")]
    play(match, "a4ESE", "d4SSW")
    assert origins(match, 0, 1, 2) == [(0, "a1"), (1, "a4"), (2, "d4")]


def test_the_last_boards_are_those_behind_a_ply_and_no_more_than_asked_for() -> None:
    match = begun()
    play(match, *MOVES)
    found = last_boards(match.settings, match.steps, after=1, most=16)
    assert [(before.ply, after.ply) for before, after in found] == [(1, 2), (2, 3), (3, 4)]
    assert found[-1][1] == match.position
    assert [after.ply for _, after in last_boards(match.settings, match.steps, 0, 2)] == [3, 4]
    assert last_boards(match.settings, match.steps, 4, 16) == []


def test_a_new_round_is_dealt_between_two_boards() -> None:
    match = begun("quadominos", rounds="2", beginner="on")
    deal = match.settings.undealt().game.deck({"beginner": True})
    add(match, events.Dealt(order=deal))
    for _ in range(400):
        if match.position is not None and match.position.is_deal_due:
            break
        assert match.position is not None
        play(match, str(match.position.moves()[0]))
    ply = match.ply
    add(match, events.Dealt(order=deal))
    assert match.position is not None
    play(match, str(match.position.moves()[0]))
    (_, after), (later, last) = last_boards(match.settings, match.steps, ply - 1, 16)
    assert (after.ply, last.ply) == (ply, ply + 1)
    assert after.is_deal_due
    assert not later.is_deal_due
    assert [words.ply for words in match.log.words([ply - 1, ply])] == [ply - 1, ply]
