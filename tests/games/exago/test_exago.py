"""Exago: lifting and cutting, ties, the duty to block, repetition, and the options."""

import random

import pytest

import fourfold
from fourfold import IllegalMove, Position
from fourfold.search.perft import perft
from fourfold.search.playouts import playouts

GAME = fourfold.game("exago")
LETTERS = "rbygpo"


def board(tiles: dict[str, str], mover: int, ply: int, options: str = "", side: int = 5) -> Position:
    """A position from cell names by colour letter: board({"r": "e5 e6"}, ...)."""
    owner = {cell: letter for letter, cells in tiles.items() for cell in cells.split()}
    rows = []
    for r in range(side - 1, -side, -1):
        row = ""
        for q in range(1 - side, side):
            if abs(q + r) < side:
                row += owner.pop(f"{chr(ord('a') + r + side - 1)}{q + side}", ".")
        rows.append("".join(str(len(run)) if run[0] == "." else run for run in _runs(row)))
    assert not owner
    return GAME.read(f"exago{options}@{'/'.join(rows)}:{mover}:{ply}")


def _runs(row: str) -> list[str]:
    runs = [row[0]]
    for letter in row[1:]:
        if letter == "." and runs[-1][0] == ".":
            runs[-1] += letter
        else:
            runs.append(letter)
    return runs


def moves(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


RED, BLUE = "e3 e4 e5 c6", "f3 f4 f5 g3"  # three in a row each, and one tile aside


def test_the_rulebooks_players_a_b_and_c() -> None:
    """A and B each have three in a row, C is to move and must block A, who is next; blocking B instead is illegal."""
    tiles = {"r": RED, "b": BLUE, "y": "e2 f2 d5"}
    position = board(tiles, 2, 11, ":seats=3")
    assert moves(position) == {"e6"}
    with pytest.raises(IllegalMove, match="Exago R4a: you must stop red, who would win on the next turn"):
        position.play("f6")
    assert {"e6", "f6", "d6"} <= moves(board(tiles, 2, 11, ":seats=3:blocking=off"))


def test_a_threat_that_cannot_be_stopped_binds_nobody() -> None:
    """Red is open on both ends: no move stops it, so every move is legal, also those that stop blue."""
    tiles = {"r": RED, "b": BLUE, "y": "f2 d5 d4"}
    free = moves(board(tiles, 2, 11, ":seats=3:blocking=off"))
    assert {"e2", "e6", "f6"} <= free
    assert moves(board(tiles, 2, 11, ":seats=3")) == free


def test_of_two_farther_threats_the_nearer_must_be_stopped_first() -> None:
    """Green is to move, red comes next and threatens nothing; blue and yellow do, blue before yellow."""
    tiles = {"r": "e5 d5 d6", "b": "f3 f4 f5", "y": "c4 c5 c6", "g": "f2 c3"}
    position = board(tiles, 3, 11, ":seats=4")
    assert moves(board(tiles, 3, 11, ":seats=4:blocking=off")) - moves(position) == {"c7"}
    assert "f6" in moves(position)
    with pytest.raises(IllegalMove, match="Exago R4b: c7 stops another player, but not blue"):
        position.play("c7")


def test_who_can_win_at_once_need_not_block() -> None:
    position = board({"r": RED, "b": BLUE, "y": "d4 d5 d6"}, 2, 11, ":seats=3")
    assert {"d3", "d7", "f6", "c5"} <= moves(position)
    outcome = position.play("d7").outcome
    assert outcome is not None
    assert outcome.winner == 2
    assert outcome.reason == "Exago F2: four tiles of one colour in a line."


def test_five_are_needed_with_two_players_and_more_than_five_win_too() -> None:
    position = board({"r": "e2 e3 e4 e5 e7", "b": "d3 d4 d6 d7 c4"}, 0, 10).play("e6")
    assert position.outcome is not None
    assert position.outcome.winner == 0
    assert "five" in position.outcome.reason
    assert board({"r": "e3 e4 e5", "b": "d3 d4 d5"}, 0, 6).play("e6").outcome is None


def test_as_long_as_there_are_tiles_in_hand_nothing_is_lifted() -> None:
    position = GAME.start().play("e5").play("e6")
    with pytest.raises(IllegalMove, match="Exago F4"):
        position.play("e5-d5")
    early = GAME.start(early=True).play("e5").play("e6")
    assert "e5-e7" in early.moves()


def long_game(seed: int, **options: object) -> list[Position]:
    chance = random.Random(seed)
    positions = [GAME.start(**options)]  # type: ignore[arg-type]
    while positions[-1].outcome is None:
        found = positions[-1].moves()
        positions.append(positions[-1].play(found[chance.randrange(len(found))]))
    return positions


def test_a_lift_returns_the_smaller_group_to_its_owners() -> None:
    """A chain with early lifting: the tile in its middle holds two unequal ends together."""
    position = board({"r": "e5 e7", "b": "e6 e4"}, 0, 4, ":early=on")
    after = position.play("e7-d5")
    assert str(after) == str(board({"r": "e5 d5", "b": "e6 e4"}, 1, 5, ":early=on"))
    chain = board({"r": "e5 e8", "b": "e6 e7"}, 1, 5, ":early=on")
    cut = chain.play("e7-e4")
    assert str(cut) == str(board({"r": "e5", "b": "e6 e4"}, 0, 6, ":early=on"))


def test_equal_groups_leave_the_choice_to_the_mover() -> None:
    chain = board({"r": "e4 e6 e8", "b": "e5 e7"}, 0, 6, ":early=on")
    with pytest.raises(IllegalMove, match="Exago F5"):
        chain.play("e6-e3")
    west, east = chain.play("e6-e3/e4"), chain.play("e6-e9/e7")
    assert str(west) == str(board({"r": "e3 e4", "b": "e5"}, 1, 7, ":early=on"))
    assert str(east) == str(board({"r": "e8 e9", "b": "e7"}, 1, 7, ":early=on"))
    with pytest.raises(IllegalMove, match="Exago R2"):
        chain.play("e6-e3/e7")
    with pytest.raises(IllegalMove, match="Exago F5"):
        chain.play("e8-e3/e4")


def test_a_lift_may_make_three_groups_of_which_only_a_largest_stays() -> None:
    """The tile on e5 holds three arms together, of two, two and one tiles."""
    arms = {"r": "e5 e6 g3", "b": "e7 f4 d5"}
    position = board(arms, 0, 6, ":early=on")
    assert "e5-e8/e6" in position.moves()
    assert "e5-f3/f4" in position.moves()
    kept = position.play("e5-e8/e6")
    assert str(kept) == str(board({"r": "e6 e8", "b": "e7"}, 1, 7, ":early=on"))


def test_late_a_tile_that_joins_the_groups_again_saves_them() -> None:
    """The tile on e6 holds f6; on f5 it does so again, but only `late` waits to see that."""
    tiles = {"r": "e5 f6", "b": "e6 d5"}
    late = board(tiles, 1, 5, ":early=on:late=on").play("e6-f5")
    assert str(late) == str(board({"r": "e5 f6", "b": "f5 d5"}, 0, 6, ":early=on:late=on"))
    usual = board(tiles, 1, 5, ":early=on").play("e6-f5")
    assert str(usual) == str(board({"r": "e5", "b": "f5 d5"}, 0, 6, ":early=on"))


def test_late_a_tile_may_join_the_group_that_goes_back_and_goes_with_it() -> None:
    tiles = {"r": "e5 f6", "b": "e6 d5"}
    late = board(tiles, 1, 5, ":early=on:late=on").play("e6-g6/d5")
    assert str(late) == str(board({"r": "e5", "b": "d5"}, 0, 6, ":early=on:late=on"))
    with pytest.raises(IllegalMove, match="Exago R2"):
        board(tiles, 1, 5, ":early=on").play("e6-g6")


THERE_AND_BACK = ["f5-d6", "e4-d5", "d6-f5", "d5-e4"]


def test_the_third_occurrence_is_a_draw_at_once() -> None:
    position = GAME.start(early=True)
    for move in ["e5", "e6", "f5", "e4", *THERE_AND_BACK, *THERE_AND_BACK[:-1]]:
        position = position.play(move)
        assert position.outcome is None
    over = position.play(THERE_AND_BACK[-1])
    assert over.outcome is not None
    assert over.outcome.winner is None
    assert over.outcome.reason == "Exago R5: the same position occurred for the third time."
    assert len(over.moves()) == 0
    assert GAME.read(str(over)).outcome is None  # what happened before is not in the text
    assert fourfold.Record.parse(str(fourfold.Record.of(over))).position.outcome == over.outcome


def test_walks_see_the_repetition_that_the_game_brings_along() -> None:
    position = GAME.start(early=True)
    for move in ["e5", "e6", "f5", "e4", *THERE_AND_BACK, *THERE_AND_BACK[:-1]]:
        position = position.play(move)
    after = perft(position, 2)
    fresh = perft(GAME.read(str(position)), 2)
    assert fresh - after == len(GAME.read(str(position.play(THERE_AND_BACK[-1]))).moves())
    assert playouts(position.play(THERE_AND_BACK[-1]), 5).moves == 0


def test_a_hundred_turns_each_are_a_draw() -> None:
    found = 0
    for seed in range(200):
        last = long_game(seed)[-1]
        assert last.outcome is not None
        if last.outcome.code == "plies":
            found += 1
            assert last.ply == 200
            assert last.outcome.winner is None
    assert found > 0


def test_handicap_takes_tiles_away_but_never_more_than_a_line_leaves() -> None:
    position = GAME.start(seats=3, handicap="0,2,0")
    assert position.options["handicap"] == (0, 2, 0)
    with pytest.raises(fourfold.BadOption, match="handicap"):
        GAME.start(seats=3, handicap="0,3,0")
    with pytest.raises(fourfold.BadOption, match="handicap"):
        GAME.start(handicap=(8, 0))


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("e5", "F3"),
        ("a5", "F3"),
        ("e6-e7", "F4"),
        ("e5-e5", "F4"),
        ("e6/e5", "notation"),
        ("z9", "notation"),
        ("e99", "notation"),
    ],
)
def test_refusals_name_the_rule(move: str, rule: str) -> None:
    position = GAME.start().play("e5").play("e6")
    if rule == "notation":
        with pytest.raises(fourfold.BadNotation):
            position.play(move)
    else:
        with pytest.raises(IllegalMove, match=f"Exago {rule}"):
            position.play(move)
