"""Explanations of half a move; the contract suite compares those of whole ones with what playing says."""

import pytest

import fourfold
from fourfold import FourfoldError
from fourfold.contract.variants import list_variants
from fourfold.contract.ways import play
from fourfold.core.help.explanation import explain_clicks


@pytest.mark.parametrize(
    ("position", "path", "code"),
    [
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["c4"], "quads.refuse.square_taken"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["a6"], "quads.refuse.no_contact"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["a6", "PSPT"], "quads.refuse.no_contact"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["PPPS", "c5"], "quads.refuse.edges_differ"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["PPPS", "c5", "SPPP"], "quads.refuse.edges_differ"),
        ("quads@6/6/2,TTTT,3/6/6/6", ["PPPP", "c4"], "quads.refuse.neutral_square_taken"),
        ("quads@6/6/6/6/6/6", ["PPPS"], "quads.refuse.neutral_due"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["PPPP"], "quads.refuse.neutrals_lie"),
        ("quads@6/6/2,TTTT,3/6/6/5,PPPP", ["c5", "c6"], "fourfold.no_such_clicks"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["b2"], "qawale.refuse.no_stack"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["a1", "c1"], "qawale.refuse.not_beside"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["a1", "a1"], "qawale.refuse.same_square"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["a1", "a2", "a1"], "qawale.refuse.back_to_origin"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["a1", "a2", "b2", "a2"], "qawale.refuse.step_back"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["a1", "a2", "a3", "a4", "b4"], "qawale.refuse.length"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["swap"], "qawale.refuse.no_swap"),
        ("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0", ["z9"], "fourfold.no_such_clicks"),
        ("exago@5/6/7/8/4r4/8/7/6/5:1:1", ["a5"], "exago.refuse.no_contact"),
        ("exago@5/6/7/8/4r4/8/7/6/5:1:1", ["e5"], "exago.refuse.occupied"),
        ("exago@5/6/7/8/4rb3/8/7/6/5:0:2", ["e5"], "exago.refuse.hand_first"),
        ("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8", ["g3"], "exago.refuse.stop_next"),
    ],
)
def test_half_a_move_is_explained(position: str, path: list[str], code: str) -> None:
    found = explain_clicks(fourfold.read(position), path)
    assert isinstance(found, FourfoldError)
    assert found.code == code
    assert str(found)


@pytest.mark.parametrize("game", fourfold.list_games())
def test_clicks_after_the_end_are_refused(game: str) -> None:
    games = (list(play(variant))[-1] for variant in list_variants([game]))
    position = next(last for last in games if last.outcome is not None)
    frame = position.game.look.frame(position.row.copy())
    names = [cell.name for cell in frame.cells] or ["0,0", "1,0", "5,5"]
    hands = position.game.look.hands(position.row.copy()).hands
    for name in [*names, *(item.click for hand in hands for item in hand.items if item.click)]:
        refusal = explain_clicks(position, [name])
        assert refusal is not None
        assert refusal.code.startswith((f"{game}.refuse.", "fourfold.game_over", "fourfold.no_such_clicks"))


def test_a_full_board_of_quads_refuses_tiles_too() -> None:
    row = fourfold.game("quads").start().row.copy()
    row[36:38] = 0  # nothing is empty
    row[41] = 36
    assert fourfold.game("quads").clicks.texts(row, ["PPPP"])


def test_a_tile_and_a_cell_of_quadominos_are_explained() -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    position = position.play(str(position.moves()[0]))
    assert position.to_move is not None
    hand = [item.click for item in position.game.look.hands(position.row.copy()).hands[position.to_move].items]
    for path, code in [
        ([hand[0], "0,0"], "cell_taken"),
        (["0,0"], "cell_taken"),
        ([hand[0], "5,5"], "no_side"),
        (["5,5", hand[0]], "no_side"),
        (["draw"], "must_place"),
    ]:
        found = explain_clicks(position, path)
        assert found is not None
        assert found.code == f"quadominos.refuse.{code}"
