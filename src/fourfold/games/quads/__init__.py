"""Quads: place tiles with matching edges; who cannot place loses."""

from fourfold.core.facts import Facts
from fourfold.core.options import Choice, Flag

FACTS = Facts(
    id="quads",
    name="Quads",
    authors=("Kris Burm",),
    publisher="Gigamic",
    year=1995,
    seats=range(2, 3),
    minutes=15,
    colour="dark",
    options=(
        Flag("border"),
        Flag("hidden"),
        Choice("apart", ("orthogonal", "diagonal")),
    ),
)
