"""Base class of the tables, and what makes methods of SQL functions: `query` and `transaction`.

A SQL function takes a connection and its values. Functions of several tables can be combined in one transaction;
a table class binds those that callers need.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from fourfold.store.engine.writer import Writer

Given = ParamSpec("Given")
Result = TypeVar("Result")


class StoreTable:
    """Reads through the connection pool, writes through the writer; usable from any thread."""

    def __init__(self, writer: Writer, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._writer = writer
        self._reading = reading


def query(work: Callable[Concatenate[Connection, Given], Result]) -> Callable[Concatenate[Any, Given], Result]:
    """Bind a function that reads: the method runs it on a connection of the pool and returns its result."""

    @wraps(work)
    def method(self: StoreTable, /, *given: Given.args, **named: Given.kwargs) -> Result:
        with self._reading() as connection:
            return work(connection, *given, **named)

    return method


def transaction(
    work: Callable[Concatenate[Connection, Given], Result],
) -> Callable[Concatenate[Any, Given], Future[Result]]:
    """Bind a function that writes: the method queues it for the writer, and returns a future at once."""

    @wraps(work)
    def method(self: StoreTable, /, *given: Given.args, **named: Given.kwargs) -> Future[Result]:
        return self._writer.call(work, *given, **named)

    return method
