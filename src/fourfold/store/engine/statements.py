"""Running statements that are made once, again and again; and what databases say when they fail."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.exc import DBAPIError

from fourfold.text import say


def run(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> CursorResult[Any]:
    """Run a statement as its text: what SQLAlchemy does to find that text again costs more than the database.

    The statement must be one that lives as long as the program: its text is remembered by what it is, not by what it
    says. Values come and go as the driver has them.
    """
    text, names = _text_of(statement, connection.dialect, tuple(rows[0]))
    values: Any = [tuple(row[name] for name in names) for row in rows] if names else list(rows)
    return connection.exec_driver_sql(text, values if len(rows) > 1 else values[0])


@contextmanager
def driving(connection: Connection) -> Iterator[Any]:
    """Lend the driver's own connection, for what is done many times a second; its errors are SQLAlchemy's still."""
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


def describe(problem: Exception) -> str:
    """Say what is wrong without telling where the server is: people who play may read it."""
    if not isinstance(problem, DBAPIError):
        return str(problem)
    diagnosis = getattr(problem.orig, "diag", None)  # as PostgreSQL has it, unless the connection itself failed
    if diagnosis is None:
        return str(problem.orig)
    return diagnosis.message_primary or say("store.no_server")


@lru_cache(maxsize=128)
def _text_of(statement: Any, dialect: Dialect, columns: tuple[str, ...]) -> tuple[str, Sequence[str] | None]:
    """The text of a statement, and the order of its values where they are told apart by their places."""
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    return str(compiled), compiled.positiontup
