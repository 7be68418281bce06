"""The table in a terminal: an app over the same positions, matches and server that everybody else uses."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("terminal", Path(__file__).parent / "text")
