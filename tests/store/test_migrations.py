"""Versions of the schema: old databases are brought up to date, newer and foreign ones are left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from fourfold.store import Event, Guest, Match, Seat, Store
from fourfold.store.errors import NewerDatabase, NotOurDatabase
from fourfold.store.migrations import FOLDER
from fourfold.store.rows import Session
from fourfold.store.schema import metadata
from fourfold.store.sqlite import prepare, writing_engine

FIXTURES = Path(__file__).parent / "fixtures"
SECOND = """
from alembic import op
import sqlalchemy as sa

revision = "0002"
down_revision = "0001"


def upgrade():
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("title", sa.Text, nullable=False, server_default="untitled"))
    {more}
"""


def run(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    path = tmp_path / "first.db"
    run(path, (FIXTURES / "version_0001.sql").read_text())
    return path


def test_a_database_of_the_first_version_is_used_with_all_it_has(first_version: Path) -> None:
    with Store.open(first_version) as store:
        (match,) = store.matches(guest_id="g1")
        assert match == Match("m1", "exago", 1000, "running", '{"side": 5}', True, 2, 1002)
        assert [Event(e.kind, e.body, e.time, e.format) for e in store.read("m1")] == [
            Event("start", b'{"seed": 7}', 1001, 1),
            Event("move", b"\x00\xff", 1002, 2),
        ]
        assert store.seats(["m1"]) == {"m1": [Seat(0, "guest", "g1"), Seat(1, "bot")]}
        identity = store.accounts.identify("hash")
        assert identity is not None
        assert (identity.id, identity.name, identity.account) == ("g1", "Ann", "")
        assert identity.session == Session("hash", "g1", "browser", "", 900, 950)
        assert store.guests(["g1"]) == {"g1": Guest("g1", "Ann", 900, 950)}
        assert store.invited_match("invite") == "m1"
        assert store.append("m1", 3, [Event("move", b"", 1003)]).result() == 3


def test_the_versions_lead_to_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    prepare(path)
    with writing_engine(path).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_schema_is_one_that_postgresql_takes() -> None:
    for table in metadata.sorted_tables:
        statement = str(CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]
        assert "SERIAL" not in statement
        assert "WITHOUT ROWID" not in statement


def test_a_missing_version_is_run_once_and_keeps_the_rows(first_version: Path, tmp_path: Path) -> None:
    scripts = scripts_with_second(tmp_path, more="")
    for _ in range(2):
        prepare(first_version, scripts)
    with closing(sqlite3.connect(first_version)) as connection:
        assert connection.execute("SELECT id, last_sequence, title FROM matches").fetchall() == [("m1", 2, "untitled")]
        assert connection.execute("SELECT count(*) FROM events").fetchall() == [(2,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("0002",)]


def test_a_version_that_fails_leaves_the_database_as_it_was(first_version: Path, tmp_path: Path) -> None:
    scripts = scripts_with_second(tmp_path, more='raise RuntimeError("half way")')
    with pytest.raises(RuntimeError, match="half way"):
        prepare(first_version, scripts)
    with closing(sqlite3.connect(first_version)) as connection:
        columns = connection.execute("SELECT name FROM pragma_table_info('matches')").fetchall()
    assert ("title",) not in columns
    with Store.open(first_version) as store:
        assert len(store.read("m1")) == 2


def scripts_with_second(tmp_path: Path, more: str) -> Path:
    versions = tmp_path / "scripts" / "versions"
    versions.mkdir(parents=True)
    first = FOLDER / "versions" / "version_0001.py"
    (versions / first.name).write_text(first.read_text())
    (versions / "version_0002.py").write_text(SECOND.format(more=more))
    return tmp_path / "scripts"


def test_a_newer_database_is_refused_and_left_as_it_is(first_version: Path) -> None:
    run(first_version, "UPDATE alembic_version SET version_num = '9999'")
    before = first_version.read_bytes()
    with pytest.raises(NewerDatabase, match=r"version 9999, made by a newer Fourfold; this one knows versions up to"):
        Store.open(first_version)
    assert first_version.read_bytes() == before


def test_files_of_other_programs_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    text, other = tmp_path / "letter.txt", tmp_path / "other.db"
    text.write_text("Dear Ann, " * 200)
    run(other, "CREATE TABLE alembic_version (version_num); CREATE TABLE matches (id)")
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(NotOurDatabase, match="is not a database of Fourfold"):
            Store.open(path)
        assert path.read_bytes() == before


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with Store.open(tmp_path / "empty.db") as store:
        assert store.matches() == []
