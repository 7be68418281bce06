"""The ways to play that seek the rare do find it: what the oracles are compared on really occurs."""

import random
import re
from collections import Counter

import pytest

from fourfold import Position
from play import WAYS
from variants import VARIANTS, Variant


def play(variant: Variant, way: str, seed: int) -> list[Position]:
    chance = random.Random(f"{variant} {way} {seed}")
    positions = [variant.start(seed=seed)]
    while positions[-1].outcome is None and len(positions) < 160:
        last = positions[-1]
        if last.is_deal_due:
            positions.append(last.deal(seed=seed))
        else:
            positions.append(last.play(WAYS[variant.game][way](last, chance)))
    return positions


def all_games(game: str, way: str, seeds: range) -> list[Position]:
    variants = [variant for variant in VARIANTS if variant.game == game]
    return [position for variant in variants for seed in seeds for position in play(variant, way, seed)]


def test_qawale_stacks_grow_tall() -> None:
    tallest = 0
    for position in all_games("qawale", "tall stacks", range(3)):
        board = str(position).partition("@")[2].partition(":")[0]
        tallest = max(tallest, *map(len, re.split("[,/]", board)))
    assert tallest >= 10


@pytest.mark.long
def test_exago_splits_ties_duties_and_repetitions_occur() -> None:
    seen: Counter[str] = Counter()
    for way in WAYS["exago"]:
        for position in all_games("exago", way, range(1)):
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


def test_quadominos_bonuses_draws_and_openings_with_zeros_occur() -> None:
    seen: Counter[str] = Counter()
    for way in WAYS["quadominos"]:
        for position in all_games("quadominos", way, range(3)):
            text = str(position.last)
            for sign in ("+25", "+2", "draw"):
                seen[sign] += text.endswith(sign)
            seen["plain"] += bool(re.fullmatch(r"-?\d+,-?\d+=\d{4}", text))
    assert all(seen[what] > 5 for what in ("+25", "+2", "draw", "plain")), seen
