"""A server beside faulty games: it gets ready, says what is wrong, and plays the others."""

from pathlib import Path

import pytest

from packages import FACTS, NO_KERNEL, GamePackage, install
from web.server_process import Guest, running


def test_a_server_plays_the_other_games_where_one_is_faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = [NO_KERNEL, GamePackage("broken", "broken", "import nothing_of_this_name\n")]
    listed = GamePackage("rival", "rival", FACTS.format(id="other"))
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path / "projects", tmp_path / "installed", [*faulty, listed])))
    with running(tmp_path) as server:
        left_out = {
            entry["package"]: entry["problem"] for entry in server.logged() if entry["event"] == "game_left_out"
        }
        assert set(left_out) == {"broken", "rival"}
        assert "nothing_of_this_name" in left_out["broken"]
        guest = Guest(server)
        games = {game["id"]: game for game in guest.get("/api/games")["games"]}
        assert {"exago", "no-kernel"} <= set(games)
        pictures = guest.get("/api/games/pictures")["pictures"]
        assert pictures["exago"].startswith("<svg")
        assert pictures["no-kernel"] == ""
        for game, status in (("exago", 200), ("no-kernel", 503), ("broken", 404)):
            answer = guest.http.get(f"/api/games/{game}/symbols")
            assert answer.status_code == status, answer.text
        assert guest.ask("/api/matches", {"game": "no-kernel"}).json()["code"] == "fourfold.faulty_game.load"
        assert guest.create("exago")
