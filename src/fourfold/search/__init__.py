"""Walks through games by their kernels: perft, playouts, tactics, analysis. Never knows a game by name."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("search", Path(__file__).parent / "text")
