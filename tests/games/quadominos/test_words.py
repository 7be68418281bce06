"""Quad-Ominos in words: prompts, moves, points; tiles that fit nowhere."""

import random
from itertools import pairwise

import fourfold
from fourfold import Position
from fourfold.core.help.explanation import explain_clicks, prompt_of
from fourfold.core.help.move_words import Gain, MoveWords, words_of
from fourfold.core.moves import Move
from fourfold.text import say
from games.quadominos.positions import without_well
from games.quadominos.test_quadominos import QUADS, deal, other_quads

GAME = fourfold.game("quadominos")


def told(position: Position, move: str) -> MoveWords:
    words = words_of(position, position.play(move))
    assert words is not None
    return words


def test_who_starts_is_told_the_tile() -> None:
    position = GAME.start(deal=deal(["4444"], [], well=other_quads("4444")))
    assert str(prompt_of(position)) == "The highest quad starts: lay 4444."
    position = GAME.start(deal=deal(["4444", "0000"], [], well=other_quads("4444", "0000")))
    assert str(prompt_of(position)) == "The highest quad starts: lay 4444, or 0000."
    position = GAME.start(deal=deal(["0000"], [], well=other_quads("0000")))
    assert str(prompt_of(position)) == "The highest quad starts: lay 0000."
    higher = ("4555", "3555", "2555", "1555", "3455")
    position = GAME.start(deal=deal(["4445"], ["4455"], well=(*QUADS, *higher)))
    assert str(prompt_of(position)) == "Nobody has a quad, so the highest tile starts: lay 4455."


def test_a_bonus_is_told_and_tiles_are_due() -> None:
    position = GAME.start(deal=deal(["4444", "3444", "3344"], [], well=other_quads("4444")))
    words = told(position, "0,0=4444+25")
    assert (words.code, words.cells) == ("quadominos.move.lay_bonus", ("0,0",))
    assert words.gains == (Gain(0, "tile", 16), Gain(0, "bonus", 25))
    assert words.say("", is_own=True) == "You laid 4444 and took 25"
    assert told(position, "0,0=4444+2").code == "quadominos.move.lay_two"
    due = position.play("0,0=4444+2")
    assert str(prompt_of(due)).startswith("Two more tiles")
    assert str(prompt_of(due.play("1,0=4434"))) == "One more tile, free of choice."
    assert "25 points" in say("quadominos.prompt.lay.word")


def test_where_nothing_fits_one_draws_or_passes_for_twenty_points() -> None:
    chance, position = random.Random(5), GAME.start(seed=5)
    while str(position.moves()[0]) != "draw":
        position = position.play(position.moves()[chance.randrange(len(position.moves()))])
    assert str(prompt_of(position)) == "Draw until a tile fits. Each one costs 20."
    assert say("quadominos.prompt.draw.head") == "Nothing fits"
    words = told(position, "draw")
    mover = position.to_move
    assert mover is not None
    assert (words.gains, words.cells) == ((Gain(mover, "drawn", -20),), ())
    assert words.say("Ann") == "Ann drew a tile"
    hand = [item.click for item in GAME.look.hands(position.row.copy()).hands[mover].items]
    refusals = [explain_clicks(position, [tile]) for tile in hand]
    assert {refusal and refusal.code for refusal in refusals} == {"quadominos.refuse.fits_nowhere"}


def test_with_an_empty_well_one_passes() -> None:
    """A match until a pass: with an empty well, and all tiles in the hands."""
    for seed in range(60):
        chance, position = random.Random(seed), GAME.start(seed=seed, seats=4)
        for _ in range(12):
            position = position.play(position.moves()[chance.randrange(len(position.moves()))])
        position = without_well(position)
        while position.to_move is not None and str(position.moves()[0]) != "pass":
            position = position.play(position.moves()[chance.randrange(len(position.moves()))])
        if position.to_move is not None:
            assert str(prompt_of(position)) == "The well is empty: pass, minus 20."
            assert told(position, "pass").gains[0] == Gain(position.to_move, "passed", -20)
            return
    raise AssertionError("nobody passed")


def test_who_goes_out_takes_what_the_others_hold() -> None:
    chance, position = random.Random(1), GAME.start(seed=1, rounds=1)
    line = [position]
    while line[-1].outcome is None:
        line.append(line[-1].play(line[-1].moves()[chance.randrange(len(line[-1].moves()))]))
    gains = [gain for before, after in pairwise(line) for gain in words_of(before, after).gains]  # type: ignore[union-attr]
    assert {gain.code for gain in gains} >= {"tile", "hands"}
    totals = [sum(gain.points for gain in gains if gain.seat == seat) for seat in range(2)]
    assert tuple(totals) == line[-1].points()
    last = words_of(line[-2], line[-1])
    assert last is not None
    assert [gain.code for gain in last.gains][-1] == "hands"
    assert last.values["out"] == "yes"
    assert last.say("", is_own=True).endswith("and went out")


def test_the_last_tile_would_have_emptied_the_hand() -> None:
    found = set()
    for seed in range(8):
        chance, position = random.Random(seed), GAME.start(seed=seed, rounds=1)
        while position.outcome is None and not position.is_deal_due:
            better, played = (position.play(str(chance.choice(position.moves()))) for _ in range(2))
            assert isinstance(better.last, Move)
            merit = GAME.merit(position.row.copy(), better.last.code, better.row.copy(), played.row.copy())
            if merit is not None:
                assert str(better.last) not in ("draw", "pass")
                assert played.outcome is None
                hands = str(position).split(":")[2].split("/")
                assert hands[position.to_move or 0].count(".") == 0  # one tile
                found.add(merit.code)
            position = played
    assert found <= {"quadominos.merit.out"}


def test_a_sentence_calls_a_move_by_its_tile() -> None:
    position = GAME.start(deal=deal(["4444"], [], well=other_quads("4444")))
    move = position.play("0,0=4444+25").last
    assert isinstance(move, Move)
    assert GAME.notation.mention is not None
    assert GAME.notation.mention(position.row, move.code) == "4444"


def test_those_who_listen_hear_where_a_tile_lies_and_how() -> None:
    chance = random.Random(3)
    position = GAME.start(seed=3)
    for _ in range(20):
        move = str(chance.choice(position.moves()))
        cell, _, numbers = move.partition("+")[0].partition("=")
        heard = told(position, move).say_all("Ann")[0]
        assert not numbers or heard.startswith(f"Ann laid {' '.join(numbers)} on {cell}")
        position = position.play(move)
    assert position.ply == 20
