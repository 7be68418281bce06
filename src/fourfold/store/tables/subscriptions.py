"""Subscriptions to push messages: of browsers, each with the session that made it; they end with the session."""

import hashlib

import msgspec
from sqlalchemy import Connection, delete, insert, select

from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import UnknownGuest
from fourfold.store.rows import Subscription
from fourfold.store.schema import subscriptions
from fourfold.store.tables.sessions import has_session

MOST_A_GUEST = 10  # beyond, the oldest one is deleted


def _key_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def put_subscription(connection: Connection, new: Subscription) -> None:
    """Insert a subscription, or replace the one with that address; delete those beyond MOST_A_GUEST; UnknownGuest."""
    if not has_session(connection, new.session_key):
        raise UnknownGuest("store.unknown_guest", guest=new.guest_id)
    key = _key_of(new.endpoint)
    connection.execute(delete(subscriptions).where(subscriptions.c.key == key))
    connection.execute(insert(subscriptions), {"key": key, **msgspec.structs.asdict(new)})
    mine = subscriptions.c.guest_id == new.guest_id
    kept = select(subscriptions.c.key).where(mine).order_by(subscriptions.c.created.desc(), subscriptions.c.key)
    keys = connection.execute(kept.limit(MOST_A_GUEST)).scalars().all()
    connection.execute(delete(subscriptions).where(mine, subscriptions.c.key.not_in(keys)))


def delete_subscription(connection: Connection, endpoint: str, guest_id: str | None = None) -> bool:
    """Delete the subscription with an address, where it is that guest's; the result is whether there was one."""
    this = subscriptions.c.key == _key_of(endpoint)
    if guest_id is not None:
        this &= subscriptions.c.guest_id == guest_id
    return bool(connection.execute(delete(subscriptions).where(this)).rowcount)


def find_subscriptions(connection: Connection, guest_id: str) -> list[Subscription]:
    """List the subscriptions of a guest, the oldest first."""
    columns = [subscriptions.c[name] for name in Subscription.__struct_fields__]
    wanted = select(*columns).where(subscriptions.c.guest_id == guest_id).order_by(subscriptions.c.created)
    return [Subscription(**row._mapping) for row in connection.execute(wanted)]


class SubscriptionTable(StoreTable):
    """The subscriptions of all guests."""

    put = transaction(put_subscription)
    remove = transaction(delete_subscription)
    of = query(find_subscriptions)
