"""`fourfold draw`: a record or a position as a picture or as text."""

import os
import sys
from pathlib import Path

from fourfold.cli.files import read_text, write_bytes
from fourfold.core.display.pictures import draw_record, find_palette
from fourfold.core.errors import BadValue
from fourfold.core.position import Position, View
from fourfold.core.position_text import read
from fourfold.core.records.record import Record
from fourfold.picture.formats.styled_text import Depth, depth_of
from fourfold.text import say

SUFFIXES = (".svg", ".png", ".gif", ".txt")


def shown(table: Position | View) -> str:
    """The board as the terminal can show it: with colours, or plain where there are none."""
    return table.coloured(depth_of(os.environ, sys.stdout.isatty()))


def open_source(text: str) -> Record | Position:
    """Read what was named: a position, or a file with a position or a record."""
    if "@" in text and not Path(text).exists():
        return read(text)
    content = read_text(Path(text)).strip()
    is_position = "@" in content and not content.startswith(("[", "{")) and not content.split()[1:]
    return read(content) if is_position else Record.parse(content)


def find_ply(record: Record, ply: int) -> Position:
    """The last position of a record with so many moves played."""
    found = None
    for position in record.positions():
        if position.ply <= ply:
            found = position
    if found is None or found.ply != ply:
        raise BadValue("cli.draw.no_such_ply", ply=ply, last=record.position.ply, first=record.first.ply)
    return found


def check_target(target: Path | None) -> str:
    """The kind of picture that a file's name asks for."""
    suffix = target.suffix.lower() if target else ".txt"
    if suffix not in SUFFIXES:
        raise BadValue("cli.draw.suffix", path=str(target), suffixes=", ".join(SUFFIXES))
    return suffix


def draw(source: str, target: Path | None, ply: int | None, seat: int | None, width: int | None, palette: str) -> str:
    """Make the picture; what is returned is to be printed."""
    suffix = check_target(target)
    colours = find_palette(palette)
    opened = open_source(source)
    if suffix == ".gif" and target is not None:
        from fourfold.picture.formats import gif

        if not isinstance(opened, Record) or ply is not None:
            raise BadValue("cli.draw.gif")
        drawings = list(draw_record(opened, seat, is_view=seat is not None))
        write_bytes(target, gif.gif(drawings, colours, width or gif.WIDTH))
        return say("cli.draw.written", path=str(target))
    position = _position(opened, ply)
    table = position if seat is None else position.view(seat)
    if target is None:
        return shown(table)
    if suffix == ".txt":
        content = (table.coloured(Depth.NONE) + "\n").encode()
    else:
        content = table.svg(palette, width).encode() if suffix == ".svg" else table.png(palette, width)
    write_bytes(target, content)
    return say("cli.draw.written", path=str(target))


def _position(opened: Record | Position, ply: int | None) -> Position:
    if isinstance(opened, Record):
        return opened.position if ply is None else find_ply(opened, ply)
    if ply is not None:
        raise BadValue("cli.draw.ply_of_position")
    return opened
