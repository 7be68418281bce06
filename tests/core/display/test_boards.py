"""Board data: every click has a cell, every piece a symbol, and nothing hidden is shown."""

import random
import re
from collections.abc import Iterator

import numpy as np
import pytest

import fourfold
from fourfold import Move, Position, View, text
from fourfold.core.clicks import LISTED, Clicks, Tree
from fourfold.picture.formats.svg import frame_content, mark_content, symbol_contents
from fourfold.picture.palette import NAMES
from fourfold.picture.shapes import Frame, Hands, Item, Pieces
from play import WAYS, by_chance
from variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def walk(variant: Variant, plies: int = 60, way: str = "chance", seed: int = 5) -> Iterator[Position]:
    """The positions of one game."""
    chance = random.Random(f"{variant}{seed}")
    position = variant.start(seed=seed)
    for _ in range(plies):
        yield position
        if position.outcome is not None:
            return
        choose = WAYS[variant.game][way] if way != "chance" else by_chance
        position = position.deal(seed=1) if position.is_deal_due else position.play(choose(position, chance))


def parts(table: Position | View) -> tuple[Frame, Pieces, Hands]:
    game, row = table.game, table.row.copy()
    last = table.last.code if isinstance(table.last, Move) else None
    return game.look.frame(row), game.look.pieces(row, last), game.look.hands(row)


def clicks_of(tree: Tree) -> Iterator[tuple[str, str]]:
    for kind, names in tree.items():
        for name, below in names.items():
            yield kind, name
            if isinstance(below, dict):
                yield from clicks_of(below)


@every_variant
def test_whatever_can_be_clicked_is_of_its_kind(variant: Variant) -> None:
    for position in walk(variant):
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


@pytest.mark.parametrize(
    "variant",
    [
        Variant("qawale", 2, {"swap": True}),
        Variant("quadominos", 2, {"rounds": 1}),
        Variant("quads"),
        Variant("exago"),
    ],
    ids=str,
)
def test_every_word_of_a_catalogue_is_clicked_in_some_game(variant: Variant) -> None:
    left = {name.removeprefix("click.") for name in text.messages(variant.game) if name.startswith("click.")}
    for seed in range(1_000):
        plies = 400 if seed < 20 else 1  # some whole games, then many first moves
        for position in walk(variant, plies, seed=seed):
            if not left:
                return
            left -= {name for _, name in clicks_of(Clicks(position.moves()).tree())}
    assert not left


@every_variant
def test_every_symbol_that_is_shown_is_known(variant: Variant) -> None:
    game = fourfold.game(variant.game)
    known = symbol_contents(game.look.symbols().values(), NAMES)
    assert set(re.findall(r'href="#page-([^"]+)"', "".join(known.values()))) <= set(known)
    for position in walk(variant):
        for table in (position, position.view(0), position.view()):
            frame, pieces, hands = parts(table)
            shown = {item.symbol for item in pieces.items}
            for hand in hands.hands:
                shown |= {hand.symbol, *({hand.back} if hand.backs else ())}
            for held in (*hands.shared, *(item for hand in hands.hands for item in hand.items)):
                shown |= {held.symbol, *(lying.symbol for lying in held.lying)}
            assert shown <= set(known)
            drawn = frame_content(frame, NAMES) + "".join(mark_content(mark, NAMES) for mark in pieces.marks)
            assert set(re.findall(r'href="#page-([^"]+)"', drawn)) <= set(known)


@every_variant
def test_every_piece_lies_on_a_cell_within_the_box(variant: Variant) -> None:
    for position in walk(variant):
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


@every_variant
def test_a_picture_is_made_of_the_same_pieces(variant: Variant) -> None:
    for position in walk(variant, 20):
        _, pieces, _ = parts(position)
        drawing = position.drawing()
        assert drawing.items[: len(pieces.items)] == pieces.items
        assert set(pieces.marks) <= set(drawing.marks)
        assert set(pieces.labels) <= set(drawing.labels)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.start().game.is_hidden(v.start().options)], ids=str)
def test_deal_the_hidden_part_anew_and_the_board_stays_the_same(variant: Variant) -> None:
    seen = 0
    for position in walk(variant, 30):
        game, row = position.game, np.array(position.row)
        if position.to_move is None:
            continue
        for seat in range(variant.seats):
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


def sown(position: Position) -> list[Item]:
    """Qawale: the pebbles of the last move, in sowing order."""
    items = [item for item in parts(position)[1].items if item.way]
    return sorted(items, key=lambda item: len(item.way))


@pytest.mark.parametrize("way", ["chance", "tall stacks"])
@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.game == "qawale"], ids=str)
def test_every_pebble_of_a_sowing_comes_through_the_squares_before(variant: Variant, way: str) -> None:
    letters = {"light": "x", "dark": "o", "neutral": "n"}
    for position in walk(variant, way=way):
        if position.previous is None or str(position.last) == "swap":
            assert not sown(position)
            continue
        assert isinstance(position.last, Move)
        names = [click.name for click in position.game.clicks.of(position.row, position.last.code)]
        stacks = dict(stacks_of(position.previous))
        owner = "xo"[position.previous.to_move or 0] if "swapped" not in str(position) else None
        pebbles = sown(position)
        assert [item.name for item in pebbles] == names[1:]
        assert [len(item.way) for item in pebbles] == list(range(1, len(names)))
        drawn = "".join(letters[item.symbol.split("-")[1]] for item in pebbles)
        assert drawn[:-1] == stacks[names[0]]
        assert owner is None or drawn[-1] == owner
        middles = {cell.name: centre(cell.points) for cell in parts(position)[0].cells}
        for item in pebbles:
            through = [middles[name][0] for name in names[: len(item.way)]]
            assert [x for x, _ in item.way] == pytest.approx(through)
            for (_, y), name in zip(item.way, names, strict=False):
                assert 0 < y - middles[name][1] < 50  # on its floor


def stacks_of(position: Position) -> Iterator[tuple[str, str]]:
    board = str(position).partition("@")[2].partition(":")[0]
    for rank, line in zip("4321", board.split("/"), strict=True):
        for file, stack in zip("abcd", line.split(","), strict=True):
            yield file + rank, stack


def centre(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.game == "exago"], ids=str)
def test_a_lifted_tile_comes_from_where_it_lay(variant: Variant) -> None:
    lifts = 0
    for position in walk(variant, 90, "cuts"):
        frame, pieces, _ = parts(position)
        middles = {cell.name: centre(cell.points) for cell in frame.cells}
        source, dash, rest = str(position.last).partition("-")
        moved = [item for item in pieces.items if item.way]
        if dash and moved:
            lifts += 1
            assert [item.name for item in moved] == [rest.partition("/")[0]]
            assert moved[0].way == (pytest.approx(middles[source]),)
        else:
            assert not moved
    assert lifts


@every_variant
def test_a_tile_can_lie_in_each_way_by_quarter_turns(variant: Variant) -> None:
    """Quads: the same symbol turned. Quad-Ominos: numbers stay upright, so each orientation has its own symbol."""
    _, _, hands = parts(variant.start(seed=1))
    for held in (*hands.shared, *(item for hand in hands.hands for item in hand.items)):
        ways = [lying.click for lying in held.lying]
        assert len(ways) == len(set(ways))
        if not held.click:
            assert not ways
            continue
        assert ways[0] == held.click
        for before, after in zip(ways, ways[1:] + ways[:1], strict=True):
            assert after == before[-1] + before[:-1]
        turns = [lying.turn for lying in held.lying]
        symbols = {lying.symbol for lying in held.lying}
        if variant.game == "quads":
            assert turns == [90.0 * turn for turn in range(len(ways))]
            assert symbols == {held.symbol}
        else:
            assert not any(turns)
            assert symbols == {f"quadominos-{way}" for way in ways}


def test_the_free_cells_of_a_lattice_are_those_beside_a_tile() -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    assert [cell.name for cell in parts(position)[1].cells] == ["0,0"]
    first = str(position.moves()[0])
    _, pieces, _ = parts(position.play(first))
    assert {cell.name for cell in pieces.cells} == {"1,0", "-1,0", "0,1", "0,-1"}


def test_the_duty_to_block_is_noticed_and_nothing_else() -> None:
    next_one = fourfold.read("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8")
    nearest = fourfold.read("exago:seats=3@5/6/7/4y3/2brrr3/4by2/7/6/5:1:7")
    said = [str(position.game.notice(position.row.copy())) for position in (next_one, nearest)]
    assert said[0] == "Exago R4a: red wins next. Only moves that stop red are allowed."
    assert said[1].startswith("Exago R4b: red could win soon.")
    unbound = fourfold.read(str(next_one).replace("seats=3", "seats=3:blocking=off"))
    assert unbound.game.notice(unbound.row.copy()) is None


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.game == "exago"], ids=str)
def test_there_is_a_notice_exactly_where_a_move_is_refused_for_a_duty(variant: Variant) -> None:
    game = fourfold.game("exago")
    for position in walk(variant, 40, "threats"):
        if position.to_move is None:
            continue
        notice = game.notice(position.row.copy())
        cells = [cell.name for cell in game.look.frame(position.row.copy()).cells]
        codes = set()
        for cell in cells:
            try:
                position.play(cell)
            except fourfold.IllegalMove as refusal:
                codes.add(refusal.code.rpartition(".")[2])
        duties = codes & {"stop_next", "stop_nearest"}
        if duties:
            assert notice is not None
            assert duties == {notice.code.rpartition(".")[2]}
        if notice is None:
            assert not duties
