"""`fourfold puzzles mine`."""

import json
from pathlib import Path

import pytest

from fourfold.cli import main
from fourfold.puzzles.puzzle import Puzzle


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["fourfold", *arguments])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_what_is_mined_is_added_to_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "exago.jsonl"
    file.write_text("{}\n")
    assert run(monkeypatch, "puzzles", "mine", "exago", "--games", "2", "--seed", "7", "-o", str(file)) == 0
    first, *lines = file.read_text().splitlines()
    assert first == "{}"
    assert lines
    for line in lines:
        puzzle = Puzzle.of("exago", json.loads(line))
        assert puzzle.solution[0] in [str(move) for move in puzzle.start().moves()]
        assert puzzle.to_line() == line
    assert str(len(lines)) in capsys.readouterr().out or len(lines) == 1


def test_an_unknown_game_has_no_puzzles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "puzzles", "mine", "chess") != 0
    assert "chess" in capsys.readouterr().err
