"""Quad-Ominos: the rulebook's worked examples, bonuses, draws, ends of rounds and matches, hidden information."""

import random
from itertools import pairwise

import pytest

import fourfold
from fourfold import FourfoldError, IllegalMove, Position
from games.quadominos.positions import fields, without_well

GAME = fourfold.game("quadominos")
ALL = sorted(GAME.deck({"beginner": False}))
QUADS = [f"{n}{n}{n}{n}" for n in range(6)]


def deal(*hands: list[str], size: int = 15, well: tuple[str, ...] = ()) -> list[str]:
    """Make an order that gives each seat its tiles, then others; the tiles named for the well stay there."""
    named = {tile for hand in hands for tile in hand} | set(well)
    others = (tile for tile in ALL if tile not in named)
    order = [tile for hand in hands for tile in [*hand, *(next(others) for _ in range(size - len(hand)))]]
    return order + [tile for tile in ALL if tile not in order]


def scores(position: Position) -> list[int]:
    """The points so far, from the text of the position."""
    return [int(part) for part in fields(position)[3].split("/")]


def other_quads(*held: str) -> tuple[str, ...]:
    return tuple(quad for quad in QUADS if quad not in held)


def table(tiles: list[str], hand: list[str]) -> Position:
    """A position with these tiles on the table and these in the hand of seat 0, who is to move; seat 1 has some."""
    lying = ["".join(sorted(tile.partition("=")[2])) for tile in tiles]
    rest = [tile for tile in ALL if tile not in lying and tile not in hand and tile not in QUADS]
    held = max(30 - len(lying), 20)
    first = hand + rest[: held // 2 - len(hand)]
    second = [tile for tile in rest if tile not in first][: held - len(first)]
    well = [tile for tile in ALL if tile not in lying + first + second]
    text = f"{'/'.join(tiles)}:{'.'.join(first)}/{'.'.join(second)}:{'.'.join(well)}"
    return GAME.read(f"quadominos@{text}:0/0:round=1:ply={2 * len(tiles)}:turn=0")


def test_example_a_the_highest_quad_starts_and_takes_25() -> None:
    position = GAME.start(deal=deal(["4444"], [], well=other_quads("4444")))
    assert scores(position.play("0,0=4444+25")) == [16 + 25, 0]


def test_example_b_two_more_tiles_instead_of_25() -> None:
    position = GAME.start(deal=deal(["4444", "3444", "3344"], [], well=other_quads("4444")))
    position = position.play("0,0=4444+2").play("1,0=4434").play("0,-1=4433")
    assert scores(position) == [16 + 15 + 14, 0]
    assert position.to_move == 1


def test_example_c_without_a_quad_the_highest_total_starts_without_bonus() -> None:
    higher = ("4555", "3555", "2555", "1555", "3455")
    position = GAME.start(deal=deal(["4445"], ["4455"], well=(*QUADS, *higher)))
    assert position.to_move == 1
    assert [str(move) for move in position.moves()] == ["0,0=4455"]
    assert scores(position.play("0,0=4455")) == [0, 18]


def test_example_d_the_next_player_matches_two_numbers() -> None:
    position = GAME.start(deal=deal(["4444"], ["3444"], well=other_quads("4444"))).play("0,0=4444+25")
    assert scores(position.play("1,0=4434")) == [41, 15]


def test_example_e_two_sides_of_a_notch() -> None:
    position = table(["0,0=0113", "0,1=1110", "1,0=1001"], ["0115"])
    assert scores(position.play("1,1=1501+25")) == [7 + 25, 0]
    two_more = position.play("1,1=1501+2")
    assert scores(two_more) == [7, 0]
    assert two_more.to_move == 0


def test_example_f_a_side_and_the_corner_opposite() -> None:
    tiles = ["0,0=0055", "-1,0=0050", "-2,0=0001", "-2,-1=1011", "-2,-2=1100", "-1,-2=1300"]
    position = table(tiles, ["2355"])
    assert scores(position.play("0,-1=5523+25")) == [15 + 25, 0]


def test_a_tie_of_totals_is_broken_from_the_highest_number_down() -> None:
    higher = tuple(tile for tile in ALL if sum(map(int, tile)) > 12)
    position = GAME.start(deal=deal(["2334"], ["0345"], well=(*QUADS, *higher)))
    assert position.to_move == 1
    assert [str(move) for move in position.moves()] == ["0,0=0345"]


def test_0000_may_start_for_who_holds_the_starting_quad_too_and_shows_it() -> None:
    position = GAME.start(deal=deal(["4444", "0000", "0001", "0002"], [], well=other_quads("4444", "0000")))
    assert {str(move) for move in position.moves()} >= {"0,0=4444+25", "0,0=0000+25+2"}
    assert "0,0=0000+25" not in position.moves()
    shown = position.play("0,0=0000+25+2")
    assert scores(shown) == [25, 0]
    assert shown.to_move == 0
    assert "4444" in str(shown.view(1))
    assert "4444" in str(shown.view(None))
    assert "0001" not in str(shown.view(1))


def test_0000_as_the_highest_quad_takes_25_and_two_more_where_possible() -> None:
    low = [tile for tile in ALL if tile[0] != "0" and tile not in QUADS][:14]
    without = GAME.start(deal=deal(["0000", *low], [], well=other_quads("0000")))
    assert [str(move) for move in without.moves()] == ["0,0=0000+25"]
    able = GAME.start(deal=deal(["0000", "0011", "0012"], [], well=other_quads("0000")))
    assert [str(move) for move in able.moves()] == ["0,0=0000+25+2"]


def test_two_or_none_and_the_first_must_leave_a_second() -> None:
    """With one tile left beside the bonus tile there can be no two more."""
    rng = random.Random(5)
    seen = 0
    for seed in range(12):
        position = GAME.start(seats=3, seed=seed, rounds=1)
        while position.outcome is None:
            for move in position.moves():
                if str(move).endswith("+2"):
                    first = position.play(move)
                    assert len(first.moves()) > 0
                    assert len(first.play(first.moves()[-1]).moves()) > 0
                    assert first.to_move == position.to_move
                    seen += 1
            moves = position.moves()
            position = position.play(moves[rng.randrange(len(moves))])
    assert seen > 20


def play_out(position: Position, seed: int) -> list[Position]:
    rng = random.Random(seed)
    positions = [position]
    while positions[-1].outcome is None and not positions[-1].is_deal_due:
        moves = positions[-1].moves()
        positions.append(positions[-1].play(moves[rng.randrange(len(moves))]))
    return positions


def test_drawing_costs_20_a_tile_and_stops_when_one_fits() -> None:
    draws = 0
    for seed in range(8):
        for before, after in zip(
            positions := play_out(GAME.start(seed=seed, rounds=1), seed), positions[1:], strict=False
        ):
            if str(after.last) == "draw":
                draws += 1
                seat = before.to_move
                assert seat is not None
                assert [str(move) for move in before.moves()] == ["draw"]
                assert scores(after)[seat] == scores(before)[seat] - 20
                assert after.to_move == seat or after.outcome
    assert draws > 5


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("draw", "R6"),
        ("pass", "R6"),
        ("0,0=0115", "R4"),
        ("5,5=0115", "R4"),
        ("1,1=0115", "R4"),
        ("1,1=1501", "F6"),
        ("1,1=5555+25", "F2"),
        ("2,0=0115", "R4"),
        ("1,1=1105", "R1"),
        ("1,1=0245", "F1"),
        ("1,1=0245+2", "F1"),
    ],
)
def test_refusals_name_the_rule(move: str, rule: str) -> None:
    position = table(["0,0=0113", "0,1=1110", "1,0=1001"], ["0115"])
    with pytest.raises(IllegalMove, match=f"Quad-Ominos {rule}"):
        position.play(move)


@pytest.mark.parametrize("move", ["draw", "pass"])
def test_before_the_first_tile_lies_nobody_draws_or_passes(move: str) -> None:
    with_quad = GAME.start(deal=deal(["4444"], [], well=other_quads("4444")))
    with pytest.raises(IllegalMove, match="Quad-Ominos F3: the round starts with 4444"):
        with_quad.play(move)
    higher = ("4555", "3555", "2555", "1555", "3455")
    without = GAME.start(deal=deal(["4445"], ["4455"], well=(*QUADS, *higher)))
    with pytest.raises(IllegalMove, match=r"Quad-Ominos F4: .* with 4455"):
        without.play(move)


def test_a_round_ends_with_the_empty_hand_which_scores_the_others() -> None:
    ends = 0
    for seed in range(30):
        before, after = play_out(GAME.start(seats=4, seed=seed, rounds=2), seed)[-2:]
        if str(after.last) == "pass":
            continue
        ends += 1
        seat = before.to_move
        assert seat is not None
        hands = fields(after)[1].split("/")
        left = sum(int(digit) for hand in hands for digit in hand if digit.isdigit())
        numbers = str(after.last).partition("=")[2]
        own = sum(map(int, numbers[:4])) + (25 if "+25" in numbers else 0)
        assert scores(after)[seat] - scores(before)[seat] == own + left
        assert after.is_deal_due
        assert len(after.moves()) == 0
    assert ends > 10


def test_the_match_ends_in_mid_round_with_the_tile_that_reaches_the_target() -> None:
    for seed in range(10):
        positions = play_out(GAME.start(seed=seed, target=70), seed)
        if positions[-1].is_deal_due:
            continue
        outcome = positions[-1].outcome
        assert outcome is not None
        assert outcome.winner is not None
        assert outcome.scores[outcome.winner] >= 70
        assert all(max(scores(earlier)) < 70 for earlier in positions[:-1])
        assert "F9" in outcome.reason


def test_equal_totals_after_all_rounds_are_a_draw() -> None:
    for seed in range(5000):
        over = play_out(GAME.start(seed=seed, rounds=1), seed)[-1]
        assert over.outcome is not None
        best = max(over.outcome.scores)
        tied = over.outcome.scores.count(best) > 1
        assert over.outcome.winner == (None if tied else over.outcome.scores.index(best))
        if tied:
            assert "F9" in over.outcome.reason
            return
    pytest.fail("no round ended with equal totals")


def long_row(length: int) -> list[str]:
    """Find this many tiles in a row to the east of the first one."""
    rng = random.Random(1)
    ways = [tile[turn:] + tile[:turn] for tile in ALL for turn in range(4) if tile not in QUADS]

    def onward(row: list[str]) -> list[str]:
        used = {"".join(sorted(way)) for way in row}
        side = row[-1][1] + row[-1][2]
        return [way for way in ways if way[0] + way[3] == side and "".join(sorted(way)) not in used]

    while True:
        row = ["1112"]
        while len(row) < length and (fitting := [way for way in onward(row) if onward([*row, way])]):
            row.append(rng.choice(fitting))
        if len(row) == length:
            return row


def test_the_table_has_no_limit() -> None:
    """A row that is longer than half of the torus keeps its coordinates."""
    position = table([f"{x},0={way}" for x, way in enumerate(long_row(72))], [])
    rng = random.Random(1)
    farthest = 0
    while position.outcome is None and not position.is_deal_due and position.ply < 180:
        moves = position.moves()
        sample = [str(moves[rng.randrange(len(moves))]) for _ in range(40)]
        move = max(sample, key=lambda text: int(text.split(",")[0]) if "," in text else -999)
        farthest = max(farthest, int(move.split(",")[0]) if "," in move else 0)
        position = position.play(move)
        assert GAME.read(str(position)) == position
    assert farthest > 64


def test_changing_what_is_hidden_leaves_the_view_equal_byte_for_byte() -> None:
    changed = 0
    for seats in (2, 4, 8):
        for position in play_out(GAME.start(seats=seats, seed=seats, rounds=2), 3)[::7]:
            for seat in [None, *range(seats)]:
                row = position.row.copy()
                GAME.rules.hide(row, -1 if seat is None else seat)
                GAME.rules.fill(row, -1 if seat is None else seat, 99)
                other = Position(GAME, seats, position.options, row, position.previous, position.last)
                changed += other != position
                assert bytes(other.view(seat)) == bytes(position.view(seat))
                assert other.view(seat).board() == position.view(seat).board()
                assert str(other.view(seat)) == str(position.view(seat))
                assert other.view(seat).moves()[:] == position.view(seat).moves()[:]
    assert changed > 50


def test_a_filled_deal_gives_no_seat_what_it_is_known_not_to_hold() -> None:
    """A seat that passed has no tile that fits: in every consistent deal it can only pass."""
    checked = 0
    for seed in range(12):
        start = GAME.start(seats=3, seed=seed, rounds=1)
        positions = play_out(without_well(start.play(start.moves()[0])), seed)
        for before, after in pairwise(positions):
            if str(after.last) == "pass" and after.to_move is not None:
                row = after.row.copy()
                GAME.rules.hide(row, after.to_move)
                GAME.rules.fill(row, after.to_move, seed)
                filled = fields(Position(GAME, 3, after.options, row))
                again = str(before).replace(fields(before)[1], filled[1])
                assert [str(move) for move in GAME.read(again).moves()] == ["pass"]
                checked += 1
    assert checked > 20


def test_the_well_order_stays_secret_between_rounds_and_is_open_after_the_match() -> None:
    between = play_out(GAME.start(seed=4, rounds=2), 4)[-1]
    assert between.is_deal_due
    hands, well = str(between.view(0)).partition("@")[2].split(":")[1:3]
    assert "_" not in hands
    assert well.startswith("_")
    over = play_out(GAME.start(seed=4, rounds=1), 4)[-1]
    assert "_" not in str(over.view(None))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("_95", "_94", "124 together, but the set has 125"),
        ("_95", "_0", "_0"),
        ("0004.", "0004.0004.", "twice"),
        ("0004.", "", "124 together"),
        (":turn=0", "", "hidden"),
        (":turn=0", ":turn=1", "hidden"),
    ],
)
def test_a_view_that_cannot_be_is_refused_in_words(old: str, new: str, words: str) -> None:
    game = fourfold.game("quadominos")
    text = str(game.start(seed=1, rounds=1).view(0))
    assert old in text
    assert str(game.read_view(text, 0)) == text
    with pytest.raises(FourfoldError, match=words):
        game.read_view(text.replace(old, new), 0)
