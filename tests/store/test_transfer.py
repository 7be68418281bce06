"""A whole database moves from SQLite to PostgreSQL and back, and every row is what it was."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Double, Integer, LargeBinary, Text, insert, select

from cli.console import run
from fourfold.store import Store, transfer
from fourfold.store.errors import BadTarget, StorageFailed
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
        assert f"{count} rows copied to" in done.stdout
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
        with pytest.raises(StorageFailed):
            Store.open(tmp_path / "one.db", is_server=True)
        done = run("data", "transfer", str(tmp_path / "two.db"), "--database", str(tmp_path / "one.db"))
    assert done.returncode == 2
    assert "Another server uses" in done.stderr
    assert not (tmp_path / "two.db").exists()
