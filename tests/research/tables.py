"""The tables that the adapters are tested at: every game, every number of seats, hidden hands, tall stacks."""

from fourfold.contract.variants import Variant

TABLES = [
    Variant("quads"),
    Variant("quads", options={"hidden": True, "border": True}),
    Variant("qawale"),
    Variant("qawale", options={"pebbles": 10, "swap": True}),
    *(Variant("exago", seats) for seats in range(2, 7)),
    Variant("exago", 3, {"early": True, "late": True, "side": 6}),
    *(Variant("quadominos", seats, {"rounds": 1}) for seats in range(2, 9)),
    Variant("quadominos", 3, {"target": 100, "beginner": True}),
]
