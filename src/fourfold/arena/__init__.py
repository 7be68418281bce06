"""What measures players: games without a server, duels, ladders, ratings, and outside engines."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("arena", Path(__file__).parent / "text")
