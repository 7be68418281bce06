"""`fourfold play --link`, line by line, with a real server."""

import socket
from pathlib import Path

import pytest

import fourfold
from cli.console import run
from web.server_process import Guest, running


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_TERMINAL", str(tmp_path / "kept"))
    monkeypatch.setenv("USER", "Ann")


@pytest.mark.parametrize("flags", [[], ["--plain"]])
def test_a_wrong_link_is_a_mistake_and_does_not_hang(flags: list[str]) -> None:
    done = run("play", "--link", "nonsense", *flags)
    assert done.returncode == 2
    assert "“nonsense” is not a link to a table" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_a_server_that_does_not_answer_is_nobodys_mistake() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]  # nobody listens there a moment later
    done = run("play", "--link", f"http://127.0.0.1:{port}/join/x", "--plain")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_a_match_is_joined_played_left_and_found_again_without_a_terminal(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        other = Guest(server, "Ben")
        match, invite = other.create("qawale", options={"pebbles": "1"})
        words = ["play", "--link", f"{server.url}/join/{invite}", "--plain"]
        looked = run(*words)
        assert looked.returncode == 0, looked.stderr
        assert "You left the table" in looked.stdout
        if other.table(match)["to_move"] == other.table(match)["seat"]:
            other.play(match, "a1NEE", 0)
        position = fourfold.game("qawale").start(pebbles=1)
        own = "a4ESE" if other.table(match)["ply"] else "a1NEE"
        done = run(*words, typed=f"moves a1\nnonsense\nboard\n{own}\n")
        assert "You are " in done.stdout
        assert "“nonsense” is not a move" in done.stdout
        if own == "a1NEE":
            other.play(match, "a4ESE", 1)
        position = position.play("a1NEE").play("a4ESE")
        watched = run("play", "--link", f"{server.url}/match/{match}")
        assert watched.returncode == 0, watched.stderr
        assert position.board() in watched.stdout
        assert "A draw" in watched.stdout
        assert "\x1b" not in looked.stdout + done.stdout + watched.stdout
        Guest.all_leave()
