"""The terminal that the command line runs in: whether it is interactive, and how it shows a board."""

import io
import os
import sys
from typing import IO, Any

import fourfold


class OutputPipe(io.FileIO):
    """Standard output, where it is no terminal; when its reader, such as `head`, has gone, the program ends with 0.

    It ends by SystemExit, because Click and Rich make an exit code of 1 of a BrokenPipeError.
    """

    def write(self, content: Any) -> int:
        """Write bytes; after the reader has gone they go nowhere."""
        try:
            return super().write(content)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            raise SystemExit(0) from None


def open_closed_streams() -> None:
    """Read from nothing and write to nothing where a stream is closed, as in `fourfold games <&-`.

    The next file that is opened would get its number, and what is printed.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, _open_nothing(mode))


def _open_nothing(mode: str) -> IO[str]:
    return os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8", closefd=False)


def end_with_reader() -> None:
    """End the program when whoever reads standard output has gone."""
    try:
        number = sys.stdout.fileno()
    except (AttributeError, OSError):  # there is none, or it is no file
        return
    if not sys.stdout.isatty():
        pipe = io.BufferedWriter(OutputPipe(number, "w", closefd=False))
        sys.stdout = io.TextIOWrapper(pipe, sys.stdout.encoding, sys.stdout.errors)


def is_interactive() -> bool:
    """Whether a person uses a terminal that can show the full-screen app (TUI)."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on standard error
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "") not in ("", "dumb")


def board_text(table: "fourfold.Position | fourfold.View") -> str:
    """The board with as many colours as the terminal has; plain text where it has none."""
    from fourfold.picture.formats.styled_text import depth_of

    return table.coloured(depth_of(os.environ, sys.stdout.isatty()))
