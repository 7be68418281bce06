"""Draws every figure of the documentation: `python docs/figures.py`.

Those of the games are in the games' folders. The others are made from the games' own pieces, or, for the map of the
layers, from the import contract in `pyproject.toml`. The tests compare `docs/figures/` with what this script draws.
"""

import tomllib
from pathlib import Path

from fourfold.core.display.figures import Figure, after, titled
from fourfold.core.registry import game
from fourfold.games.qawale.figures import LINE
from fourfold.picture.canvas import Canvas
from fourfold.picture.emblem import emblem
from fourfold.picture.font.glyphs import GLYPHS
from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import DARK, NAMES, NUMBERS, SEATS, Palette
from fourfold.picture.shapes import Box, Drawing
from fourfold.picture.signs import badge

FOLDER = Path(__file__).parent / "figures"
LOGO = Path(__file__).parents[1] / "web" / "src" / "pictures" / "mark.svg"

# Design.


def palette_figure() -> Drawing:
    """The colours of pieces and seats, each with its sign."""
    canvas = Canvas({**game("qawale").look.symbols(), **game("quadominos").look.symbols()})
    for place, colour in enumerate(("light", "dark", "neutral")):
        canvas.place(f"qawale-{colour}", (60 + 110 * place, 58))
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


DESIGN = {
    "mark": Figure(emblem, 128),
    "mark-dark": Figure(emblem, 128, DARK),
    "palette": Figure(palette_figure, 680),
    "palette-dark": Figure(palette_figure, 680, DARK),
    "lettering": Figure(lettering_figure, 680),
    "table-dark": Figure(lambda: after("qawale", LINE).drawing(), 560, DARK),
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


def logo() -> str:
    """The logo of the page, in the colours of its style sheet."""
    return svg(titled(emblem(), ""), Palette("picture-mark", NAMES.colours))


def figures() -> dict[str, str]:
    """All figures of the documentation by name; those of a game are in its folder."""
    return {"layers": layer_map()} | {name: figure.svg() for name, figure in DESIGN.items()}


def write_figures() -> None:
    """Write all figures, then remove those that are no longer drawn."""
    FOLDER.mkdir(exist_ok=True)
    drawn = figures()
    for name, content in drawn.items():
        (FOLDER / f"{name}.svg").write_text(content, encoding="utf-8", newline="\n")
    for path in FOLDER.glob("*.svg"):
        if path.stem not in drawn:
            path.unlink()
    LOGO.write_text(logo(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_figures()
