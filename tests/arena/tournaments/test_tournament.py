"""Tournaments: everybody meets whom he should, whatever the results; standings as one reckons them by hand."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from fourfold.arena.entrants import ThinkingLimit, find_entrant
from fourfold.arena.errors import BadTournament, OtherRun
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.schedule import Setting
from fourfold.arena.tournaments.local import LocalTournament, score_of
from fourfold.arena.tournaments.standings import cross_table, stand
from fourfold.arena.tournaments.tournament import SYSTEMS, Key, System, Tournament

LETTERS = tuple("abcdefghijklmnop")
RESULTS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


def play_out(tournament: Tournament, seed: int = 0) -> dict[Key, tuple[float, ...]]:
    """Results by lot, in any order within a round."""
    chance, scores = random.Random(seed), dict[Key, tuple[float, ...]]()
    while fixtures := tournament.due(scores):
        fixture = chance.choice(fixtures)
        if tournament.seats == 2:
            scores[fixture.key] = chance.choice(RESULTS)
        else:
            winner = chance.randrange(tournament.seats)
            scores[fixture.key] = tuple(float(seat == winner) for seat in range(tournament.seats))
    assert tournament.is_over(scores)
    return scores


def meetings(tournament: Tournament, scores: dict[Key, tuple[float, ...]]) -> list[frozenset[str]]:
    return [frozenset(meeting) for played in tournament.played(scores) for meeting in played.meetings]


@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once_and_begins_as_often(count: int) -> None:
    tournament = Tournament("round-robin", LETTERS[:count])
    scores = play_out(tournament)
    assert Counter(meetings(tournament, scores)) == Counter(map(frozenset, combinations(LETTERS[:count], 2)))
    firsts = Counter(f.players[0] for played in tournament.played(scores) for f in played.fixtures)
    assert max(firsts.values()) - min(firsts.get(player, 0) for player in LETTERS[:count]) <= 1
    for played in tournament.played(scores):
        assert sorted([*played.byes, *(p for meeting in played.meetings for p in meeting)]) == list(LETTERS[:count])


@pytest.mark.parametrize("seed", range(12))
def test_a_swiss_system_lets_nobody_meet_twice_nor_wait_twice_while_it_can_be_helped(seed: int) -> None:
    count = random.Random(seed).randrange(5, 16)
    tournament = Tournament("swiss", LETTERS[:count], rounds=min(4, count // 2))
    scores = play_out(tournament, seed)
    assert max(Counter(meetings(tournament, scores)).values()) == 1
    byes = Counter(player for played in tournament.played(scores) for player in played.byes)
    assert all(times == 1 for times in byes.values())
    assert byes.total() == (count % 2) * tournament.rounds


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_small_swiss_system_goes_on_to_its_last_round_with_everybody_at_a_table(count: int) -> None:
    tournament = Tournament("swiss", LETTERS[:count], rounds=count - 1)
    for seed in range(3):
        rounds = tournament.played(play_out(tournament, seed))
        assert len(rounds) == count - 1
        for played in rounds:
            assert len(played.byes) == count % 2
            assert sorted([*played.byes, *(p for m in played.meetings for p in m)]) == list(LETTERS[:count])


def test_in_a_swiss_system_those_with_equal_points_meet() -> None:
    tournament = Tournament("swiss", LETTERS[:8], rounds=3)
    first = tournament.due({})
    scores = {fixture.key: (1.0, 0.0) for fixture in first}
    winners = {fixture.players[0] for fixture in first}
    for fixture in tournament.due(scores):
        assert len(winners & set(fixture.players)) in (0, 2)


@pytest.mark.parametrize("count", range(2, 17))
def test_in_a_knockout_the_winner_has_lost_to_nobody_and_the_strongest_meet_late(count: int) -> None:
    players = LETTERS[:count]
    tournament = Tournament("knockout", players)
    scores: dict[Key, tuple[float, ...]] = {}
    while fixtures := tournament.due(scores):
        for fixture in fixtures:
            scores[fixture.key] = (1.0, 0.0) if fixture.players[0] < fixture.players[1] else (0.0, 1.0)
    rounds = tournament.played(scores)
    assert len(rounds) == (count - 1).bit_length()
    assert set(rounds[-1].meetings[0]) == {"a", "b"}
    assert sum(len(played.meetings) for played in rounds) == count - 1
    assert not any(played.byes for played in rounds[1:])
    order = stand(tournament, scores)
    assert [(one.rank, one.player) for one in order[:2]] == [(1, "a"), (2, "b")]
    losses = Counter(
        p for f in (f for played in rounds for f in played.fixtures) for p in f.players if p != min(f.players)
    )
    assert losses == Counter(players[1:])


def test_a_tie_in_a_knockout_is_played_on_and_in_the_end_the_better_seed_goes_on() -> None:
    tournament = Tournament("knockout", ("a", "b"), games=2)
    scores: dict[Key, tuple[float, ...]] = {}
    for count in (2, 4, 6):
        fixtures = tournament.due(scores)
        assert len(fixtures) == 2
        assert fixtures[0].players == fixtures[1].players[::-1]
        scores |= {fixture.key: (1.0, 0.0) for fixture in fixtures}
        assert len(scores) == count
    assert tournament.is_over(scores)
    assert [one.player for one in stand(tournament, scores)] == ["a", "b"]
    early = {(0, 0, 0): (1.0, 0.0), (0, 0, 1): (1.0, 0.0), (0, 0, 2): (0.0, 1.0), (0, 0, 3): (1.0, 0.0)}
    assert tournament.is_over(early)
    assert stand(tournament, early)[0].player == "b"


def test_at_tables_of_several_all_sit_and_those_meet_who_met_least() -> None:
    tournament = Tournament("swiss", LETTERS[:11], rounds=5, seats=3)
    scores = play_out(tournament, 3)
    rounds = tournament.played(scores)
    for played in rounds:
        assert len(played.byes) == 2
        assert sorted([*played.byes, *(p for m in played.meetings for p in m)]) == list(LETTERS[:11])
    byes = Counter(player for played in rounds for player in played.byes)
    assert max(byes.values()) == 1
    met = Counter(frozenset(pair) for each in meetings(tournament, scores) for pair in combinations(each, 2))
    assert max(met.values()) <= 2
    seats = Counter((p, seat) for played in rounds for m in played.meetings for seat, p in enumerate(m))
    assert max(seats.values()) <= 3


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_tournament_made_again_from_its_games_is_the_same(system: System) -> None:
    tournament = Tournament(system, LETTERS[:7], rounds=4, games=2)
    scores = play_out(tournament, 5)
    again: dict[Key, tuple[float, ...]] = {}
    while fixtures := tournament.due(again):
        again |= {fixture.key: scores[fixture.key] for fixture in fixtures}
    assert again == scores
    assert stand(tournament, again) == stand(tournament, dict(reversed(scores.items())))


def test_standings_and_tie_breaks_are_those_that_one_reckons_by_hand() -> None:
    """a beats b and d, draws c; b beats c and d; c draws d."""
    tournament = Tournament("round-robin", ("a", "b", "c", "d"))
    wanted = {("a", "b"): 1.0, ("a", "c"): 0.5, ("a", "d"): 1.0, ("b", "c"): 1.0, ("b", "d"): 1.0, ("c", "d"): 0.5}
    scores: dict[Key, tuple[float, ...]] = {}
    while fixtures := tournament.due(scores):
        for fixture in fixtures:
            one, other = fixture.players
            made = wanted[one, other] if (one, other) in wanted else 1 - wanted[other, one]
            scores[fixture.key] = (made, 1 - made)
    order = stand(tournament, scores)
    assert [(one.player, one.rank, one.points, one.berger, one.wins) for one in order] == [
        ("a", 1, 2.5, 2.0 + 0.5 + 0.5, 2),
        ("b", 2, 2.0, 1.0 + 0.5, 2),
        ("c", 3, 1.0, 0.5 * 2.5 + 0.5 * 0.5, 0),
        ("d", 4, 0.5, 0.5 * 1.0, 0),
    ]
    assert cross_table(tournament, scores) == [
        [None, 1.0, 0.5, 1.0], [0.0, None, 1.0, 1.0], [0.5, 0.0, None, 0.5], [0.0, 0.0, 0.5, None],
    ]  # fmt: skip


def test_a_game_that_was_called_off_counts_for_nothing() -> None:
    """Swiss, four players, a left after the game with c was called off. By hand: no point, no game, no opponent."""
    tournament = Tournament("swiss", ("a", "b", "c", "d"), rounds=1, withdrawn={"a": 0})
    first, second = tournament.due({})
    assert (set(first.players), second.players) == ({"a", "c"}, ("d", "b"))
    scores = {first.key: (0.0, 0.0), second.key: (0.0, 1.0)}
    found = {one.player: one for one in stand(tournament, scores)}
    assert {player: (one.points, one.games, one.wins) for player, one in found.items()} == {
        "a": (0.0, 0, 0), "b": (1.0, 1, 1), "c": (0.0, 0, 0), "d": (0.0, 1, 0),
    }  # fmt: skip
    assert (found["a"].against, found["c"].against, found["b"].against) == ({}, {}, {"d": 1.0})
    assert [found[player].buchholz for player in "abd"] == [0.0, 0.0, 1.0]
    tournament = replace(tournament, rounds=3)
    while due := tournament.due(scores):  # the others go on without a: a game and a bye in each round
        scores |= {fixture.key: (1.0, 0.0) for fixture in due}
    assert all("a" not in meeting for played in tournament.played(scores)[1:] for meeting in played.meetings)
    assert sum(one.points for one in stand(tournament, scores)) == 1 + 2 + 2


def test_buchholz_counts_a_bye_as_an_opponent_like_oneself() -> None:
    tournament = Tournament("swiss", ("a", "b", "c"), rounds=2)
    scores = play_out(tournament, 1)
    found = {one.player: one for one in stand(tournament, scores)}
    for one in found.values():
        opponents = sum(found[other].points for other in one.against)
        assert one.buchholz == opponents + one.byes * one.points
    assert sum(one.byes for one in found.values()) == 2


def test_who_is_equal_in_everything_shares_a_rank() -> None:
    tournament = Tournament("round-robin", ("a", "b", "c"))
    scores: dict[Key, tuple[float, ...]] = {}
    while fixtures := tournament.due(scores):
        scores |= {fixture.key: (0.5, 0.5) for fixture in fixtures}
    assert [one.rank for one in stand(tournament, scores)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("ladder", ("a", "b")), "system"),
        (("round-robin", ("a", "a")), "same"),
        (("round-robin", ("a",)), "players"),
        (("swiss", ("a", "b", "c"), 3), "rounds"),
        (("swiss", ("a", "b", "c"), 0), "rounds"),
        (("knockout", ("a", "b"), 0, 0), "games"),
        (("knockout", ("a", "b", "c"), 0, 1, 3), "seats"),
        (("swiss", ("a", "b"), 1, 1, 3), "players"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(given: tuple[object, ...], code: str) -> None:
    with pytest.raises(BadTournament) as caught:
        Tournament(*given)  # type: ignore[arg-type]
    assert caught.value.code == f"arena.tournament.{code}"
    assert str(caught.value)


def contest(system: System = "swiss", games: int = 2) -> LocalTournament:
    names = ("simple", "level-1", "random")
    setting = Setting("qawale", {"pebbles": "2"}, thinking=ThinkingLimit(None, 200))
    return LocalTournament(setting, Tournament(system, names, 2, games), [find_entrant(name) for name in names])


def test_a_contest_that_was_stopped_goes_on_where_it_was_and_ends_the_same(tmp_path: Path) -> None:
    whole = list(contest().play(jobs=1))
    path = tmp_path / "contest.jsonl"
    part = contest().play(jobs=1, path=path)
    stopped = [next(part) for _ in range(3)]
    part.close()  # type: ignore[attr-defined]
    with path.open("ab") as file:
        file.write(b'{"number": 3, "gro')
    again = list(contest().play(jobs=1, path=path))
    assert path.read_bytes().count(b"\n") == 1 + len(whole)

    def bare(results: list[Result]) -> list[object]:
        return [(each.number, each.names, each.winners, each.steps) for each in results]

    assert bare(again) == bare(whole)
    assert bare(again)[:3] == bare(stopped)
    assert bare(list(contest().play(jobs=1, path=path))) == bare(whole)
    with pytest.raises(OtherRun, match="games"):
        list(contest(games=1).play(jobs=1, path=path))


def test_the_points_of_a_game_are_one_in_all() -> None:
    result = Result(0, 0, ("a", "b", "c"), (), None, "", 9, (0.0,) * 3, ())
    assert score_of(result) == (1 / 3, 1 / 3, 1 / 3)
    forfeit = Result(0, 0, ("a", "b", "c"), (0, 2), 1, "", 9, (0.0,) * 3, ())
    assert score_of(forfeit) == (0.5, 0.0, 0.5)


def test_a_contest_tells_programs_everything() -> None:
    played = contest("round-robin", 1)
    results = list(played.play(jobs=1))
    found = played.as_json(results)
    assert found["standings"][0]["player"] == "simple"
    assert sum(one["points"] for one in found["standings"]) == len(results)
    assert all(one["points"] == sum(one["against"].values()) for one in found["standings"])
    assert set(found["ratings"]) == {"simple", "level-1", "random"}
    assert [len(each["games"]) for each in found["rounds"]] == [1, 1, 1]
