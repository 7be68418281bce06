"""Tests of pictures: well formed, complete, in every palette and format, and without what is hidden."""

import re
import xml.etree.ElementTree as ET
from io import BytesIO

import numpy as np
from PIL import Image

from fourfold import Move, Position, Record
from fourfold.contract.golden import drawn_files
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import play, some
from fourfold.core.clicks import ClickKind
from fourfold.core.registry import folder
from fourfold.picture.formats.styled_text import Depth
from fourfold.picture.shapes import Item, MarkKind

SPACE = "{http://www.w3.org/2000/svg}"


def a_few(variant: Variant, plies: int = 60) -> list[Position]:
    """A few positions of one game: the first, some between, the last."""
    return some(list(play(variant, seed=3, plies=plies)), 4)


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


def test_every_position_and_view_is_well_formed_svg_in_every_palette(variant: Variant) -> None:
    for position in a_few(variant):
        for palette in ("light", "dark", "contrast", "page"):
            check_svg(position.svg(palette))
        for seat in (None, 0, variant.seats - 1):
            check_svg(position.view(seat).svg())


def test_every_position_is_painted(variant: Variant) -> None:
    for position in a_few(variant)[::3]:
        content = position.png(width=120)
        assert content.startswith(b"\x89PNG")
        assert int.from_bytes(content[16:20], "big") == 120


def test_coloured_text_without_its_colours_is_the_plain_board(variant: Variant) -> None:
    for position in a_few(variant):
        for table in (position, position.view(0), position.view()):
            assert table.coloured(Depth.NONE) == table.board()
            for depth in (Depth.SIXTEEN, Depth.INDEXED, Depth.TRUE):
                text = table.coloured(depth)
                assert "\x1b[" in text
                assert re.sub(r"\x1b\[[0-9;]*m", "", text) == table.board()


def test_the_drawing_names_every_cell_once_and_every_piece(variant: Variant) -> None:
    for position in a_few(variant):
        drawing = position.drawing()
        names = [cell.name for cell in drawing.cells]
        assert len(names) == len(set(names))
        within = {part.symbol for symbol in drawing.symbols for part in symbol.parts if isinstance(part, Item)}
        assert {item.symbol for item in drawing.items} | within == {symbol.id for symbol in drawing.symbols}
        for item in drawing.items:
            x, y = item.place
            assert drawing.box.left < x < drawing.box.right, item
            assert drawing.box.top < y < drawing.box.bottom, item


def test_the_last_move_is_marked(variant: Variant) -> None:
    for position in a_few(variant):
        marked = {mark.name for mark in position.drawing().marks if mark.kind == MarkKind.TO}
        groups = check_svg(position.svg()).iter(f"{SPACE}g")
        assert {group.get("data-name") for group in groups if "to" in group.get("class", "").split()} == marked
        if not any(isinstance(step, Move) for step in position.history):
            assert not position.drawing().marks
        elif marked & {item.name for item in position.game.look.pieces(position.row.copy(), None).items}:
            assert "\x1b[1;4" in position.coloured() or "\x1b[4" in position.coloured()


def test_a_move_to_a_cell_is_marked(variant: Variant) -> None:
    for position in list(play(variant, plies=12))[1:]:
        if isinstance(position.last, Move) and position.previous is not None:
            clicks = position.game.clicks.of(position.previous.row.copy(), position.last.code)
            if any(click.kind == ClickKind.CELL for click in clicks) and not position.is_deal_due:
                assert MarkKind.TO in {mark.kind for mark in position.drawing().marks}, str(position.last)


def test_what_is_hidden_does_not_appear_in_a_view(hidden: Variant) -> None:
    """The picture of a view does not depend on the hidden part."""
    for position in a_few(hidden, 30):
        game, row = position.game, np.array(position.row)
        if position.to_move is None:
            continue
        for seat in range(hidden.seats):
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


def test_a_record_becomes_an_animation_with_a_frame_for_each_position(game: str) -> None:
    record = Record.of(list(play(list_variants([game])[0], plies=5))[-1])
    image = Image.open(BytesIO(record.gif(width=160)))
    assert image.format == "GIF"
    assert image.size[0] == 160
    assert getattr(image, "n_frames", 1) == len(record.steps) + 1


def test_figures_and_ratings_are_up_to_date(game: str) -> None:
    expected = {name: content for name, content in drawn_files(game).items() if content}
    kept = {f"figures/{path.name}" for path in folder(game).glob("figures/*.svg")}
    kept |= {name for name in ("shelf.svg", "ratings.json") if (folder(game) / name).exists()}
    assert kept == set(expected)
    for name, content in expected.items():
        stored = (folder(game) / name).read_text(encoding="utf-8")
        assert stored == content, f"{name}: write the golden files of {game} anew"
