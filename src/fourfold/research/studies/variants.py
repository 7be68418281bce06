"""The variants of a game that a report studies."""

from collections.abc import Iterator
from typing import Any

from fourfold.core.options import Choice, Flag, Number, Option
from fourfold.core.registry import facts, game

MOST_VALUES = 12  # of a number's range; larger ranges are skipped


def list_variants(game_id: str) -> list[dict[str, Any]]:
    """List the plain game with every number of seats; then, with the two fewest, each value of each single option.

    Variants that make no difference, as the duty to block with two seats, are left out.

    >>> list_variants("quads")
    [{}, {'border': 'on'}, {'hidden': 'on'}, {'apart': 'diagonal'}]
    """
    known = facts(game_id)
    plain = [{} if seats == known.seats[0] else {"seats": seats} for seats in known.seats]
    variants: list[dict[str, Any]] = list(plain)
    for seats in plain[:2]:
        for option in known.options:
            for word in _words(option):
                variant = {**seats, option.name: word}
                if _blank(game_id, variant) != _blank(game_id, seats):
                    variants.append(variant)
    return variants


def _words(option: Option) -> Iterator[str]:
    """All values but the default, as text, where they are few."""
    if isinstance(option, Flag):
        yield option.format(not option.on)
    elif isinstance(option, Choice):
        yield from option.words[1:]
    elif isinstance(option, Number) and option.normal is not None and option.high - option.low < MOST_VALUES:
        yield from (str(number) for number in range(option.low, option.high + 1) if number != option.normal)


def _blank(game_id: str, variant: dict[str, Any]) -> list[int]:
    row: list[int] = game(game_id).undealt(**variant).row.tolist()
    return row
