"""Writes the outlines that print needs of other scripts than Latin, from Noto Sans: `python3 dev.py fonts FOLDER`.

FOLDER has the npm packages `@fontsource/noto-sans`, `-arabic`, `-hebrew`, `-jp`, `-sc` and `-tc`, unpacked. Only
characters that the rules and the printed messages of a language use are kept of Japanese and Chinese.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uharfbuzz
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from fourfold.picture.font.outlines import DETAIL

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fourfold"
TARGET = PACKAGE / "picture" / "font" / "outlines"
CAPITAL = 0.714  # of the em, in Noto Sans; ten units in our glyphs
IDEOGRAPH = 0.8  # of the em, as high as a capital is here: ideographs are larger than capitals
SAMPLES = {
    "ja": "石を四つ一列に並べる。「はい」、アーチ（中央）：？！",
    "zh-Hans": "四个一排，放在中间。“好”：？！（一）、；",
    "zh-Hant": "四個一排，放在中間。「好」：？！（一）、；",
}
SOURCES: dict[str, tuple[str, list[str]]] = {
    "ru": ("noto-sans", [*map(chr, range(0x410, 0x450)), "Ё", "ё", "№"]),
    "he": ("noto-sans-hebrew", [*map(chr, range(0x5D0, 0x5EB)), "־", "׳", "״"]),
    "ar": ("noto-sans-arabic", [*"،؛؟", *(chr(code) for code in range(0xFE80, 0xFEFD))]),
    "ja": ("noto-sans-jp", []),
    "zh-Hans": ("noto-sans-sc", []),
    "zh-Hant": ("noto-sans-tc", []),
}


def printed_characters(language: str) -> set[str]:
    """The characters that the sheets of a language have, and that are not in our own lettering."""
    texts = [path.read_text("utf-8") for path in PACKAGE.glob(f"games/*/RULES.{language}.md")]
    for path in PACKAGE.glob(f"text/{language}.json"):
        texts += [said for name, said in json.loads(path.read_text("utf-8")).items() if name.startswith("print.")]
    return {sign for sign in "".join((*texts, SAMPLES.get(language, ""))) if ord(sign) >= 0x2E80}


class Source:
    """The files of a font; each has a part of the characters."""

    def __init__(self, folder: Path, name: str) -> None:
        paths = sorted(folder.glob(f"**/{name}-*-400-normal.woff2"))
        self.fonts = [TTFont(path) for path in paths if re.match(rf"{name}-([a-z-]+|\d+)-400", path.name)]
        self.maps = [font.getBestCmap() for font in self.fonts]

    def glyphs(self, text: str) -> Iterator[tuple[TTFont, str, float, float, float]]:
        """The glyphs of a text: font, name, place and advance, in ems."""
        letters = [sign for sign in text if sign != "\u200d"]
        known = zip(self.fonts, self.maps, strict=True)
        font = next((font for font, signs in known if all(ord(sign) in signs for sign in letters)), None)
        if font is None:
            raise SystemExit(f"no font has {text}")
        if not hasattr(font, "shaper"):
            font.flavor = None
            path = Path("/tmp") / f"outlines-{id(font)}.ttf"
            font.save(path)
            font.shaper = uharfbuzz.Font(uharfbuzz.Face(path.read_bytes()))
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font.shaper, buffer)
        em, at = font["head"].unitsPerEm, 0.0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            name = font.getGlyphName(info.codepoint)
            yield font, name, (at + position.x_offset) / em, position.y_offset / em, position.x_advance / em
            at += position.x_advance

    def outline(self, text: str, scale: float) -> tuple[float, str]:
        """The width of a text and its path, y downwards from the baseline, in the numbers of the file."""
        pen, width = SVGPathPen(None, ntos=lambda value: str(round(value))), 0.0
        for font, name, x, y, advance in self.glyphs(text):
            k = scale / font["head"].unitsPerEm
            shape = DecomposingRecordingPen(font.getGlyphSet())
            font.getGlyphSet()[name].draw(shape)
            shape.replay(TransformPen(pen, (k, 0, 0, -k, x * scale, -y * scale)))
            width += advance * scale
        return round(width), pen.getCommands()


def joined(form: str) -> str:
    """The letters of an Arabic form, with joiners on the sides where it is joined."""
    kind, *codes = unicodedata.decomposition(form).split()
    letters = "".join(chr(int(code, 16)) for code in codes)
    before = "\u200d" if kind in ("<medial>", "<final>") else ""
    return before + letters + ("\u200d" if kind in ("<medial>", "<initial>") else "")


def main() -> None:
    folder = Path(sys.argv[1])
    for language, (name, signs) in SOURCES.items():
        source = Source(folder, name)
        scale = 10 * DETAIL / (CAPITAL if signs else IDEOGRAPH)
        found: dict[str, Any] = {}
        for sign in sorted({*signs, *printed_characters(language)}):
            is_form = "\ufe80" <= sign <= "\ufefc"
            if unicodedata.category(sign) != "Cn":
                found[sign] = source.outline(joined(sign) if is_form else sign, scale)
        lines = [f"{json.dumps(sign, ensure_ascii=False)}: {json.dumps(drawn)}" for sign, drawn in found.items()]
        (TARGET / f"{language}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{language}: {len(found)} characters")


if __name__ == "__main__":
    main()
