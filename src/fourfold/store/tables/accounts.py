"""Accounts, sessions, recovery codes and challenges. Of tokens and codes, long and random, only hashes come here."""

import re
import unicodedata
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, select, tuple_

from fourfold.match.accounts import AccountKind
from fourfold.store.engine.statements import run
from fourfold.store.engine.writer import Writer
from fourfold.store.rows import Account, Challenge, Guest, Identity, SessionRow
from fourfold.store.schema import accounts, challenges, events, guests, recoveries, sessions
from fourfold.store.tables.account_writes import (
    AddChallenge,
    AddSession,
    ChangePassword,
    DropSessions,
    EndSessions,
    Forget,
    PutRecoveries,
    Recover,
    RemoveChallenge,
    Sanction,
    SignUp,
    Touch,
    UpdateHash,
)

Rewrite = Callable[[bytes, Collection[str]], bytes]

EVENTS_AT_ONCE = 1000

IDENTIFY = (
    select(
        guests.c.id, guests.c.name, guests.c.is_muted, guests.c.is_banned, accounts.c.kind.label("account"),
        sessions.c.key, sessions.c.kind, sessions.c.label, sessions.c.created, sessions.c.seen,
    )
    .join_from(sessions, guests, guests.c.id == sessions.c.guest_id)
    .outerjoin(accounts, accounts.c.id == guests.c.id)
    .where(sessions.c.key == bindparam("key"))
)  # fmt: skip
WHOLE_ACCOUNTS = select(
    accounts.c.id, guests.c.name, accounts.c.kind, accounts.c.created, guests.c.seen, guests.c.is_muted,
    guests.c.is_banned, accounts.c.password,
).select_from(accounts.join(guests, guests.c.id == accounts.c.id))  # fmt: skip
CHANGED = select(guests.c.id, guests.c.changed).where(guests.c.changed > bindparam("since"))


def key_of(name: str) -> str:
    """The name as names are compared: two that look alike but for capitals and widths are one.

    >>> key_of("Ann") == key_of("ＡＮＮ")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()


class Accounts:
    """What the store knows of people and bots beyond their names; usable from any thread."""

    def __init__(self, writer: Writer, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._writer = writer
        self._reading = reading

    # Who somebody is

    def identify(self, key: str) -> Identity | None:
        """Find whose token it is; None when it is nobody's."""
        with self._reading() as connection:
            row = run(connection, IDENTIFY, [{"key": key}]).first()
        if row is None:
            return None
        session = SessionRow(row.key, row.id, row.kind, row.label, row.created, row.seen)
        return Identity(row.id, row.name, row.account or "", bool(row.is_muted), bool(row.is_banned), session)

    def changed_since(self, time: int) -> dict[str, int]:
        """Find of whom something that servers keep in memory became untrue after a time, and when."""
        with self._reading() as connection:
            return {row.id: row.changed for row in run(connection, CHANGED, [{"since": time}])}

    def kinds(self, guest_ids: Collection[str]) -> dict[str, AccountKind]:
        """Find what kind of account each has; those without are left out."""
        with self._reading() as connection:
            query = select(accounts.c.id, accounts.c.kind).where(accounts.c.id.in_(guest_ids))
            return {row.id: row.kind for row in connection.execute(query)}

    def touch(self, identity: Identity, now: int) -> Future[None]:
        """Note that a session was used."""
        return self._writer.submit(Touch(identity.session.key, identity.id, now))

    # Accounts

    def sign_up(self, guest: Guest, kind: AccountKind, password: str, session: SessionRow) -> Future[None]:
        """Make an account of a guest, new or not; NameTaken, AccountExists."""
        return self._writer.submit(SignUp(guest, key_of(guest.name), password, kind, session))

    def find(self, name: str) -> Account | None:
        """Find the account of a name."""
        with self._reading() as connection:
            return _account(connection.execute(WHOLE_ACCOUNTS.where(accounts.c.key == key_of(name))).first())

    def account(self, account_id: str) -> Account | None:
        """Find the account of an id."""
        with self._reading() as connection:
            return _account(connection.execute(WHOLE_ACCOUNTS.where(accounts.c.id == account_id)).first())

    def all(self) -> list[Account]:
        """List all accounts by name."""
        with self._reading() as connection:
            found = connection.execute(WHOLE_ACCOUNTS.order_by(accounts.c.key)).all()
        return [account for row in found if (account := _account(row)) is not None]

    def change_password(self, account_id: str, password: str, now: int, but: str = "") -> Future[None]:
        """Change the password; every session but the one with the key `but` ends."""
        return self._writer.submit(ChangePassword(account_id, password, now, but))

    def update_hash(self, account_id: str, password: str) -> Future[None]:
        """Keep another hash of the same password."""
        return self._writer.submit(UpdateHash(account_id, password))

    def sanction(
        self, guest_id: str, now: int, *, is_muted: bool | None = None, is_banned: bool | None = None
    ) -> Future[None]:
        """Mute or ban, or allow again."""
        return self._writer.submit(Sanction(guest_id, now, is_muted, is_banned))

    # Sessions

    def sessions(self, guest_id: str) -> list[SessionRow]:
        """List the sessions of somebody, those used last first."""
        query = select(sessions).where(sessions.c.guest_id == guest_id).order_by(sessions.c.seen.desc(), sessions.c.key)
        with self._reading() as connection:
            return [SessionRow(**row._mapping) for row in connection.execute(query)]

    def add_session(self, session: SessionRow) -> Future[None]:
        """Let a token stand for somebody."""
        return self._writer.submit(AddSession(session))

    def end_sessions(self, guest_id: str, now: int, *, mark: str = "", but: str = "") -> Future[int]:
        """End the sessions whose keys begin with the mark, all without one; never the one with the key `but`."""
        return self._writer.submit(EndSessions(guest_id, now, mark, but))

    # Recovery codes

    def put_recoveries(self, account_id: str, keys: Collection[str], expires: int | None = None) -> Future[None]:
        """Let codes stand for a lost password; without an expiry they take the place of all earlier ones."""
        return self._writer.submit(PutRecoveries(account_id, tuple(keys), expires))

    def count_recoveries(self, account_id: str) -> int:
        """Count the codes that are left."""
        query = select(func.count()).select_from(recoveries).where(recoveries.c.account_id == account_id)
        with self._reading() as connection:
            return int(connection.execute(query).scalar_one())

    def recover(self, key: str, password: str, session: SessionRow) -> Future[None]:
        """Use a code up for a new password and a session; UnknownCode."""
        return self._writer.submit(Recover(key, password, session))

    # Challenges

    def add_challenge(self, challenge: Challenge) -> Future[None]:
        """Keep a seat for somebody."""
        return self._writer.submit(AddChallenge(challenge))

    def remove_challenge(self, match_id: str, guest_id: str, *, is_declined: bool) -> Future[bool]:
        """Take a challenge away; the result is whether there was one."""
        return self._writer.submit(RemoveChallenge(match_id, guest_id, is_declined))

    def challenges(self, guest_id: str) -> list[Challenge]:
        """List the challenges of somebody, the oldest first."""
        query = select(challenges).where(challenges.c.guest_id == guest_id).order_by(challenges.c.created)
        with self._reading() as connection:
            return [Challenge(**row._mapping) for row in connection.execute(query)]

    # Forgetting

    def forget(self, guest_ids: Collection[str], kinds: Collection[str], rewrite: Rewrite, now: int) -> Future[None]:
        """Forget people: accounts, sessions, remarks, and names, also in events of these kinds.

        It reads through all such events, so it takes its time; nobody must sit down with these ids meanwhile. The store
        does not know what events say: `rewrite` takes names out of a body.
        """
        with self._reading() as connection:
            found = _bodies_with(connection, guest_ids, kinds)
        bodies = tuple((match_id, sequence, rewrite(body, guest_ids)) for match_id, sequence, body in found)
        return self._writer.submit(Forget(tuple(guest_ids), now, bodies))

    def unused_guests(self, before: int, limit: int) -> list[str]:
        """List guests without an account whose sessions were all not used since a time."""
        has_account = exists().where(accounts.c.id == sessions.c.guest_id)
        query = (
            select(sessions.c.guest_id)
            .where(~has_account)
            .group_by(sessions.c.guest_id)
            .having(func.max(sessions.c.seen) < before)
            .limit(limit)
        )
        with self._reading() as connection:
            return [row[0] for row in connection.execute(query)]

    def drop_sessions(self, before: int, now: int) -> Future[int]:
        """End the sessions that were not used since a time; the result is how many."""
        return self._writer.submit(DropSessions(before, now))


def _account(row: Any) -> Account | None:
    return None if row is None else Account(**row._mapping)


def _bodies_with(
    connection: Connection, guest_ids: Collection[str], kinds: Collection[str]
) -> list[tuple[str, int, bytes]]:
    """The events of these kinds that have one of the ids in them, gone through in the order of their key."""
    place = tuple_(events.c.match_id, events.c.sequence)
    query = (
        select(events.c.match_id, events.c.sequence, events.c.body)
        .where(events.c.kind.in_(kinds))
        .order_by(events.c.match_id, events.c.sequence)
        .limit(EVENTS_AT_ONCE)
    )
    found: list[tuple[str, int, bytes]] = []
    has_id = re.compile(b"|".join(re.escape(guest_id.encode()) for guest_id in guest_ids)).search
    last = ("", 0)
    while rows := connection.execute(query.where(place > tuple_(*last))).all():
        found += [(row.match_id, row.sequence, row.body) for row in rows if has_id(row.body)]
        last = rows[-1].match_id, rows[-1].sequence
    return found
