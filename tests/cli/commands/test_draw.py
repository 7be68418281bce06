"""`fourfold draw`, as people call it."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

import fourfold
from cli.console import run
from fourfold import Record
from fourfold.core.display.print_sheets import print_game

MOVES = ("a1NEE", "a4ESE", "d1NWW")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    position = fourfold.game("qawale").start()
    for move in MOVES:
        position = position.play(move)
    path = tmp_path / "game.txt"
    path.write_text(str(Record.of(position)), encoding="utf-8")
    return path


def test_a_position_is_drawn_in_every_kind(tmp_path: Path) -> None:
    position = fourfold.game("exago").start(seats=3).play("e5")
    for suffix in ("svg", "png", "txt"):
        target = tmp_path / f"x.{suffix}"
        done = run("draw", str(position), "-o", str(target), "--width", "300")
        assert done.returncode == 0, done.stderr
        assert str(target) in done.stdout
    assert ET.parse(tmp_path / "x.svg").getroot().get("width") == "300"
    with Image.open(tmp_path / "x.png") as image:
        assert image.size[0] == 300
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == position.board() + "\n"


def test_a_record_is_drawn_at_its_end_at_a_ply_and_as_an_animation(record: Path, tmp_path: Path) -> None:
    last, first, moving = tmp_path / "last.svg", tmp_path / "first.svg", tmp_path / "x.gif"
    assert run("draw", str(record), "-o", str(last)).returncode == 0
    assert run("draw", str(record), "-o", str(first), "--ply", "1").returncode == 0
    assert last.read_text(encoding="utf-8") == Record.parse(record.read_text(encoding="utf-8")).position.svg()
    assert first.read_text(encoding="utf-8") == fourfold.game("qawale").start().play("a1NEE").svg()
    done = run("draw", str(record), "-o", str(moving), "--width", "200", "--palette", "dark")
    assert done.returncode == 0, done.stderr
    with Image.open(moving) as image:
        assert getattr(image, "n_frames", 1) == len(MOVES) + 1


def test_a_seat_sees_its_own_hand_only(tmp_path: Path) -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    path = tmp_path / "position.txt"
    path.write_text(str(position) + "\n", encoding="utf-8")
    target = tmp_path / "x.svg"
    assert run("draw", str(path), "-o", str(target), "--seat", "1").returncode == 0
    assert target.read_text(encoding="utf-8") == position.view(1).svg()


def test_without_a_file_the_board_is_printed_plain_where_nobody_looks() -> None:
    position = fourfold.game("quads").start().play("c4=TTTT")
    assert run("draw", str(position)).stdout == position.board() + "\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["draw", "no-such-file"], 2, "no-such-file"),
        (["draw", "qawale@nonsense"], 2, "nonsense"),
        (["draw", "chess@8"], 2, "chess"),
        (["draw", "{start}", "-o", "x.bmp"], 2, ".svg, .png"),
        (["draw", "{start}", "-o", "x.gif"], 2, "whole record"),
        (["draw", "{start}", "--ply", "1"], 2, "--ply"),
        (["draw", "{start}", "--seat", "7"], 2, "seat 7"),
        (["draw", "{start}", "-o", "x.svg", "--palette", "pink"], 2, "pink"),
        (["draw", "{start}", "-o", "x.svg", "--width", "1"], 2, "width"),
        (["draw", "{start}", "-o", "no/such/folder/x.svg"], 2, "cannot be written"),
        (["draw", "{record}", "--ply", "9"], 2, "0 to 3"),
    ],
)
def test_what_cannot_be_drawn_is_said_with_an_exit_code(
    arguments: list[str], code: int, words: str, record: Path, tmp_path: Path
) -> None:
    start = str(fourfold.game("qawale").start())
    done = run(*(part.format(start=start, record=record) for part in arguments))
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_is_printed_for_the_paper_that_is_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "x.pdf"
    done = run("print", "qawale", "-o", str(target), "--paper", "letter")
    assert done.returncode == 0, done.stderr
    assert str(target) in done.stdout
    assert target.read_bytes() == print_game(fourfold.game("qawale"), "letter")
    refused = run("print", "qawale", "-o", str(target), "--paper", "a7")
    assert refused.returncode == 2
    assert "a4, letter" in refused.stderr
