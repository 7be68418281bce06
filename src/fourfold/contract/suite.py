"""The contract suite: all tests that a game must pass. The author of a game runs it with a test file of three lines.

    from fourfold.contract.suite import *

    GAMES = ["chomp"]

Without GAMES it is run for all games. It needs pytest, which is no part of the set-up of the program.
"""

from collections.abc import Callable, Sequence

from fourfold.core.registry import facts, folder, list_games, module
from fourfold.text import say

try:
    import pytest
except ModuleNotFoundError as problem:
    raise ModuleNotFoundError(say("fourfold.needs_pytest")) from problem

from fourfold.contract.catalogue_tests import *  # noqa: F403
from fourfold.contract.drawing_tests import *  # noqa: F403
from fourfold.contract.encoding_tests import *  # noqa: F403
from fourfold.contract.help_tests import *  # noqa: F403
from fourfold.contract.notation_tests import *  # noqa: F403
from fourfold.contract.oracle_tests import *  # noqa: F403
from fourfold.contract.position_tests import *  # noqa: F403
from fourfold.contract.rulebook_tests import *  # noqa: F403
from fourfold.contract.screen_tests import *  # noqa: F403
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import ways_of

GAMES_BY_KIND: dict[str, Callable[[str], bool]] = {  # games, by the name of a test's argument
    "game": lambda game: True,
    "taught": lambda game: (folder(game) / "lessons.json").exists(),
    "puzzled": lambda game: (folder(game) / "puzzles.jsonl").exists(),
    "pictured": lambda game: module(game, "figures") is not None,
}
VARIANTS_BY_KIND: dict[str, Callable[[Variant], bool]] = {  # the same of variants
    "variant": lambda variant: True,
    "dealt": lambda variant: facts(variant.game).has_deals,
    "hidden": lambda variant: variant.is_hidden,
    "encoded": lambda variant: module(variant.game, "encoding") is not None,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of the contract for every game, variant and way to play that its arguments ask for."""
    if not metafunc.function.__module__.startswith(__package__):
        return  # a test of the author's own
    games: Sequence[str] = getattr(metafunc.module, "GAMES", list_games())
    for name, is_meant in GAMES_BY_KIND.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, [game for game in games if is_meant(game)])
    for name, belongs in VARIANTS_BY_KIND.items():
        if name in metafunc.fixturenames:
            variants = [variant for variant in list_variants(games) if belongs(variant)]
            if "way" in metafunc.fixturenames:
                cases = [(variant, way) for variant in variants for way in ways_of(variant.game)]
                metafunc.parametrize((name, "way"), cases, ids=[f"{variant}-{way}" for variant, way in cases])
            else:
                metafunc.parametrize(name, variants, ids=str)
