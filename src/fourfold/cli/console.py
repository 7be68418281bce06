"""The terminal that the command line runs in: whether it is interactive, and how it shows a board."""

import os
import sys

import fourfold


def is_interactive() -> bool:
    """Whether a person uses a terminal that can show the full-screen app (TUI)."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def board_text(table: "fourfold.Position | fourfold.View") -> str:
    """The board with as many colours as the terminal has; plain text where it has none."""
    from fourfold.picture.formats.styled_text import depth_of

    return table.coloured(depth_of(os.environ, sys.stdout.isatty()))
