"""`fourfold draw`: a record or a position as a picture or as text."""

from pathlib import Path
from typing import Annotated

import typer

import fourfold
from fourfold.cli.console import board_text
from fourfold.cli.files import read_text, refuse_suffix, write_bytes
from fourfold.cli.options import argument, option
from fourfold.core.errors import BadValue
from fourfold.core.position_text import read
from fourfold.core.records.record import Record
from fourfold.text import say

SUFFIXES = (".svg", ".png", ".gif", ".txt")


def run(
    source: Annotated[str, argument("FILE|POSITION", "cli.draw.source")],
    target: Annotated[Path | None, option("FILE", "cli.draw.target", "--out", "-o")] = None,
    ply: Annotated[int | None, option("N", "cli.draw.ply", min=0)] = None,
    seat: Annotated[int | None, option("N", "cli.draw.seat")] = None,
    width: Annotated[int | None, option("N", "cli.draw.width", min=32, max=8192)] = None,
    palette: Annotated[str, typer.Option(metavar="NAME", help=say("cli.draw.palette"))] = "light",
) -> None:
    from fourfold.core.display.pictures import find_palette

    suffix = target.suffix.lower() if target else ".txt"
    if suffix not in SUFFIXES:
        refuse_suffix(Path(str(target)), *SUFFIXES)
    find_palette(palette)  # an unknown one is refused before anything is read
    opened = _open(source)
    if suffix == ".gif":
        content = _animation(opened, ply, seat, width, palette)
    else:
        position = _find_position(opened, ply)
        table = position if seat is None else position.view(seat)
        if target is None:
            print(board_text(table))
            return
        content = _picture(table, suffix, width, palette)
    assert target is not None
    write_bytes(target, content)
    print(say("cli.draw.written", path=str(target)))


def _open(text: str) -> "Record | fourfold.Position":
    """Read a position, or a file with a position or a record."""
    if "@" in text and not Path(text).exists():
        return read(text)
    content = read_text(Path(text)).strip()
    is_position = "@" in content and not content.startswith(("[", "{")) and not content.split()[1:]
    return read(content) if is_position else Record.parse(content)


def _animation(
    opened: "Record | fourfold.Position", ply: int | None, seat: int | None, width: int | None, palette: str
) -> bytes:
    """A whole record as an animated GIF."""
    from fourfold.core.display.pictures import draw_record, find_palette
    from fourfold.picture.formats import gif

    if not isinstance(opened, Record) or ply is not None:
        raise BadValue("cli.draw.gif")
    drawings = list(draw_record(opened, seat, is_view=seat is not None))
    return gif.gif(drawings, find_palette(palette), width or gif.WIDTH)


def _picture(table: "fourfold.Position | fourfold.View", suffix: str, width: int | None, palette: str) -> bytes:
    from fourfold.picture.formats.styled_text import Depth

    if suffix == ".png":
        return table.png(palette, width)
    return (table.coloured(Depth.NONE) + "\n" if suffix == ".txt" else table.svg(palette, width)).encode()


def _find_position(opened: "Record | fourfold.Position", ply: int | None) -> "fourfold.Position":
    """The position itself, or the last position of the record with `ply` moves played."""
    if not isinstance(opened, Record):
        if ply is not None:
            raise BadValue("cli.draw.ply_of_position")
        return opened
    if ply is None:
        return opened.position
    found = [position for position in opened.positions() if position.ply == ply]
    if not found:
        raise BadValue("cli.draw.no_such_ply", ply=ply, last=opened.position.ply, first=opened.first.ply)
    return found[-1]
