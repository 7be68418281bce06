"""Versions of the schema: old databases are brought up to date, newer and foreign ones are left alone."""

import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Inspector, inspect

from fourfold.store import EventRow, Guest, MatchRow, SeatRow, Store
from fourfold.store.engine.postgresql import PostgresqlDatabase
from fourfold.store.engine.sqlite import SqliteDatabase
from fourfold.store.errors import NewerDatabase, NotOurDatabase
from fourfold.store.location import find_place
from fourfold.store.migrations import FOLDER
from fourfold.store.rows import SessionRow
from fourfold.store.schema import metadata
from fourfold.store.store import open_database
from postgres import Cluster
from store.samples import sample_events, sample_match

FIXTURES = Path(__file__).parent / "fixtures"
NEXT = """
from alembic import op
import sqlalchemy as sa

revision = "9000"
down_revision = "{last}"


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
        (match,) = store.matches.search(guest_id="g1")
        assert match == MatchRow("m1", "exago", 1000, "running", '{"side": 5}', True, 2, 1002)
        assert [EventRow(e.kind, e.body, e.time, e.format) for e in store.events.read("m1")] == [
            EventRow("start", b'{"seed": 7}', 1001, 1),
            EventRow("move", b"\x00\xff", 1002, 2),
        ]
        assert store.seats.find(["m1"]) == {"m1": [SeatRow(0, "guest", "g1"), SeatRow(1, "bot")]}
        identity = store.sessions.identify("hash")
        assert identity is not None
        assert (identity.id, identity.name, identity.account) == ("g1", "Ann", "")
        assert identity.session == SessionRow("hash", "g1", "browser", "", 900, 950)
        assert store.guests.find(["g1"]) == {"g1": Guest("g1", "Ann", 900, 950)}
        assert store.invites.find_match("invite") == "m1"
        assert store.events.append("m1", 3, [EventRow("move", b"", 1003)]).result() == 3


def test_the_versions_lead_to_the_schema(place: str) -> None:
    with prepared(place) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.xdist_group("postgresql")
def test_the_versions_lead_to_the_same_tables_in_both_databases(cluster: Cluster, tmp_path: Path) -> None:
    shapes = []
    for place in (str(tmp_path / "matches.db"), cluster.database()):
        with prepared(place) as connection:
            shapes.append(shape_of(inspect(connection)))
    assert set(shapes[0]) == {*metadata.tables, "alembic_version"}
    assert shapes[0] == shapes[1]


@contextmanager
def prepared(place: str) -> Iterator[Connection]:
    database = open_database(find_place(place))
    database.prepare()
    engine = database.reading_engine()
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def shape_of(found: Inspector) -> dict[str, object]:
    """What both databases can say about their tables."""
    return {
        table: (
            [(one["name"], str(one["type"].as_generic()), one["nullable"]) for one in found.get_columns(table)],
            found.get_pk_constraint(table)["constrained_columns"],
            sorted((key["constrained_columns"], key["referred_table"]) for key in found.get_foreign_keys(table)),
            sorted(one["column_names"] for one in found.get_unique_constraints(table)),
            sorted(
                (one["name"], one["column_names"])
                for one in found.get_indexes(table)
                if not one.get("duplicates_constraint")
            ),
        )
        for table in sorted(found.get_table_names())
    }  # fmt: skip


@pytest.mark.xdist_group("postgresql")
def test_rows_of_the_first_version_are_kept_on_a_server_too(cluster: Cluster, tmp_path: Path) -> None:
    place = cluster.database()
    server = open_database(find_place(place))
    assert isinstance(server, PostgresqlDatabase)
    first = tmp_path / "first" / "versions"
    first.mkdir(parents=True)
    shutil.copy(FOLDER / "versions" / "version_0001.py", first)
    server.prepare(tmp_path / "first")
    with psycopg.connect(place) as connection:
        connection.execute("INSERT INTO matches VALUES ('m1', 'exago', 1000, 'running', '{}', true, 1, 1002)")
        connection.execute("INSERT INTO matches VALUES ('m2', 'exago', 1000, 'over', '{}', true, 0, 1002)")
        connection.execute("INSERT INTO events VALUES ('m1', 1, 1001, 'start', 1, 'abc')")
    with Store.open(place) as store:
        assert [event.body for event in store.events.read("m1")] == [b"abc"]
        assert [due.match_id for due in store.claims.due(now=1)] == ["m1"]  # it runs: somebody has to look


@pytest.mark.xdist_group("postgresql")
def test_databases_of_others_and_newer_ones_are_refused_on_a_server_too(cluster: Cluster) -> None:
    place = cluster.database()
    with psycopg.connect(place) as connection:
        connection.execute("CREATE TABLE matches (id text)")
    with pytest.raises(NotOurDatabase, match="is not a database of Fourfold"):
        Store.open(place)
    with psycopg.connect(place) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    place = cluster.database()
    Store.open(place).close()
    with psycopg.connect(place) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase, match="version 9999"):
        Store.open(place)


@pytest.mark.xdist_group("postgresql")
def test_processes_that_open_a_new_database_on_a_server_at_once_all_succeed(cluster: Cluster) -> None:
    with ThreadPoolExecutor(4) as pool:  # each opening has connections of its own
        for _ in range(3):
            place = cluster.database()
            for store in pool.map(Store.open, [place] * 4):
                store.close()


def test_a_missing_version_is_run_once_and_keeps_the_rows(first_version: Path, tmp_path: Path) -> None:
    scripts = scripts_with_one_more(tmp_path, more="")
    for _ in range(2):
        SqliteDatabase(first_version).prepare(scripts)
    with closing(sqlite3.connect(first_version)) as connection:
        assert connection.execute("SELECT id, last_sequence, title FROM matches").fetchall() == [("m1", 2, "untitled")]
        assert connection.execute("SELECT count(*) FROM events").fetchall() == [(2,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("9000",)]


def test_a_version_that_fails_leaves_the_database_as_it_was(first_version: Path, tmp_path: Path) -> None:
    scripts = scripts_with_one_more(tmp_path, more='raise RuntimeError("half way")')
    with pytest.raises(RuntimeError, match="half way"):
        SqliteDatabase(first_version).prepare(scripts)
    with closing(sqlite3.connect(first_version)) as connection:
        assert "title" not in [column[1] for column in connection.execute("PRAGMA table_info(matches)")]
    with Store.open(first_version) as store:
        assert len(store.events.read("m1")) == 2


def test_a_process_goes_on_beside_a_newer_version_and_starts_again(place: str, tmp_path: Path) -> None:
    """A rolling upgrade and its rollback: within a generation versions only add."""
    scripts = scripts_with_one_more(tmp_path, more="", number="0099")
    with Store.open(place) as old:
        old.matches.create(sample_match("m1")).result()
        newer = open_database(find_place(place))
        newer.prepare(scripts)
        old.events.append("m1", 1, sample_events(1, 1)).result()
        old.matches.create(sample_match("m2")).result()
    for _ in range(2):
        with Store.open(place) as again:  # the old program on the new database
            sequence = again.matches.find("m1").last_sequence + 1
            again.events.append("m1", sequence, sample_events(sequence, sequence)).result()
            with again._reading() as connection:
                titles = connection.exec_driver_sql("SELECT title FROM matches ORDER BY id").scalars().all()
                versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
            assert (titles, versions) == (["untitled"] * 2, ["0099"])
    newer.prepare(scripts)


def scripts_with_one_more(tmp_path: Path, more: str, number: str = "9000") -> Path:
    shutil.copytree(FOLDER / "versions", tmp_path / "scripts" / "versions")
    last = ScriptDirectory(FOLDER).get_current_head()
    text = NEXT.format(more=more, last=last).replace("9000", number)
    (tmp_path / "scripts" / "versions" / f"version_{number}.py").write_text(text)
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
        assert store.matches.search() == []
