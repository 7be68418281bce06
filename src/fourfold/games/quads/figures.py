"""The figures of Quads."""

from fourfold.core.display.figures import Figure, after, cropped, titled
from fourfold.games.quads.board import place_tile
from fourfold.games.quads.symbols import symbols
from fourfold.picture.canvas import Canvas
from fourfold.picture.shapes import Box, Drawing

SHELF = (
    "b3=TTTT f5=PPPP e5=SPPS b2=TSPP c3=STPT f6=PPPS f4=PPSP a3=STST d5=TSPP b4=SPTT d4=PSTT b5=TTST d6=SPTT a4=PTST "
    "a5=PTPS b1=PSTS f3=SSTS a1=SSST c6=PTSS c1=TPSS b6=PSTP d1=SSPP"
)


def edges() -> Drawing:
    """One tile of each player, and the letters of its edges."""
    canvas = Canvas(symbols())
    for place, owner in enumerate(("light", "dark")):
        x = 150.0 + 330 * place
        place_tile(canvas, "SPTP", owner, (x, 130), 1.6)
        for letter, (right, down) in zip("SPTP", ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            canvas.write(letter, (x + 104 * right, 130 + 104 * down), 20, "ink")
    return titled(canvas.drawing(Box(0, 0, 630, 260)), "Quads: the edges solid, parallel and towards the centre")


def tiles() -> Drawing:
    """The seventeen tiles of a player and the two neutral ones."""
    canvas = Canvas(symbols())
    rows = [
        "PPPS PPST PPTS PSPT PSTT PTST PTTS STTT",
        "PPSS PSPS PSST PSTS PTSS SSTT STST",
        "PSSS SSST",
    ]
    for y, names in enumerate(rows):
        for x, name in enumerate(names.split()):
            place_tile(canvas, name, "light", (70 + 112 * x, 66 + 112 * y))
    for x, name in enumerate(("PPPP", "TTTT")):
        place_tile(canvas, name, "neutral", (70 + 112 * (6 + x), 66 + 224))
    return titled(canvas.drawing(Box(0, 0, 924, 356)), "Quads: the tiles of one player, and the two neutral ones")


def placing() -> Drawing:
    """A tile that matches two neighbours at once."""
    return after("quads", "c4=TTTT e3=PPPP c3=TPSS e4=TSPS b4=STTP d3=SPTP").drawing()


def border() -> Drawing:
    """The rim with its printed lines."""
    return after("quads", "c4=TTTT a1=PPPP c5=SSTP b1=PSPP", border=True).drawing()


FIGURES = {
    "edges": Figure(edges, 420),
    "tiles": Figure(tiles),
    "placing": Figure(placing),
    "border": Figure(border),
    "shelf": Figure(lambda: cropped(after("quads", SHELF))),
}
