"""The contract suite itself: which tests it runs, and that it can fail."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

import fourfold
from fourfold.contract import position_tests, screen_tests, suite
from fourfold.contract.oracle_match import compare
from fourfold.contract.variants import Variant, few_variants, in_words, list_variants, open_variant
from fourfold.contract.ways import play, seeking, some
from fourfold.core.registry import facts
from fourfold.games.qawale.oracle import Oracle

CHOSEN = Variant("qawale", options={"pebbles": 3})


def cases_of(test: Callable[..., object], *arguments: str, **module: Any) -> list[Any]:
    """The cases that the suite makes of a test with these arguments, in a file with such contents."""
    found: list[Any] = []
    asked: Any = SimpleNamespace(
        function=test,
        module=SimpleNamespace(**module),
        fixturenames=list(arguments),
        parametrize=lambda names, cases, ids=None: found.extend(cases),
    )
    suite.pytest_generate_tests(cast("pytest.Metafunc", asked))
    return found


def test_a_file_lists_the_games_and_all_are_tested_without_a_list() -> None:
    test = position_tests.test_a_view_of_no_seat_at_the_table_is_refused
    assert cases_of(test, "game", GAMES=["qawale"]) == ["qawale"]
    assert cases_of(test, "game") == fourfold.list_games()
    dealt = cases_of(test, "dealt")
    assert 0 < len(dealt) < len(list_variants())
    assert {variant.game for variant, _ in cases_of(test, "variant", "way", GAMES=["quads"])} == {"quads"}
    assert cases_of(lambda game: None, "game") == [], "a test of the author's own"


def test_every_test_of_the_contract_is_in_the_suite() -> None:
    names = {name for name in vars(suite) if name.startswith("test_")}
    for module in (position_tests, screen_tests):
        assert {name for name in vars(module) if name.startswith("test_")} <= names
    assert len(names) > 60


@pytest.mark.parametrize("kind", suite.GAMES_BY_KIND)
def test_our_own_games_are_taught_puzzled_and_pictured(kind: str) -> None:
    ours = [path.parent.name for path in Path(fourfold.__file__).parent.glob("games/*/__init__.py")]
    sold = [game for game in ours if facts(game).publisher]
    assert sold
    assert [game for game in sold if not suite.GAMES_BY_KIND[kind](game)] == []


def test_without_pytest_the_suite_says_so() -> None:
    code = "import sys; sys.modules['pytest'] = None; import fourfold.contract.suite"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs pytest: pip install pytest" in done.stderr


def test_an_oracle_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(CHOSEN, "chance", seed=1)
    moves = Oracle.moves
    monkeypatch.setattr(Oracle, "moves", lambda oracle: moves(oracle)[1:])
    with pytest.raises(AssertionError):
        compare(CHOSEN, "chance", seed=1)


def test_a_piece_without_a_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    symbols = fourfold.game("qawale").look.symbols()
    pebble = symbols["qawale-neutral"]
    monkeypatch.setitem(symbols, pebble.id, type(pebble)(pebble.id, pebble.parts))
    with pytest.raises(AssertionError):
        screen_tests.test_every_piece_that_is_shown_has_a_symbol_and_a_spoken_name(CHOSEN)


def test_few_variants_have_every_number_of_seats_and_an_open_one_is_not_solved() -> None:
    few, every = few_variants(), list_variants()
    assert {(variant.game, variant.seats) for variant in few} == {(variant.game, variant.seats) for variant in every}
    assert len(few) < len(every)
    assert open_variant("quads").options == {"border": True}


def test_options_are_sent_in_words() -> None:
    assert in_words("exago", {"early": True, "handicap": (0, 3)}) == {"early": "on", "handicap": "0,3"}


def test_a_way_to_play_takes_mostly_what_it_wishes_for() -> None:
    positions = list(play(CHOSEN, "tall stacks"))
    assert positions[-1].outcome is not None
    first = some(positions, 3)[0]
    choose = seeking(lambda position, move: float(move == "a1NEE"), 100)
    wished = [choose(first, Random(seed)) for seed in range(20)]
    assert wished.count("a1NEE") > 10
