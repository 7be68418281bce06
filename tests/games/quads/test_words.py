"""Quads in words: prompts, moves, places that are blocked at the end, tiles that fit nowhere."""

import random

import pytest

import fourfold
from fourfold import Position
from fourfold.core.display.pictures import ending_of
from fourfold.core.help.explanation import explain_clicks, prompt_of
from fourfold.core.help.move_words import words_of
from fourfold.core.help.notice import Notice
from fourfold.core.moves import Move
from fourfold.games.quads.oracle import Oracle
from fourfold.picture.shapes import MarkKind

START = fourfold.game("quads").start
STUCK = (
    "quads:border=on@2,psts,1,ptst,1/PPPP,STPP,TTTT,SPPT,spsp,1/1,ppps,TSSP,1,sstp,spts"
    "/PSSP,PSSS,1,tpst,TPSP,tpsp/1,SPTT,pstp,1,STSS,sptt/1,TSPS,1,PSPP,STPS,1"
)


def test_first_the_neutral_tiles_then_the_own_ones() -> None:
    position = START()
    assert str(prompt_of(position)) == "Put a neutral tile on any square."
    position = position.play("c4=TTTT")
    assert str(prompt_of(position)) == "Put the other neutral tile anywhere, but not beside the first."
    assert prompt_of(START(apart="diagonal").play("c4=TTTT")) == Notice("quads.prompt.neutral_apart")
    assert prompt_of(position.play("a1=PPPP")) == Notice("quads.prompt.lay")


def test_moves_are_told_with_their_square() -> None:
    position = START()
    said = []
    for move in ("c4=TTTT", "a1=PPPP", "c5=SSTP"):
        after = position.play(move)
        words = words_of(position, after)
        assert words is not None
        assert words.cells == (move[:2],)
        said.append(words.say("Ann"))
        position = after
    assert said == ["Ann laid a neutral tile on c4", "Ann laid a neutral tile on a1", "Ann laid a tile on c5"]


def test_every_free_place_beside_a_tile_is_blocked_and_shows_what_it_asks_for() -> None:
    position = fourfold.read(STUCK)
    assert position.outcome is not None
    marks = {mark.name: mark for mark in ending_of(position)}
    assert {mark.kind for mark in marks.values()} == {MarkKind.BLOCKED}
    assert set(marks) == {"a1", "a2", "a4", "a6", "b6", "c1", "c3", "d2", "d4", "d6", "f1", "f5", "f6"}
    colours = {shape.fill for shape in marks["d2"].shapes if shape.fill}
    assert colours == {"light", "dark"}  # solid edges in the north, the east and the west
    assert not [shape for shape in marks["a4"].shapes if shape.fill == "light"]


def test_a_tile_that_fits_nowhere_and_a_place_for_no_tile_are_refused() -> None:
    refused = set()
    for seed in range(40):
        chance, position = random.Random(seed), START()
        while position.outcome is None:
            mover = position.to_move
            assert mover is not None
            hand = [item.click for item in position.game.look.hands(position.row.copy()).hands[mover].items]
            for click in (*hand, "c3", "d4"):
                refusal = explain_clicks(position, [click])
                refused.add(refusal and refusal.code)
            position = position.play(position.moves()[chance.randrange(len(position.moves()))])
    assert {"quads.refuse.fits_nowhere", "quads.refuse.nothing_fits", "quads.refuse.neutral_due"} <= refused
    assert "fourfold.no_such_clicks" not in refused


def test_what_a_better_tile_would_have_done_is_what_the_oracle_finds() -> None:
    found = set()
    for seed in range(25):
        chance, position, oracle = random.Random(seed), START(border=True), Oracle(border=True)
        while position.outcome is None:
            better, played = (str(chance.choice(position.moves())) for _ in range(2))
            merit = merit_of(position, better, played)
            if merit is not None:
                check_merit(merit, oracle, better, played)
                found.add(merit.code.removeprefix("quads.merit."))
            position = position.play(played)
            oracle.play(played)
    assert found == {"closed_last", "closed_all", "narrowed"}


def merit_of(position: Position, better: str, played: str) -> Notice | None:
    after, instead = position.play(better), position.play(played)
    assert isinstance(after.last, Move)
    return position.game.merit(position.row.copy(), after.last.code, after.row.copy(), instead.row.copy())


def check_merit(merit: Notice, oracle: Oracle, better: str, played: str) -> None:
    assert oracle.to_move is not None
    other, after, instead = 1 - oracle.to_move, oracle.copy(), oracle.copy()
    after.play(better)
    instead.play(played)
    shared, closed, left = (len(fillable(each, 0) & fillable(each, 1)) for each in (oracle, after, instead))
    if merit.code == "quads.merit.narrowed":
        assert merit.values == {"count": len(fillable(after, other)), "instead": len(fillable(instead, other))}
    else:
        assert closed == 0 < left
        assert (shared == 1) == (merit.code == "quads.merit.closed_last")
        assert shared


def fillable(oracle: Oracle, player: int) -> set[str]:
    """The squares that a player could fill, were it the player's turn."""
    turned = oracle.copy()
    turned._mover = player
    return {move[:2] for move in turned.moves()}


def test_those_who_listen_hear_every_edge_of_a_tile() -> None:
    position = fourfold.game("quads").start().play("c4=PPPP").play("e1=TTTT")
    words = words_of(position, position.play("c5=PTPS"))
    assert words is not None
    assert words.say_all("Ann") == ["Ann laid light tile parallel, towards the centre, parallel, solid on c5"]


def test_a_move_can_be_typed_letter_by_letter_as_it_is_heard() -> None:
    position = fourfold.game("quads").start().play("c4=PPPP").play("e1=TTTT")
    for text in ("c5 P T P S", "C5 ptps", "c5 = p t p s"):
        assert str(position.play(text).last) == "c5=PTPS"
    for text in ("c5PTPS", "c5 P T P", "c5  PTPS", "c5 P T P S S"):
        with pytest.raises(fourfold.BadNotation):
            position.play(text)
