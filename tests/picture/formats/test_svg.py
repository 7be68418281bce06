"""SVG of small drawings, and the polyline font."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from fourfold.picture.canvas import Canvas
from fourfold.picture.font.glyphs import GLYPHS
from fourfold.picture.formats.gif import gif
from fourfold.picture.formats.png import png
from fourfold.picture.formats.svg import definitions, svg
from fourfold.picture.palette import LIGHT, parse
from fourfold.picture.paths import rectangle
from fourfold.picture.shapes import Box, Cell, Drawing, Label, Shape, Symbol

DOT = Symbol("dot", (Shape(rectangle(-5, -5, 5, 5), "seat-0"),))


def drawn(*texts: str) -> Drawing:
    canvas = Canvas()
    canvas.place(DOT, (50, 50), name="a<1")
    canvas.cells.append(Cell('b"2', ((0, 0), (10, 0), (10, 10))))
    for text in texts:
        canvas.write(text, (20, 20))
    return canvas.drawing(Box(0, 0, 100, 60))


def pixels(drawing: Drawing, width: int = 100) -> Image.Image:
    return Image.open(BytesIO(png(drawing, LIGHT, width))).convert("RGB")


def test_a_piece_is_painted_where_it_lies() -> None:
    image = pixels(drawn())
    assert image.size == (100, 60)
    assert image.getpixel((50, 50)) == parse(LIGHT["seat-0"])
    assert image.getpixel((80, 20)) == parse(LIGHT["paper"])


def test_words_and_names_are_escaped() -> None:
    root = ET.fromstring(svg(replace(drawn(), title="a & b", description="<c>")))
    names = {element.get("data-name") for element in root.iter()}
    assert {"a<1", 'b"2'} <= names
    assert [child.text for child in root][:2] == ["a & b", "<c>"]


def test_no_font_and_no_text_element_is_needed() -> None:
    assert "<text" not in svg(drawn("10"))
    assert "font" not in svg(drawn("10"))


@pytest.mark.parametrize("sign", sorted(GLYPHS))
def test_every_sign_is_drawn_and_differs_from_all_others(sign: str) -> None:
    picture = pixels(drawn(sign), 300)
    assert picture.tobytes() != pixels(drawn(), 300).tobytes()
    for other in GLYPHS:
        assert other == sign or pixels(drawn(other), 60).tobytes() != pixels(drawn(sign), 60).tobytes()


def test_the_symbols_can_be_had_alone() -> None:
    text = definitions(replace(drawn(), labels=(Label("4", (0, 0), 10),)))
    root = ET.fromstring(text)
    assert [symbol.get("id") for symbol in root] == ["light-glyph-34", "light-dot"]


def test_frames_of_different_size_share_one_frame() -> None:
    wide = replace(drawn("1"), box=Box(-100, 0, 100, 60))
    image = Image.open(BytesIO(gif([drawn(), wide], width=200)))
    assert image.size == (200, 60)
    assert getattr(image, "n_frames", 1) == 2


def test_colours_stay_the_same_in_an_animation() -> None:
    image = Image.open(BytesIO(gif([drawn("1")], width=200))).convert("RGB")
    for place, name in (((100, 100), "seat-0"), ((180, 20), "paper")):
        found = image.getpixel(place)
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, parse(LIGHT[name]), strict=True)) < 8
