"""Qawale in words: prompts, moves, the line that won, what a click takes up."""

import random

import fourfold
from fourfold import Position
from fourfold.core.display.pictures import ending_of, lay_out
from fourfold.core.help.explanation import prompt_of
from fourfold.core.help.move_words import words_of
from fourfold.core.help.notice import Notice
from fourfold.core.moves import Move
from fourfold.text import say

START = fourfold.game("qawale").start


def test_a_stack_is_taken_or_colours_are_swapped() -> None:
    start = START(swap=True)
    assert str(prompt_of(start)) == "Take a stack: your pebble goes on top."
    assert prompt_of(start.play("a1NEE")) == Notice("qawale.prompt.swap")
    assert prompt_of(START().play("a1NEE")) == Notice("qawale.prompt.take")
    assert say("qawale.prompt.take.next", left=3).startswith("3 pebbles are left to sow. Drop the lowest")
    assert say("qawale.prompt.take.next", left=1).startswith("One pebble is left to sow. Drop it")


def test_a_move_is_told_with_its_stack_and_the_squares_the_own_pebble_first() -> None:
    start = START(swap=True)
    after = start.play("a1NEE")
    words = words_of(start, after)
    assert words is not None
    assert (words.values, words.cells, words.ply) == ({"from": "a1", "count": 3}, ("c2", "b2", "a2"), 0)
    assert words.say("Ann", is_own=True) == "You took a1 and sowed 3"
    assert words.say("Ann") == "Ann took a1 and sowed 3"
    swapped = words_of(after, after.play("swap"))
    assert swapped is not None
    assert (swapped.code, swapped.cells) == ("qawale.move.swap", ())


def lit(text: str) -> list[str]:
    return [mark.name for mark in ending_of(fourfold.read(text))]


def test_the_line_of_the_winner_is_lit_in_order() -> None:
    won = "qawale@.,x,nnono,./.,x,x,xn/o,nx,oo,o/.,nnx,n,x:13"
    assert fourfold.read(won).outcome
    assert lit(won) == ["b1", "b2", "b3", "b4"]
    assert "In a line: b1, b2, b3, b4" in fourfold.read(won).board()
    assert lit(str(START())) == []


def test_of_two_lines_the_mover_s_is_lit_and_both_in_a_draw() -> None:
    both = "@x,x,x,x/nnnn,.,.,./o,o,o,o/nnnn,.,.,.:8"
    assert lit("qawale" + both) == ["a2", "b2", "c2", "d2"]  # the second player moved last
    assert lit("qawale:double=draw" + both) == ["a4", "b4", "c4", "d4", "a2", "b2", "c2", "d2"]
    swapped = "qawale:swap=on@x,x,x,x/nnnn,.,.,./o,o,o,./nnnn,.,.,.:8:swapped"
    outcome = fourfold.read(swapped).outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert lit(swapped) == ["a4", "b4", "c4", "d4"]


def test_a_click_takes_up_the_stack_with_the_own_pebble_on_top() -> None:
    _, _, hands = lay_out(START().play("a1NEE"))
    assert hands.lifts["c2"] == ("qawale-light", "qawale-dark")
    assert hands.lifts["a4"] == ("qawale-neutral", "qawale-neutral", "qawale-dark")
    assert "a1" not in hands.lifts


RANKS = [{f"{file}{rank}" for file in "abcd"} for rank in "1234"]
FILES = [{f"{file}{rank}" for rank in "1234"} for file in "abcd"]
DIAGONALS = [{"a1", "b2", "c3", "d4"}, {"a4", "b3", "c2", "d1"}]


def threes(position: Position, letter: str) -> int:
    """How many lines show three of a colour, by the text of a position."""
    ranks = str(position).partition("@")[2].partition(":")[0].split("/")
    cells = {"abcd"[x] + str(4 - y): stack for y, rank in enumerate(ranks) for x, stack in enumerate(rank.split(","))}
    tops = {cell for cell, stack in cells.items() if stack.endswith(letter)}
    return sum(len(line & tops) == 3 for line in [*RANKS, *FILES, *DIAGONALS])


def test_what_a_better_move_would_have_done_is_seen_on_the_board() -> None:
    found = set()
    for seed in range(60):
        chance, position = random.Random(seed), START()
        while position.outcome is None:
            better, played = (position.play(str(chance.choice(position.moves()))) for _ in range(2))
            assert isinstance(better.last, Move)
            merit = position.game.merit(position.row.copy(), better.last.code, better.row.copy(), played.row.copy())
            own, other = "xo" if position.to_move == 0 else "ox"
            if merit == Notice("qawale.merit.broken"):
                assert [threes(each, other) > 0 for each in (position, better, played)] == [True, False, True]
            elif merit is not None:
                assert merit == Notice("qawale.merit.threes", {"count": threes(better, own)})
                assert threes(better, own) > max(1, threes(played, own))
            found.add(merit and merit.code)
            position = played
    assert found == {None, "qawale.merit.broken", "qawale.merit.threes"}


def test_those_who_listen_hear_every_square_that_was_sown() -> None:
    start = fourfold.game("qawale").start()
    words = words_of(start, start.play("a1NEE"))
    assert words is not None
    assert words.say_all("Ann", is_own=True) == ["You took a1 and sowed on a2, b2, c2"]
