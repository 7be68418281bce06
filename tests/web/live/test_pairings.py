"""Which open table a player gets."""

import pytest

from fourfold.match.encoding import encode_json
from fourfold.match.settings import ClockSetting, Settings
from fourfold.store import MatchRow, SeatRow
from fourfold.store.tables.matches import OpenTable
from fourfold.web.live.pairings import WAITING, WAITING_FOR_DAYS, TableChoice

NOW = 10 * WAITING_FOR_DAYS
FAST = Settings("qawale", clock=ClockSetting("sudden", 300), is_public=True, clock_waits=True)
DAYS = Settings("qawale", clock=ClockSetting("days", 3), is_public=True, clock_waits=True)


def table(name: str, age: int, *people: str, settings: Settings = FAST) -> OpenTable:
    row = MatchRow(name, settings.game, NOW - age, "open", encode_json(settings).decode(), public=True)
    return row, [*(SeatRow(seat, "person", who) for seat, who in enumerate(people)), SeatRow(len(people), "open")]


def choose(*tables: OpenTable, settings: Settings = FAST, connected: tuple[str, ...] = ()) -> str | None:
    return TableChoice(settings, "me", connected, NOW)(tables)


def test_the_oldest_table_where_somebody_waits_is_chosen() -> None:
    tables = [table("gone", WAITING + 1, "ann"), table("old", WAITING, "ben"), table("new", 0, "cyd")]
    assert choose(*tables) == "old"
    assert choose(*tables, connected=("ann",)) == "gone"
    assert choose(tables[0]) is None
    assert choose() is None


def test_who_plays_for_days_waits_for_days() -> None:
    tables = [
        table("gone", WAITING_FOR_DAYS + 1, "ann", settings=DAYS),
        table("old", WAITING + 1, "ben", settings=DAYS),
    ]
    assert choose(*tables, settings=DAYS) == "old"


def test_an_empty_table_is_not_chosen_and_ones_own_is_before_all_others() -> None:
    assert choose(table("empty", 0)) is None
    assert choose(table("first", 5, "ann"), table("own", 0, "me")) == "own"


def test_a_table_that_refused_is_not_chosen_again() -> None:
    choice = TableChoice(FAST, "me", (), NOW)
    tables = [table("first", 5, "ann"), table("second", 4, "ben")]
    assert choice(tables) == "first"
    choice.refused.add("first")
    assert choice(tables) == "second"


@pytest.mark.parametrize(
    "other",
    [
        Settings("qawale", clock=ClockSetting("sudden", 301), is_public=True, clock_waits=True),
        Settings("qawale", clock=ClockSetting("sudden", 300), is_public=True, clock_waits=True, by_lot=False),
        Settings("qawale", 2, {"pebbles": "5"}, ClockSetting("sudden", 300), is_public=True, clock_waits=True),
    ],
)
def test_other_settings_do_not_fit(other: Settings) -> None:
    assert choose(table("other", 0, "ann", settings=other)) is None


def test_options_are_compared_as_what_they_come_to_and_chat_does_not_matter() -> None:
    same = Settings("qawale", 2, {"pebbles": "8"}, ClockSetting("sudden", 300), True, has_chat=False, clock_waits=True)
    assert choose(table("same", 0, "ann", settings=same)) == "same"
