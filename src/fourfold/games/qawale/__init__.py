"""Qawale: sow stacks of pebbles; a line of four wins."""

from fourfold.core.facts import Facts
from fourfold.core.options import Choice, Flag, Number

FACTS = Facts(
    id="qawale",
    name="Qawale",
    authors=("Romain Froger", "Didier Lenain-Bragard"),
    publisher="Gigamic",
    year=2022,
    seats=range(2, 3),
    minutes=15,
    colour="light",
    options=(
        Number("pebbles", low=1, high=10, normal=8),
        Choice("double", ("mover", "draw")),
        Flag("swap"),
    ),
)
