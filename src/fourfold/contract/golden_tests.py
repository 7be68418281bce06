"""Tests of the golden files: a game does what it did when they were written."""

from fourfold.contract.golden import derived_files, golden_files
from fourfold.core.registry import folder


def test_golden_files_are_what_the_game_does(game: str) -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in (folder(game) / "golden").iterdir()}
    expected = golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{name}: write the golden files of {game} anew and read the diff"


def test_picture_and_ratings_are_those_of_figures_and_ladder(game: str) -> None:
    for name, content in derived_files(game).items():
        path = folder(game) / name
        assert path.exists() == bool(content), name
        assert not content or path.read_text(encoding="utf-8") == content, f"{name}: write it anew and read the diff"
