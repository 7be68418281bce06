"""What is written about accounts and sessions. Whatever makes a server's memory untrue is marked at its guest."""

from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, Delete, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourfold.match.accounts import AccountKind
from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.writer import Write
from fourfold.store.errors import AccountExists, NameTaken, UnknownCode, UnknownGuest
from fourfold.store.rows import Challenge, Guest, SessionRow
from fourfold.store.schema import accounts, challenges, events, guests, ratings, recoveries, remarks, seats, sessions
from fourfold.store.tables.match_writes import is_guest, put_guest, put_session

MOST_SESSIONS = 50  # of one kind that somebody can have; the one that was not used for longest ends


@dataclass(frozen=True, slots=True)
class SignUp(Write[None]):
    """A guest, new or not, becomes an account; the sessions that the guest had end, a new one begins."""

    guest: Guest
    key: str
    password: str
    kind: AccountKind
    session: SessionRow

    def run(self, connection: Connection) -> None:
        """Put the rows in."""
        guest = self.guest
        if connection.execute(select(accounts.c.id).where(accounts.c.id == guest.id)).first():
            raise AccountExists("store.account_exists", guest=guest.id)
        if connection.execute(select(accounts.c.id).where(accounts.c.key == self.key)).first():
            raise NameTaken("store.name_taken", name=guest.name)
        if is_guest(connection, guest.id):
            connection.execute(update(guests).where(guests.c.id == guest.id).values(name=guest.name, seen=guest.seen))
        else:
            put_guest(connection, guest)
        row = {"id": guest.id, "key": self.key, "password": self.password, "kind": self.kind, "created": guest.seen}
        try:
            with connection.begin_nested():
                connection.execute(insert(accounts), row)
        except IntegrityError:  # where several write at once, somebody else was faster
            raise NameTaken("store.name_taken", name=guest.name) from None
        _end_sessions(connection, guest.id, guest.seen)
        put_session(connection, self.session)


@dataclass(frozen=True, slots=True)
class AddSession(Write[None]):
    """A session begins."""

    session: SessionRow

    def run(self, connection: Connection) -> None:
        """Put the row in, and take out those that are too many."""
        session = self.session
        if not is_guest(connection, session.guest_id):
            raise UnknownGuest("store.unknown_guest", guest=session.guest_id)
        put_session(connection, session)
        same = (sessions.c.guest_id == session.guest_id) & (sessions.c.kind == session.kind)
        kept = select(sessions.c.key).where(same).order_by(sessions.c.seen.desc(), sessions.c.key).limit(MOST_SESSIONS)
        connection.execute(
            delete(sessions).where(same, sessions.c.key.not_in([row.key for row in connection.execute(kept)]))
        )


@dataclass(frozen=True, slots=True)
class EndSessions(Write[int]):
    """Sessions end: those whose keys begin with a mark, or all but one. The result is how many did."""

    guest_id: str
    now: int
    mark: str = ""
    but: str = ""

    def run(self, connection: Connection) -> int:
        """Take the rows out."""
        return _end_sessions(connection, self.guest_id, self.now, self.mark, self.but)


@dataclass(frozen=True, slots=True)
class Touch(Write[None]):
    """A session was used."""

    key: str
    guest_id: str
    now: int

    def run(self, connection: Connection) -> None:
        """Note the time."""
        connection.execute(update(sessions).where(sessions.c.key == self.key).values(seen=self.now))
        connection.execute(update(guests).where(guests.c.id == self.guest_id).values(seen=self.now))


@dataclass(frozen=True, slots=True)
class ChangePassword(Write[None]):
    """A new password; all sessions and tokens end but the one that is named."""

    account_id: str
    password: str
    now: int
    but: str = ""

    def run(self, connection: Connection) -> None:
        """Change the row."""
        _change_password(connection, self.account_id, self.password)
        _end_sessions(connection, self.account_id, self.now, but=self.but)


@dataclass(frozen=True, slots=True)
class UpdateHash(Write[None]):
    """The same password, hashed anew with other costs."""

    account_id: str
    password: str

    def run(self, connection: Connection) -> None:
        """Change the row."""
        _change_password(connection, self.account_id, self.password)


@dataclass(frozen=True, slots=True)
class PutRecoveries(Write[None]):
    """New recovery codes; those that do not expire take the place of all earlier ones."""

    account_id: str
    keys: tuple[str, ...]
    expires: int | None = None

    def run(self, connection: Connection) -> None:
        """Put the rows in."""
        if self.expires is None:
            connection.execute(delete(recoveries).where(recoveries.c.account_id == self.account_id))
        rows = [{"key": key, "account_id": self.account_id, "expires": self.expires} for key in self.keys]
        connection.execute(insert(recoveries), rows)


@dataclass(frozen=True, slots=True)
class Recover(Write[None]):
    """A code is used up for a new password; all sessions and tokens end, a new session begins."""

    key: str
    password: str
    session: SessionRow

    def run(self, connection: Connection) -> None:
        """Change the rows, or UnknownCode where the code is not one of this account, or not any more."""
        owner = self.session.guest_id
        found = connection.execute(
            delete(recoveries).where(
                recoveries.c.key == self.key,
                recoveries.c.account_id == owner,
                (recoveries.c.expires.is_(None)) | (recoveries.c.expires > self.session.created),
            )
        )
        if not found.rowcount:
            raise UnknownCode("store.unknown_code")
        _change_password(connection, owner, self.password)
        _end_sessions(connection, owner, self.session.created)
        put_session(connection, self.session)


@dataclass(frozen=True, slots=True)
class Sanction(Write[None]):
    """What administrators allow; None leaves it as it is."""

    guest_id: str
    now: int
    is_muted: bool | None = None
    is_banned: bool | None = None

    def run(self, connection: Connection) -> None:
        """Change the row."""
        given = {"is_muted": self.is_muted, "is_banned": self.is_banned}
        values = {name: value for name, value in given.items() if value is not None}
        changed = connection.execute(
            update(guests).where(guests.c.id == self.guest_id).values(changed=self.now, **values)
        )
        if not changed.rowcount:
            raise UnknownGuest("store.unknown_guest", guest=self.guest_id)


@dataclass(frozen=True, slots=True)
class Forget(Write[None]):
    """Guests, with accounts or without, are forgotten: nothing stays but their seats at matches, without a name."""

    guest_ids: tuple[str, ...]
    now: int
    bodies: tuple[tuple[str, int, bytes], ...]  # of events that named them, as they shall be: match, sequence, body

    def run(self, connection: Connection) -> None:
        """Take the rows out, and put the bodies in."""
        connection.execute(delete(recoveries).where(recoveries.c.account_id.in_(self.guest_ids)))
        connection.execute(delete(accounts).where(accounts.c.id.in_(self.guest_ids)))
        for table in (sessions, challenges, remarks):
            connection.execute(delete(table).where(table.c.guest_id.in_(self.guest_ids)))
        connection.execute(delete(ratings).where(ratings.c.player.in_(self.guest_ids)))
        for match_id, sequence, body in self.bodies:
            place = (events.c.match_id == match_id) & (events.c.sequence == sequence)
            connection.execute(update(events).where(place).values(body=body))
        these = guests.c.id.in_(self.guest_ids)
        connection.execute(update(guests).where(these).values(name="", changed=self.now))
        connection.execute(delete(guests).where(these, ~exists().where(seats.c.guest_id == guests.c.id)))


@dataclass(frozen=True, slots=True)
class DropSessions(Write[int]):
    """Sessions of accounts that were not used since a time end, and codes that have expired. The result is how many
    sessions: those of guests end when the guest is forgotten.
    """

    before: int
    now: int

    def run(self, connection: Connection) -> int:
        """Take the rows out."""
        connection.execute(delete(recoveries).where(recoveries.c.expires < self.now))
        has_account = exists().where(accounts.c.id == sessions.c.guest_id)
        return connection.execute(delete(sessions).where(sessions.c.seen < self.before, has_account)).rowcount


@dataclass(frozen=True, slots=True)
class AddChallenge(Write[None]):
    """A seat is kept for somebody."""

    challenge: Challenge

    def run(self, connection: Connection) -> None:
        """Put the row in, once."""
        given = self.challenge
        connection.execute(_challenge(given.match_id, given.guest_id))
        connection.execute(insert(challenges), msgspec.structs.asdict(given))
        announce_beside(connection, given.match_id, "challenge", given.guest_id)


@dataclass(frozen=True, slots=True)
class RemoveChallenge(Write[bool]):
    """A challenge is answered. The result is whether there was one."""

    match_id: str
    guest_id: str
    is_declined: bool

    def run(self, connection: Connection) -> bool:
        """Take the row out."""
        was_there = bool(connection.execute(_challenge(self.match_id, self.guest_id)).rowcount)
        if was_there and self.is_declined:
            announce_beside(connection, self.match_id, "decline", self.guest_id)
        return was_there


def _challenge(match_id: str, guest_id: str) -> Delete:
    return delete(challenges).where(challenges.c.match_id == match_id, challenges.c.guest_id == guest_id)


def _change_password(connection: Connection, account_id: str, password: str) -> None:
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(password=password))


def _end_sessions(connection: Connection, guest_id: str, now: int, mark: str = "", but: str = "") -> int:
    connection.execute(update(guests).where(guests.c.id == guest_id).values(changed=now))
    mine = (
        (sessions.c.guest_id == guest_id) & sessions.c.key.startswith(mark, autoescape=True) & (sessions.c.key != but)
    )
    return connection.execute(delete(sessions).where(mine)).rowcount
