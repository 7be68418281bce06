"""Analysis: honest about what it knows, blind to what is hidden, repeatable, and it ends when it is told to."""

import threading
import time
from dataclasses import replace

import pytest

import fourfold
from fourfold import FourfoldError, Position
from fourfold.contract.variants import Variant, list_variants, open_variant
from fourfold.core.registry import facts
from fourfold.search.analysis import analyse
from fourfold.search.errors import NothingToChoose
from fourfold.search.limit import Limit
from fourfold.search.review import review


def on_the_way(variant: Variant, seed: int, plies: int) -> Position:
    position = variant.start(seed)
    while position.outcome is None and position.ply < plies:
        if position.is_deal_due:
            position = position.deal(seed=seed)
            continue
        moves = position.moves()
        position = position.play(moves[(7 * position.ply + seed) % len(moves)])
    return position


def running(variant: Variant, seed: int, plies: int) -> Position:
    """The same, or the start where that is over or a deal is due."""
    position = on_the_way(variant, seed, plies)
    return position if position.to_move is not None else variant.start(seed)


@pytest.mark.parametrize("variant", list_variants(), ids=str)
def test_lines_are_legal_and_chances_add_up_in_every_variant(variant: Variant) -> None:
    position = running(variant, 3, 5)
    analysis = analyse(position, Limit(nodes=3000, seed=1), lines=2)
    assert analysis.to_move == position.to_move
    assert len(analysis.chances) == position.seats
    assert sum(analysis.chances) == pytest.approx(1, abs=0.01)
    for line in analysis.lines:
        assert 0 <= line.value <= 1
        assert line.move == line.moves[0]
        if not position.game.is_hidden(position.options):
            later = position
            for move in line.moves:
                later = later.play(move)
        assert line.move in position.moves()


@pytest.mark.parametrize("variant", list_variants(), ids=str)
def test_the_same_seed_and_nodes_give_the_same_answer(variant: Variant) -> None:
    position = running(variant, 1, 4)
    answers = [analyse(position, Limit(nodes=2000, seed=5)).as_json() for _ in range(2)]
    for answer in answers:
        answer.pop("seconds")
    assert answers[0] == answers[1]


HIDDEN = [Variant("quadominos", 2, {"rounds": 1}), Variant("quadominos", 5, {"target": 150})]


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_what_is_hidden_changes_nothing(variant: Variant) -> None:
    """Deal the hidden part anew: another position, the same view, the same analysis."""
    differing = 0
    for plies in (3, 8):
        position = on_the_way(variant, plies, plies)
        seat = position.to_move
        assert seat is not None
        expected = analyse(position, Limit(nodes=5000, seed=2)).lines
        for seed in range(3):
            row = position.view(seat).row.copy()
            position.game.rules.fill(row, seat, seed)
            other = Position(position.game, position.seats, position.options, row, position.previous, position.last)
            differing += other != position
            assert analyse(other, Limit(nodes=5000, seed=2)).lines == expected
    assert differing > 0


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_search_without_end_stops_when_it_is_told_to(game: str) -> None:
    position = on_the_way(open_variant(game), 2, 4)
    limit = Limit(seconds=600)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(analyse(position, limit)))
    thread.start()
    time.sleep(0.2)
    limit.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert answers[0].lines[0].move in position.moves()


@pytest.mark.parametrize("nodes", [0, 1, 7, 100])
@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_handful_of_nodes_is_enough_for_a_move(game: str, nodes: int) -> None:
    position = on_the_way(Variant(game), 2, 4)
    analysis = analyse(position, Limit(nodes=nodes))
    assert analysis.lines[0].move in position.moves()
    assert analysis.nodes <= nodes + 3000


UNDEALT = [open_variant(game) for game in fourfold.list_games() if not facts(game).has_deals]


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(nodes=2), Limit(nodes=1000), Limit(seconds=60)], ids=str)
@pytest.mark.parametrize("variant", UNDEALT, ids=str)
def test_what_was_not_reached_is_not_called_proved(variant: Variant, limit: Limit) -> None:
    if limit.nodes is None or limit.nodes == 1000:
        limit.stop()  # before the first move is looked at
    analysis = analyse(variant.start(0), limit)
    assert analysis.proved is None
    assert all(line.proved is None for line in analysis.lines)
    assert analysis.chances == pytest.approx((0.5, 0.5), abs=0.1)


def test_nothing_is_analysed_that_is_over_or_another_seats() -> None:
    over = fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE")
    with pytest.raises(NothingToChoose, match="Qawale F5"):
        analyse(over, Limit(nodes=10))
    with pytest.raises(NothingToChoose, match="not to move"):
        analyse(fourfold.game("qawale").start().view(1), Limit(nodes=10))
    with pytest.raises(NothingToChoose, match="deal"):
        analyse(fourfold.game("quadominos").undealt(), Limit(nodes=10))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"nodes": -1},
        {"nodes": True},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"depth": 0},
        {"depth": 1000},
        {"nodes": 1, "seed": 1 << 64},
    ],
    ids=str,
)
def test_bad_limits_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(FourfoldError):
        Limit(**wrong)  # type: ignore[arg-type]


def test_overlooking_misses_a_win_now_and_then() -> None:
    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    chosen = {analyse(position, Limit(nodes=500, seed=seed), lines=1, overlooked=500).best.move for seed in range(30)}
    assert "e1" in chosen
    assert len(chosen) > 1


def test_a_repetition_is_known_from_the_game_before() -> None:
    """Exago: who stands worse repeats; the keys of the earlier positions travel with the view."""
    position = fourfold.game("exago").start().play("e5").play("e6")
    view = position.view(0)
    assert len(view.earlier) == position.ply
    assert fourfold.game("qawale").start().play("a1NEE").view(1).earlier == ()


def test_a_review_finds_the_missed_win_and_the_loss_it_allowed() -> None:
    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").play("c3")
    reviewed = review(fourfold.Record.of(position), Limit(nodes=5000))
    assert [verdict.reason for verdict in reviewed.worst] == ["missed_win"]
    assert "e1" in reviewed.worst[0].why
    assert reviewed.turning_points == reviewed.verdicts


def test_a_review_says_whether_the_answer_wins_at_once_and_shows_little_of_it() -> None:
    position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").play("c3")
    (verdict,) = review(fourfold.Record.of(position), Limit(nodes=5000)).verdicts
    lost = replace(verdict, reason="allowed_win")
    assert lost.at_once
    assert f"{verdict.answer[0]}, which wins at once" in lost.why
    forced = replace(lost, at_once=False, answer=("d1", "e1", "f1", "g1"))
    assert "overlooks d1 e1, which wins by force" in forced.why


@pytest.mark.parametrize("variant", [Variant("quadominos", 3, {"rounds": 2}), Variant("exago", 4)], ids=str)
def test_whole_games_of_many_seats_are_reviewed(variant: Variant) -> None:
    position = on_the_way(variant, 4, 10_000)
    record = fourfold.Record.of(position)
    reviewed = review(record, Limit(nodes=200))
    assert len(reviewed.verdicts) == position.ply
    assert all(len(verdict.chances) == variant.seats for verdict in reviewed.verdicts)
    assert all(0 <= verdict.cost <= 1 for verdict in reviewed.verdicts)
