"""Writing the golden files of a game: nothing is lost when it fails."""

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
    monkeypatch.setattr(
        golden, "drawn_files", lambda game: {"shelf.svg": "new", "ratings.json": "", "figures/a.svg": "new"}
    )
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_files_are_replaced_and_old_ones_removed(written: Path) -> None:
    golden.write_game("any")
    made = {"golden/perft.txt": "new", "golden/signature.txt": "new", "shelf.svg": "new", "figures/a.svg": "new"}
    assert contents(written) == {**made, "puzzles.jsonl": "old", "RULES.md": "old"}


def test_nothing_is_lost_when_a_game_fails(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise OSError

    before = contents(written)
    for maker in ("golden_files", "drawn_files"):
        with monkeypatch.context() as patch:
            patch.setattr(golden, maker, fail)
            with pytest.raises(OSError):
                golden.write_game("any")
        assert contents(written) == before
    (written / "golden" / "signature.txt.part").mkdir()  # the second file cannot be written
    with pytest.raises(OSError):
        golden.write_files(written / "golden", {"perft.txt": "new", "signature.txt": "new"})
    assert contents(written) == before


def test_ratings_are_the_elo_points_of_the_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "folder", lambda game: tmp_path)
    assert golden.ratings_text("any") == ""
    (tmp_path / "ladder.json").write_text('{"levels": [{"id": "simple", "elo": {"value": 12.6}}]}')
    assert golden.ratings_text("any") == '{\n  "simple": 13\n}\n'
