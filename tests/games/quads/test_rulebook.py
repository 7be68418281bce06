"""Quads: what the printed rules say, and what is ruled where they are silent, as far as no other test shows it."""

from collections import Counter

import pytest

import fourfold
from fourfold import IllegalMove, Position
from games.quads.test_quads import after

GAME = fourfold.game("quads")
STUCK = (
    "quads@stps,1,SSPT,PTTS,1,SSTT/PPPP,TSTP,PTPS,TTTT,ptst,ttst/PPTS,tssp,ppts,1,stts,1/TTTS,1,tsps,tsss,2/"
    "TSTS,PPPS,PSSP,3/ttsp,pspt,4"
)


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def in_hand(position: Position, seat: int) -> int:
    return len(GAME.look.hands(position.row.copy()).hands[seat].items)


def test_a_board_of_36_squares_and_sets_of_17_17_and_2_tiles() -> None:
    owners = Counter(name.split("-")[1] for name in GAME.kit.symbols)
    assert owners == {"light": 17, "dark": 17, "neutral": 2}
    assert len({str(move)[:2] for move in GAME.start().moves()}) == 36


def test_light_begins_and_the_players_take_turns() -> None:
    position = GAME.start()
    for ply, move in enumerate(["c4=TTTT", "e3=PPPP", "c3=TPSS", "e4=TSPS", "b4=STTP", "d3=SPTP"]):
        assert position.to_move == ply % 2
        position = position.play(move)


def test_all_tiles_are_seen_by_both_players() -> None:
    position = after("c4=TTTT", "e3=PPPP", "c3=TPSS")
    assert [str(position.view(seat)) for seat in (0, 1, None)] == [str(position)] * 3
    assert position.view(0).board() == position.view(1).board() == position.board()


def test_the_first_neutral_tile_is_either_one_on_any_square_and_the_second_is_the_other() -> None:
    assert len(GAME.start().moves()) == 2 * 36
    assert {move[3:] for move in texts(GAME.start().play("c4=PPPP"))} == {"TTTT"}
    assert {move[3:] for move in texts(GAME.start().play("c4=TTTT"))} == {"PPPP"}


def test_neutral_tiles_may_meet_at_a_corner() -> None:
    allowed = {move[:2] for move in texts(GAME.start().play("c4=PPPP"))}
    assert {"b3", "b5", "d3", "d5"} <= allowed
    assert not {"b4", "d4", "c3", "c5", "c4"} & allowed
    assert len(allowed) == 31


def test_lines_along_an_edge_match_each_other_and_so_do_lines_to_the_centre() -> None:
    position = after("c4=TTTT", "e3=PPPP")
    assert {move[-4:][2] for move in texts(position) if move.startswith("c5")} == {"T"}  # its south edge
    assert {move[-4:][2] for move in texts(position) if move.startswith("e4")} == {"P"}


def test_a_tile_may_lie_beside_the_opponents_and_beside_several_at_once() -> None:
    position = after("c4=TTTT", "e3=PPPP", "c3=TPSS", "e4=TSPS", "b4=STTP")
    assert "d3=SPTP" in texts(position)  # between light's c3 and the neutral e3
    assert "d4=PSTT" in texts(position)  # between the neutral c4 and dark's e4
    with pytest.raises(IllegalMove, match="Quads F5"):
        position.play("c2=SPPP")


def test_a_tile_is_turned_as_one_likes_and_never_flipped() -> None:
    position = after("c4=TTTT", "e3=PPPP")
    turned = {move for move in texts(position) if move.startswith("e4") and "".join(sorted(move[3:])) == "PPST"}
    assert turned == {"e4=STPP", "e4=TPPS", "e4=TSPP", "e4=SPPT", "e4=PSPT", "e4=PTPS"}  # PPST, PPTS and PSPT
    position = position.play("e4=STPP").play("c5=STTT")
    with pytest.raises(IllegalMove, match="Quads F5: your tile PPST already lies on e4"):
        position.play("e2=PPST")
    assert "e2=PPTS" in texts(position)  # its mirror image is another tile


def test_who_cannot_place_a_tile_has_lost_however_many_are_left() -> None:
    position = GAME.read(STUCK)
    assert position.outcome is not None
    assert position.outcome.winner == 1
    assert in_hand(position, 0) == 7


def test_with_the_border_edges_on_the_rim_are_parallel_all_round() -> None:
    position = after("b2=PPPP", "e5=TTTT", border=True)
    assert {move[3:][3] for move in texts(position) if move.startswith("a2")} == {"P"}
    assert {move[3:][2] for move in texts(position) if move.startswith("b1")} == {"P"}
    assert {move[3:][1] for move in texts(position) if move.startswith("f5")} == {"P"}
    assert {move[3:][0] for move in texts(position) if move.startswith("e6")} == {"P"}
    assert not [move for move in texts(position) if move.startswith("a6")]  # the rim is no tile
