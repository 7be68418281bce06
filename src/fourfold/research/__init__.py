"""The games for those who study them by program: thousands at once, or as PettingZoo, Gymnasium and OpenSpiel know them."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("research", Path(__file__).parent / "text")
