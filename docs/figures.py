"""Draws every figure of the documentation: `python docs/figures.py`.

Figures are made from positions and moves in the notation of the games, from the games' own pieces, or, for the map of
the layers, from the import contract in `pyproject.toml`. The tests compare `docs/figures/` with what this script draws.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import fourfold
from fourfold import Position
from fourfold.games.qawale.symbols import pebble
from fourfold.games.quadominos.symbols import symbols as quadominos_symbols
from fourfold.games.quads.board import place_tile as place_quads_tile
from fourfold.games.quads.symbols import symbols as quads_symbols
from fourfold.picture.canvas import Canvas
from fourfold.picture.emblem import emblem
from fourfold.picture.font.glyphs import GLYPHS
from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import DARK, LIGHT, NAMES, NUMBERS, SEATS, Palette
from fourfold.picture.shapes import Box, Drawing, Item, Point, Symbol
from fourfold.picture.signs import badge

FOLDER = Path(__file__).parent / "figures"
PICTURE_FOLDER = Path(__file__).parents[1] / "web" / "src" / "pictures"
WIDTH = 560  # of a board, in pixels

Maker = Callable[[], Drawing]


def after(game: str, moves: str, **options: object) -> Position:
    """The position after some moves from the start."""
    position = fourfold.game(game).start(**options)  # type: ignore[arg-type]
    for move in moves.split():
        position = position.play(move)
    return position


def played(position: str, move: str) -> Position:
    """The position after one move from another."""
    return fourfold.read(position).play(move)


def titled(drawing: Drawing, title: str) -> Drawing:
    """Give words to a drawing that is made of pieces."""
    return replace(drawing, title=title)


# Design.


def palette_figure() -> Drawing:
    """The colours of pieces and seats, each with its sign."""
    canvas = Canvas(quadominos_symbols())
    for place, letter in enumerate("xon"):
        canvas.place(pebble(letter), (60 + 110 * place, 58))
    for seat in range(SEATS):
        canvas.place(badge(seat), (60 + 80 * seat, 130))
        canvas.write(str(seat), (60 + 80 * seat, 174), 13)
    for number in range(NUMBERS):
        canvas.place(f"quadominos-{number}{number}{number}{number}", (60 + 110 * number, 260))
    return titled(canvas.drawing(Box(0, 0, 680, 330)), "The colours and signs of pieces and seats")


def lettering_figure() -> Drawing:
    """All signs of the lettering."""
    canvas = Canvas()
    for place, sign in enumerate(sorted(GLYPHS)):
        canvas.write(sign, (40 + 50 * (place % 16), 45 + 60 * (place // 16)), 26, "ink")
    return titled(canvas.drawing(Box(0, 0, 830, 200)), "The lettering")


# Quads.


def quads_edges() -> Drawing:
    """One tile of each player, and the letters of its edges."""
    canvas = Canvas(quads_symbols())
    for place, owner in enumerate(("light", "dark")):
        x = 150.0 + 330 * place
        place_quads_tile(canvas, "SPTP", owner, (x, 130), 1.6)
        for letter, (right, down) in zip("SPTP", ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            canvas.write(letter, (x + 104 * right, 130 + 104 * down), 20, "ink")
    return titled(canvas.drawing(Box(0, 0, 630, 260)), "Quads: the edges solid, parallel and towards the centre")


def quads_tiles() -> Drawing:
    """The seventeen tiles of a player and the two neutral ones."""
    canvas = Canvas(quads_symbols())
    rows = [
        "PPPS PPST PPTS PSPT PSTT PTST PTTS STTT",
        "PPSS PSPS PSST PSTS PTSS SSTT STST",
        "PSSS SSST",
    ]
    for y, names in enumerate(rows):
        for x, name in enumerate(names.split()):
            place_quads_tile(canvas, name, "light", (70 + 112 * x, 66 + 112 * y))
    for x, name in enumerate(("PPPP", "TTTT")):
        place_quads_tile(canvas, name, "neutral", (70 + 112 * (6 + x), 66 + 224))
    return titled(canvas.drawing(Box(0, 0, 924, 356)), "Quads: the tiles of one player, and the two neutral ones")


def quads_placing() -> Drawing:
    """A tile that matches two neighbours at once."""
    return after("quads", "c4=TTTT e3=PPPP c3=TPSS e4=TSPS b4=STTP d3=SPTP").drawing()


def quads_border() -> Drawing:
    """The rim with its printed lines."""
    return after("quads", "c4=TTTT a1=PPPP c5=SSTP b1=PSPP", border=True).drawing()


# Qawale.

QAWALE_LINE = "d1NNW c3ES a1ENE d3WNE d2WWN d4WSSW b1EE c2WNES b2WNESW d1NN"


def qawale_start() -> Drawing:
    """The board before the first move."""
    return fourfold.game("qawale").start().drawing()


def qawale_sowing() -> Drawing:
    """A first move: a pebble on the stack of a1, and the stack sown north, east, east."""
    return after("qawale", "a1NEE").drawing()


def qawale_line() -> Drawing:
    """A finished game."""
    return after("qawale", QAWALE_LINE).drawing()


# Quad-Ominos.

QUADOMINOS_BONUS = "0,0=5555+25 0,1=3355 -1,0=5550 0,2=5033 1,2=0133 0,-1=5535 1,-1=5133 -2,0=1501 1,0=5515+25"


def quadominos_tiles() -> Drawing:
    """One tile in its four turns: the numbers ascend clockwise."""
    canvas = Canvas(quadominos_symbols())
    for turn in range(4):
        name = "0134"
        canvas.place(f"quadominos-{name[turn:]}{name[:turn]}", (80 + 140 * turn, 80), scale=1.1)
    return titled(canvas.drawing(Box(0, 0, 580, 160)), "Quad-Ominos: the tile 0134 in its four turns")


def quadominos_bonus() -> Drawing:
    """A tile in a notch, as anybody sees it."""
    return after("quadominos", QUADOMINOS_BONUS, seats=3, seed=0, rounds=1).view().drawing()


# Exago.

EXAGO_CUT = "exago@5/6/7/1rrbrr2/1bbbrbb2/rrrb1rr1/1bb2b1/2br2/br3:1:25"


def exago_start() -> Drawing:
    """The first tiles of a game of six."""
    return after("exago", "e5 e6 d5 d6 f5 f4", seats=6).drawing()


def exago_before_cut() -> Drawing:
    """A position in which blue can cut tiles off."""
    return fourfold.read(EXAGO_CUT).drawing()


def exago_after_cut() -> Drawing:
    """The same after the lift."""
    return played(EXAGO_CUT, "c5-b4").drawing()


def exago_line() -> Drawing:
    """Four in a line win with three players."""
    return played("exago:seats=3@5/6/3r3/3bbb2/4rry2/3ybry1/5by/3yr1/2yrb:1:25", "c8-f3").drawing()


def exago_blocking() -> Drawing:
    """Red has to stop blue."""
    return played("exago:seats=3@5/6/3y3/3ryb2/4rb3/4br2/7/6/5:2:8", "g6").drawing()


FIGURES: dict[str, tuple[Maker, int, Palette]] = {
    "mark": (emblem, 128, LIGHT),
    "mark-dark": (emblem, 128, DARK),
    "palette": (palette_figure, 680, LIGHT),
    "palette-dark": (palette_figure, 680, DARK),
    "lettering": (lettering_figure, 680, LIGHT),
    "quads-edges": (quads_edges, 420, LIGHT),
    "quads-tiles": (quads_tiles, WIDTH, LIGHT),
    "quads-placing": (quads_placing, WIDTH, LIGHT),
    "quads-border": (quads_border, WIDTH, LIGHT),
    "qawale-start": (qawale_start, WIDTH, LIGHT),
    "qawale-sowing": (qawale_sowing, WIDTH, LIGHT),
    "qawale-line": (qawale_line, WIDTH, LIGHT),
    "qawale-line-dark": (qawale_line, WIDTH, DARK),
    "quadominos-tiles": (quadominos_tiles, 420, LIGHT),
    "quadominos-bonus": (quadominos_bonus, WIDTH, LIGHT),
    "exago-start": (exago_start, WIDTH, LIGHT),
    "exago-before-cut": (exago_before_cut, WIDTH, LIGHT),
    "exago-after-cut": (exago_after_cut, WIDTH, LIGHT),
    "exago-blocking": (exago_blocking, WIDTH, LIGHT),
    "exago-line": (exago_line, WIDTH, LIGHT),
}


# The map of the layers.

PURPOSES = {
    "cli": "commands",
    "contract": "the tests that every game must pass",
    "web": "HTTP API, sessions, live matches, jobs",
    "terminal": "the app in a terminal",
    "puzzles": "positions with one proved move",
    "research": "batches, environments, datasets, studies",
    "arena": "duels, ladders, tournaments, ratings, engines",
    "store": "event log, accounts; SQLite, PostgreSQL",
    "players": "levels, nets, thread pool",
    "match": "commands, events, clocks, lots",
    "games": "the rules of each game",
    "search": "alpha-beta, MCTS, proofs, analysis",
    "core": "Game, Position, Move, View, Record, options, clicks",
    "kernel": "Numba, contract, cache",
    "picture": "SVG, PNG, GIF, PDF, palettes",
    "text": "message catalogues",
}
MAP_STYLE = """
    text { font: 600 17px system-ui, sans-serif; fill: #1c2027; text-anchor: middle; }
    .purpose { font: 13px system-ui, sans-serif; fill: #3d4450; }
    .outside { fill: #fffdf8; stroke: #6b7280; stroke-dasharray: 5 4; }
    .layer { fill: #dfe7f3; stroke: #2b4a7d; }
    .arrow { stroke: #2b4a7d; stroke-width: 2; fill: none; marker-end: url(#tip); }
"""
MAP_WIDTH, ROW_HEIGHT, ROW_STEP, GAP = 800, 50, 70, 12


def layer_map() -> str:
    """The layers as import-linter enforces them, the highest first; each imports only from below."""
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each.get("containers") == ["fourfold"])
    rows = [[name.strip(" ()") for name in layer.split("|")] for layer in layers]
    height = ROW_STEP * len(rows) + ROW_STEP + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {MAP_WIDTH} {height}" width="{MAP_WIDTH}" role="img">',
        "  <title>The layers of Fourfold</title>",
        f"  <style>{MAP_STYLE}  </style>",
        '  <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">',
        '    <path d="M0 0 10 5 0 10z" fill="#2b4a7d"/>',
        "  </marker>",
        f'  <rect width="{MAP_WIDTH}" height="{height}" rx="10" fill="#f6f3ec"/>',
    ]
    outside = [("the page: web/src", "by HTTP and WebSocket"), ("bots and engines", "by HTTP, or by standard input")]
    parts += map_row("outside", outside, GAP)
    for place, names in enumerate(rows, start=1):
        top = GAP + ROW_STEP * place
        if place > 1:
            parts.append(f'  <path class="arrow" d="M{MAP_WIDTH // 2} {top - ROW_STEP + ROW_HEIGHT}V{top - 1}"/>')
        parts += map_row("layer", [(f"{name}/", PURPOSES[name]) for name in names], top)
    return "\n".join([*parts, "</svg>", ""])


def map_row(kind: str, boxes: list[tuple[str, str]], top: int) -> list[str]:
    """Boxes side by side, each with a name and a purpose."""
    width = (MAP_WIDTH - GAP * (len(boxes) + 1)) / len(boxes)
    drawn = []
    for place, (name, purpose) in enumerate(boxes):
        left = GAP + place * (width + GAP)
        middle = left + width / 2
        drawn += [
            f'  <rect class="{kind}" x="{left:.0f}" y="{top}" width="{width:.0f}" height="{ROW_HEIGHT}" rx="6"/>',
            f'  <text x="{middle:.0f}" y="{top + 21}">{name}</text>',
            f'  <text class="purpose" x="{middle:.0f}" y="{top + 40}">{purpose}</text>',
        ]
    return drawn


# Pictures in the page: the same, in the colours of its style sheet, and of the board alone.

QUADS_PICTURE = (
    "b3=TTTT f5=PPPP e5=SPPS b2=TSPP c3=STPT f6=PPPS f4=PPSP a3=STST d5=TSPP b4=SPTT d4=PSTT b5=TTST d6=SPTT a4=PTST "
    "a5=PTPS b1=PSTS f3=SSTS a1=SSST c6=PTSS c1=TPSS b6=PSTP d1=SSPP"
)


def cropped(position: Position, margin: float) -> Drawing:
    """The cells of the board with what lies there, without hands, names and marks."""
    drawing = position.drawing()
    points = [point for cell in drawing.cells for point in cell.points]
    if not points:
        points = [(x + d, y + d) for x, y in (item.place for item in drawing.items if item.name) for d in (-50, 50)]
    across, down = zip(*points, strict=True)
    box = Box(min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin)
    items = tuple(item for item in drawing.items if is_within(box, item.place))
    known = {symbol.id: symbol for symbol in drawing.symbols}
    used = parts_of(known, {item.symbol for item in items})
    symbols = tuple(symbol for symbol in drawing.symbols if symbol.id in used)
    return replace(drawing, box=box, items=items, symbols=symbols, labels=(), marks=(), description="")


def parts_of(known: Mapping[str, Symbol], ids: set[str]) -> set[str]:
    """The symbols of these ids, and those that they are made of."""
    within = {part.symbol for name in ids for part in known[name].parts if isinstance(part, Item)}
    return ids | parts_of(known, within) if within else ids


def is_within(box: Box, place: Point) -> bool:
    """Whether a point lies in a box."""
    return box.left < place[0] < box.right and box.top < place[1] < box.bottom


PICTURES: dict[str, Maker] = {
    "mark": emblem,
    "quads": lambda: cropped(after("quads", QUADS_PICTURE), 12),
    "qawale": lambda: cropped(after("qawale", QAWALE_LINE), 12),
    "quadominos": lambda: cropped(after("quadominos", QUADOMINOS_BONUS, seats=3, seed=0, rounds=1), 12),
    "exago": lambda: cropped(fourfold.read("exago:seats=3@5/6/3r3/3bbb2/4rry2/3ybry1/5by/3yr1/2yrb:1:25"), 12),
}


def picture(name: str) -> str:
    """Draw one picture; ids begin with its name, because several stand in one page."""
    drawing = titled(PICTURES[name](), "")
    return svg(drawing, Palette(f"picture-{name}", NAMES.colours))


def figure(name: str) -> str:
    """Draw one figure."""
    if name == "layers":
        return layer_map()
    maker, width, palette = FIGURES[name]
    return svg(maker(), palette, width)


def list_figures() -> list[str]:
    """The names of all figures."""
    return [*FIGURES, "layers"]


def write_figures() -> None:
    """Write all figures, and remove those that are no longer drawn."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        if path.stem not in list_figures():
            path.unlink()
    for name in list_figures():
        (FOLDER / f"{name}.svg").write_text(figure(name), encoding="utf-8", newline="\n")
    for name in PICTURES:
        (PICTURE_FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_figures()
