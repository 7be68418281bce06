"""The research library: batches, PettingZoo, Gymnasium and OpenSpiel environments, datasets and studies."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("research", Path(__file__).parent / "text")
