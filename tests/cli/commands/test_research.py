"""`fourfold study`, `fourfold harvest` and `fourfold bench --research`."""

import json
from pathlib import Path

import pytest

from fourfold.cli import main
from fourfold.contract.variants import short_words
from fourfold.core.registry import list_games
from fourfold.research import benchmark
from fourfold.research.benchmark import count_figures, measure


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["fourfold", *arguments])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_a_study_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "study", "qawale", "--set", "pebbles=1", "--games", "300", "--jobs", "1") == 0
    shown = capsys.readouterr().out
    assert "Qawale, pebbles=1: 300 games of random" in shown
    assert "2.0 (2.0 to 2.0)" in shown
    assert "Even: no seat" in shown


def test_a_study_as_json_and_its_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "plots"
    asked = ["study", "exago", "--seats", "3", "--games", "40", "--jobs", "1", "--seed", "4", "--plots", str(folder)]
    assert run(monkeypatch, *asked, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["seats"], found["games"], len(found["points"])) == ("exago", 3, 40, 3)
    assert sorted(path.name for path in folder.iterdir()) == [
        "exago-lengths.svg",
        "exago-moves.svg",
        "exago-points.svg",
    ]


def test_a_report_is_about_all_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("fourfold.cli.commands.study.list_variants", lambda game: [short_words(game)])
    asked = ["study", "--report", str(tmp_path), "--games", "20", "--level", "simple", "--level-games", "1"]
    assert run(monkeypatch, *asked, "--jobs", "1") == 0
    page = (tmp_path / "study.md").read_text(encoding="utf-8")
    assert page.count("\n## ") == len(list_games())
    assert "--games 20 --level simple --level-games 1 --seed 0" in page
    for path in (tmp_path / "study").iterdir():
        assert f"](study/{path.name})" in page


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["study"], "Name a game, or a folder"),
        (["study", "qawale", "--report", "x"], "A report is about all games"),
        (["study", "chess"], "There is no game “chess”"),
        (["study", "qawale", "--level", "nobody"], "nobody"),
        (["study", "qawale", "--jobs", "0"], "at least one"),
        (
            ["harvest", "qawale", "x", "--level", "random", "--level", "random", "--level", "random"],
            "3 levels are given",
        ),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *arguments) != 0
    shown = capsys.readouterr().err
    assert sentence in shown
    assert "Traceback" not in shown
    assert list(tmp_path.iterdir()) == []


def test_a_harvest_is_gathered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "games"
    asked = ["harvest", "exago", str(folder), "--seats", "3", "--level", "random", "--games", "4", "--jobs", "1"]
    assert run(monkeypatch, *asked) == 0
    assert f"4 games lie in one part in {folder}." in capsys.readouterr().out
    assert sorted(path.name for path in folder.iterdir()) == ["games-00000.parquet", "harvest.json"]


def test_the_comparison_has_a_line_for_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(benchmark, "ROUNDS", 1)
    monkeypatch.setattr(benchmark, "GAMES", 4)
    speeds = list(measure(0.01))
    assert len(speeds) == count_figures()
    assert all(
        speed.per_second > 0 and speed.ratio > 0 and speed.cores > 0 and speed.ratio_a_core > 0 for speed in speeds
    )
    assert sum(speed.ratio == 1 for speed in speeds) == 2
    assert run(monkeypatch, "bench", "--research", "--seconds", "0.1", "--json") == 0
    assert [line["name"] for line in json.loads(capsys.readouterr().out)] == [speed.name for speed in speeds]
