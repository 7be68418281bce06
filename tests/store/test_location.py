"""Where the database is, and what holds for every connection to it."""

import sqlite3
import sys
from pathlib import Path

import platformdirs
import pytest
from sqlalchemy import URL, Engine, text
from sqlalchemy.exc import OperationalError

from fourfold.store import Store
from fourfold.store.engine.sqlite import SqliteDatabase, driver
from fourfold.store.errors import BadPlace, StorageFailed
from fourfold.store.location import default_path, find_place
from fourfold.store.store import open_database
from store.samples import sample_event, sample_match


def test_the_place_is_said_by_caller_then_environment_then_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("FOURFOLD_DATABASE", raising=False)
    assert find_place() == default_path()
    assert str(default_path()).startswith(platformdirs.user_data_dir("fourfold", appauthor=False))
    monkeypatch.setenv("FOURFOLD_DATABASE", f"sqlite:///{tmp_path}/here.db")
    assert find_place() == tmp_path / "here.db"
    assert find_place(tmp_path / "said.db") == tmp_path / "said.db"
    monkeypatch.chdir(tmp_path)
    assert find_place("near.db") == find_place("sqlite:///near.db") == tmp_path / "near.db"
    with Store.open() as store:
        assert isinstance(store.database, SqliteDatabase)
        assert store.database.path == tmp_path / "here.db"


@pytest.mark.parametrize("place", ["postgresql://ann:secret@host:5433/name?sslmode=require", "postgres://host/name"])
def test_a_server_is_named_by_its_url(place: str) -> None:
    url = find_place(place)
    assert isinstance(url, URL)
    assert (url.drivername, url.host, url.database) == ("postgresql", "host", "name")
    assert "secret" not in str(open_database(url))


@pytest.mark.parametrize(
    "place", ["postgresql://", "postgresql://ann:secret@host", "postgresql://ann:secret@host:x/name"]
)
def test_a_url_that_names_no_database_is_refused_without_showing_its_password(place: str) -> None:
    with pytest.raises(BadPlace, match="postgresql://user:password@host/name") as refusal:
        find_place(place)
    assert "secret" not in str(refusal.value)


def test_a_server_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match=r"The database postgresql:///name cannot be opened: .*No such file"):
        Store.open(f"postgresql:///name?host={tmp_path}")


@pytest.mark.parametrize(
    "place",
    ["mysql://host/name", "sqlite:///", "sqlite://", ":memory:", "sqlite:///:memory:", "~nobody-of-this-name/x"],
)
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(BadPlace, match="is not a place for a database"):
        find_place(place)


def test_every_connection_is_safe(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "matches.db")
    database.prepare()

    def ask(engine: Engine, pragma: str) -> object:
        with engine.connect() as connection:
            return connection.execute(text(f"PRAGMA {pragma}")).scalar()

    full = 2
    for engine in (database.writing_engine(), database.reading_engine()):
        assert ask(engine, "journal_mode") == "wal"
        assert ask(engine, "synchronous") == full
        assert ask(engine, "busy_timeout") == 5000
    assert ask(database.writing_engine(), "foreign_keys") == 1
    with database.reading_engine().connect() as connection, pytest.raises(OperationalError, match="readonly"):
        connection.execute(text("DELETE FROM matches"))


def test_without_pysqlite3_the_store_works_with_the_sqlite_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pysqlite3", None)
    assert driver() is sqlite3
    with Store.open(tmp_path / "matches.db") as store:
        store.matches.create(sample_match()).result()
        store.events.append("m", 1, [sample_event()]).result()
        store.backup(tmp_path / "backup.db")
        assert len(store.events.read("m")) == 1
