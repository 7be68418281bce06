"""Computer players: who choose a move from a view alone, their levels, and the runner that lets them think."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("players", Path(__file__).parent / "text")
