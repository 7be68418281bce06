"""The way to play that seeks tall stacks of Qawale finds them."""

import re

from fourfold.contract.variants import list_variants
from fourfold.contract.ways import play


def test_stacks_grow_tall() -> None:
    tallest = 0
    for variant in list_variants(["qawale"]):
        for seed in range(3):
            for position in play(variant, "tall stacks", seed):
                board = str(position).partition("@")[2].partition(":")[0]
                tallest = max(tallest, *map(len, re.split("[,/]", board)))
    assert tallest >= 10
