"""Puzzles: positions out of played games where one move is the right one, and that is proved."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("puzzles", Path(__file__).parent / "text")
