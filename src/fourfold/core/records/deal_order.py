"""Parsing of the order of a deal."""

from collections import Counter
from collections.abc import Sequence

from fourfold.core.errors import BadDeal


def parse_order(order: str | Sequence[str], deck: Sequence[str]) -> list[int]:
    """Turn the names of a deal into their numbers; each name of the deck must occur once."""
    if not isinstance(order, str | Sequence):
        raise BadDeal("fourfold.deal_unknown", name=str(order), deck=len(deck))
    names = order.split(",") if isinstance(order, str) else [str(name) for name in order]
    number = {name: place for place, name in enumerate(deck)}
    unknown = [name for name in names if name not in number]
    if unknown:
        raise BadDeal("fourfold.deal_unknown", name=unknown[0], deck=len(deck))
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise BadDeal("fourfold.deal_twice", name=twice[0])
    missing = [name for name in deck if name not in set(names)]
    if missing:
        raise BadDeal("fourfold.deal_missing", name=missing[0], count=len(missing))
    return [number[name] for name in names]
