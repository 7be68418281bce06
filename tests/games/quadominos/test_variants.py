"""The ways to play that seek the rare in Quad-Ominos find it: what the oracle is compared on really occurs."""

import re
from collections import Counter
from itertools import product

from fourfold.contract.variants import list_variants
from fourfold.contract.ways import play, ways_of


def test_bonuses_draws_and_openings_with_zeros_occur() -> None:
    seen: Counter[str] = Counter()
    for variant, way, seed in product(list_variants(["quadominos"]), ways_of("quadominos"), range(3)):
        for position in play(variant, way, seed, plies=160):
            text = str(position.last)
            for sign in ("+25", "+2", "draw"):
                seen[sign] += text.endswith(sign)
            seen["plain"] += bool(re.fullmatch(r"-?\d+,-?\d+=\d{4}", text))
    assert all(seen[what] > 5 for what in ("+25", "+2", "draw", "plain")), seen
