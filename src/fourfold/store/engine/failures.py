"""Failures of the database: a sentence for players, the true reason for the operator."""

import time

import structlog
from sqlalchemy.exc import DBAPIError

from fourfold.text import say

QUIET_SECONDS = 10.0  # in which the same reason is logged once

log = structlog.get_logger()

_last: tuple[str, float] = ("", 0.0)  # the reason that was logged last, and when


def describe(problem: Exception) -> str:
    """Describe an error without the address of the server: players may read it."""
    if not isinstance(problem, DBAPIError):
        return str(problem)
    diagnosis = getattr(problem.orig, "diag", None)  # of PostgreSQL, unless the connection itself failed
    if diagnosis is None:
        return str(problem.orig)
    return diagnosis.message_primary or say("store.no_server")


def reason_of(problem: BaseException) -> str:
    """All that the driver says, on one line: address, role and database, never a password."""
    original = problem.orig if isinstance(problem, DBAPIError) else problem
    return " ".join(str(original).split())


def report(problem: BaseException) -> None:
    """Log the true reason, in a server; while a database is gone every request would repeat it, so once in a while."""
    global _last
    reason, now = reason_of(problem), time.monotonic()
    if structlog.is_configured() and (reason != _last[0] or now - _last[1] > QUIET_SECONDS):
        _last = (reason, now)
        log.error("database_failed", problem=reason)
