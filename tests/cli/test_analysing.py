"""`fourfold analyse` and `fourfold solve`: for people and for programs, and clear about what is wrong."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fourfold
from fourfold.cli.app import app

WON = "exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_says_who_moves_what_is_proved_and_the_lines() -> None:
    found = json.loads(run("analyse", "exago", WON, "--nodes", "1000", "--json"))
    assert found["to_move"] == 0
    assert found["proved"] == "win"
    assert found["lines"][0]["move"] == "e1"
    assert found["lines"][0]["value"] == 1
    assert found["lines"][0]["proved"] == "win"
    assert found["nodes"] > 0


def test_moves_are_played_first_and_options_are_taken() -> None:
    found = json.loads(
        run("analyse", "qawale", "--set", "pebbles=2", "--moves", "a1NEE a4ESE", "--depth", "2", "--json")
    )
    assert found["to_move"] == 0
    assert found["proved"] == "draw"


def test_people_are_told_in_words() -> None:
    text = run("analyse", "exago", WON, "--nodes", "1000")
    assert "Proved: seat 0, who is to move, wins." in text
    text = run("analyse", "quadominos", "--seed", "3", "--seats", "4", "--nodes", "2000")
    assert "Estimated" in text
    assert "seat 3" in text


def test_a_record_is_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(str(fourfold.Record.of(fourfold.read(WON).play("c3").play("d2"))), encoding="utf-8")
    text = run("analyse", "exago", str(path), "--nodes", "2000")
    assert "c3 misses a forced win: e1." in text
    found = json.loads(run("analyse", "exago", str(path), "--nodes", "2000", "--json"))
    assert [move["move"] for move in found["moves"]] == ["c3", "d2"]
    assert found["worst"] == [9]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("qawale", "--seconds", "-1"), "seconds"),
        (("qawale", "--nodes", "-5"), "nodes"),
        (("qawale", "--moves", "a1NSN"), "Qawale F3"),
        (("qawale", "no-such-file.txt"), "cannot be read"),
        (("chess",), "no game"),
        (("qawale", "qawale@x:0"), "qawale@x:0"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(fourfold.FourfoldError) as caught:
        CliRunner().invoke(app, ["analyse", *arguments], catch_exceptions=False)
    assert words in str(caught.value) or caught.value.values.get("text")


def test_a_file_that_is_no_text_is_refused_in_our_own_words(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\x83")
    with pytest.raises(fourfold.FourfoldError, match="cannot be read: it is no text in UTF-8"):
        CliRunner().invoke(app, ["analyse", "qawale", str(tmp_path / "bytes.txt")], catch_exceptions=False)


def test_a_proof_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    found = json.loads(run("solve", "qawale", "--pebbles", "2", "--file", str(path), "--json"))
    assert found["proved"] == "draw"
    assert found["nodes"] > 0
    assert json.loads(run("solve", "qawale", "--pebbles", "2", "--file", str(path), "--json")) == found
    assert "It is a draw" in run("solve", "qawale", "--pebbles", "1")
