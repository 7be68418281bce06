"""Test of the golden files: a game does what it did when they were written."""

from fourfold.contract.golden import drawn_files, golden_files
from fourfold.core.registry import folder


def test_golden_files_are_what_the_game_does(game: str) -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in (folder(game) / "golden").iterdir()}
    expected = golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{name}: write the golden files of {game} anew and read the diff"


def test_figures_and_ratings_are_up_to_date(game: str) -> None:
    expected = {name: content for name, content in drawn_files(game).items() if content}
    kept = {f"figures/{path.name}" for path in folder(game).glob("figures/*.svg")}
    kept |= {name for name in ("shelf.svg", "ratings.json") if (folder(game) / name).exists()}
    assert kept == set(expected)
    for name, content in expected.items():
        stored = (folder(game) / name).read_text(encoding="utf-8")
        assert stored == content, f"{name}: write the golden files of {game} anew"
