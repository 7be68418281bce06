"""Search: perft, playouts, alpha-beta, Monte Carlo tree search, proofs, analysis. It knows no game by name."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("search", Path(__file__).parent / "text")
