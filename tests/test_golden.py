"""The golden files are up to date; they change only on purpose."""

import pytest

import fourfold
from fourfold.core.registry import folder as folder_of
from fourfold.players import ratings
from golden import golden_files, ratings_text


@pytest.mark.parametrize("game", fourfold.list_games())
def test_golden_files_are_what_the_game_does(game: str) -> None:
    folder = folder_of(game) / "golden"
    stored = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    expected = golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{game}/{name}: run `python3 dev.py golden` and read the diff"


def test_ratings_are_those_of_the_ladders() -> None:
    assert ratings.FILE.read_text(encoding="utf-8") == ratings_text(), "run `python3 dev.py golden`"
