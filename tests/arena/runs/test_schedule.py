"""The games of a run: balanced seats, shared openings."""

from collections import Counter

import pytest

import fourfold
from fourfold.arena.entrants import ThinkingLimit, find_entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.schedule import Pairing, Setting, by_name, pair, play_pairing
from fourfold.contract.variants import short_options
from fourfold.core.registry import facts

OVER = str(fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE"))


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_each_opening_is_played_on_every_seat_once(seats: int) -> None:
    pairings = list(pair("a", "b", seats, 3 * seats))
    assert [pairing.number for pairing in pairings] == list(range(3 * seats))
    for group in range(3):
        own = [pairing.names for pairing in pairings if pairing.group == group]
        assert sorted(names.index("a") for names in own) == list(range(seats))
        assert all(Counter(names) == {"a": 1, "b": seats - 1} for names in own)


@pytest.mark.parametrize("game", fourfold.list_games())
def test_games_of_a_group_share_opening_and_deals(game: str) -> None:
    entrants = by_name([find_entrant("random"), find_entrant("simple")])
    players = {name: entrant.load() for name, entrant in entrants.items()}
    setting = Setting(game, short_options(game), seed=5)
    firsts = []
    for pairing in (
        Pairing(0, 0, ("random", "simple")), Pairing(1, 0, ("simple", "random")), Pairing(2, 1, ("random", "simple")),
    ):  # fmt: skip
        history = play_pairing(setting, entrants, players, pairing).position.history
        firsts.append(str(history[0] if facts(game).has_deals else history[:2]))
    assert firsts[0] == firsts[1]
    assert firsts[0] != firsts[2] or len(fourfold.game(game).start().moves()) == 1  # the first move is always the same


def test_a_given_position_is_where_all_games_begin() -> None:
    text = "qawale@nn,.,.,nn/.,.,.,./n,n,x,./.,.,.,nn:1"
    assert str(Setting("qawale", position=text).first()) == text


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (Setting("qawale", thinking=ThinkingLimit(seconds=0.0)), "no time to think"),
        (Setting("qawale", thinking=ThinkingLimit(seconds=float("nan"))), "no time to think"),
        (Setting("qawale", thinking=ThinkingLimit(seconds=1e9)), "no time to think"),
        (Setting("qawale", thinking=ThinkingLimit(nodes=0)), "no limit"),
        (Setting("qawale", position=OVER), "over"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(setting: Setting, words: str) -> None:
    with pytest.raises(BadLimit, match=words):
        setting.first()
