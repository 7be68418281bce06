"""A PDF writer for sheets: paths, symbols as form XObjects, and text in embedded Type 3 fonts.

Text can be searched, copied and read aloud. The same sheets always make the same file.
"""

import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import cos, radians, sin

from fourfold.picture.font import glyphs
from fourfold.picture.font.outlines import DETAIL
from fourfold.picture.font.scripts import in_visual_order
from fourfold.picture.font.text_glyphs import BEARING, draw_sign
from fourfold.picture.formats.sheet import Sheet, Words
from fourfold.picture.palette import LIGHT, Palette, parse
from fourfold.picture.path_segments import trace
from fourfold.picture.paths import number
from fourfold.picture.shapes import Item, Label, Point, Shape, Symbol

POINTS = 72 / 25.4  # of PDF, in a millimetre
FIRST_CODE, MOST_CODES = 33, 220  # of the glyphs in a font
EMBOLDENED = 0.5  # how much wider the lines of an outline are in bold text
FAR = 10_000  # beyond every drawing
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def pdf(
    sheets: Sequence[Sheet], symbols: Mapping[str, Symbol], title: str, language: str, palette: Palette = LIGHT
) -> bytes:
    """Write sheets as one PDF document, to be printed without scaling."""
    return _Document(symbols, palette, language).write(sheets, title)


class _Document:
    """The numbered objects of a document; it collects the symbols and glyphs in use while it writes pages."""

    def __init__(self, symbols: Mapping[str, Symbol], palette: Palette, language: str) -> None:
        self.symbols = symbols
        self.language = language
        self.palette = palette
        self.objects: list[bytes] = []
        self.forms: dict[str, int] = {}
        self.codes: dict[str, int] = {}
        self.resources = self._reserve()

    def write(self, sheets: Sequence[Sheet], title: str) -> bytes:
        pages, tree = [], self._reserve()
        for sheet in sheets:
            content = self._stream(self._page(sheet))
            size = f"{_short(sheet.width * POINTS)} {_short(sheet.height * POINTS)}"
            pages.append(
                self._add(
                    f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 {size}]"
                    f"/Resources {self.resources} 0 R/Contents {content} 0 R>>"
                )
            )
        self._fill(tree, f"<</Type/Pages/Count {len(pages)}/Kids[{_references(pages)}]>>")
        numbers = range(-(-len(self.codes) // MOST_CODES))
        strokes = {"R": glyphs.THIN, "B": glyphs.BOLD}
        fonts = "".join(
            f"/{name}{number} {self._font(number, strokes[name])} 0 R" for name in strokes for number in numbers
        )
        forms = "".join(f"/{_name(symbol)} {reference} 0 R" for symbol, reference in self.forms.items())
        self._fill(self.resources, f"<</Font<<{fonts}>>/XObject<<{forms}>>>>")
        catalogue = self._add(
            f"<</Type/Catalog/Pages {tree} 0 R/Lang({self.language})"
            "/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>"
        )
        return self._assemble(catalogue, self._add(f"<</Title {_text(title)}/Producer(Fourfold)>>"))

    def _assemble(self, catalogue: int, information: int) -> bytes:
        parts = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        places, at = [], len(parts[0])
        for reference, content in enumerate(self.objects, 1):
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (reference, content))
            places.append(at)
            at += len(parts[-1])
        count = len(self.objects) + 1
        parts.append(b"xref\n0 %d\n0000000000 65535 f \n" % count)
        parts += [b"%010d 00000 n \n" % place for place in places]
        parts.append(b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\n" % (count, catalogue, information))
        parts.append(b"startxref\n%d\n%%%%EOF\n" % at)
        return b"".join(parts)

    def _reserve(self) -> int:
        self.objects.append(b"")
        return len(self.objects)

    def _fill(self, reference: int, content: str | bytes) -> None:
        self.objects[reference - 1] = content.encode("ascii") if isinstance(content, str) else content

    def _add(self, content: str | bytes) -> int:
        reference = self._reserve()
        self._fill(reference, content)
        return reference

    def _stream(self, operators: Iterable[str], facts: str = "") -> int:
        content = zlib.compress("\n".join(operators).encode("ascii"), 9)
        head = f"<<{facts}/Filter/FlateDecode/Length {len(content)}>>\nstream\n"
        return self._add(head.encode("ascii") + content + b"\nendstream")

    def _page(self, sheet: Sheet) -> list[str]:
        """The operators of a page, in millimetres with y downwards."""
        unit = f"{POINTS:.6f}"
        return [f"{unit} 0 0 -{unit} 0 {_short(sheet.height * POINTS)} cm 1 J 1 j", *self._parts(sheet.parts)]

    def _parts(self, parts: Iterable[Shape | Label | Item | Words]) -> list[str]:
        operators = []
        for part in parts:
            match part:
                case Shape():
                    operators.append(self._shape(part))
                case Item():
                    operators.append(self._item(part))
                case Label():
                    operators.append(self._label(part))
                case Words():
                    operators.append(self._words(part))
        return operators

    def _colour(self, name: str) -> str:
        return " ".join(_short(value / 255) for value in parse(self.palette[name]))

    def _shape(self, shape: Shape) -> str:
        paint = "q "
        if shape.fill:
            paint += f"{self._colour(shape.fill)} rg "
        if shape.stroke:
            paint += f"{self._colour(shape.stroke)} RG {_short(shape.width)} w "
        if shape.dashes:
            paint += f"[{' '.join(map(_short, shape.dashes))}] 0 d "
        end = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
        return f"{paint}{_path(shape.path)} {end[bool(shape.fill), bool(shape.stroke)]} Q"

    def _item(self, item: Item) -> str:
        if item.symbol not in self.forms:
            self.forms[item.symbol] = 0  # fixes its place in the order
            facts = f"/Type/XObject/Subtype/Form/BBox[{-FAR} {-FAR} {FAR} {FAR}]/Resources {self.resources} 0 R"
            self.forms[item.symbol] = self._stream(self._parts(self.symbols[item.symbol].parts), facts)
        across, down = item.scale * cos(radians(item.turn)), item.scale * sin(radians(item.turn))
        matrix = " ".join(f"{value:.5f}" for value in (across, down, -down, across))
        return f"q {matrix} {_point(item.place)} cm /{_name(item.symbol)} Do Q"

    def _label(self, label: Label) -> str:
        """The operators of a centred label, glyph by glyph."""
        scale = label.size / glyphs.HEIGHT
        signs = [
            f"1 0 0 -1 {_point(((x - BEARING) * scale, y * scale + label.size))} Tm {self._show(sign, label)}"
            for sign, (x, y) in glyphs.set_text(label)
        ]
        return f"q {self._begin(label)} {' '.join(signs)} ET Q"

    def _words(self, words: Words) -> str:
        """The operators of a line: from left to right, as readers expect it; they find the order of reading again."""
        drawn = in_visual_order(words.text)
        return f"q {self._begin(words)} 1 0 0 -1 {_point(words.place)} Tm {self._show(drawn, words)} ET Q"

    def _begin(self, words: Label | Words) -> str:
        colour = self._colour(words.colour)  # readers use either for the strokes of a glyph
        return f"{colour} rg {colour} RG BT"

    def _show(self, text: str, words: Label | Words) -> str:
        """Show signs, each in the font that has it."""
        for sign in text:
            self.codes.setdefault(sign, len(self.codes))
        operators = []
        for font, signs in groupby(text, key=lambda sign: self.codes[sign] // MOST_CODES):
            codes = "".join(f"{FIRST_CODE + self.codes[sign] % MOST_CODES:02x}" for sign in signs)
            operators.append(f"/{'B' if words.is_bold else 'R'}{font} {_short(words.size)} Tf <{codes}> Tj")
        return " ".join(operators)

    def _codes_of(self, number: int) -> dict[str, int]:
        """The codes of the signs in a font."""
        signs = list(self.codes)[number * MOST_CODES : (number + 1) * MOST_CODES]
        return {sign: FIRST_CODE + place for place, sign in enumerate(signs)}

    def _font(self, number: int, stroke: float) -> int:
        """Write the used glyphs as a Type 3 font; a capital is one unit high."""
        procedures, widths = [], []
        codes = self._codes_of(number)
        for sign, code in codes.items():
            drawn = draw_sign(sign, self.language)
            paths = " ".join(
                f"q 1 0 0 -1 {_point((x, glyphs.HEIGHT - y))} cm {_path(path)} S Q" for x, y, path in drawn.strokes
            )
            if drawn.outline:
                unit = _short(1 / DETAIL)
                paint = "B" if stroke == glyphs.BOLD else "f"
                paths = f"q {unit} 0 0 -{unit} 0 0 cm {_short(EMBOLDENED * DETAIL)} w {_path(drawn.outline)} {paint} Q"
            operators = f"{_short(drawn.width)} 0 -3 -5 {_short(drawn.width + 3)} 15 d1 1 J 1 j {stroke} w {paths}"
            procedures.append(f"/s{code} {self._stream([operators])} 0 R")
            widths.append(_short(drawn.width))
        last = FIRST_CODE + len(codes) - 1
        names = "".join(f"/s{code}" for code in codes.values())
        return self._add(
            "<</Type/Font/Subtype/Type3/FontBBox[-3 -5 20 15]/FontMatrix[0.1 0 0 0.1 0 0]"
            f"/CharProcs<<{''.join(procedures)}>>/Resources<<>>/FirstChar {FIRST_CODE}/LastChar {last}"
            f"/Widths[{' '.join(widths)}]/Encoding<</Type/Encoding/Differences[{FIRST_CODE}{names}]>>"
            f"/ToUnicode {self._meanings(codes)} 0 R>>"
        )

    def _meanings(self, codes: Mapping[str, int]) -> int:
        """Write the ToUnicode map of a font, for search and copy; a joined letter means the letter."""
        meant = {code: _meaning(sign) for sign, code in codes.items()}
        pairs = [f"<{code:02x}> <{sign.encode('utf-16-be').hex()}>" for code, sign in meant.items()]
        blocks = []
        for start in range(0, len(pairs), 100):  # the format allows no more at once
            block = pairs[start : start + 100]
            blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
        return self._stream(
            [
                "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
                "/CMapName /Fourfold def /CMapType 2 def",
                "1 begincodespacerange <00> <ff> endcodespacerange",
                *blocks,
                "endcmap CMapName currentdict /CMap defineresource pop end end",
            ]
        )


def _meaning(sign: str) -> str:
    return unicodedata.normalize("NFKC", sign)[::-1] if "\ufe70" <= sign <= "\ufefc" else sign


def _path(path: str) -> str:
    return " ".join(" ".join([*map(_short, points), _OPERATORS[kind]]) for kind, points in trace(path))


def _short(value: float) -> str:
    return number(value, 3)


def _point(point: Point) -> str:
    return f"{_short(point[0])} {_short(point[1])}"


def _name(symbol: str) -> str:
    return "".join(sign if sign.isalnum() or sign == "-" else f"#{ord(sign):02x}" for sign in symbol)


def _text(text: str) -> str:
    return f"<feff{text.encode('utf-16-be').hex()}>"


def _references(references: Iterable[int]) -> str:
    return " ".join(f"{reference} 0 R" for reference in references)
