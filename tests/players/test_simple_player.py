"""The simple player: legal everywhere, blind to what is hidden, repeatable, and better than chance."""

import inspect

import pytest

import fourfold
from fourfold import Move, Position
from fourfold.contract.variants import Variant, list_variants, open_variant
from fourfold.core.position import View
from fourfold.core.registry import facts
from fourfold.players.errors import NotToMove
from fourfold.players.random_player import RandomPlayer
from fourfold.players.simple_player import WORLDS, SimplePlayer
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit

SIMPLE, RANDOM = SimplePlayer(), RandomPlayer()


def play(position: Position, simple_seats: set[int], seed: int, nodes: int, plies: int = 10**6) -> Position:
    """Go on with the simple player on these seats and the random one on the others."""
    while position.outcome is None and position.ply < plies:
        seat = position.to_move
        if seat is None:
            position = position.deal(seed=seed + position.ply)
        elif seat in simple_seats:
            position = position.play(SIMPLE.choose(position.view(seat), Limit(nodes, seed)))
        else:
            position = position.play(RANDOM.choose(position.view(seat), Limit(0, seed)))
    return position


def after_chance(variant: Variant, seed: int, plies: int) -> Position:
    """A running position of a random game, with a seat to move."""
    return play(variant.start(seed), set(), seed, 0, plies)


@pytest.mark.parametrize("variant", list_variants(), ids=str)
def test_every_choice_is_legal_in_games_of_every_variant(variant: Variant) -> None:
    for seed in range(2):
        everybody = set(range(variant.seats))
        last = play(variant.start(seed), everybody, seed, nodes=200, plies=60)
        assert last.ply > 0


HIDDEN = [
    Variant("quadominos", 2, {"rounds": 1}),
    Variant("quadominos", 4, {"target": 150}),
    Variant("quadominos", 8, {"rounds": 1}),
    Variant("quads", options={"hidden": True, "border": True}),
]


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_what_is_hidden_changes_nothing(variant: Variant) -> None:
    """Deal the hidden part anew: another position, the same view, the same choice."""
    differing = 0
    for plies in (4, 9, 14):
        position = after_chance(variant, plies, plies)
        seat = position.to_move
        assert seat is not None
        chosen = SIMPLE.choose(position.view(seat), Limit(2000, seed=5))
        for seed in range(3):
            row = position.view(seat).row.copy()
            position.game.rules.fill(row, seat, seed)
            other = Position(position.game, position.seats, position.options, row, position.previous, position.last)
            differing += other != position
            assert other.view(seat) == position.view(seat)
            assert SIMPLE.choose(other.view(seat), Limit(2000, seed=5)) == chosen
    assert differing > 0 or not facts(variant.game).has_deals  # then a hidden hand follows from the board


def test_a_player_is_handed_a_view_and_a_limit_and_nothing_else() -> None:
    for player in (SIMPLE, RANDOM):
        parameters = inspect.signature(player.choose).parameters.values()
        assert [parameter.annotation for parameter in parameters] == [View, Limit]


def test_where_nothing_is_hidden_there_is_one_world() -> None:
    for game in fourfold.list_games():
        position = fourfold.game(game).start(seed=1)
        seat = position.to_move
        assert seat is not None
        worlds = WORLDS if position.game.is_hidden(position.options) else 1
        assert len(imagine(position.view(seat), seat, list(range(WORLDS)))) == worlds


@pytest.mark.parametrize("player", [SIMPLE, RANDOM], ids=["simple", "random"])
@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if facts(game).publisher])
def test_the_same_seed_gives_the_same_move(game: str, player: SimplePlayer | RandomPlayer) -> None:
    position = after_chance(Variant(game), 2, 5)
    assert position.to_move is not None
    view = position.view(position.to_move)
    rounds = [[player.choose(view, Limit(1500, seed)) for seed in range(8)] for _ in range(2)]
    assert rounds[0] == rounds[1]
    assert len(set(rounds[0])) > 1


@pytest.mark.parametrize("player", [SIMPLE, RANDOM], ids=["simple", "random"])
def test_no_move_is_chosen_out_of_turn(player: SimplePlayer | RandomPlayer) -> None:
    position = fourfold.game("qawale").start()
    for view in (position.view(1), position.view(None)):
        with pytest.raises(NotToMove):
            player.choose(view, Limit(10))


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * facts(game).has_deals) for game in fourfold.list_games()]
)
def test_chance_is_beaten_clearly(game: str) -> None:
    variant = open_variant(game)
    nodes, share = (12_000, 0.6) if facts(game).has_deals else (4_000, 0.8)  # a deal has much luck in it
    won = lost = 0
    for seed in range(40):
        seat = seed % 2
        outcome = play(variant.start(seed), {seat}, seed, nodes).outcome
        assert outcome is not None
        won += outcome.winner == seat
        lost += outcome.winner == 1 - seat
    assert won + lost >= 30
    assert won >= share * (won + lost)


def test_three_seats_against_two_that_play_anything_are_won_mostly() -> None:
    won = 0
    for seed in range(12):
        outcome = play(Variant("exago", 3).start(seed), {seed % 3}, seed, 4000).outcome
        assert outcome is not None
        won += outcome.winner == seed % 3
    assert won >= 9


def held(position: Position, seat: int) -> list[str]:
    """Quad-Ominos: the tiles in a hand."""
    return str(position).partition("@")[2].split(":")[1].split("/")[seat].split(".")


def scored(position: Position, points: int) -> Position:
    """Quad-Ominos: the same, with so many points for the seat to move."""
    head, at, body = str(position).partition("@")
    parts = body.split(":")
    scores = ["0"] * position.seats
    assert position.to_move is not None
    scores[position.to_move] = str(points)
    parts[3] = "/".join(scores)
    return position.game.read(head + at + ":".join(parts))


def reaching(position: Position) -> set[Move]:
    seat = position.to_move
    found = set()
    for move in position.moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == seat:
            found.add(move)
    return found


def test_quadominos_a_tile_that_reaches_the_target_is_placed() -> None:
    found = 0
    for seed in range(30):
        position = after_chance(Variant("quadominos", 2, {"target": 500}), seed, 8)
        position = scored(position, 500 - 15 - seed % 10)
        winning = reaching(position)
        if winning and len(winning) < len(position.moves()):
            found += 1
            assert position.to_move is not None
            assert SIMPLE.choose(position.view(position.to_move), Limit(10_000, seed)) in winning
    assert found >= 5


def test_quadominos_the_two_more_tiles_that_empty_the_hand_are_chosen() -> None:
    """With three tiles in hand `+2` goes out in this turn; `+25` leaves the others their chance."""
    found = 0
    for seed in range(300):
        position = Variant("quadominos", 2, {"rounds": 1}).start(seed)
        while position.outcome is None and found < 3:
            seat = position.to_move
            assert seat is not None
            moves = position.moves()
            two_more = [move for move in moves if str(move).endswith("+2")]
            if two_more and len(held(position, seat)) == 3 and len(held(position, 1 - seat)) < 4:
                found += 1
                assert SIMPLE.choose(position.view(seat), Limit(20_000, seed)) in two_more
            position = position.play(RANDOM.choose(position.view(seat), Limit(0, seed)))
    assert found > 0
