"""Writing the golden files: the old ones stay until the new ones are there."""

from pathlib import Path

import pytest

from fourfold.contract import golden


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with old files; what is written into it is made up."""
    (tmp_path / "golden").mkdir()
    for name in ("golden/perft.txt", "golden/gone.txt", "shelf.svg", "puzzles.jsonl", "RULES.md"):
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(golden, "folder", lambda game: tmp_path)
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


def fail(*_: object) -> str:
    raise OSError


@pytest.mark.parametrize("maker", ["golden_files", "shelf_picture", "puzzles_text"])
def test_nothing_is_lost_when_a_file_cannot_be_made(maker: str, written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(written)
    monkeypatch.setattr(golden, maker, fail)
    with pytest.raises(OSError):
        golden.write_game("any")
    assert contents(written) == before


def test_nothing_is_lost_when_a_file_cannot_be_written(written: Path) -> None:
    before = contents(written)
    (written / "golden" / "signature.txt.part").mkdir()
    with pytest.raises(OSError):
        golden.write_files(written / "golden", {"perft.txt": "new", "signature.txt": "new"})
    assert contents(written) == before


def test_ratings_are_the_elo_points_of_the_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "folder", lambda game: tmp_path)
    assert golden.ratings_text("any") == ""
    (tmp_path / "ladder.json").write_text('{"levels": [{"id": "simple", "elo": {"value": 12.6}}]}')
    assert golden.ratings_text("any") == '{\n  "simple": 13\n}\n'
