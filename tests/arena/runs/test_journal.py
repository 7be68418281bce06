"""The file of a run: goes on where it ends, survives being cut off, belongs to one run."""

from pathlib import Path

import pytest

from fourfold.arena.errors import OtherRun
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.journal import Journal

ABOUT = {"format": 1, "game": "qawale", "seed": 0}


def result(number: int) -> Result:
    return Result(number, number // 2, ("a", "b"), (0,), None, "because", 9, (0.1, 0.2), ("a1NEE",))


def fill(path: Path, games: int) -> None:
    with Journal(path, ABOUT) as journal:
        for number in range(len(journal.results), games):
            journal.add(result(number))


def test_what_was_added_is_kept_for_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "run.jsonl"
    fill(path, 3)
    fill(path, 5)
    with Journal(path, ABOUT) as journal:
        assert journal.results == [result(number) for number in range(5)]


def test_a_line_that_was_cut_off_is_dropped_wherever_it_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    fill(path, 3)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in (0, 5, last + 1, last + 40, len(whole) - 1):
        path.write_bytes(whole[:end])
        fill(path, 3)
        assert path.read_bytes() == whole


def test_a_file_of_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    fill(path, 2)
    before = path.read_bytes()
    with pytest.raises(OtherRun, match=r"“seed” is 0, not 7"), Journal(path, {**ABOUT, "seed": 7}):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["[1]\n", "hello\n", '{"format":1,"game":"qawale","seed":0}\n{"number":0}\n'])
def test_a_file_that_is_no_run_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(OtherRun, match=r"line [12]"), Journal(path, ABOUT):
        pass
    assert path.read_text() == text


def test_games_out_of_order_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    fill(path, 3)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + lines[2])
    with pytest.raises(OtherRun, match="line 2"), Journal(path, ABOUT):
        pass


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OtherRun, match="file"), Journal(tmp_path / "file" / "run.jsonl", ABOUT):
        pass
    with pytest.raises(OtherRun, match="cannot be used"), Journal(tmp_path, ABOUT):
        pass
