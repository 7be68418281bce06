"""The figures of Exago."""

from collections.abc import Callable, Mapping

from fourfold.core.display.figures import Figure, after, board, cropped, text_board, with_key
from fourfold.core.grids import format_board
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.games.exago.notation import letters_of
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.picture.formats.styled_text import Line
from fourfold.text import say

SIDE = 5
GRID = GRIDS[SIDE]
TEXT_LINES = 2 * SIDE  # of the board
START = "e5 e6 d5 d6 f5 f4"
TOUCH = "exago:seats=3@5/6/7/8/4rb3/3y4/7/6/5:0:3"
CUT = "exago@5/6/7/1rrbrr2/1bbbrbb2/rrrb1rr1/1bb2b1/2br2/br3:1:25"
BEFORE_LINE = "exago:seats=3@5/6/3r3/3bbb2/4rry2/3ybry1/5by/3yr1/2yrb:1:25"
BEFORE_BLOCK = "exago:seats=3@5/6/3y3/3ryb2/4rb3/4br2/7/6/5:2:8"
EQUAL = "exago:seats=3@5/6/7/4b3/3brr3/3yr3/4bbr/3bbr/4y:1:187"
LATE = "exago:seats=3:late=on@4b/4y1/3yrrb/3b2b1/3y1b1yr/3yrrry/5b1/6/5:2:26"
BLOCKS = {"c6": "yes", "e7": "bar", "e4": "bar"}
FARTHER = {"r": "e5 d5 d6", "b": "f3 f4 f5", "y": "c4 c5 c6", "g": "f2 c3"}


def read(text: str) -> Position:
    """The position of a text."""
    return game("exago").read(text)


def find(cell: str) -> tuple[int, int]:
    """The line and the column of a cell in the text board."""
    cells = GRID.rows[ord("i") - ord(cell[0])]
    return ord("i") - ord(cell[0]) + 1, abs(ord("e") - ord(cell[0])) + 4 + 2 * cells.index(GRID.cell(cell))


def figure(
    make: Callable[[], Position],
    signs: Callable[[], Mapping[str, str]] = dict,
    way: str = "",
    *,
    keeps_marks: bool = False,
    in_text: Mapping[str, str] | None = None,
    key: Callable[[], str] = str,
) -> Figure:
    """The used part of a position with signs and an arrow, as a drawing and as text.

    `in_text` are the signs of the text where they are others, `key` says what they mean.
    """

    def text() -> list[Line]:
        drawn = text_board(make(), TEXT_LINES, signs() if in_text is None else in_text, find)
        return with_key(drawn, key()) if key() else drawn

    return Figure(
        lambda: board(make(), signs(), way, around=used_part(make(), signs()), keeps_marks=keeps_marks), text=text
    )


def used_part(position: Position, signs: Mapping[str, str]) -> str:
    """The cells with tiles or signs, and those around the tiles."""
    tiles = list(letters_of(position.row))
    around = {int(cell) for cell in GRID.neighbours[tiles].flat if cell >= 0}
    return " ".join({*map(GRID.name, around), *signs})


def touching() -> dict[str, str]:
    """The cells where a tile may go, and one where it may not."""
    return {**{str(move): "dot" for move in read(TOUCH).moves()}, "a5": "bar"}


def tiles_of(position: Position) -> dict[str, str]:
    """The letter of the tile on each cell."""
    return {GRID.name(cell): letter for cell, letter in letters_of(position.row).items()}


def cut_off() -> dict[str, str]:
    """The tile to lift, and the tiles that go back."""
    kept = tiles_of(read(CUT).play("c5-b4"))
    return {"c5": "from", **{name: "back" for name in tiles_of(read(CUT)) if name not in kept and name != "c5"}}


def groups(lifted: str = "c7") -> dict[str, str]:
    """The tile to lift, and the two groups that are left."""
    left = {GRID.cell(name) for name in tiles_of(read(EQUAL))} - {GRID.cell(lifted)}
    group = [min(left)]
    for cell in group:
        group += [other for other in GRID.neighbours[cell].tolist() if other in left and other not in group]
    return {**{GRID.name(cell): "line" if cell in group else "other" for cell in left}, lifted: "from"}


def farther() -> Position:
    """Two players threaten to win; green is to move."""
    letters = {GRID.cell(name): letter for letter, names in FARTHER.items() for name in names.split()}
    return read(f"exago:seats=4@{format_board(GRID, letters)}:3:11")


FIGURES = {
    "start": figure(lambda: after("exago", START, seats=6)),
    "touch": Figure(
        lambda: board(read(TOUCH), touching()),
        text=lambda: text_board(read(TOUCH), TEXT_LINES, touching(), find),
    ),
    "line": figure(
        lambda: read(BEFORE_LINE).play("c8-f3"),
        lambda: {"c8": "from"},
        "c8 f3",
        in_text={"c8": "from", **dict.fromkeys(("f3", "f4", "f5", "f6"), "line")},
        key=lambda: say("exago.figure.line"),
    ),
    "before-cut": figure(lambda: read(CUT), cut_off, key=lambda: say("exago.figure.cut")),
    "after-cut": figure(
        lambda: read(CUT).play("c5-b4"),
        lambda: {"c5": "from"},
        "c5 b4",
        in_text={"c5": "from", "b4": "ring"},
        key=lambda: say("exago.figure.moved"),
    ),
    "equal": figure(lambda: read(EQUAL), groups, in_text={"c7": "from"}, key=lambda: say("exago.figure.equal")),
    "blocking": figure(lambda: read(BEFORE_BLOCK).play("g6"), lambda: BLOCKS, keeps_marks=True),
    "farther": figure(farther, lambda: {"f6": "yes", "c7": "bar"}),
    "late": figure(
        lambda: read(LATE).play("h5-h6"),
        lambda: {"h5": "from", "i5": "ring"},
        "h5 h6",
        key=lambda: say("exago.figure.late"),
    ),
    "shelf": Figure(lambda: cropped(read(BEFORE_LINE))),
}
