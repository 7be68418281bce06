"""The ways to play that seek the rare in Exago find it: what the oracle is compared on really occurs."""

import re
from collections import Counter
from itertools import product

import pytest

from fourfold.contract.variants import list_variants
from fourfold.contract.ways import play, ways_of


@pytest.mark.long
def test_splits_ties_duties_and_repetitions_occur() -> None:
    seen: Counter[str] = Counter()
    for variant, way in product(list_variants(["exago"]), ways_of("exago")):
        for position in play(variant, way, plies=160):
            text = str(position.last)
            seen["choice of a group"] += "/" in text
            seen["lift"] += "-" in text
            if position.previous is not None and "-" in text:
                before, after = (
                    sum(c.isalpha() for c in str(p).partition("@")[2]) for p in (position.previous, position)
                )
                seen["tiles went back"] += after < before
            if position.outcome is not None:
                seen[position.outcome.code] += 1
            elif position.seats > 2 and position.options["blocking"]:
                free = position.game.read(re.sub("@", ":blocking=off@", str(position), count=1))
                seen["duty to block"] += len(position.moves()) < len(free.moves())
    for what in ("choice of a group", "lift", "tiles went back", "duty to block", "repetition", "four", "five"):
        assert seen[what] > 0, (what, seen)
