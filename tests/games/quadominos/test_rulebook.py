"""Quad-Ominos: what the printed rules say, and rulings where they are silent, as far as no other test shows it."""

from itertools import pairwise

import pytest

from fourfold import IllegalMove, Position
from games.quadominos.positions import fields, without_well
from games.quadominos.test_quadominos import ALL, GAME, deal, other_quads, play_out, scores, table

NOTCH = ["0,0=0113", "0,1=1110", "1,0=1001"]


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def total(tiles: str) -> int:
    return sum(int(digit) for digit in tiles if digit.isdigit())


def last_tile(options: str, points: int) -> tuple[Position, int]:
    """A position in which seat 0 holds one tile, which fits the notch, and the total of the other hand."""
    lying = ["".join(sorted(tile.partition("=")[2])) for tile in NOTCH]
    rest = [tile for tile in ALL if tile not in [*lying, "0115"]]
    other, well = ".".join(rest[:26]), ".".join(rest[26:])
    text = f"{'/'.join(NOTCH)}:0115/{other}:{well}:{points}/0"
    return GAME.read(f"quadominos{options}@{text}:round=1:ply=60:turn=0"), total(other)


def test_125_tiles_hold_every_choice_of_four_numbers_once_but_0245() -> None:
    every = {f"{a}{b}{c}{d}" for a in range(6) for b in range(a, 6) for c in range(b, 6) for d in range(c, 6)}
    assert set(ALL) == every - {"0245"}
    assert len(ALL) == 125


def test_beginners_have_the_70_tiles_without_a_5_and_600_points() -> None:
    tiles = GAME.deck({"beginner": True})
    assert sorted(tiles) == [tile for tile in ALL if "5" not in tile]
    assert len(tiles) == 70
    assert GAME.facts.scoring is not None
    assert (GAME.facts.scoring.target, GAME.facts.scoring.targets["beginner"]) == (800, 600)


@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize(("seats", "tiles"), [(2, 15), (3, 10), (4, 8), (5, 7), (6, 6), (7, 6), (8, 6)])
def test_everybody_takes_so_many_tiles(seats: int, tiles: int, beginner: bool) -> None:
    start = GAME.start(seats=seats, beginner=beginner, seed=1)
    hands, well = fields(start)[1].split("/"), fields(start)[2].split(".")
    assert [len(hand.split(".")) for hand in hands] == [tiles] * seats
    assert len(well) == (70 if beginner else 125) - seats * tiles


@pytest.mark.parametrize(
    ("first", "second", "starter"), [("4444", "5555", 1), ("1111", "0000", 0), ("3333", "2222", 0)]
)
def test_the_highest_quad_of_all_hands_starts(first: str, second: str, starter: int) -> None:
    position = GAME.start(deal=deal([first], [second], well=other_quads(first, second)))
    assert position.to_move == starter
    assert all(move.startswith(f"0,0={max(first, second)}") for move in texts(position))


def test_a_quad_that_leaves_no_two_more_tiles_takes_the_25() -> None:
    without = [tile for tile in ALL if tile.count("4") < 2 and tile != "0000"][:14]
    position = GAME.start(deal=deal(["4444", *without], [], well=other_quads("4444")))
    assert texts(position) == {"0,0=4444+25"}
    with pytest.raises(IllegalMove, match="Quad-Ominos F6"):
        position.play("0,0=4444+2")


def test_0000_later_in_the_round_is_a_tile_like_any_other() -> None:
    position = table(["0,0=0001"], ["0000"])
    assert "-1,0=0000" not in texts(position)  # its south-east corner would meet the 1
    assert scores(position.play("0,1=0000")) == [0, 0]
    with pytest.raises(IllegalMove, match="Quad-Ominos R5"):
        position.play("0,1=0000+25")


def test_turns_go_round() -> None:
    position = GAME.start(seats=4, deal=deal(["4444"], ["3444"], ["2444"], ["1444"], size=8, well=other_quads("4444")))
    for seat, move in enumerate(["0,0=4444+25", "1,0=4434", "0,1=2444", "-1,0=4441"]):
        assert position.to_move == seat
        position = position.play(move)
    assert position.to_move == 0


@pytest.mark.parametrize(
    ("tiles", "move", "points"),
    [
        ("0,0=2244 1,0=2234 0,1=3522", "1,1=5522", 14),
        ("0,0=2333 -1,0=1235 -2,0=0155 -2,-1=5512 -2,-2=2122 -1,-2=1112", "0,-1=3351", 12),
        ("0,0=2333 0,1=2332 1,1=3343 2,1=3444 2,0=4402", "1,0=3423", 12),
        ("0,0=2333 0,1=2332 1,1=3343 2,1=3444 2,0=4402 2,-1=2012 1,-1=3222", "1,0=3423", 12),
    ],
    ids=["notch", "tip", "bridge", "hole"],
)
def test_three_corners_earn_25_points_or_two_more_tiles(tiles: str, move: str, points: int) -> None:
    position = table(tiles.split(), ["".join(sorted(move.partition("=")[2]))])
    assert scores(position.play(f"{move}+25")) == [points + 25, 0]
    with pytest.raises(IllegalMove, match="Quad-Ominos F6"):
        position.play(move)


def test_two_corners_earn_no_bonus() -> None:
    position = table(["0,0=1123"], ["0135"])
    assert scores(position.play("-1,0=0135")) == [9, 0]
    with pytest.raises(IllegalMove, match="Quad-Ominos R5"):
        position.play("-1,0=0135+25")


def test_with_an_empty_well_who_cannot_place_passes_for_20_points() -> None:
    passes = 0
    for seed in range(6):
        start = GAME.start(seats=3, seed=seed, rounds=1)
        positions = play_out(without_well(start.play(start.moves()[0])), seed)
        for before, after in pairwise(positions):
            if str(after.last) == "pass" and after.outcome is None:
                seat = before.to_move
                assert seat is not None
                assert texts(before) == {"pass"}
                assert scores(after)[seat] == scores(before)[seat] - 20
                assert after.to_move == (seat + 1) % 3
                passes += 1
    assert passes > 3


def test_when_all_pass_the_lowest_hand_scores_the_others_less_its_own() -> None:
    ends = 0
    for seed in range(12):
        start = GAME.start(seats=3, seed=seed, rounds=2)
        *_, before, after = play_out(without_well(start.play(start.moves()[0])), seed)
        if str(after.last) != "pass":
            continue
        ends += 1
        seat = before.to_move
        assert seat is not None
        held = [total(hand) for hand in fields(after)[1].split("/")]
        lowest = [k for k in range(3) if held[k] == min(held)]
        expected = scores(before)
        expected[seat] -= 20
        if len(lowest) == 1:
            expected[lowest[0]] += sum(held) - 2 * min(held)
        assert scores(after) == expected
        assert after.is_deal_due
    assert ends > 3


def test_a_last_tile_that_meets_three_corners_takes_25_and_the_other_hands() -> None:
    position, left = last_tile(":rounds=2", 0)
    assert scores(position.play("1,1=1501+25")) == [7 + 25 + left, 0]
    with pytest.raises(IllegalMove, match="Quad-Ominos F6"):
        position.play("1,1=1501+2")


def test_a_last_tile_that_reaches_the_target_scores_the_other_hands_first() -> None:
    position, left = last_tile(":target=100", 90)
    outcome = position.play("1,1=1501+25").outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert outcome.scores == (90 + 7 + 25 + left, 0)


def test_tiles_due_are_not_played_once_the_target_is_reached() -> None:
    position = GAME.start(target=16, deal=deal(["4444", "3444", "3344"], [], well=other_quads("4444")))
    over = position.play("0,0=4444+2")
    assert over.outcome is not None
    assert over.outcome.winner == 0
    assert len(over.moves()) == 0


def test_after_so_many_rounds_the_highest_total_wins() -> None:
    position = GAME.start(seed=3, rounds=1)
    over = play_out(position, 3)[-1]
    assert over.outcome is not None
    assert over.outcome.winner == over.outcome.scores.index(max(over.outcome.scores))
