"""Files that were cut short: they are refused in words, or give what is whole; never anything else."""

import os
import random
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from fourfold.store import MatchRow, Store, StoredEvent
from fourfold.store.engine.sqlite import driver
from fourfold.store.errors import BadExport, StorageFailed, StoreError
from store.samples import sample_events, sample_match

MATCHES, EVENTS = 30, 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in one file, without a log beside it."""
    path = tmp_path_factory.mktemp("whole") / "matches.db"
    with Store.open(path) as store:
        for number in range(MATCHES):
            name = f"m{number}"
            store.matches.create(sample_match(name), events=sample_events(1, EVENTS, name)).result()
    return path


def content(store: Store) -> dict[str, tuple[MatchRow, list[StoredEvent]]]:
    return {match.id: (match, store.events.read(match.id)) for match in store.matches.search(limit=1000)}


def test_a_database_that_was_cut_short_is_refused_and_left_as_it_is(whole: Path, tmp_path: Path) -> None:
    chance = random.Random(1)
    size = whole.stat().st_size
    for cut in [1, 15, 16, 99, 100, 4095, 4096, size - 4096, size - 1, *chance.choices(range(1, size), k=25)]:
        path = tmp_path / f"{cut}.db"
        path.write_bytes(whole.read_bytes()[:cut])
        with pytest.raises(StoreError, match=re.escape(str(path))):
            Store.open(path)
        assert path.read_bytes() == whole.read_bytes()[:cut]


def test_a_log_that_was_cut_short_gives_what_was_written_whole_before(tmp_path: Path) -> None:
    path, log = tmp_path / "matches.db", tmp_path / "matches.db-wal"
    chance = random.Random(2)
    with Store.open(path) as store:
        store.matches.create(sample_match()).result()
        for number in range(1, 40):
            store.events.append("m", number, sample_events(number, number)).result()
        for cut in [0, 31, 32, 33, *chance.choices(range(log.stat().st_size), k=12)]:
            copy = tmp_path / f"{cut}.db"
            shutil.copy(path, copy)
            Path(f"{copy}-wal").write_bytes(log.read_bytes()[:cut])
            try:
                with Store.open(copy) as other:
                    found = other.events.read("m") if other.matches.search() else []
            except StoreError:  # not even the first table was written
                continue
            assert found == store.events.read("m")[: len(found)]
            with closing(driver().connect(str(copy))) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_an_export_that_was_cut_short_adds_whole_matches_or_nothing(whole: Path, tmp_path: Path) -> None:
    with Store.open(whole) as store:
        assert store.export(tmp_path / "all") == MATCHES
        expected = content(store)
    text = (tmp_path / "all").read_bytes()
    chance = random.Random(3)
    for cut in [1, len(text) - 2, len(text) // 2, *chance.choices(range(1, len(text)), k=8), text.index(b"\n") + 1]:
        (tmp_path / "half").write_bytes(text[:cut])
        with Store.open(tmp_path / f"{cut}.db") as store:
            if text[:cut].endswith((b"\n", b"}]}")):
                assert store.import_(tmp_path / "half").added == text[:cut].count(b'{"fourfold":')
            else:
                with pytest.raises(BadExport, match="is not an exported match"):
                    store.import_(tmp_path / "half")
                assert store.matches.search() == []
            assert content(store).items() <= expected.items()


def test_what_is_damaged_inside_is_an_error_of_the_store(whole: Path, tmp_path: Path) -> None:
    """Pages full of nonsense: whoever asks for them is told so, and nobody gets a traceback."""
    pages = bytearray(whole.read_bytes())
    for start in range(len(pages) * 2 // 3 // 4096 * 4096, len(pages), 4096):
        pages[start : start + 4096] = bytes(4096)
    path = tmp_path / "damaged.db"
    path.write_bytes(pages)
    with Store.open(path) as store:
        answers: list[int | str] = []
        for number in range(MATCHES):
            try:
                answers.append(len(store.events.read(f"m{number}")))
            except StorageFailed as failure:
                answers.append(str(failure).split(":")[0])
        assert "The database cannot be read" in answers


def test_a_database_whose_schema_is_damaged_is_called_damaged_and_ours(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    pages = whole.read_bytes()
    path.write_bytes(pages[:4096] + bytes(len(pages) - 4096))
    with pytest.raises(StorageFailed, match="is damaged"):
        Store.open(path)


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("PRAGMA journal_mode = DELETE").fetchall()
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
connection.rollback()
"""


def test_a_database_that_another_process_is_writing_is_waited_for(whole: Path, tmp_path: Path) -> None:
    """While a file is created, its first page tells of pages that are not there yet."""
    path = tmp_path / "growing.db"
    path.write_bytes(whole.read_bytes())
    writer = subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdin is not None
    assert writer.stdout.readline() == "locked\n"
    content = path.read_bytes()
    os.truncate(path, len(content) // 2)
    with ThreadPoolExecutor(1) as pool:
        opened = pool.submit(Store.open, path)
        time.sleep(0.3)
        with path.open("r+b") as file:
            file.write(content)
        writer.communicate("done\n")
        opened.result().close()
    assert writer.returncode == 0
