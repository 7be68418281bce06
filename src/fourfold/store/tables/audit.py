"""The audit trail: what administrators and moderators did, to whom and when."""

import secrets

import msgspec
from sqlalchemy import Connection, insert, select

from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.rows import AuditEntry
from fourfold.store.schema import audit

ENTRY = [audit.c[name] for name in AuditEntry.__struct_fields__]
MOST_ENTRIES = 1000


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
