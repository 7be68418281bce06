"""Nine Men's Morris: place men, move them, make mills, take the other's men."""

from fourfold.core.facts import Facts
from fourfold.core.options import Flag

FACTS = Facts(
    id="morris",
    name="Nine Men’s Morris",
    seats=range(2, 3),
    options=(Flag("flying", on=True),),
)
