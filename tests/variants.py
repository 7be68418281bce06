"""The variants that tests play: every game with its options and numbers of seats."""

from dataclasses import dataclass, field
from typing import Any

import fourfold
from fourfold import Position


@dataclass(frozen=True)
class Variant:
    """One way to set up a game."""

    game: str
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)

    def start(self, seed: int = 0) -> Position:
        return fourfold.game(self.game).start(seats=self.seats, seed=seed, **self.options)

    def __str__(self) -> str:
        pairs = [f"{key}={value}" for key, value in {"seats": self.seats, **self.options}.items()]
        return "-".join([self.game, *pairs]).replace(" ", "")


VARIANTS = [
    Variant("quads"),
    Variant("quads", options={"border": True}),
    Variant("quads", options={"apart": "diagonal"}),
    Variant("quads", options={"hidden": True}),
    Variant("quads", options={"border": True, "apart": "diagonal", "hidden": True}),
    Variant("qawale"),
    Variant("qawale", options={"pebbles": 1, "swap": True}),
    Variant("qawale", options={"pebbles": 3, "double": "draw"}),
    Variant("qawale", options={"pebbles": 10, "swap": True, "double": "draw"}),
    *(Variant("quadominos", seats, {"rounds": 1}) for seats in range(2, 9)),
    *(Variant("quadominos", seats, {"beginner": True, "rounds": 2}) for seats in (2, 5, 8)),
    Variant("quadominos", 2, {"target": 60}),
    Variant("quadominos", 3, {"target": 150, "beginner": True}),
    Variant("quadominos", 4, {"target": 30}),
    Variant("exago"),
    Variant("exago", options={"side": 6}),
    Variant("exago", options={"early": True}),
    Variant("exago", options={"late": True, "handicap": (0, 3)}),
    Variant("exago", options={"early": True, "late": True, "side": 6}),
    *(Variant("exago", seats) for seats in range(3, 7)),
    Variant("exago", 3, {"blocking": False}),
    Variant("exago", 3, {"early": True, "handicap": (0, 2, 1)}),
    Variant("exago", 4, {"late": True}),
    Variant("exago", 5, {"late": True, "early": True, "side": 6}),
    Variant("exago", 6, {"blocking": False, "side": 6, "late": True}),
]
