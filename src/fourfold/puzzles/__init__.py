"""Puzzles: positions from games where one move is proved to be the right one."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("puzzles", Path(__file__).parent / "text")
