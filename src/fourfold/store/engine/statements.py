"""Statements as cached SQL text, and the driver's own connection."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.exc import DBAPIError


def run(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> CursorResult[Any]:
    """Run a statement as its compiled text, which is cached: SQLAlchemy's own lookup costs more than the database.

    The statement must be a module constant: the cache knows it by identity. Values are those of the driver, without
    SQLAlchemy's conversions.
    """
    text, names = _text_of(statement, connection.dialect, tuple(rows[0]))
    values: Any = [tuple(row[name] for name in names) for row in rows] if names else list(rows)
    return connection.exec_driver_sql(text, values if len(rows) > 1 else values[0])


def run_all(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Run a statement once for each row; there may be none."""
    if rows:
        run(connection, statement, rows)


@contextmanager
def driving(connection: Connection) -> Iterator[Any]:
    """Yield the driver's own connection, which is faster; its errors become those of SQLAlchemy."""
    driver, dialect = connection.connection.driver_connection, connection.dialect
    error = dialect.loaded_dbapi.Error
    try:
        yield driver
    except error as problem:
        is_lost = dialect.is_disconnect(problem, driver, None)
        if is_lost:
            connection.invalidate(problem)
        raise DBAPIError.instance(
            None, None, problem, error, connection_invalidated=is_lost, dialect=dialect
        ) from problem


@lru_cache(maxsize=128)
def _text_of(statement: Any, dialect: Dialect, columns: tuple[str, ...]) -> tuple[str, Sequence[str] | None]:
    """The text of a statement, and the order of its values where placeholders are positional."""
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    return str(compiled), compiled.positiontup
