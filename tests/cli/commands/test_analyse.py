"""`fourfold analyse` and `fourfold solve`: for people and for programs, and clear about what is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fourfold
from fourfold.cli import progress
from fourfold.cli.app import app
from fourfold.search.limit import Limit
from fourfold.search.proofs.solve import Proof, Solved
from fourfold.text import speak

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
    assert text.startswith(
        "Blue was behind until move 9.\nRed slipped there and gave blue the win: e1 would have won at once.\n"
    )
    found = json.loads(run("analyse", "exago", str(path), "--nodes", "2000", "--json"))
    assert [move["move"] for move in found["moves"]] == ["c3", "d2"]
    assert found["worst"] == [9]
    assert [sentence["code"] for sentence in found["story"]] == ["search.story.behind", "search.story.gift"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("qawale", "--seconds", "-1"), "seconds"),
        (("qawale", "--nodes", "-5"), "nodes"),
        (("qawale", "--moves", "a1NSN"), "Qawale R1"),
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


def test_what_theory_knows_needs_no_proof() -> None:
    assert json.loads(run("solve", "quads", "--seconds", "1", "--json"))["proved"] == "loss"
    assert json.loads(run("solve", "qawale", "--pebbles", "7", "--json"))["proved"] == "draw"


def test_several_positions_are_solved_at_once() -> None:
    found = json.loads(run("solve", "qawale", "--pebbles", "3", "--jobs", "2", "--json"))
    assert found["proved"] == "draw"


def test_a_proof_without_seconds_has_no_other_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []
    go_on = Proof.go_on

    def listen(proof: Proof, limit: Limit, jobs: int) -> Iterator[Solved]:
        limits.append(limit)
        return go_on(proof, limit, jobs)

    monkeypatch.setattr(Proof, "go_on", listen)
    run("solve", "qawale", "--pebbles", "1")
    assert limits[0].seconds is None


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def french() -> Iterator[None]:
    speak("fr")
    yield
    speak("en")


def write_game(path: Path, game: str, seats: int, plies: int) -> list[str]:
    """Write the record of a game's first moves, always the last one that is legal; give the moves."""
    position = fourfold.game(game).start(seats=seats, seed=3)
    for _ in range(plies):
        position = position.play(position.moves()[-1])
    path.write_text(str(fourfold.Record.of(position)), encoding="utf-8")
    return [str(step) for step in position.history][-plies:]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("game", ["exago", "quadominos"])
def test_a_review_of_many_seats_fits_a_terminal_and_breaks_no_cell(game: str, tmp_path: Path) -> None:
    seats = fourfold.game(game).facts.seats[-1]
    moves = write_game(tmp_path / "game.txt", game, seats, seats)
    text = run("analyse", game, str(tmp_path / "game.txt"), "--nodes", "50")
    table = [line for line in text.splitlines() if "│" in line or "┃" in line]
    assert all(len(line) <= 80 for line in table), text
    rows = [line.split("│") for line in table if "│" in line]
    assert [row[2].strip() for row in rows] == moves
    for row in rows:
        assert sum(map(int, row[3].split())) == pytest.approx(100, abs=seats)


@pytest.mark.usefixtures("french")
def test_what_is_proved_is_said_in_french_and_numbers_are_written_so(tmp_path: Path) -> None:
    text = run("analyse", "exago", WON, "--nodes", "1000", "--lines", "1")
    assert "gain" in text
    assert "100,0\N{NO-BREAK SPACE}%" in text
    assert " win " not in text
    path = tmp_path / "game.txt"
    path.write_text(str(fourfold.Record.of(fourfold.read(WON).play("e1"))), encoding="utf-8")
    text = run("analyse", "exago", str(path), "--nodes", "2000")
    assert " gain " in text
    assert " win " not in text


@pytest.mark.usefixtures("french")
def test_nothing_solved_is_not_one_position_in_french() -> None:
    assert "aucune position résolue" in run("solve", "quads")


@pytest.mark.parametrize("option", [("--set", "pebbles=3"), ("--seats", "2")], ids=str)
def test_a_record_takes_no_options(option: tuple[str, str], tmp_path: Path) -> None:
    write_game(tmp_path / "game.txt", "qawale", 2, 2)
    with pytest.raises(fourfold.FourfoldError, match="record brings its own"):
        run("analyse", "qawale", str(tmp_path / "game.txt"), *option)


def test_the_text_of_a_view_is_analysed_like_its_position() -> None:
    position = fourfold.game("quadominos").start(seats=3, seed=5)
    position = position.play(position.moves()[0])
    found = [
        json.loads(run("analyse", "quadominos", text, "--nodes", "500", "--json"))["lines"]
        for text in (str(position), str(position.view(position.to_move)))
    ]
    assert found[0] == found[1]
    with pytest.raises(fourfold.FourfoldError, match="--moves"):
        run("analyse", "quadominos", str(position.view(position.to_move)), "--moves", "x")


def test_the_view_of_another_seat_is_refused() -> None:
    position = fourfold.game("quadominos").start(seats=3, seed=5)
    with pytest.raises(fourfold.FourfoldError, match="hidden tiles"):
        run("analyse", "quadominos", str(position.view(1)), "--nodes", "10")


def test_a_bar_is_shown_after_a_moment_where_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "MOMENT", 0.0)
    with progress.ticking("thinking", 10) as beat:
        beat()
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, for all that rich knows
    with progress.ticking("thinking", 10, is_hidden=True) as beat:
        beat()
    assert capsys.readouterr().err == ""
    with progress.ticking("thinking", 10) as beat:
        beat()
    assert "thinking" in capsys.readouterr().err
