"""`fourfold puzzles`."""

import json
from pathlib import Path

import pytest

from fourfold.cli import main
from fourfold.cli.app import PANELS
from fourfold.puzzles.puzzle import Puzzle, list_puzzles


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


def test_puzzles_are_listed_by_theme(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "puzzles", "list", "exago", "--theme", "fork", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    wanted = [puzzle for puzzle in list_puzzles("exago") if "fork" in puzzle.themes]
    assert [each["id"] for each in listed] == [puzzle.id for puzzle in wanted]
    assert wanted
    assert "solution" not in listed[0]
    assert run(monkeypatch, "puzzles", "list", "exago", "--theme", "fork") == 0
    printed = capsys.readouterr().out
    assert wanted[0].id in printed
    assert "Two ways at once" in printed
    assert run(monkeypatch, "puzzles", "list", "exago", "--theme", "nothing") != 0
    assert "fork" in capsys.readouterr().err


def test_a_puzzle_is_shown_with_its_task(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = next(puzzle for puzzle in list_puzzles("qawale") if puzzle.goal == "draw")
    assert run(monkeypatch, "puzzles", "show", "qawale", puzzle.id) == 0
    printed = capsys.readouterr().out
    assert "only one move draws" in printed
    assert puzzle.solution[0] not in printed
    assert run(monkeypatch, "puzzles", "show", "qawale", puzzle.id, "--solution") == 0
    assert puzzle.solution[0] in capsys.readouterr().out


def test_a_goal_that_does_not_exist_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "puzzles", "mine", "exago", "--goal", "mate") != 0
    assert "hold" in capsys.readouterr().err


def test_the_list_gives_nothing_away_and_breaks_no_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run(monkeypatch, "puzzles", "list", "exago") == 0
    printed = capsys.readouterr().out
    assert "Two ways at once" not in printed
    assert "plies" not in printed
    names = printed.partition("--theme:")[2].replace(",", " ").split()
    assert names == sorted({name for puzzle in list_puzzles("exago") for name in puzzle.themes})
    assert max(map(len, printed.splitlines())) <= 60


def test_puzzles_stand_with_what_players_use() -> None:
    assert "cli.puzzles.help" in PANELS["cli.panel.playing"]
