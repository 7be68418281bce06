"""Quad-Ominos: lay square tiles so that the numbers at their corners agree."""

from fourfold.core.facts import Facts
from fourfold.core.options import Flag, Number

FACTS = Facts(
    id="quadominos",
    name="Quad-Ominos",
    authors=(),
    publisher="Pressman",
    year=1978,
    seats=range(2, 9),
    options=(
        Flag("beginner"),
        Number("target", low=1, high=100_000),
        Number("rounds", low=1, high=1_000),
    ),
    has_deals=True,
    time_out_moves=True,
    bench={"seats": 4, "rounds": 1},
)
