"""Backups while others write, and matches exported and imported."""

import json
import threading
from pathlib import Path

import pytest

from fourfold.store import EventRow, Guest, SeatRow, Store
from fourfold.store.errors import BadExport, BadTarget, StorageFailed
from fourfold.store.exchange import Imported
from store.samples import sample_event, sample_events, sample_match


def fill(store: Store) -> None:
    store.guests.add(Guest("g", "Ann", 1, 2), "hash").result()
    store.matches.create(
        sample_match("a"), [SeatRow(0, "guest", "g"), SeatRow(1, "bot")], sample_events(1, 40)
    ).result()
    store.matches.create(sample_match("b", public=True), [], [EventRow("odd", b"\xff\n\0", 3, 2)]).result()
    store.matches.create(sample_match("c", settings='"line\\nbreak"')).result()
    store.invites.add("invite", "c", 1).result()


def content(store: Store) -> object:
    matches = store.matches.search(limit=1000)
    logs = {match.id: store.events.read(match.id) for match in matches}
    return matches, logs, store.seats.find([match.id for match in matches])


def test_a_backup_made_while_others_write_is_whole(file_store: Store, tmp_path: Path) -> None:
    store = file_store
    fill(store)
    store.matches.create(sample_match("busy")).result()
    stop = threading.Event()
    acknowledged = [0]

    def write() -> None:
        while not stop.is_set():
            last = acknowledged[0]
            acknowledged[0] = store.events.append("busy", last + 1, sample_events(last + 1, last + 20)).result()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(4):
            before = acknowledged[0]
            store.backup(tmp_path / "backup.db")
            with Store.open(tmp_path / "backup.db") as backup:
                copied = backup.events.read("busy")
                assert len(copied) >= before
                assert [event.body for event in copied] == [e.body for e in sample_events(1, len(copied))]
                assert backup.matches.find("busy").last_sequence == len(copied)
                assert backup.events.read("a") == store.events.read("a")
                assert backup.sessions.identify("hash") == store.sessions.identify("hash")
    finally:
        stop.set()
        thread.join()
    assert acknowledged[0] > 20
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.db"]


def test_a_backup_never_overwrites_a_database_in_use(file_store: Store, tmp_path: Path) -> None:
    store = file_store
    with pytest.raises(BadTarget, match="is the database itself"):
        store.backup(tmp_path / "matches.db")
    with Store.open(tmp_path / "other.db") as other:
        other.matches.create(sample_match()).result()
        with pytest.raises(BadTarget, match="in use"):
            store.backup(tmp_path / "other.db")
    with pytest.raises(StorageFailed, match="cannot be written"):
        store.backup(tmp_path / "nowhere" / "backup.db")


def test_exported_matches_are_the_same_after_an_import(store: Store, tmp_path: Path) -> None:
    fill(store)
    file = tmp_path / "matches.ndjson"
    assert store.export(file) == 3
    lines = file.read_text().splitlines()
    assert [json.loads(line)["match"]["id"] for line in lines] == ["a", "b", "c"]
    assert "hash" not in file.read_text(), "no token leaves the database"
    with Store.open(tmp_path / "other.db") as other:
        assert other.import_(file) == Imported(added=3, present=0)
        assert content(other) == content(store)
        assert other.guests.find(["g"]) == store.guests.find(["g"])
        assert other.sessions.identify("hash") is None
        assert other.events.append("a", 41, [sample_event(41)]).result() == 41
        again = tmp_path / "again.ndjson"
        other.export(again)
    assert again.read_text().splitlines()[1:] == lines[1:]


def test_importing_twice_adds_nothing_and_each_line_stands_for_itself(store: Store, tmp_path: Path) -> None:
    fill(store)
    store.export(tmp_path / "all")
    assert store.import_(tmp_path / "all") == Imported(added=0, present=3)
    for number, line in enumerate((tmp_path / "all").read_bytes().splitlines(keepends=True)):
        (tmp_path / "one").write_bytes(line)
        with Store.open(tmp_path / "other.db") as other:
            assert other.import_(tmp_path / "one") == Imported(added=1, present=0)
            assert len(other.matches.search()) == number + 1


def test_more_matches_than_one_portion_are_imported(store: Store, tmp_path: Path) -> None:
    for number in range(250):
        future = store.matches.create(sample_match(f"m{number}"), [], sample_events(1, 2))
    future.result()
    assert store.export(tmp_path / "all") == 250
    with Store.open(tmp_path / "other.db") as other:
        assert other.import_(tmp_path / "all") == Imported(added=250, present=0)
        assert len(other.matches.search(limit=1000)) == 250


def edited(line: str, **changes: object) -> str:
    return json.dumps(json.loads(line) | changes)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda line: line[:-20], "Line 2 is not an exported match: "),
        (lambda line: "", "Line 2 is not an exported match: "),
        (lambda line: '{"fourfold": 1}', "Line 2 is not an exported match: "),
        (lambda line: edited(line, fourfold=2), "Line 2 has format 2; this version reads format 1."),
        (lambda line: edited(line, extra=1), "Line 2 is not an exported match: "),
        (lambda line: edited(line, events=[]), "Line 2: the events of match b are not numbered"),
        (lambda line: edited(line, seats=[{"seat": 0, "kind": "guest", "guest_id": "x"}]), "Line 2: at match b a seat"),
        (lambda line: edited(line, match=json.loads(line)["match"] | {"id": "a"}), "match a is in the file twice"),
        (lambda line: line.replace('"base64":"', '"base64":"%'), "Line 2 is not an exported match: "),
        (lambda line: line.replace('"time":3', '"time":-3'), "Line 2 is not an exported match: "),
    ],
)
def test_a_file_with_one_bad_line_imports_nothing(store: Store, tmp_path: Path, spoil: object, sentence: str) -> None:
    fill(store)
    file = tmp_path / "all"
    store.export(file)
    lines = file.read_text().splitlines()
    lines[1] = spoil(lines[1])  # type: ignore[operator]
    file.write_text("\n".join(lines) + "\n")
    with Store.open(tmp_path / "other.db") as other:
        with pytest.raises(BadExport) as refusal:
            other.import_(file)
        assert sentence in str(refusal.value)
        assert other.matches.search() == []


def test_a_match_that_went_on_differently_is_not_overwritten(store: Store, tmp_path: Path) -> None:
    fill(store)
    store.export(tmp_path / "all")
    store.events.append("a", 41, [sample_event(41)]).result()
    with pytest.raises(BadExport, match="Line 1: match a is stored already, with other events"):
        store.import_(tmp_path / "all")
    assert len(store.events.read("a")) == 41


def test_an_export_that_fails_leaves_the_old_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "all").write_text("old")

    def fail(connection: object) -> object:
        yield b"half"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fourfold.store.store.format_matches", fail)
    with pytest.raises(StorageFailed, match=r"all cannot be written: No space left on device\."):
        store.export(tmp_path / "all")
    assert (tmp_path / "all").read_text() == "old"
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(BadExport, match=r"nothing cannot be read: No such file or directory\."):
        store.import_(tmp_path / "nothing")
