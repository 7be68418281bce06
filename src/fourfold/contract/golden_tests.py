"""Test of the golden files: a game does what it did when they were written."""

from fourfold.contract.golden import golden_files
from fourfold.core.registry import folder


def test_golden_files_are_what_the_game_does(game: str) -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in (folder(game) / "golden").iterdir()}
    expected = golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{name}: write the golden files of {game} anew and read the diff"
