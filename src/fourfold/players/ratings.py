"""Ratings of the levels, as measured by `fourfold ladder`."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "ratings.json"


@cache
def ratings() -> dict[str, dict[str, int]]:
    """Each level's rating by game, above the weakest, which has 0; games without a ladder are left out.

    >>> ratings()["level-1"]["qawale"]
    0
    """
    by_game: dict[str, dict[str, int]] = json.loads(FILE.read_text(encoding="utf-8"))
    found: dict[str, dict[str, int]] = {}
    for game, levels in by_game.items():
        for level, rating in levels.items():
            found.setdefault(level, {})[game] = rating
    return found
