"""What earlier releases left behind, made by `release.py` and never edited, is read and replayed to the last move."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import fourfold
from fourfold.core.registry import list_games
from fourfold.match.events import Event, EventBody, decode_body
from fourfold.match.match import Match
from fourfold.store import Store, StoredEvent
from store.release import write

RELEASES = sorted((Path(__file__).parent / "fixtures").glob("release_*"))
every_release = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def replay(stored: list[StoredEvent]) -> Match:
    return Match.replay([Event(e.sequence, e.time, decode_body(e.body)) for e in stored])


def check(store: Store, release: Path) -> None:
    """Every match of a release is there, and its record is what it was."""
    matches = store.matches.search(limit=1000)
    assert {match.game for match in matches} <= set(list_games())
    written = {path.stem for path in (release / "records").glob("*.txt")}
    begun = set()
    for row in matches:
        stored = store.events.read(row.id)
        assert [event.sequence for event in stored] == list(range(1, row.last_sequence + 1))
        match = replay(stored)
        if match.position is not None:
            begun.add(row.id)
            assert str(match.record()) == (release / "records" / f"{row.id}.txt").read_text()
    assert begun == written


@every_release
def test_the_database_of_a_release_is_brought_up_to_date_and_replayed(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((release / "matches.sql").read_text())
    with Store.open(path) as store:
        check(store, release)
        running = [match.id for match in store.matches.search(statuses=["running"], limit=1000)]
        assert sorted(due.match_id for due in store.claims.due(now=1)) == sorted(running)  # whoever serves it looks


@every_release
def test_the_matches_that_a_release_exported_are_imported_and_replayed(release: Path, place: str) -> None:
    with Store.open(place) as store:
        assert store.import_(release / "matches.jsonl").added == (release / "matches.jsonl").read_text().count("\n")
        check(store, release)


@every_release
def test_the_records_of_a_release_are_read_as_text_and_as_json(release: Path) -> None:
    for path in (release / "records").glob("*.txt"):
        record = fourfold.Record.parse(path.read_text())
        assert str(record) == path.read_text()
        assert record == fourfold.Record.parse(path.with_suffix(".json").read_text())
        assert record.position.ply > 0


def test_what_is_kept_of_a_release_has_every_kind_of_event_in_it(tmp_path: Path) -> None:
    """So that the next release, whose files this version would write, leaves nothing out."""
    write(tmp_path / "release")
    text = (tmp_path / "release" / "matches.jsonl").read_text()
    for kind in EventBody.__args__:
        assert f'\\"kind\\":\\"{kind.__struct_config__.tag}\\"' in text
