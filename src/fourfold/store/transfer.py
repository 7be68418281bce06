"""Transfer of a whole database into an empty one, of the same kind or the other; then every row is compared.

Sessions stay behind, and push subscriptions with them: people log in again.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, Row, Table, Text, func, insert, select, text

from fourfold.store.engine.statements import driving
from fourfold.store.errors import BadTarget
from fourfold.store.schema import metadata, sessions, subscriptions

TABLES = [table for table in metadata.sorted_tables if table not in (sessions, subscriptions)]
PORTION = 1000


def count_rows(connection: Connection) -> int:
    """Count the rows that a transfer copies."""
    return sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES)


def transfer(source: Connection, target: Connection) -> Iterator[int]:
    """Copy all rows, then compare them all; yield how many rows each step copied or compared.

    BadTarget where the target has rows already, or one is not as it was; then the caller rolls back.
    """
    for connection in (source, target):
        _take_time(connection)
    if count_rows(target):
        raise BadTarget("store.target.not_empty")
    for table in TABLES:
        for rows in _read(source, table).partitions(PORTION):
            _insert(target, table, rows)
            yield len(rows)
    for table in TABLES:
        yield from _compare(source, target, table)


def _take_time(connection: Connection) -> None:
    """Lift the limits of requests: a large table is sorted for minutes, and the other side waits meanwhile."""
    if connection.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = 0"))


def _read(connection: Connection, table: Table) -> Any:
    """Stream a table in the order of its key, which is that of bytes in both kinds of database."""
    is_server = connection.dialect.name == "postgresql"
    keys = [key.collate("C") if is_server and isinstance(key.type, Text) else key for key in table.primary_key]
    return connection.execute(select(table).order_by(*keys), execution_options={"yield_per": PORTION})


def _insert(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    if connection.dialect.name != "postgresql":
        connection.execute(insert(table), [dict(row._mapping) for row in rows])
        return
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    with (
        driving(connection) as driver,
        driver.cursor() as cursor,
        cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _compare(source: Connection, target: Connection, table: Table) -> Iterator[int]:
    nothing: Sequence[Row[Any]] = []
    ours, theirs = _read(source, table).partitions(PORTION), _read(target, table).partitions(PORTION)
    for expected, found in zip_longest(ours, theirs, fillvalue=nothing):
        if [tuple(row) for row in expected] != [tuple(row) for row in found]:
            raise BadTarget("store.target.differs", table=table.name)
        yield len(expected)
