"""The golden files are up to date; they change only on purpose."""

from pathlib import Path

import pytest

import fourfold
import golden
from fourfold.core.display.figures import shelf_picture
from fourfold.core.registry import folder as folder_of

GAMES = fourfold.list_games()


@pytest.mark.parametrize("game", GAMES)
def test_golden_files_are_what_the_game_does(game: str) -> None:
    folder = folder_of(game) / "golden"
    stored = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    expected = golden.golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{game}/{name}: run `python3 dev.py golden {game}` and read the diff"


@pytest.mark.parametrize("game", GAMES)
def test_ratings_and_picture_are_those_of_ladder_and_figures(game: str) -> None:
    files = {"ratings.json": golden.ratings_text(game), "shelf.svg": shelf_picture(game)}
    for name, content in files.items():
        path = folder_of(game) / name
        assert path.exists() == bool(content)
        assert not content or path.read_text(encoding="utf-8") == content, f"run `python3 dev.py golden {game}`"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with old files; what is written into it is made up."""
    (tmp_path / "golden").mkdir()
    for name in ("golden/perft.txt", "golden/gone.txt", "shelf.svg", "puzzles.jsonl", "RULES.md"):
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(golden, "folder_of", lambda game: tmp_path)
    monkeypatch.setattr(golden, "golden_files", lambda game: {"perft.txt": "new", "signature.txt": "new"})
    for maker, content in {"shelf_picture": "new", "ratings_text": "", "puzzles_text": "new"}.items():
        monkeypatch.setattr(golden, maker, lambda game, content=content: content)
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_files_are_replaced_and_old_ones_removed(written: Path) -> None:
    golden.write_game("any")
    made = {"golden/perft.txt": "new", "golden/signature.txt": "new", "shelf.svg": "new", "puzzles.jsonl": "new"}
    assert contents(written) == {**made, "RULES.md": "old"}


def test_nothing_is_lost_when_a_game_fails(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise OSError

    before = contents(written)
    for maker in ("golden_files", "puzzles_text"):
        with monkeypatch.context() as patch:
            patch.setattr(golden, maker, fail)
            with pytest.raises(OSError):
                golden.write_game("any")
        assert contents(written) == before
    (written / "golden" / "signature.txt.part").mkdir()  # the second file cannot be written
    with pytest.raises(OSError):
        golden.write_files(written / "golden", {"perft.txt": "new", "signature.txt": "new"})
    assert contents(written) == before
