"""The levels: found by id, with words for people, and loaded late."""

import subprocess
import sys

import pytest

from fourfold import FourfoldError
from fourfold.players.levels import find_level, list_levels


def test_every_level_has_a_name_and_says_how_it_plays() -> None:
    assert list_levels()
    names = [find_level(level).name for level in list_levels()]
    assert len(set(names)) == len(names)
    for level in list_levels():
        assert find_level(level).id == level
        assert find_level(level).about.endswith(".")


def test_an_unknown_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(FourfoldError, match=r"“grandmaster”.*random, simple"):
        find_level("grandmaster")


def test_listing_the_levels_compiles_no_player() -> None:
    code = (
        "import sys; from fourfold.players.levels import find_level, list_levels; list_levels();"
        "print('fourfold.search.hidden.tactics' in sys.modules); find_level('simple').player;"
        "print('fourfold.search.hidden.tactics' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
