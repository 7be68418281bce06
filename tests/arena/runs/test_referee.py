"""One game: views only, repeatable deals, and a forfeit for whatever a player does wrong."""

import time
from collections.abc import Callable
from functools import partial

import pytest

import fourfold
from fourfold import Move
from fourfold.arena.runs.referee import Chair, play_game
from fourfold.core.position import View
from fourfold.players.player import Player
from fourfold.players.random_player import RandomPlayer
from fourfold.search.limit import Limit


class Doing:
    """A player that does what it is told to, and remembers what it was shown."""

    def __init__(self, act: Callable[[View], Move]) -> None:
        self.act = act
        self.views: list[View] = []

    def choose(self, view: View, limit: Limit) -> Move:
        self.views.append(view)
        return self.act(view)


def first_move(view: View) -> Move:
    return view.moves()[0]


def chair(name: str, player: Player) -> Chair:
    return Chair(name, player, lambda: Limit(nodes=100, seed=3))


def test_each_player_sees_its_own_view_and_nothing_more() -> None:
    players = [Doing(first_move), Doing(first_move), Doing(first_move)]
    start = fourfold.game("quadominos").undealt(seats=3, rounds=1)
    played = play_game(start, [chair(str(seat), player) for seat, player in enumerate(players)], seed=4)
    assert played.position.outcome is not None
    for seat, player in enumerate(players):
        assert player.views
        for view in player.views:
            assert type(view) is View
            assert view.seat == view.to_move == seat
            hands = str(view).partition("@")[2].split(":")[1].split("/")
            assert [place for place, hand in enumerate(hands) if not hand.startswith("_")] == [seat]


def test_deals_come_from_the_seed() -> None:
    start = fourfold.game("quadominos").undealt(rounds=2)
    chairs = [chair("a", RandomPlayer()), chair("b", RandomPlayer())]
    one, same, other = (play_game(start, chairs, seed) for seed in (1, 1, 2))
    assert one.position.history == same.position.history != other.position.history
    deals = [step for step in map(str, one.position.history) if step.startswith("deal:")]
    assert len(set(deals)) == 2


def raise_error(view: View) -> Move:
    raise RuntimeError("out of ideas")


def cheat(view: View) -> Move:
    return Move("a1NSN", 0)


def mumble(view: View) -> Move:
    return Move("hmm", 0)


@pytest.mark.parametrize(
    ("act", "words"),
    [(raise_error, "out of ideas"), (cheat, "goes straight back"), (mumble, "hmm"), (lambda view: None, "None")],
)
def test_who_does_wrong_forfeits_and_the_reason_says_why(act: Callable[[View], Move], words: str) -> None:
    start = fourfold.game("qawale").start()
    played = play_game(start, [chair("good", RandomPlayer()), chair("bad", Doing(act))])
    assert played.forfeit == 1
    assert played.winners == (0,)
    assert "bad" in played.reason
    assert words in played.reason
    assert played.position.ply == 1


def test_of_several_all_but_the_forfeiter_have_won() -> None:
    start = fourfold.game("exago").start(seats=4)
    chairs = [chair(str(seat), RandomPlayer()) for seat in range(4)]
    chairs[2] = chair("bad", Doing(raise_error))
    assert play_game(start, chairs).winners == (0, 1, 3)


def test_a_finished_game_ends_with_the_words_of_the_board() -> None:
    played = play_game(fourfold.game("qawale").start(), [chair("a", RandomPlayer()), chair("b", RandomPlayer())])
    outcome = played.position.outcome
    assert outcome is not None
    assert played.reason == outcome.reason
    assert played.winners == (() if outcome.winner is None else (outcome.winner,))
    assert len(played.slowest) == 2


def test_time_is_measured_by_the_clock_of_the_limit() -> None:
    def doze(view: View) -> Move:
        time.sleep(0.02)
        return first_move(view)

    start = fourfold.game("qawale").start(pebbles=1)
    by_clock = {}
    for cpu in (False, True):
        seats = [Chair(str(seat), Doing(doze), partial(Limit, seconds=1.0, cpu=cpu)) for seat in range(2)]
        by_clock[cpu] = max(play_game(start, seats).slowest)
    assert by_clock[False] >= 0.02
    assert by_clock[True] < 0.02
