"""Every game's pictures: well formed, complete, with the last move marked, and without hidden information."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

import fourfold
from fourfold import Move, Position, Record
from fourfold.picture.formats.styled_text import Depth
from fourfold.picture.shapes import Drawing, Item, MarkKind
from play import WAYS, by_chance
from variants import VARIANTS, Variant

SPACE = "{http://www.w3.org/2000/svg}"
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def walk(variant: Variant, plies: int = 60, way: str = "chance") -> list[Position]:
    """A few positions of one game: the first, some between, the last."""
    chance = random.Random(f"{variant}")
    positions = [variant.start(seed=3)]
    while positions[-1].outcome is None and len(positions) < plies:
        last = positions[-1]
        choose = WAYS[variant.game][way] if way != "chance" else by_chance
        positions.append(last.deal(seed=1) if last.is_deal_due else last.play(choose(last, chance)))
    places = np.unique(np.linspace(0, len(positions) - 1, 4).astype(int))
    return [positions[place] for place in places]


def check_svg(text: str) -> ET.Element:
    root = ET.fromstring(text)
    assert root.tag == f"{SPACE}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SPACE}title")
    assert root.findtext(f"{SPACE}desc")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    uses = [element.get("href", "")[1:] for element in root.iter(f"{SPACE}use")]
    assert set(uses) <= set(ids)
    assert set(ids) <= set(uses), "a symbol that nothing uses"
    assert "nan" not in text
    return root


@every_variant
def test_every_position_and_view_is_well_formed_svg_in_every_palette(variant: Variant) -> None:
    for position in walk(variant):
        for palette in ("light", "dark", "contrast", "page"):
            check_svg(position.svg(palette))
        for seat in (None, 0, variant.seats - 1):
            check_svg(position.view(seat).svg())


@every_variant
def test_every_position_is_painted(variant: Variant) -> None:
    for position in walk(variant)[::3]:
        content = position.png(width=120)
        assert content.startswith(b"\x89PNG")
        assert int.from_bytes(content[16:20], "big") == 120


@every_variant
def test_coloured_text_without_its_colours_is_the_plain_board(variant: Variant) -> None:
    for position in walk(variant):
        for table in (position, position.view(0), position.view()):
            assert table.coloured(Depth.NONE) == table.board()
            for depth in (Depth.SIXTEEN, Depth.INDEXED, Depth.TRUE):
                text = table.coloured(depth)
                assert "\x1b[" in text
                assert re.sub(r"\x1b\[[0-9;]*m", "", text) == table.board()


@every_variant
def test_the_drawing_names_every_cell_once_and_every_piece(variant: Variant) -> None:
    for position in walk(variant):
        drawing = position.drawing()
        names = [cell.name for cell in drawing.cells]
        assert len(names) == len(set(names))
        within = {part.symbol for symbol in drawing.symbols for part in symbol.parts if isinstance(part, Item)}
        assert {item.symbol for item in drawing.items} | within == {symbol.id for symbol in drawing.symbols}
        for item in drawing.items:
            x, y = item.place
            assert drawing.box.left < x < drawing.box.right, item
            assert drawing.box.top < y < drawing.box.bottom, item


def marks_of(drawing: Drawing) -> dict[MarkKind, set[str]]:
    return {kind: {mark.name for mark in drawing.marks if mark.kind == kind} for kind in MarkKind}


@pytest.mark.parametrize(
    ("game", "moves", "to", "start"),
    [
        ("quads", "c4=TTTT", {"c4"}, set()),
        ("qawale", "a1NEE", {"c2"}, {"a1"}),
        ("exago", "e5 e6", {"e6"}, set()),
    ],
)
def test_the_last_move_is_marked(game: str, moves: str, to: set[str], start: set[str]) -> None:
    position = fourfold.game(game).start()
    assert not position.drawing().marks
    for move in moves.split():
        position = position.play(move)
    marks = marks_of(position.drawing())
    assert (marks[MarkKind.TO], marks[MarkKind.FROM]) == (to, start)
    root = check_svg(position.svg())
    assert {group.get("data-name") for group in root.iter(f"{SPACE}g") if "to" in group.get("class", "").split()} == to
    assert "\x1b[1;4" in position.coloured() or "\x1b[4" in position.coloured()


def test_a_sowing_is_marked_with_its_way() -> None:
    marks = marks_of(fourfold.game("qawale").start().play("a1NEE").drawing())
    assert marks[MarkKind.PATH] == {"a1-a2-b2-c2"}


def test_a_lift_is_marked_where_it_came_from_and_where_it_went() -> None:
    position = fourfold.read("exago@5/6/7/1rrbrr2/1bbbrbb2/rrrb1rr1/1bb2b1/2br2/br3:1:25").play("c5-b4")
    marks = marks_of(position.drawing())
    assert (marks[MarkKind.FROM], marks[MarkKind.TO]) == ({"c5"}, {"b4"})


def test_a_tile_and_a_draw_are_marked_on_the_table_of_quadominos() -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    chance = random.Random(1)
    seen: set[bool] = set()
    while position.to_move is not None and len(seen) < 2:
        position = position.play(by_chance(position, chance))
        assert isinstance(position.last, Move)
        if str(position.last) != "pass":
            target = "draw" if str(position.last) == "draw" else str(position.last).partition("=")[0]
            assert marks_of(position.drawing())[MarkKind.TO] == {target}
            seen.add(target == "draw")
    assert seen == {True, False}


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.start().game.is_hidden(v.start().options)], ids=str)
def test_what_is_hidden_does_not_appear_in_a_view(variant: Variant) -> None:
    """The picture of a view does not depend on the hidden part."""
    for position in walk(variant, 30):
        game, row = position.game, np.array(position.row)
        if position.to_move is None:
            continue
        for seat in range(variant.seats):
            blanked = row.copy()
            game.rules.hide(blanked, seat)
            pictures = set()
            for seed in (1, 2):
                filled = blanked.copy()
                game.rules.fill(filled, seat, seed)
                other = Position(game, position.seats, position.options, filled, position.previous, position.last)
                view = other.view(seat)
                pictures.add((view.svg(), view.coloured()))
            view = position.view(seat)
            assert pictures == {(view.svg(), view.coloured())}


def test_hidden_hands_are_backs_and_their_number() -> None:
    start = fourfold.game("quadominos").start(seats=3, seed=1, rounds=1)
    view = start.view(0).drawing()
    symbols = Counter(item.symbol for item in view.items)
    hand = str(start).partition("@")[2].split(":")[1].split("/")[0].split(".")
    assert {f"quadominos-{name}" for name in hand} <= set(symbols)
    assert sum(symbol.removeprefix("quadominos-").isdigit() for symbol in symbols.elements()) == len(hand)
    assert [label.text for label in view.labels].count("10") == 3
    quads = fourfold.game("quads").start(hidden=True).view(0).drawing()
    assert Counter(item.symbol for item in quads.items)["quads-back"] == 17


@pytest.mark.parametrize("height", [2, 7, 9, 10, 18, 24])
def test_every_pebble_of_a_stack_is_drawn_from_the_bottom_up(height: int) -> None:
    chance = random.Random(height)
    pebbles = [*"nnnnnnnn", *"xxxxxxxx", *"oooooooo"]
    chance.shuffle(pebbles)
    stack = "".join(pebbles[:height])
    rest = ["".join(letter for letter in pebbles[height:] if letter == kind) or "." for kind in "nxo"]
    text = f"qawale@{stack},.,.,./.,{rest[0]},.,./.,.,{rest[1]},./.,.,.,{rest[2]}:16"
    drawing = fourfold.read(text).drawing()
    letters = {"light": "x", "dark": "o", "neutral": "n"}
    drawn = [letters[item.symbol.split("-")[1]] for item in drawing.items if item.name == "a4"]
    assert "".join(drawn) == stack
    corners = [y for cell in drawing.cells if cell.name == "a4" for _, y in cell.points]
    assert all(min(corners) < item.place[1] < max(corners) for item in drawing.items if item.name == "a4")


def test_a_tile_of_quads_is_one_symbol_however_it_lies() -> None:
    position = fourfold.game("quads").start()
    for move in ("c4=TTTT", "a1=PPPP", "c5=SSTP"):
        position = position.play(move)
    laid = next(item for item in position.drawing().items if item.name == "c5")
    assert (laid.symbol, laid.turn) == ("quads-light-PSST", 270)


def test_a_notebook_shows_positions_and_views() -> None:
    position = fourfold.game("exago").start(seats=6)
    check_svg(position._repr_svg_())
    check_svg(position.view(2)._repr_svg_())


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_record_becomes_an_animation_with_a_frame_for_each_position(game: str) -> None:
    from io import BytesIO

    from PIL import Image

    variant = next(variant for variant in VARIANTS if variant.game == game)
    position = variant.start(seed=1)
    chance = random.Random(1)
    for _ in range(4):
        position = position.play(by_chance(position, chance))
    record = Record.of(position)
    image = Image.open(BytesIO(record.gif(width=160)))
    assert image.format == "GIF"
    assert image.size[0] == 160
    assert getattr(image, "n_frames", 1) == len(record.steps) + 1


def test_an_unknown_palette_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(fourfold.BadValue, match="light, dark, contrast, page"):
        fourfold.game("quads").start().svg("pink")
