"""A whole database moves from SQLite to PostgreSQL and back, and every row is what it was."""

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Double, Integer, LargeBinary, Table, Text, func, insert, select, text

from cli.console import run
from fourfold.store import Store, transfer
from fourfold.store.errors import AlreadyServed, BadTarget
from fourfold.store.schema import metadata, remarks, sessions, subscriptions
from postgres import Cluster
from store.samples import sample_match

pytestmark = pytest.mark.xdist_group("postgresql")

ROWS = 5
WORDS = ["", "Zoé", "ａｎｎ", "a'b\"\\\t\n", "𝄞"]  # their order differs between languages and bytes


def fill(connection: Connection) -> None:
    """A few rows in every table, with odd values; the last column that may be empty is."""
    for table in metadata.sorted_tables:
        for number in range(ROWS):
            connection.execute(insert(table), {column.name: value_of(column, number) for column in table.columns})


def value_of(column: Any, number: int) -> Any:
    for key in column.foreign_keys:
        return value_of(key.column, number)
    if column.nullable and number == 0:
        return None
    if isinstance(column.type, Boolean):
        return bool(number % 2)
    if isinstance(column.type, Integer):
        return number + (2**40 if "big" in str(column.type).lower() else 0)
    if isinstance(column.type, Double):
        return 25 / 3 + number
    if isinstance(column.type, LargeBinary):
        return b"\x00\xff'" * number
    assert isinstance(column.type, Text)
    return f"{WORDS[number]}{number}"


def everything(store: Store) -> dict[str, set[tuple[Any, ...]]]:
    with store._reading() as connection:
        return {
            table.name: {tuple(row) for row in connection.execute(select(table))} for table in metadata.sorted_tables
        }


def filled(place: Path | str) -> Store:
    store = Store.open(place)
    store.writer.call(fill).result()
    return store


def test_everything_goes_to_postgresql_and_back(cluster: Cluster, tmp_path: Path) -> None:
    places = [str(tmp_path / "one.db"), cluster.database(), str(tmp_path / "two.db")]
    with filled(places[0]) as store:
        expected = everything(store)
    for source, target in pairwise(places):
        done = run("data", "transfer", target, "--database", source)
        assert done.returncode == 0, done.stderr
        assert "100% done" in done.stderr
        count = ROWS * len(transfer.TABLES)
        assert done.stdout.startswith(f"{count} rows copied to")  # nothing of the log
        assert "secret" not in done.stdout
        with Store.open(target) as store:
            found = everything(store)
        for left in (sessions, subscriptions):
            assert found.pop(left.name) == set()
        assert found == {name: rows for name, rows in expected.items() if name in found}
        assert len(found) == len(metadata.sorted_tables) - 2


def test_a_database_with_something_in_it_is_not_written_over(cluster: Cluster, tmp_path: Path) -> None:
    target = cluster.database()
    with filled(tmp_path / "one.db"), Store.open(target) as store:
        store.matches.create(sample_match("m1")).result()
        before = everything(store)
        done = run("data", "transfer", target, "--database", str(tmp_path / "one.db"))
        assert done.returncode == 2
        assert "The new database is not empty; nothing was copied." in done.stderr
        assert everything(store) == before


def test_a_row_that_differs_undoes_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path / "one.db") as source, Store.open(tmp_path / "two.db") as target:
        copy_rows = transfer._insert

        def lose_one(connection: Connection, table: Any, rows: Any) -> None:
            copy_rows(connection, table, rows[1:] if table is remarks else rows)

        monkeypatch.setattr(transfer, "_insert", lose_one)
        with pytest.raises(BadTarget, match="remarks"):
            list(source.transfer(target))
        assert not any(everything(target).values())


def test_a_database_that_is_served_stays_where_it_is(tmp_path: Path) -> None:
    with Store.open(tmp_path / "one.db", is_server=True):
        with pytest.raises(AlreadyServed):
            Store.open(tmp_path / "one.db", is_server=True)
        done = run("data", "transfer", str(tmp_path / "two.db"), "--database", str(tmp_path / "one.db"))
    assert done.returncode == 2
    assert "Another server uses" in done.stderr
    assert not (tmp_path / "two.db").exists()


def test_a_transfer_may_take_longer_than_a_request(cluster: Cluster, tmp_path: Path) -> None:
    with filled(tmp_path / "one.db") as source, Store.open(cluster.database()) as target:
        engine = target.database.writing_engine()
        with source._reading() as ours, engine.connect() as theirs, theirs.begin():
            next(transfer.transfer(ours, theirs))
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                assert theirs.execute(text(f"SHOW {limit}")).scalar_one() == "0"
        engine.dispose()


MATCHES, ACCOUNTS, MOVES = 100_000, 10_000, 20
BODY = '{"kind":"played","seat":0,"ply":7,"move":"a1=TTTT","remaining":[300000,299000]}'
LARGE = f"""
CREATE TEMP TABLE n AS WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n LIMIT {MATCHES}) SELECT n FROM n;
INSERT INTO guests SELECT 'g' || n, 'Zoé ' || n, n, n, 0, 0, 0 FROM n WHERE n < {ACCOUNTS};
INSERT INTO accounts SELECT 'g' || n, 'zoé ' || n, 'hash' || n, 'person', n FROM n WHERE n < {ACCOUNTS};
INSERT INTO matches (id, game, created, status, settings, public, last_sequence, updated)
  SELECT 'm' || n, 'quads', n, 'over', '{{"side": 5}}', n % 2, {MOVES}, n FROM n;
INSERT INTO events SELECT 'm' || m.n, s.n, 1000 * s.n, 'played', 1, CAST('{BODY}' AS BLOB)
  FROM n AS m JOIN n AS s WHERE s.n BETWEEN 1 AND {MOVES};
INSERT INTO seats SELECT 'm' || m.n, s.n, 'g' || ((m.n + s.n) % {ACCOUNTS}), 'person', ''
  FROM n AS m JOIN n AS s WHERE s.n < 2;
INSERT INTO remarks SELECT 'm' || n, 1, 'g' || (n % {ACCOUNTS}), n, 'Bien joué, ' || n FROM n WHERE n % 5 = 0;
"""


@pytest.mark.long
def test_a_large_database_moves_and_every_row_is_what_it_was(cluster: Cluster, tmp_path: Path) -> None:
    """A hundred thousand matches and ten thousand accounts; the command prints how far it is."""
    source, target = tmp_path / "large.db", cluster.database()
    Store.open(source).close()
    with closing(sqlite3.connect(source)) as connection:
        connection.executescript("BEGIN;" + LARGE + "COMMIT;")
    began = time.monotonic()
    command = [sys.executable, "-m", "fourfold", "data", "transfer", target, "--database", str(source)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        printed, progress = process.stdout.read(), process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, progress
    count = 2 * ACCOUNTS + MATCHES * (MOVES + 3) + MATCHES // 5
    assert f"{count:,} rows copied" in printed
    assert [f"{share}% done" in progress for share in range(10, 101, 10)] == [True] * 10
    print(f"{count} rows in {time.monotonic() - began:.0f} s, {used.ru_maxrss // 1024} MB")
    with Store.open(source) as old, Store.open(target) as new, old._reading() as ours, new._reading() as theirs:
        for table in transfer.TABLES:
            rows = [connection.execute(select(*_sums(table))).one() for connection in (ours, theirs)]
            assert tuple(rows[0]) == tuple(rows[1]), table.name


def _sums(table: Table) -> list[Any]:
    """Figures of a table that differ where a row does: how many there are, and of each column the sum or the length."""
    columns = [
        func.sum(column if isinstance(column.type, Integer) else func.length(column))
        for column in table.columns
        if isinstance(column.type, Integer | LargeBinary | Text)
    ]
    return [func.count(), *columns]
