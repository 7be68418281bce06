"""Exago: put and lift hexagonal tiles, make a line."""

from fourfold.core.facts import Facts
from fourfold.core.options import Choice, Flag, NumberPerSeat

FACTS = Facts(
    id="exago",
    name="Exago",
    authors=("Mark Forsyth",),
    publisher="Goliath",
    year=2004,
    seats=range(2, 7),
    options=(
        Choice("side", ("5", "6")),
        Flag("early"),
        Flag("late"),
        NumberPerSeat("handicap", low=0, high=7),
        Flag("blocking", on=True),
    ),
)
