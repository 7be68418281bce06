"""The games for those who study them by program: by the thousand, and as PettingZoo, Gymnasium, OpenSpiel know them."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("research", Path(__file__).parent / "text")
