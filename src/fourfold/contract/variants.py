"""The variants that tests play: every game with its options and numbers of seats."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.position import Position
from fourfold.core.registry import facts, folder, game, list_games, module
from fourfold.text.language import list_languages


@dataclass(frozen=True)
class Variant:
    """One way to set up a game.

    >>> str(Variant("exago", 3, {"side": 6}))
    'exago-seats=3-side=6'
    """

    game: str
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def start(self, seed: int = 0) -> Position:
        """The first position."""
        return game(self.game).start(seats=self.seats, seed=seed, **self.options)

    @property
    def is_hidden(self) -> bool:
        """Whether something is hidden from a seat."""
        return game(self.game).is_hidden(self.start().options)

    def __str__(self) -> str:
        pairs = [f"{key}={value}" for key, value in {"seats": self.seats, **self.options}.items()]
        return "-".join([self.game, *pairs]).replace(" ", "")


def list_variants(games: Iterable[str] | None = None) -> list[Variant]:
    """The variants that the games name in their modules `variants`; without a list, of all games."""
    found = []
    for game_id in list_games() if games is None else games:
        for options in getattr(module(game_id, "variants"), "VARIANTS", [{}]):
            others = {name: value for name, value in options.items() if name != "seats"}
            found.append(Variant(game_id, options.get("seats", facts(game_id).seats[0]), others))
    return found


def few_variants(games: Iterable[str] | None = None) -> list[Variant]:
    """For slow tests: of each game the first variant of each number of seats, then the one with the most options."""
    found: list[Variant] = []
    for game_id in list_games() if games is None else games:
        every = list_variants([game_id])
        first = {variant.seats: variant for variant in reversed(every)}
        richest = max(every, key=lambda variant: (len(variant.options), -variant.seats))
        found += [*(first[seats] for seats in sorted(first)), richest]
    return found


def open_variant(game_id: str) -> Variant:
    """The first variant of a game that is not solved by theory."""
    starts = ((variant, variant.start()) for variant in list_variants([game_id]))
    return next(variant for variant, start in starts if start.game.theory(start.row) is None)


def short_options(game_id: str) -> dict[str, Any]:
    """The options that make a match short."""
    return dict(getattr(module(game_id, "variants"), "SHORT", {}))


def short_words(game_id: str) -> dict[str, str]:
    """The same as words, as they are typed and sent.

    >>> short_words("quadominos")
    {'rounds': '1'}
    """
    return in_words(game_id, short_options(game_id))


def in_words(game_id: str, options: dict[str, Any]) -> dict[str, str]:
    """Options as they are typed and sent."""
    known = {option.name: option for option in facts(game_id).options}
    return {name: known[name].format(value) for name, value in options.items()}


def languages_of(game_id: str) -> list[str]:
    """The languages that are offered and that a game has."""
    return [language for language in list_languages() if (folder(game_id) / "text" / f"{language}.json").exists()]
