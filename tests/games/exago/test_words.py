"""Exago in words: prompts, moves, the line that won, what a click takes up."""

import random
from typing import Any

import pytest

import fourfold
from fourfold.core.display.pictures import ending_of, lay_out
from fourfold.core.help.explanation import prompt_of
from fourfold.core.help.move_words import words_of
from fourfold.core.help.notice import Notice
from fourfold.core.moves import Move
from fourfold.games.exago.oracle import Oracle
from fourfold.text import say


@pytest.mark.parametrize(
    ("moves", "options", "said"),
    [
        ([], {}, "Put the first tile in the middle of the board."),
        (["e5"], {}, "Put a tile beside any tile. 12 in hand, then you lift."),
        (["e5"], {"early": True}, "Put a tile beside any tile, or lift one of yours. 12 in hand."),
        (
            ["e5", "e6", "e4", "e7", "d5", "d6", "d4", "d7"],
            {"handicap": (7, 7)},
            "Put your last tile in hand beside any tile. After that you lift.",
        ),
    ],
)
def test_a_tile_is_put_while_there_are_any(moves: list[str], options: dict[str, Any], said: str) -> None:
    position = fourfold.game("exago").start(**options)
    for move in moves:
        position = position.play(move)
    assert str(prompt_of(position)) == said


def lifting() -> fourfold.Position:
    """Five tiles each, all on the board; the first seat is to move."""
    position = fourfold.game("exago").start(handicap=(7, 7))
    for move in ["e5", "e6", "e4", "e7", "d5", "d6", "d4", "d7", "c5", "c4"]:
        position = position.play(move)
    return position


def test_with_an_empty_hand_one_lifts() -> None:
    position = lifting()
    assert str(prompt_of(position)) == "Put it beside another tile. What you cut off goes back to its owner."
    assert say("exago.prompt.lift.head") == "Lift one of yours"
    _, _, hands = lay_out(position)
    assert hands.lifts == dict.fromkeys(("e5", "e4", "d5", "d4", "c5"), ("exago-0",))
    assert not lay_out(fourfold.game("exago").start().play("e5"))[2].lifts


def test_where_a_lift_cuts_every_tile_stands_for_its_group() -> None:
    position = fourfold.read("exago:seats=3@5/3yr1/2rr3/3ry3/3r5/1yyb4/br5/b5/5:0:27")
    groups = lay_out(position)[2].groups["e4"]
    kept = {str(move).split("/")[1] for move in position.moves() if str(move).startswith("e4-")}
    assert [len(kept & set(group)) for group in groups] == [1, 1]
    assert sorted(cell for group in groups for cell in group) == sorted(
        {item.name for item in lay_out(position)[1].items if item.name} - {"e4"}
    )
    assert not lay_out(fourfold.game("exago").start().play("e5"))[2].groups


def told(position: fourfold.Position, move: str) -> tuple[str, tuple[str, ...]]:
    words = words_of(position, position.play(move))
    assert words is not None
    return words.say("", is_own=True), words.cells


def test_moves_are_told_with_what_went_back() -> None:
    assert told(fourfold.game("exago").start(), "e5") == ("You put a tile on e5", ("e5",))
    position = lifting()
    assert told(position, "c5-f5") == ("You lifted c5 to f5", ("f5",))
    for move in ("c5-f5", "d7-c3"):
        position = position.play(move)
    cutting = [move for move in map(str, position.moves()) if "went back" in told(position, move)[0]]
    assert cutting
    for move in cutting[:5]:
        before, after = (sum(hand.number for hand in lay_out(p)[2].hands) for p in (position, position.play(move)))
        ending = "; one tile went back" if after - before == 1 else f"; {after - before} tiles went back"
        assert told(position, move)[0].endswith(ending)


def test_the_line_that_won_is_lit_in_order() -> None:
    position = fourfold.game("exago").start()
    for move in ["e5", "e6", "f5", "d6", "g5", "d7", "h5", "c6", "d5"]:
        position = position.play(move)
        assert (position.outcome is None) == (ending_of(position) == ())
    assert position.outcome
    assert [mark.name for mark in ending_of(position)] == ["d5", "e5", "f5", "g5", "h5"]
    assert ending_of(position.view(1)) == ending_of(position)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_better_move_would_have_done_is_what_the_oracle_finds(seats: int) -> None:
    found = set()
    for seed in range(12):
        chance = random.Random(seed)
        position, oracle = fourfold.game("exago").start(seats=seats), Oracle(seats)
        while position.outcome is None and position.ply < 80:
            mover = position.to_move
            assert mover is not None
            better, played = (str(chance.choice(position.moves())) for _ in range(2))
            after, instead = position.play(better), position.play(played)
            assert isinstance(after.last, Move)
            merit = position.game.merit(position.row.copy(), after.last.code, after.row.copy(), instead.row.copy())
            if merit is not None:
                check_merit(merit, oracle, mover, [better, played])
                found.add(merit.code.removeprefix("exago.merit."))
            position = instead
            oracle.play(played)
    assert found == {"gaps", "sent_back"}


def check_merit(merit: Notice, oracle: Oracle, mover: int, moves: list[str]) -> None:
    afters = [oracle.copy() for _ in moves]
    for after, move in zip(afters, moves, strict=True):
        after.play(move)
    if merit.code == "exago.merit.gaps":
        gaps = [
            sum(each._would_show_line(mover, cell) for cell in each.cells if cell not in each.tiles) for each in afters
        ]
        assert merit.values["count"] == gaps[0] > max(1, gaps[1])
    else:
        held = [sum(hand for seat, hand in enumerate(each.hands) if seat != mover) for each in (oracle, *afters)]
        assert merit.values["count"] == held[1] - held[0] > max(1, held[2] - held[0])


def test_those_who_listen_hear_which_tiles_went_back() -> None:
    position = fourfold.read("exago:seats=3@5/3yr1/2rr3/3ry3/3r5/1yyb4/br5/b5/5:0:27")
    move = next(move for move in position.moves() if str(move).startswith("e4-") and str(move).endswith("/f4"))
    words = words_of(position, position.play(move))
    assert words is not None
    assert words.say_all("Ann") == [
        f"Ann lifted e4 to {str(move)[3:5]}",
        "One tile of red went back to hand: c4",
        "3 tiles of blue went back to hand: b4, c3, d5",
        "2 tiles of yellow went back to hand: d3, d4",
    ]
