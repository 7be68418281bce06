"""Ratings of the levels: what `fourfold ladder` measured, file `ratings.json` of each game that has a ladder."""

import json
from functools import cache

from fourfold.core.registry import folder, list_games

NAME = "ratings.json"
WEAKEST = 1000  # the rating of the weakest level, in every game


@cache
def ratings() -> dict[str, dict[str, int]]:
    """Each level's rating by game; games without a ladder are left out.

    >>> ratings()["level-1"]["qawale"]
    1000
    """
    found: dict[str, dict[str, int]] = {}
    for game in list_games():
        path = folder(game) / NAME
        for level, rating in (json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}).items():
            found.setdefault(level, {})[game] = WEAKEST + rating
    return found
