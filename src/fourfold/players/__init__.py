"""Computer players, which choose a move from a view alone; their levels, and the thread pool that runs them."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("players", Path(__file__).parent / "text")
