"""Moderation: who may moderate, reports of abuse, and the audit trail of what was done, to whom and when."""

import secrets
from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.rows import AuditEntry, Report
from fourfold.store.schema import audit, guests, moderators, reports

ENTRY = [audit.c[name] for name in AuditEntry.__struct_fields__]
REPORT = [reports.c[name] for name in Report.__struct_fields__]
MOST_ENTRIES = 1000
MOST_OPEN = 20  # open reports of one reporter; further ones are dropped


def add_entry(connection: Connection, entry: AuditEntry) -> None:
    """Append an entry; none is ever changed."""
    connection.execute(insert(audit), {"id": secrets.token_urlsafe(12), **msgspec.structs.asdict(entry)})


def list_entries(connection: Connection, subject: str | None = None, limit: int = MOST_ENTRIES) -> list[AuditEntry]:
    """List the latest entries, of all players or of one, the latest first."""
    wanted = select(*ENTRY).order_by(audit.c.time.desc(), audit.c.id).limit(limit)
    if subject is not None:
        wanted = wanted.where(audit.c.subject == subject)
    return [AuditEntry(**row._mapping) for row in connection.execute(wanted)]


class AuditTable(StoreTable):
    """All entries."""

    add = transaction(add_entry)
    list = query(list_entries)


def set_moderator(connection: Connection, account_id: str, *, is_moderator: bool) -> None:
    """Let an account moderate, or no longer."""
    connection.execute(delete(moderators).where(moderators.c.account_id == account_id))
    if is_moderator:
        connection.execute(insert(moderators), {"account_id": account_id})


def is_moderator(connection: Connection, account_id: str) -> bool:
    """Tell whether an account may moderate."""
    return connection.execute(select(moderators).where(moderators.c.account_id == account_id)).first() is not None


def add_report(connection: Connection, report: Report) -> bool:
    """Insert a report; False where its reporter has too many open ones."""
    mine = (reports.c.reporter == report.reporter) & reports.c.is_open
    if connection.execute(select(func.count()).select_from(reports).where(mine)).scalar_one() >= MOST_OPEN:
        return False
    connection.execute(insert(reports), msgspec.structs.asdict(report))
    return True


def list_reports(connection: Connection, limit: int = 200) -> list[Report]:
    """List the reports, open ones first, then the latest first."""
    wanted = select(*REPORT).order_by(reports.c.is_open.desc(), reports.c.time.desc(), reports.c.id).limit(limit)
    return [Report(**row._mapping) for row in connection.execute(wanted)]


def close_report(connection: Connection, report_id: str) -> str | None:
    """Close a report; the result is whom it is about, or None where there is no open one."""
    this = (reports.c.id == report_id) & reports.c.is_open
    subject: str | None = connection.execute(select(reports.c.subject).where(this)).scalar()
    connection.execute(update(reports).where(this).values(is_open=False))
    return subject


class PlayerState(NamedTuple):
    """A player's name and sanctions."""

    id: str
    name: str
    is_muted: bool
    is_banned: bool


def find_players(connection: Connection, ids: Collection[str]) -> dict[str, PlayerState]:
    """Find names and sanctions of players; unknown ones are left out."""
    wanted = select(guests.c.id, guests.c.name, guests.c.is_muted, guests.c.is_banned).where(guests.c.id.in_(ids))
    return {row.id: PlayerState(*row) for row in connection.execute(wanted)}


class ReportTable(StoreTable):
    """All reports, and who may read them."""

    add = transaction(add_report)
    close = transaction(close_report)
    set_moderator = transaction(set_moderator)
    list = query(list_reports)
    is_moderator = query(is_moderator)
    players = query(find_players)
