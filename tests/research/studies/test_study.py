"""Studies measure what is there, repeatably; reports say it in words and pictures."""

from math import log

import numpy as np
import pytest

import fourfold
from fourfold.arena.runs.pool import open_pool
from fourfold.arena.statistics.estimate import Estimate
from fourfold.contract.variants import short_options
from fourfold.core.registry import facts
from fourfold.picture.formats.svg import svg
from fourfold.players.errors import UnknownLevel
from fourfold.research.errors import BadBatch
from fourfold.research.studies.report import describe, draw, draw_advantages, judge, name_variant, write_report
from fourfold.research.studies.study import Study, Task, count_tasks, finish, study, take_sample
from fourfold.research.studies.variants import list_variants


def measure(game: str, games: int = 400, level: str = "random", **options: object) -> Study:
    return finish(study(game, options, level=level, games=games, seed=1, pool=open_pool(1)))


def test_a_game_that_can_be_counted_is_measured_exactly() -> None:
    """Qawale with one pebble each: two plies, no line, 40 first moves."""
    found = measure("qawale", pebbles=1)
    assert (found.length.value, found.length.low, found.length.high) == (2, 2, 2)
    assert found.draws.value == 1
    assert found.lengths == {2: 400}
    assert found.widths[0] == 40
    assert found.widths[1] == pytest.approx(2176 / 40, rel=0.02)
    assert found.branching.value == pytest.approx((40 + 2176 / 40) / 2, rel=0.02)
    assert log(found.typical_branching) == pytest.approx((log(40) + log(2176 / 40)) / 2, abs=0.02)
    assert found.decided is None
    assert found.verdict == "even"
    assert [point.value for point in found.points] == [0.5, 0.5]


@pytest.mark.parametrize("game", fourfold.list_games())
def test_numbers_fit_together(game: str) -> None:
    seats = facts(game).seats[0]
    found = finish(study(game, {"seats": seats, **short_options(game)}, games=60, pool=open_pool(1)))
    assert sum(found.lengths.values()) == found.games == 60
    assert found.draws.value + sum(win.value for win in found.wins) == pytest.approx(1)
    assert sum(point.value for point in found.points) == pytest.approx(1)
    assert found.advantage.value == pytest.approx(found.points[0].value - 1 / seats)
    mean = sum(length * count for length, count in found.lengths.items()) / 60
    assert found.length.value == pytest.approx(mean)
    for estimate in (found.length, found.branching, found.draws, found.advantage, *found.wins, *found.points):
        assert estimate.low <= estimate.value <= estimate.high
    assert found.typical_branching <= found.branching.value * 1.1


def test_random_games_are_those_of_positions() -> None:
    """The sample's own games, counted by an independent walk over positions with the same distribution."""
    sample = take_sample(Task("exago", {"handicap": "7,7"}, "random", 300, seed=2, part=0))
    assert sample.plays.sum() == sum(sample.lengths)
    assert set(sample.winners) <= {-1, 0, 1}
    assert sample.widths[0] == 300  # only the centre
    assert sample.widths[1] == 300 * 6


def test_the_same_seed_gives_the_same_study_whoever_plays() -> None:
    alone = finish(study("quads", {}, games=50, seed=3, pool=open_pool(1)))
    beside = finish(study("quads", {}, games=50, seed=3, pool=open_pool(2)))
    assert alone == beside
    assert alone != finish(study("quads", {}, games=50, seed=4, pool=open_pool(1)))


def test_no_two_variants_share_their_chance() -> None:
    """Rows of a report are independent: the same stream would make variants look more alike than they are."""
    one, other = (Task("qawale", given, "random", 5, seed=0, part=0) for given in ({}, {"double": "draw"}))
    assert one.chance.random() != other.chance.random()
    assert take_sample(one).widths.tolist() != take_sample(other).widths.tolist()
    assert take_sample(one).widths.tolist() == take_sample(one).widths.tolist()


def test_a_report_of_random_games_does_not_speak_of_fairness() -> None:
    random_only = {"quads": [measure("quads", games=50)]}
    text, _ = write_report(random_only, "command")
    assert "does not say which variant is fair" in text
    assert "Among players like" not in text
    both = {"qawale": [measure("qawale", games=20), measure("qawale", games=2, level="simple")]}
    text, _ = write_report(both, "command")
    assert "Among players like “simple”" in text
    assert "does not say which variant is fair" not in text


def test_a_level_is_studied_too() -> None:
    found = measure("qawale", games=3, level="simple")
    assert found.level == "simple"
    assert count_tasks("simple", 3) == 3
    assert found.length.value <= 16
    assert sum(found.lengths.values()) == 3


def test_intervals_hold_the_true_value() -> None:
    chance = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        points = chance.choice([0.0, 0.5, 1.0], 200, p=[0.1, 0.7, 0.2])
        estimate = Estimate.of_points(points)
        inside += estimate.low <= 0.55 <= estimate.high
    assert inside / 400 > 0.93


def test_verdicts_need_certainty() -> None:
    plain = measure("qawale", pebbles=1)

    def verdict(value: float, half: float) -> str:
        points = (Estimate(value, value - half, value + half), Estimate(1 - value, 1 - value - half, 1 - value + half))
        return Study(**{**plain.__dict__, "points": points}).verdict

    assert verdict(0.5, 0.01) == "even"
    assert verdict(0.5, 0.05) == "open"
    assert verdict(0.6, 0.05) == "uneven"
    assert verdict(0.55, 0.05) == "open"


def test_bad_studies_are_refused() -> None:
    with pytest.raises(BadBatch, match="At least one game is needed, not 0"):
        measure("qawale", games=0)
    with pytest.raises(UnknownLevel):
        measure("qawale", level="nobody")
    with pytest.raises(fourfold.UnknownOption):
        measure("qawale", colour="red")


def test_variants_are_all_that_differ() -> None:
    assert {} in list_variants("exago")
    assert {"seats": 6} in list_variants("exago")
    assert {"seats": 3, "blocking": "off"} in list_variants("exago")
    assert {"blocking": "off"} not in list_variants("exago")  # with two seats nobody has to block
    assert len([variant for variant in list_variants("qawale") if "pebbles" in variant]) == 9
    assert {"seats": 8} in list_variants("quadominos")
    for game in fourfold.list_games():
        for variant in list_variants(game):
            fourfold.game(game).undealt(**variant)


def test_a_study_is_told_in_words_and_pictures() -> None:
    found = measure("exago", games=60, seats=3, late="on")
    assert name_variant(found) == "`seats=3 late=on`"
    words = dict(describe(found))
    assert words["plies in a game"].startswith(f"{found.length.value:.1f} (")
    assert set(words) >= {"points of seat 0", "points of seat 2", "draws", "first seat’s advantage"}
    assert judge(found).split(":")[0] in ("Even", "Uneven", "Not settled")
    pictures = draw(found)
    assert set(pictures) == {"points", "lengths", "moves"}
    for drawing in (*pictures.values(), draw_advantages([found, found])):
        assert "Exago" in drawing.title
        assert svg(drawing).startswith("<svg")


def test_the_report_holds_every_variant_and_shows_its_pictures() -> None:
    studies = {
        game: [measure(game, games=20, **variant) for variant in list_variants(game)[:3]]
        for game in ("quads", "qawale")
    }
    text, drawings = write_report(studies, "fourfold study --report docs")
    assert "    fourfold study --report docs\n" in text
    for game, found in studies.items():
        assert f"## {facts(game).name}" in text
        assert all(f"| {name_variant(each)} | random | 20 |" in text for each in found)
    assert all(f"](study/{name}.svg)" in text for name in drawings)
    assert "dark can always win" in text
