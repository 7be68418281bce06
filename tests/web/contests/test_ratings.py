"""The rating of matches against levels, and the level that fits a player."""

import random
import time
from collections.abc import Callable

import pytest

from fourfold.arena.statistics.ratings import mean_of, rate_one, rating_of
from fourfold.core.registry import list_games
from fourfold.players.levels import USUAL, list_levels
from fourfold.players.ratings import ratings
from fourfold.store.tables.ratings import RatingRow
from fourfold.web.contests.ratings import LEVEL, fitting_level, measured_level
from web.server_process import Guest, Server

LEVELS = [level for level in list_levels() if level in ratings()]
MATCHES = 10
PATIENCE = 120.0  # seconds


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def row(pool: str, rating: float, games: int) -> RatingRow:
    return RatingRow(pool, "ann", mean_of(rating), 2.0, games)


def play_on(game: str, wins: Callable[[int], bool], matches: int = MATCHES) -> int:
    """The rating of the level that fits a player after matches, each against the level that fitted before."""
    known: list[RatingRow] = []
    for games in range(1, matches + 1):
        level = fitting_level(game, known).level
        mine = (known[0].mu, known[0].sigma) if known else None
        ranks = [0, 1] if wins(ratings()[level][game]) else [1, 0]
        (mu, sigma), _ = rate_one([mine, measured_level(LEVEL + level, game)], ranks)
        known = [RatingRow(f"all {game} 2", "ann", mu, sigma, games)]
    return ratings()[fitting_level(game, known).level][game]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("strength", [1250, 1500])
def test_ten_matches_find_the_level_of_a_player(game: str, strength: int) -> None:
    """For nine players of ten it is at most 200 points from the nearest: an even game, or three in four."""
    chance = random.Random(7)
    nearest = min((ratings()[level][game] for level in LEVELS), key=lambda rating: abs(rating - strength))
    found = [
        play_on(game, lambda rating: chance.random() < 1 / (1 + 10 ** ((rating - strength) / 400))) for _ in range(40)
    ]
    assert sum(abs(rating - nearest) <= 200 for rating in found) >= 36, found


@pytest.mark.parametrize("game", list_games())
def test_who_always_wins_comes_to_the_strongest_level_and_who_always_loses_to_the_weakest(game: str) -> None:
    assert play_on(game, lambda rating: True, 40) == ratings()["level-8"][game]
    assert play_on(game, lambda rating: False, 10) == ratings()["level-1"][game]


def test_the_fitting_level_follows_the_pool_of_the_game_with_the_most_matches() -> None:
    strongest = max(LEVELS, key=lambda level: ratings()[level]["exago"])
    best = ratings()[strongest]["exago"]
    known = [row("all exago 3", best, 9), row("all exago 2", 1000, 3), row("people exago 2", 1000, 20)]
    assert fitting_level("exago", known)[:2] == (strongest, best)
    assert fitting_level("exago", known).games == 9
    assert fitting_level("quads", known)[:2] == (USUAL, 1200)
    assert fitting_level("exago", known[2:])[:2] == (USUAL, 1200)


def test_ratings_have_one_scale() -> None:
    assert set(ratings()["level-1"].values()) == {1000}
    for rating in (700.0, 1200.0, 2310.0):
        assert rating_of(mean_of(rating)) == pytest.approx(rating)


def test_a_level_keeps_its_rating_and_a_person_moves_on_its_scale(own_server: Server) -> None:
    ann = Guest(own_server, "Ann")
    assert ann.get("/api/ratings/qawale/level")["level"] == USUAL
    match, _ = ann.create("qawale", places=[{"kind": "me"}, {"kind": "computer", "level": "level-3"}], by_lot=False)
    ann.play(match, "a1NEE", 0)
    wait_until(lambda: ann.table(match)["ply"] >= 2)
    ann.command(match, "resign")
    wait_until(lambda: ann.get("/api/ratings/qawale/level")["games"] == 1)
    listed = {entry["kind"]: entry["value"] for entry in ann.get("/api/ratings", pool="qawale 2")["ratings"]}
    assert listed["computer"] == ratings()["level-3"]["qawale"]
    assert listed["person"] < 1200
    assert ann.get("/api/ratings/qawale/level")["rating"] == listed["person"]


def test_the_fitting_level_of_an_unknown_game_is_refused(own_server: Server) -> None:
    assert Guest(own_server, "Ann").http.get("/api/ratings/chess/level").status_code == 404
