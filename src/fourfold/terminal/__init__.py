"""The full-screen terminal app (TUI, by Textual): local matches, online play, replay."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("terminal", Path(__file__).parent / "text")
