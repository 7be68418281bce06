"""Ratings, tournaments and promised secrets in every kind of store: once, whoever else writes at the same moment."""

from collections.abc import Sequence
from contextlib import ExitStack

import pytest

from fourfold.store import Store
from fourfold.store.errors import TournamentChanged, UnknownCommitment, UnknownTournament
from fourfold.store.tables.commitments import LIFETIME
from fourfold.store.tables.ratings import RatingRow
from fourfold.store.tables.tournaments import TournamentRow
from store.samples import sample_match


def one_more(before: Sequence[RatingRow | None]) -> list[tuple[float, float]]:
    """Each match makes everybody better by one."""
    return [(1.0 if known is None else known.mu + 1, 2.0) for known in before]


def test_a_match_counts_once_in_all_its_pools(store: Store) -> None:
    store.matches.create(sample_match(status="over")).result()
    assert store.ratings.unrated_matches() == ["m"]
    rated = [store.ratings.rate_match("m", ["all x", "people x"], ["a", "b"], 7, one_more).result() for _ in range(2)]
    assert rated == [True, False]
    assert store.ratings.best("all x") == [RatingRow("all x", player, 1.0, 2.0, 1, 7) for player in ("a", "b")]
    assert store.ratings.pools() == ["all x", "people x"]
    assert store.ratings.find("people x", ["b", "c"]) == {"b": RatingRow("people x", "b", 1.0, 2.0, 1, 7)}
    assert (store.ratings.rated_matches(), store.ratings.unrated_matches()) == (["m"], [])
    store.ratings.clear().result()
    assert (store.ratings.rated_matches(), store.ratings.pools(), store.ratings.unrated_matches()) == ([], [], ["m"])


def test_ratings_of_a_player_are_kept_day_by_day(store: Store) -> None:
    for number, hours in enumerate((1, 5, 30, 80)):
        store.matches.create(sample_match(f"m{number}", status="over")).result()
        pools = ["all x", "people x"] if number else ["all x"]
        store.ratings.rate_match(f"m{number}", pools, ["a", f"p{number}"], hours * 3_600_000, one_more).result()
    assert [(rating.pool, rating.games) for rating in store.ratings.of("a")] == [("all x", 4), ("people x", 3)]
    days = [(0, 2.0), (1, 3.0), (3, 4.0)]
    assert [(day.day, day.mu) for day in store.ratings.days("a", "all x")] == days
    assert [(day.day, day.mu) for day in store.ratings.days("a", "all x", limit=2)] == days[1:]
    assert store.ratings.days("b", "all x") == store.ratings.of("b") == []
    store.guests.erase(["a"], [], lambda body, _: body, 1).result()
    assert store.ratings.days("a", "all x") == store.ratings.of("a") == []
    assert len(store.ratings.days("p0", "all x")) == 1
    store.ratings.clear().result()
    assert store.ratings.days("p0", "all x") == []


def test_stores_that_rate_at_once_lose_nothing(place: str) -> None:
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(place)) for _ in range(3)]
        for number in range(12):
            stores[0].matches.create(sample_match(f"m{number}", status="over")).result()
        waiting = [
            store.ratings.rate_match(f"m{number}", ["all x"], ["a", f"p{number}"], 1, one_more)
            for number in range(12)
            for store in stores
        ]
        assert sum(future.result() for future in waiting) == 12
        assert stores[0].ratings.find("all x", ["a"])["a"].games == 12
        assert stores[0].ratings.find("all x", ["a"])["a"].mu == 12.0
        assert sorted(stores[0].ratings.rated_matches()) == sorted(f"m{number}" for number in range(12))


def test_of_two_who_change_a_tournament_one_has_to_look_again(store: Store) -> None:
    store.tournaments.add(TournamentRow("t", 5, "open", 1, "first")).result()
    store.tournaments.change(TournamentRow("t", 5, "running", 2, "second")).result()
    with pytest.raises(TournamentChanged):
        store.tournaments.change(TournamentRow("t", 5, "open", 2, "other")).result()
    assert store.tournaments.find("t") == TournamentRow("t", 5, "running", 2, "second")
    assert [found.id for found in store.tournaments.search(["running"])] == ["t"]
    assert store.tournaments.search(["open"]) == []
    with pytest.raises(UnknownTournament):
        store.tournaments.find("u")


def test_a_promise_serves_one_match_and_is_forgotten_after_a_day(store: Store) -> None:
    store.commitments.add("hash", "secret", 1).result()
    assert store.commitments.secret("hash") == "secret"
    store.matches.create(sample_match("m1"), commitment="hash").result()
    with pytest.raises(UnknownCommitment):
        store.matches.create(sample_match("m2"), commitment="hash").result()
    with pytest.raises(UnknownCommitment):
        store.commitments.secret("hash")
    store.commitments.add("old", "secret", 2).result()
    store.commitments.add("new", "secret", 3 + LIFETIME).result()
    with pytest.raises(UnknownCommitment):
        store.commitments.secret("old")
    assert store.commitments.secret("new") == "secret"
