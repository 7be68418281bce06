"""Tests of what screens show and users click: clicks, cells, pieces, hands, spoken names, prompts, endings."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise

import numpy as np

import fourfold
from fourfold import IllegalMove, Move, Position, View, text
from fourfold.contract.variants import Variant, languages_of
from fourfold.contract.ways import by_chance, play, some
from fourfold.core.clicks import LISTED, Click, Clicks, Tree, below
from fourfold.core.display.pictures import ending_of
from fourfold.core.help.explanation import explain_clicks, notice_of, prompt_of
from fourfold.core.help.move_words import words_of
from fourfold.core.registry import facts
from fourfold.picture.formats.styled_text import plain
from fourfold.picture.formats.svg import frame_content, mark_content, symbol_contents
from fourfold.picture.palette import NAMES
from fourfold.picture.shapes import Face, Frame, HandItem, Hands, MarkKind, Pieces

PLIES = 60
TRIED = 60  # paths of clicks, in one position


def parts(table: Position | View) -> tuple[Frame, Pieces, Hands]:
    """What is drawn of a position or view: the board, what lies on it, and what lies beside it."""
    game, row = table.game, table.row.copy()
    last = table.last.code if isinstance(table.last, Move) else None
    return game.look.frame(row), game.look.pieces(row, last), game.look.hands(row)


def clicks_of(tree: Tree) -> Iterator[tuple[str, str]]:
    """Kind and name of every click of a tree."""
    for kind, named in tree.items():
        for name, after in named.items():
            yield kind, name
            if isinstance(after, dict):
                yield from clicks_of(after)


def leaves(clicks: Clicks, tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The path and the text of every move of a tree, with the branches that were cut."""
    for name, after in (pair for named in tree.values() for pair in named.items()):
        if isinstance(after, str):
            yield (*path, name), after
        else:
            yield from leaves(clicks, clicks.tree([*path, name]) if after is None else after, (*path, name))


def names_of(clicks: tuple[Click, ...]) -> tuple[str, ...]:
    return tuple(click.name for click in clicks)


def test_the_leaves_of_the_click_tree_are_the_legal_moves(variant: Variant) -> None:
    """Each path leads to the move whose clicks it consists of; no two moves have the same clicks."""
    for position in list(play(variant, plies=40))[::4]:
        moves, row = position.moves(), position.row.copy()
        if len(moves) > LISTED:
            continue
        clicks = Clicks(moves)
        found = dict(leaves(clicks, clicks.tree()))
        spelled = {str(move): position.game.clicks.of(row, move.code) for move in moves}
        assert found == {names_of(path): move for move, path in spelled.items()}
        assert len(found) == len(spelled) == len(moves)
        for move in moves[:20]:
            path = spelled[str(move)]
            assert tuple(position.game.clicks.at(row, move.code, place) for place in range(len(path))) == path


def test_no_two_clicks_of_a_branch_have_the_same_name(variant: Variant) -> None:
    def check(tree: Tree) -> None:
        names = [name for named in tree.values() for name in named]
        assert len(names) == len(set(names))
        for name in names:
            after = below(tree, name)
            if isinstance(after, dict):
                check(after)

    for position in list(play(variant, plies=40))[::4]:
        check(Clicks(position.moves()).tree())


def test_whatever_can_be_clicked_is_a_cell_or_lies_in_a_hand_or_is_a_word_with_a_text(variant: Variant) -> None:
    for position in play(variant, plies=PLIES):
        if position.to_move is None or len(position.moves()) > LISTED:
            continue
        view = position.view(position.to_move)
        frame, pieces, hands = parts(view)
        own = [*hands.hands[position.to_move].items, *hands.shared]
        places = {
            "cell": {cell.name for cell in (*frame.cells, *pieces.cells)} | {item.name for item in pieces.items},
            "item": {item.click for item in own},
            "way": {lying.click for item in own for lying in item.lying},
        }
        for kind, name in set(clicks_of(Clicks(view.moves()).whole_tree())):
            assert text.has(f"{variant.game}.click.{name}") if kind == "word" else name in places[kind], (kind, name)
        notice = notice_of(view)
        assert notice is None or (notice.code.startswith(f"{variant.game}.notice.") and str(notice))


def refusal_of(position: Position, move: str) -> IllegalMove | None:
    """Why a move cannot be played, if so."""
    try:
        position.play(move)
    except IllegalMove as refusal:
        return refusal
    return None


def test_the_clicks_of_a_move_are_explained_by_what_playing_it_says(variant: Variant) -> None:
    """Moves that were legal at one point of a game, tried at every other."""
    chance = random.Random(f"{variant}")
    positions = [position for position in play(variant, seed=2, plies=30) if position.to_move is not None]
    tried = [by_chance(position, chance) for position in positions]
    refused = 0
    for position in positions[::4]:
        game, row = position.game, position.row.copy()
        for move in tried:
            path = names_of(game.clicks.of(row, game.notation.parse_move(row, move)))
            if game.clicks.texts(row, path) != [move]:
                continue  # the clicks mean another move here
            expected, found = refusal_of(position, move), explain_clicks(position, path)
            if expected is None:
                assert found is None, move
            elif found is not None:  # else the clicks lead on: a bonus or a group must still be chosen
                assert (found.code, str(found)) == (expected.code, str(expected))
                refused += 1
    assert refused or len(positions) < 4


def test_the_beginning_of_a_legal_move_needs_no_explanation(variant: Variant) -> None:
    for position in play(variant, plies=12):
        if position.to_move is not None:
            code = position.moves()[-1].code
            path = names_of(position.game.clicks.of(position.row.copy(), code))
            for length in range(len(path) + 1):
                assert explain_clicks(position, path[:length]) is None


def hand_items(hands: Hands) -> list[HandItem]:
    return [*hands.shared, *(item for hand in hands.hands for item in hand.items)]


def symbols_in(pieces: Pieces, hands: Hands) -> set[str]:
    """The symbols of all pieces on and beside a board; what lies on no cell is no piece."""
    shown = {item.symbol for item in pieces.items if item.name} | {hands.placing} - {""}
    shown |= {symbol for lifted in hands.lifts.values() for symbol in lifted}
    for hand in hands.hands:
        shown |= {hand.symbol, *({hand.back} if hand.backs else ())}
    for held in hand_items(hands):
        shown |= {held.symbol, *(lying.symbol for lying in held.lying)}
    return shown


def test_every_piece_that_is_shown_has_a_symbol_and_a_spoken_name(variant: Variant) -> None:
    symbols = fourfold.game(variant.game).look.symbols()
    known = symbol_contents(symbols.values(), NAMES)
    assert set(re.findall(r'href="#page-([^"]+)"', "".join(known.values()))) <= set(known)
    for position in play(variant, plies=PLIES):
        for table in (position, position.view(0), position.view()):
            frame, pieces, hands = parts(table)
            shown = symbols_in(pieces, hands)
            assert shown | {item.symbol for item in pieces.items} <= set(known)
            assert [name for name in shown if not symbols[name].faces] == []
            drawn = frame_content(frame, NAMES) + "".join(mark_content(mark, NAMES) for mark in pieces.marks)
            assert set(re.findall(r'href="#page-([^"]+)"', drawn)) <= set(known)


def spoken(game: str, face: Face, language: str = text.DEFAULT_LANGUAGE) -> str:
    return text.say(f"{game}.{face.message}", language, **face.values)


def test_spoken_names_tell_pieces_apart_in_every_language(game: str) -> None:
    """Faces with the same name have the same sign: a pebble in a hand and on the board may share both."""
    for language in languages_of(game):
        signs: dict[str, str] = {}
        for symbol in fourfold.game(game).look.symbols().values():
            assert len(symbol.faces) in (0, 1, 4), symbol.id
            for face in symbol.faces:
                name, sign = spoken(game, face, language), plain([face.sign])
                assert name.strip() == name != "", symbol.id
                assert sign.strip(), symbol.id
                assert signs.setdefault(name, sign) == sign, (symbol.id, name)


def test_the_choices_in_a_hand_and_the_ways_of_a_piece_have_different_names(variant: Variant) -> None:
    symbols = fourfold.game(variant.game).look.symbols()
    for position in list(play(variant, plies=PLIES))[::6]:
        _, _, hands = parts(position)
        for items in (hands.shared, *(hand.items for hand in hands.hands)):
            own = [item for item in items if item.click]
            choices = {item.click: spoken(variant.game, symbols[item.symbol].face(item.turn)) for item in own}
            assert len(set(choices.values())) == len(choices)
            for item in items:
                ways = {one.click: spoken(variant.game, symbols[one.symbol].face(one.turn)) for one in item.lying}
                assert len(item.lying) == len(ways) == len(set(ways.values()))
                assert item.click or not ways


def test_whatever_is_clicked_and_refused_is_said_in_a_whole_sentence(variant: Variant) -> None:
    """No ruling without a message, and no value of a message missing."""
    chance = random.Random(str(variant))
    for position in list(play(variant, plies=PLIES))[::12]:
        if position.to_move is None:
            continue
        frame, pieces, hands = parts(position)
        names = {name for _, name in clicks_of(Clicks(position.moves()).tree())}
        names |= {cell.name for cell in (*frame.cells, *pieces.cells)}
        names |= {item.click for hand in hands.hands for item in hand.items if item.click}
        for _ in range(TRIED):
            path = chance.choices(sorted(names), k=chance.randint(1, 3))
            refusal = explain_clicks(position, path)
            if refusal is not None:
                assert "{" not in str(refusal), (path, str(refusal))
                is_friendly = refusal.code == "fourfold.no_such_clicks"
                assert is_friendly or refusal.code.startswith(f"{variant.game}.refuse."), (path, refusal.code)
                short = refusal.code.replace(".refuse.", ".short.")
                assert not text.has(short) or "{" not in text.say(short, **refusal.values), short


def test_a_board_is_plain_data(variant: Variant) -> None:
    """A word of a row is a number of NumPy, which is no JSON: `int` of it is."""
    for position in list(play(variant, plies=PLIES))[::12]:
        for part in parts(position):
            assert json.dumps(asdict(part))


def test_every_piece_lies_on_a_cell_within_the_box(variant: Variant) -> None:
    for position in play(variant, plies=PLIES):
        frame, pieces, hands = parts(position)
        box = pieces.box or frame.box
        assert box is not None
        assert (frame.box is None) == (pieces.box is not None)
        cells = {cell.name for cell in frame.cells}
        for item in pieces.items:
            assert box.left < item.place[0] < box.right
            assert box.top < item.place[1] < box.bottom
            assert not cells or not item.name or item.name in cells
        for cell in (*frame.cells, *pieces.cells):
            for x, y in cell.points:
                assert box.left <= x <= box.right
                assert box.top <= y <= box.bottom
        assert [hand.seat for hand in hands.hands] == list(range(variant.seats))
        for hand in hands.hands:
            assert hand.number == len(hand.items) + hand.backs


def test_the_piece_to_place_is_told_only_where_there_is_no_choice(variant: Variant) -> None:
    for position in play(variant, plies=PLIES):
        if position.to_move is not None and len(position.moves()) <= LISTED:
            _, _, hands = parts(position.view(position.to_move))
            assert not hands.placing or "item" not in Clicks(position.moves()).tree()


def tops(pieces: Pieces) -> dict[str, str]:
    """The uppermost symbol on each cell."""
    return {item.name: item.symbol for item in pieces.items if item.name}


def test_what_a_click_takes_up_comes_down_on_the_cells_that_are_clicked(variant: Variant) -> None:
    chance = random.Random(str(variant))
    for position in play(variant, plies=PLIES):
        _, _, hands = parts(position)
        if position.to_move is None or not hands.lifts:
            continue
        move = position.play(by_chance(position, chance))
        assert isinstance(move.last, Move)
        path = names_of(position.game.clicks.of(position.row.copy(), move.last.code))
        lifted = hands.lifts.get(path[0], ())
        left = tops(parts(move)[1])
        for place, symbol in enumerate(lifted, 1):
            if path[place] not in path[place + 1 : len(lifted) + 1]:  # else another piece covers it
                assert left.get(path[place], symbol) == symbol, path


# ----- prompts, moves in words, endings


def test_every_turn_has_a_prompt_in_every_language(variant: Variant) -> None:
    """Where a game has prompts; the mover's view is enough for it."""
    prompted, told = set(), set()
    for position in play(variant):
        if position.to_move is None:
            assert prompt_of(position) is None
            continue
        prompt = prompt_of(position.view(position.to_move))
        assert prompt == prompt_of(position)
        prompted.add(prompt is not None)
        if prompt is not None:
            assert prompt.code.startswith(f"{variant.game}.prompt.")
            assert json.dumps(dict(prompt.values))
            for language in (text.DEFAULT_LANGUAGE,) if prompt.code in told else languages_of(variant.game):
                told.add(prompt.code)
                said = text.say(prompt.code, language, **dict(prompt.values))
                assert said.strip() == said, prompt.code
    assert len(prompted) == 1, "prompts at some turns and none at others"


def test_every_move_is_told_in_every_language(variant: Variant) -> None:
    """Where a game has words; its cells are cells of the board after the move."""
    told = set()
    for before, after in pairwise(play(variant)):
        words = words_of(before, after)
        if words is None:
            continue
        assert words.ply == before.ply
        assert words.code.startswith(f"{variant.game}.move.")
        frame, pieces, _ = parts(after)
        cells = {cell.name for cell in (*frame.cells, *pieces.cells)} | {item.name for item in pieces.items}
        assert set(words.cells) <= cells
        assert json.dumps(asdict(words))
        for language in (text.DEFAULT_LANGUAGE,) if words.code in told else languages_of(variant.game):
            told.add(words.code)
            for is_own in (False, True):
                said = words.say("Ann", is_own=is_own, language=language)
                heard = words.say_all("Ann", is_own=is_own, language=language)
                assert [each.strip(" .") for each in (said, *heard)] == [said, *heard], words.code
                assert ("Ann" in said) == ("Ann" in heard[0]) != is_own, said


def test_the_gains_of_a_move_are_the_difference_of_the_scores(variant: Variant) -> None:
    if facts(variant.game).scoring is None:
        return
    for before, after in pairwise(play(variant)):
        words = words_of(before, after)
        if words is not None:
            total = Counter(dict.fromkeys(range(variant.seats), 0))
            for gain in words.gains:
                assert gain.points
                assert text.has(f"{variant.game}.points.{gain.code}")
                total[gain.seat] += gain.points
            differences = (b - a for a, b in zip(before.points(), after.points(), strict=True))
            assert dict(total) == dict(enumerate(differences))


def test_a_move_is_told_the_same_whatever_is_hidden(hidden: Variant) -> None:
    for before, after in pairwise(play(hidden, plies=40)):
        if after.to_move is not None:
            for seat in range(hidden.seats):
                assert words_of(dealt_anew(before, seat), dealt_anew(after, seat)) == words_of(before, after)


def dealt_anew(position: Position, seat: int) -> Position:
    """The position with all that a seat may not know dealt anew."""
    row = np.array(position.row)
    position.game.rules.hide(row, seat)
    position.game.rules.fill(row, seat, 1)
    return Position(position.game, position.seats, position.options, row, position.previous, position.last)


def test_marks_of_an_ending_lie_on_cells_and_only_where_a_game_is_over(variant: Variant, way: str) -> None:
    for position in some(list(play(variant, way, seed=1, plies=100))):
        marks = ending_of(position)
        assert position.outcome or marks == ()
        assert {mark.kind for mark in marks} <= {MarkKind.LINE, MarkKind.BLOCKED}
        assert len({mark.name for mark in marks}) == len(marks)
        if marks:
            frame, pieces, _ = parts(position)
            free = {cell.name for cell in (*frame.cells, *pieces.cells)} - tops(pieces).keys()
            assert {mark.name in free for mark in marks if mark.kind is MarkKind.BLOCKED} <= {True}
            lit = [mark.name for mark in marks if mark.kind is MarkKind.LINE]
            assert set(lit) <= tops(pieces).keys()
            assert set(marks) <= set(position.drawing().marks)
            assert not lit or ", ".join(lit) in position.board()
            assert all(mark_content(mark, NAMES) for mark in marks)


def test_a_picture_is_made_of_the_same_pieces(variant: Variant) -> None:
    for position in play(variant, plies=20):
        _, pieces, _ = parts(position)
        drawing = position.drawing()
        assert drawing.items[: len(pieces.items)] == pieces.items
        assert set(pieces.marks) <= set(drawing.marks)
        assert set(pieces.labels) <= set(drawing.labels)


def test_deal_the_hidden_part_anew_and_the_board_stays_the_same(hidden: Variant) -> None:
    seen = 0
    for position in play(hidden, plies=30):
        game, row = position.game, np.array(position.row)
        if position.to_move is None:
            continue
        for seat in range(hidden.seats):
            blanked = row.copy()
            game.rules.hide(blanked, seat)
            boards = [parts(position.view(seat))]
            for seed in (1, 2):
                filled = blanked.copy()
                game.rules.fill(filled, seat, seed)
                other = Position(game, position.seats, position.options, filled, position.previous, position.last)
                boards.append(parts(other.view(seat)))
            assert boards[0] == boards[1] == boards[2]
            seen += 1
    assert seen
