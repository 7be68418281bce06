"""SVG from drawings: symbols are defined once and used by reference."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from fourfold.picture.font import glyphs
from fourfold.picture.palette import LIGHT, Palette
from fourfold.picture.paths import number, polygon, rectangle
from fourfold.picture.shapes import Cell, Drawing, Frame, Item, Label, Mark, MarkKind, Shape, Symbol


def svg(drawing: Drawing, palette: Palette = LIGHT, width: int | None = None) -> str:
    """Write a drawing as an SVG document, `width` pixels wide.

    Ids of symbols begin with the name of the palette, so a page can hold several pictures.
    """
    box = drawing.box
    wide = box.width if width is None else width
    size = f'width="{number(wide)}" height="{number(wide * box.height / box.width)}"'
    view = " ".join(map(number, (box.left, box.top, box.width, box.height)))
    beneath = [mark for mark in drawing.marks if mark.kind == MarkKind.PATH]
    above = [mark for mark in drawing.marks if mark.kind != MarkKind.PATH]
    ground = Shape(rectangle(box.left, box.top, box.right, box.bottom), "paper")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f"<desc>{escape(drawing.description)}</desc>",
        definitions(drawing, palette),
        _group("ground", [_shape(ground, palette), *(_shape(shape, palette) for shape in drawing.board)]),
        _group("cells", (_cell(cell, palette) for cell in drawing.cells)),
        _group("marks", (_mark(mark, palette) for mark in beneath)),
        _group("pieces", (_item(item, palette) for item in drawing.items)),
        _group("labels", (_label(label, palette) for label in drawing.labels)),
        _group("marks", (_mark(mark, palette) for mark in above)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def definitions(drawing: Drawing, palette: Palette = LIGHT) -> str:
    """Write the `<defs>` of a drawing: its symbols and the glyphs of its labels."""
    labels = [
        *drawing.labels,
        *(part for symbol in drawing.symbols for part in symbol.parts if isinstance(part, Label)),
    ]
    signs = sorted({sign for label in labels for sign in label.text})
    drawn = [
        f'<symbol id="{palette.name}-{glyphs.glyph_id(sign)}" overflow="visible">'
        f'<path d="{glyphs.GLYPHS[sign][1]}"/></symbol>'
        for sign in signs
    ]
    return "\n".join(["<defs>", *drawn, *(_symbol(symbol, palette) for symbol in drawing.symbols), "</defs>"])


def symbol_contents(symbols: Iterable[Symbol], palette: Palette) -> dict[str, str]:
    """Write the content of each symbol and glyph, by its id without the name of the palette."""
    signs = {glyphs.glyph_id(sign): f'<path d="{path}"/>' for sign, (_, path) in glyphs.GLYPHS.items()}
    return signs | {symbol.id: _contents(symbol, palette) for symbol in symbols}


def frame_content(frame: Frame, palette: Palette) -> str:
    """Write an empty board; the page must define the glyphs of its labels."""
    return "".join(
        [
            *(_shape(shape, palette) for shape in frame.shapes),
            *(_cell(cell, palette) for cell in frame.cells),
            *(_label(label, palette) for label in frame.labels),
        ]
    )


def mark_content(mark: Mark, palette: Palette) -> str:
    """Write the shapes of a mark."""
    return "".join(_shape(shape, palette) for shape in mark.shapes)


def _group(name: str, parts: Iterable[str]) -> str:
    content = "\n".join(parts)
    return f'<g class="{name}">\n{content}\n</g>' if content else ""


def _symbol(symbol: Symbol, palette: Palette) -> str:
    return f'<symbol id="{palette.name}-{symbol.id}" overflow="visible">{_contents(symbol, palette)}</symbol>'


def _contents(symbol: Symbol, palette: Palette) -> str:
    parts = []
    for part in symbol.parts:
        if isinstance(part, Shape):
            parts.append(_shape(part, palette))
        elif isinstance(part, Label):
            parts.append(_label(part, palette))
        else:
            parts.append(_item(part, palette))
    return "".join(parts)


def _paint(shape: Shape, palette: Palette) -> str:
    paint = f'fill="{palette[shape.fill] if shape.fill else "none"}"'
    if shape.stroke:
        paint += f' stroke="{palette[shape.stroke]}" stroke-width="{number(shape.width)}"'
        paint += ' stroke-linecap="round" stroke-linejoin="round"'
    if shape.dashes:
        paint += f' stroke-dasharray="{" ".join(map(number, shape.dashes))}"'
    return paint


def _shape(shape: Shape, palette: Palette) -> str:
    return f'<path d="{shape.path}" {_paint(shape, palette)}/>'


def _cell(cell: Cell, palette: Palette) -> str:
    shape = Shape(polygon(cell.points), cell.fill, cell.stroke, 1.5 if cell.stroke else 0)
    return f'<path class="cell" data-name={quoteattr(cell.name)} d="{shape.path}" {_paint(shape, palette)}/>'


def _mark(mark: Mark, palette: Palette) -> str:
    return f'<g class="mark {mark.kind}" data-name={quoteattr(mark.name)}>{mark_content(mark, palette)}</g>'


def _item(item: Item, palette: Palette) -> str:
    moves = [f"translate({number(item.place[0])} {number(item.place[1])})"] if item.place != (0, 0) else []
    moves += [f"rotate({number(item.turn)})"] if item.turn else []
    moves += [f"scale({item.scale:.4g})"] if item.scale != 1 else []
    move = f' transform="{" ".join(moves)}"' if moves else ""
    name = f" data-name={quoteattr(item.name)}" if item.name else ""
    return f'<use href="#{palette.name}-{item.symbol}"{move}{name}/>'


def _label(label: Label, palette: Palette) -> str:
    uses = "".join(
        f'<use href="#{palette.name}-{glyphs.glyph_id(sign)}" x="{number(x)}" y="{number(y)}"/>'
        for sign, (x, y) in glyphs.set_text(label)
    )
    stroke = glyphs.BOLD if label.is_bold else glyphs.THIN
    return (
        f'<g transform="scale({label.size / glyphs.HEIGHT:.4g})" fill="none" stroke="{palette[label.colour]}" '
        f'stroke-width="{number(stroke)}" stroke-linecap="round" stroke-linejoin="round">{uses}</g>'
    )
