"""The commands as people call them: their output and exit code, a few of them as real processes."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import fourfold
from cli.console import PLAIN, run, short_flags
from fourfold import Record
from fourfold.cli.commands import rules
from fourfold.core.display.figures import list_figures
from fourfold.core.help.rulebook import read_rulebook
from fourfold.core.registry import facts
from fourfold.picture.formats.styled_text import Depth, coloured, depth_of


def start(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "fourfold", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env={**os.environ, **PLAIN})


def test_no_command_shows_the_help() -> None:
    done = start()
    assert "perft" in done.stdout + done.stderr
    assert done.returncode == 2
    assert start("--help").returncode == 0


def test_version() -> None:
    assert start("--version").stdout.split() == ["fourfold", fourfold.__version__]


def test_games_lists_every_game_with_its_options() -> None:
    done = run("games")
    assert done.returncode == 0
    listed = json.loads(run("games", "--json").stdout)
    assert [game["id"] for game in listed] == fourfold.list_games()
    for game in listed:
        assert game["name"] in done.stdout
        for option in game["options"]:
            assert option["name"] in done.stdout
    assert "not affiliated" in done.stdout


@pytest.mark.parametrize("game", fourfold.list_games())
def test_rules_are_printed(game: str) -> None:
    done = run("rules", game)
    assert done.returncode == 0
    assert "### F1" in done.stdout
    assert not facts(game).publisher or "affiliated" in done.stdout
    for passage in read_rulebook(game).passages():
        assert passage.heading in done.stdout
        assert all(f"*{figure.caption}*" in done.stdout for figure in passage.figures)


@pytest.mark.parametrize("is_all", [False, True])
def test_a_terminal_gets_what_is_for_referees_only_on_demand(
    is_all: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    rules.run("qawale", all_=is_all)
    shown = capsys.readouterr().out
    assert "Never straight back" in shown
    assert ("Translations that err" in shown) == is_all


def test_one_rule_is_printed_with_its_figures_by_its_name_in_any_case() -> None:
    done = run("rules", "exago", "r4B")
    assert done.returncode == 0
    assert done.stdout.startswith("### F6, R4, R4a, R4b · ")
    assert done.stdout.count("### ") == 1
    assert "· g b b b ✓ · ·" in done.stdout, "a figure as plain text"
    assert "\x1b" not in done.stdout
    assert run("rules", "exago", "early").stdout.startswith("### Early lifting")


@pytest.mark.parametrize(
    ("terminal", "colour"), [("xterm", "\x1b[33"), ("xterm-256color", "38;5;"), ("direct", "38;2;")]
)
def test_a_terminal_gets_figures_in_its_colours(terminal: str, colour: str) -> None:
    depth = depth_of({"TERM": terminal, "COLORTERM": "truecolor" if terminal == "direct" else ""}, is_terminal=True)
    figure = list_figures("quads")["patterns"]
    assert colour in coloured(figure.lines(depth), depth)
    drawing = replace(figure, text=None)
    assert "▀" in coloured(drawing.lines(depth), depth), "without a text of its own, it is drawn in blocks"
    assert drawing.lines(Depth.NONE) == []


@pytest.mark.parametrize("name", ["sheets.png", "sheets", "sheets.pdf.txt"])
def test_sheets_are_written_as_pdf_only(tmp_path: Path, name: str) -> None:
    done = run("print", "qawale", "-o", str(tmp_path / name))
    assert done.returncode == 2
    assert "must end in .pdf" in done.stderr
    assert not list(tmp_path.iterdir())


def test_perft_prints_a_line_for_each_depth() -> None:
    done = run("perft", "qawale", "4", "--set", "swap=on")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["1 40", "2 2216", "3 145888", *done.stdout.splitlines()[3:]]
    counts = json.loads(run("perft", "exago", "5", "--seats", "3", "--json").stdout)
    assert counts == {"1": 1, "2": 6, "3": 48, "4": 468, "5": 5328}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["perft", "chess", "2"], 2, "There is no game “chess”"),
        (["perft", "qawale"], 2, "DEPTH"),
        (["perft", "qawale", "0"], 2, "DEPTH"),
        (["perft", "qawale", "x"], 2, "DEPTH"),
        (["perft", "qawale", "1", "--set", "pebbles"], 2, "key=value"),
        (["perft", "qawale", "1", "--set", "pebbles=1", "--set", "pebbles=2"], 2, "twice"),
        (["perft", "qawale", "1", "--set", "pebbles=99"], 2, "1 to 10"),
        (["perft", "qawale", "1", "--set", "stones=9"], 2, "pebbles, double, swap"),
        (["perft", "qawale", "1", "--seats", "3"], 2, "game for 2"),
        (["perft", "qawale", "1", "--position", "nonsense"], 2, "nonsense"),
        (["perft", "qawale", "1", "--position", "qawale@", "--seats", "2"], 2, "position"),
        (["perft", "qawale", "1", "--set", "seed=1"], 2, "--seed"),
        (["perft", "quadominos", "1", "--set", "deal=0000"], 2, "124 are missing"),
        (["play", "quads", "--random", "2"], 2, "seat 2"),
        (["replay", "no-such-file"], 2, "no-such-file"),
        (["rules", "go"], 2, "go"),
        (["rules", "qawale", "F99"], 2, "F1, F2, F3, R1"),
        (["rules", "qawale", "--set", "pebbles=99"], 2, "1 to 10"),
        (["perft", "exago", "3", "--set", "self=1"], 2, "self"),
        (["nonsense"], 2, "nonsense"),
    ],
)
def test_what_is_wrong_is_said_on_standard_error_with_an_exit_code(arguments: list[str], code: int, words: str) -> None:
    done = run(*arguments)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_game_is_played_saved_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = f"help\nmoves a1\na1NSN\na1NEE\nundo\nboard\nposition\na1NEE\na4ESE\nsave {path}\n\n"
    done = run("play", "qawale", "--set", "pebbles=1", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Qawale R1" in done.stdout
    assert "A draw." in done.stdout
    record = Record.parse(path.read_text(encoding="utf-8"))
    assert [step.text for step in record.steps] == ["a1NEE", "a4ESE"]
    replayed = run("replay", str(path), "--boards")
    assert replayed.returncode == 0
    assert "a4ESE" in replayed.stdout
    assert "Qawale F5" in replayed.stdout
    as_json = json.loads(run("replay", str(path), "--json").stdout)
    assert as_json == record.to_dict()


def test_a_table_says_how_to_write_a_move_and_how_to_go_on_later() -> None:
    said = run("play", "qawale", "--plain", "--computer", "1=level-1", typed="help\nnonsense\nq\n").stdout
    assert "A move is the stack’s square" in said
    assert "fourfold rules qawale" in said
    assert "or swap" not in said
    assert re.search(r"fourfold play qawale --position \S+ --computer=1=level-1$", said.strip())
    assert "or swap" in run("play", "qawale", "--plain", "--set", "swap=on", typed="nonsense\nq\n").stdout


@pytest.mark.parametrize("seat", ["1=1", "1=Level 1"])
def test_an_unknown_computer_is_answered_with_the_levels(seat: str) -> None:
    done = run("play", "qawale", "--plain", "--computer", seat)
    assert done.returncode
    assert "simple, level-1, level-2" in done.stderr


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_random_table_plays_itself_to_the_end(game: str) -> None:
    seats = ["--random", "0", "--random", "1"]
    done = run("play", game, *seats, "--seed", "3", *short_flags(game))
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout or "draw" in done.stdout


def test_getting_up_from_the_table_is_no_error_and_nothing_is_lost() -> None:
    done = start("play", "qawale", typed="a1NEE\n")
    assert done.returncode == 0
    position = done.stdout.split("--position ")[1].split()[0]
    assert fourfold.read(position) == fourfold.game("qawale").start().play("a1NEE")


def test_without_a_game_people_are_asked() -> None:
    done = run("play", typed="9\nqawale\np\nmoves\nquit\n")
    assert done.returncode == 0
    assert "40 legal moves" in done.stdout


def test_a_hidden_hand_is_shown_behind_a_curtain_only() -> None:
    done = run("play", "quadominos", "--seed", "1", "--set", "rounds=1", typed="\nposition\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "looks away" in done.stdout
    start = fourfold.game("quadominos").start(seed=1, rounds=1)
    assert str(start) not in done.stdout
    assert str(start.view(start.to_move)) in done.stdout


def test_bench_prints_figures_and_the_ratio_to_the_oracle() -> None:
    done = run("bench", "qawale", "--seconds", "0.1", "--oracles", "--json")
    figures = json.loads(done.stdout)["qawale"]
    assert figures["ratio_to_oracle"] > 1
    for name in ("playouts_per_s", "moves_per_s", "perft_nodes_per_s"):
        assert figures[name] > 0
    assert "Qawale" in run("bench", "qawale", "--seconds", "0.1").stdout


def test_a_bad_file_name_does_not_end_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = run("play", "qawale", typed=f"a1NEE\nsave .\nsave /\nsave {tmp_path}\nsave {path}\nquit\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("cannot be written") == 3
    resumed = run("play", "--record", str(path), typed="position\nquit\n")
    assert str(fourfold.game("qawale").start().play("a1NEE")) in resumed.stdout


def test_a_record_is_read_from_standard_input_with_its_variations() -> None:
    text = '[Game "qawale"]\n\n1. a1NEE {first\x1b[31m} (1. a1ENN {or so} d4SSW) a4ESE'
    done = run("replay", "-", typed=text)
    assert done.returncode == 0, done.stderr
    assert "a1ENN {or so} d4SSW" in done.stdout
    assert "\x1b" not in done.stdout
    wrong = run("replay", "-", typed='[Game "chess"]')
    assert wrong.returncode == 2
    assert "chess" in wrong.stderr


def test_odd_surroundings_are_survived() -> None:
    command = [sys.executable, "-m", "fourfold"]
    few_signs = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    board = subprocess.run(
        [*command, "play", "qawale"], input="", capture_output=True, text=True, env=few_signs, check=False
    )
    assert board.returncode == 0, board.stderr
    closed = subprocess.run(
        [*command, "play", "qawale"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert closed.returncode == 0
