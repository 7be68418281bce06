"""`duel`, `ladder` and `engine` as people call them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import fourfold
from cli.console import run, short_flags
from fourfold.cli import main
from fourfold.cli.commands import bench_move_times

OURS = shlex.join([sys.executable, "-m", "fourfold", "engine", "--level", "random"])
OVER = str(fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE"))


def duel(*arguments: str) -> dict[str, Any]:
    done = run("duel", *arguments, "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_duel_as_json() -> None:
    found = duel("qawale", "simple", "random", "--games", "6", "--set", "pebbles=7")
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] == 6
    assert found["wins"] >= 4
    low, high = found["interval"]
    assert 0 <= low < found["share"] <= high <= 1
    assert found["players"] == [found["a"], found["b"]] == ["simple", "random"]
    assert (found["game"], found["seats"], found["options"], found["position"]) == ("qawale", 2, {"pebbles": "7"}, None)
    assert (found["seconds"], found["nodes"], found["seed"]) == (0.2, None, 0)


def test_a_duel_by_cpu_time_says_so() -> None:
    found = duel("qawale", "uct", "random", "--games", "2", "--set", "pebbles=3", "--seconds", "0.01", "--cpu")
    assert (found["seconds"], found["cpu"]) == (0.01, True)
    done = run("duel", "qawale", "uct", "random", "--nodes", "10", "--cpu")
    assert done.returncode != 0
    assert "--cpu belongs to seconds" in done.stderr


def test_a_duel_repeats_by_its_seed() -> None:
    words = ("exago", "uct", "simple", "--games", "3", "--nodes", "100", "--seats", "3")
    one, same = (duel(*words, "--seed", "5") for _ in range(2))
    for found in (one, same):
        del found["slowest"]
    assert one == same


def test_a_duel_as_a_table() -> None:
    done = run("duel", "qawale", "simple", "random", "--games", "4", "--jobs", "1", "--sequential")
    assert done.returncode == 0
    assert "Qawale: simple against random" in done.stdout
    assert "95 % interval" in done.stdout
    assert "The test is open" in done.stdout
    assert "slowest move of simple" in done.stdout


def test_an_engine_of_ours_takes_a_seat_in_every_game() -> None:
    for game in fourfold.list_games():
        found = duel(game, OURS, "random", "--games", "1", "--seconds", "60", *short_flags(game))
        assert found["games"] == 1
        assert found["forfeits"] == {}


def test_an_engine_that_fails_forfeits_and_the_command_says_why() -> None:
    command = shlex.join([sys.executable, "-c", "import sys; sys.exit('no engine')"])
    done = run("duel", "qawale", command, "random", "--games", "2", "--jobs", "2")
    assert done.returncode == 0
    assert "forfeited 2 games" in done.stdout
    assert "no engine" in done.stdout


def refuse(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, Any]:
    """Call a command that is refused, in this process; give its exit code and what it printed."""
    monkeypatch.setattr(sys, "argv", ["fourfold", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["duel", "chess", "simple", "random"], "There is no game “chess”"),
        (["duel", "qawale", "simple", "nobody"], "“nobody” is neither"),
        (["duel", "qawale", "simple", "random", "--games", "0"], "0 games"),
        (["duel", "qawale", "uct", "random", "--seconds", "-1"], "no time to think"),
        (["duel", "qawale", "uct", "random", "--seconds", "nan"], "no time to think"),
        (["duel", "qawale", "uct", "random", "--nodes", "0"], "no limit"),
        (["duel", "qawale", "uct", "random", "--nodes", "9", "--seconds", "1"], "not both"),
        (["duel", "qawale", "uct", "random", "--jobs", "0"], "at once"),
        (["duel", "qawale", "uct", "random", "--target", "0.5"], "--sequential"),
        (["duel", "qawale", "uct", "random", "--sequential", "--target", "1"], "too near to 0 or 1"),
        (["duel", "qawale", "uct", "random", "--seats", "3"], "game for 2"),
        (["duel", "qawale", "uct", "random", "--set", "pebbles=99"], "1 to 10"),
        (["duel", "qawale", "uct", "random", "--position", "qawale@", "--seats", "2"], "its own seats"),
        (["duel", "quadominos", "net", "random"], "No net has been trained for Quad-Ominos"),
        (["tournament", "quadominos", "net", "random"], "No net has been trained for Quad-Ominos"),
        (["tournament", "qawale", "simple", "random", "--rounds", "3"], "--rounds belongs to a Swiss system"),
        (["ladder", "chess"], "There is no game “chess”"),
        (["ladder", "qawale", "--level", "simple"], "at least two"),
        (["ladder", "qawale", "--level", "simple", "--level", "nobody"], "“nobody” is neither"),
        (["study", "qawale", "--games", "0"], "not 0"),
        (["analyse", "qawale", "--nodes", str(10**20)], "from 0 to 4611686018427387904"),
        (["solve", "exago"], "go on without end"),
        (["solve", "qawale", "--position", OVER], "Qawale F5"),
        (["engine", "--level", "nobody"], "no computer player “nobody”"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    more = ["--folder", str(tmp_path / "ladders")] if arguments[0] == "ladder" else []
    code, printed = refuse([*arguments, *more], monkeypatch, capsys)
    assert code == 2
    assert words in printed.err
    assert printed.out == ""


def test_a_tournament_at_tables_of_three_is_by_the_swiss_system_unless_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", "exago", "random", "level-1", "simple", "--seats", "3", "--set", "handicap=2,2,2"]
    monkeypatch.setattr(sys, "argv", ["fourfold", *words, "--games", "1", "--jobs", "1", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    found = json.loads(capsys.readouterr().out)
    assert (found["system"], found["seats"]) == ("swiss", 3)


def test_a_position_that_is_over_or_unreadable_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["duel", "qawale", "uct", "random", "--position"]
    assert "the game is over" in refuse([*words, OVER], monkeypatch, capsys)[1].err
    code, printed = refuse([*words, "qawale@x"], monkeypatch, capsys)
    assert code == 2
    assert "“x” is not a position" in printed.err


def test_a_ladder_writes_data_picture_and_page_and_goes_on(tmp_path: Path) -> None:
    words = ["ladder", "qawale", "--level", "random", "--level", "simple", "--folder", str(tmp_path), "--jobs", "1"]
    done = run(*words, "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found == json.loads((tmp_path / "ladder.json").read_text())
    assert [level["id"] for level in found["levels"]] == ["random", "simple"]
    assert found["command"].startswith("fourfold ladder qawale --games 2")
    assert (tmp_path / "ladder.svg").read_text().startswith("<svg")
    page = (tmp_path / "ladder.md").read_text()
    assert found["command"] in page
    assert "(ladder.svg)" in page
    kept = (tmp_path / "ladder.jsonl").read_text()
    assert run(*words, "--games", "4").returncode == 0
    assert (tmp_path / "ladder.jsonl").read_text().startswith(kept)
    assert len((tmp_path / "ladder.jsonl").read_text().splitlines()) == 1 + 4
    other = run(*words, "--games", "4", "--seed", "3")
    assert other.returncode == 2
    assert "another run" in other.stderr
    assert "another file or folder" in other.stderr


def test_an_engine_answers_lines_and_ends_with_its_input() -> None:
    view = str(fourfold.game("exago").start())
    lines = [
        {"type": "hello", "protocol": 1},
        {"type": "move", "id": 4, "seat": 0, "view": view, "limit": {"nodes": 10}},
    ]
    typed = "nonsense\n" + "".join(json.dumps(line) + "\n" for line in lines)
    command = [sys.executable, "-m", "fourfold", "engine", "--level", "uct"]  # it owns its standard streams
    done = subprocess.run(command, input=typed, capture_output=True, text=True)
    assert done.returncode == 0
    error, hello, move = map(json.loads, done.stdout.splitlines())
    assert (error["type"], hello["name"], move) == ("error", "uct", {"type": "move", "id": 4, "move": "e5"})


def listen_to_interrupts() -> None:
    """A shell lets what runs in its background ignore interrupts, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_engine_that_is_interrupted_while_it_listens_just_ends() -> None:
    command = [sys.executable, "-m", "fourfold", "engine", "--level", "random"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=listen_to_interrupts
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"type":"hello","protocol":1}\n')
        process.stdin.flush()
        assert b"hello" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert b"Fatal" not in process.stderr.read()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_duel_that_is_interrupted_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    words = ["duel", "qawale", "random", "random", "--games", "100000", "--jobs", "2", "--file", str(path)]
    command = [sys.executable, "-m", "fourfold", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts)
    assert process.stderr is not None
    while process.poll() is None and (not path.exists() or len(path.read_bytes().splitlines()) < 11):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, problem = process.communicate()
    assert process.returncode != 0
    assert "Traceback" not in problem
    again = run("duel", "qawale", "random", "random", "--games", "10", "--jobs", "1", "--file", str(path), "--json")
    assert json.loads(again.stdout)["games"] == 10


def test_the_strongest_level_is_timed_at_small_and_large_tables(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_move_times, "MOVES", 2)
    monkeypatch.setattr(bench_move_times, "ENDINGS", 3)
    monkeypatch.setenv("COLUMNS", "100")

    def bench(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["fourfold", "bench", *arguments, "--thinking", "--seconds", "0.1"])
        with pytest.raises(SystemExit, match="0"):
            main()
        return capsys.readouterr().out

    for game, seats, solved in (("qawale", ["2"], [3]), ("quadominos", ["2", "8"], [])):
        found = json.loads(bench(game, "--json"))
        assert len(found) == 2
        assert sorted({row["options"]["seats"] for row in found}) == seats
        assert all(row["median"] <= row["worst"] for row in found)
        assert [row["positions"] for row in found if row["plies"]] == solved
    assert "ms to solve, 6 plies left" in bench("qawale", "--cpu")
