"""The kinds of writes: what each one puts into the tables, and when it is refused."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, null, select, update

from fourfold.store.engine.bulk_append import add_in_file, append_at_once, move_in_file
from fourfold.store.engine.notifications import announce
from fourfold.store.engine.statements import run
from fourfold.store.engine.writer import Write
from fourfold.store.errors import (
    BadAppend,
    GuestExists,
    InviteExists,
    MatchExists,
    SequenceGap,
    SequenceTaken,
    StoreError,
    UnknownGuest,
    UnknownMatch,
)
from fourfold.store.rows import EventRow, Guest, MatchChange, MatchRow, SeatRow, SessionRow
from fourfold.store.schema import events, guests, invites, matches, seats, sessions
from fourfold.store.tables.commitments import use_commitment

NO_CHANGE = MatchChange()

CHANGE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(
        last_sequence=bindparam("last"),
        updated=bindparam("now"),
        due=bindparam("new_due", type_=matches.c.due.type),
        worker=null(),  # what was claimed has happened
        claimed=null(),
        **{
            column.name: func.coalesce(bindparam("new_" + column.name, type_=column.type), column)
            for column in (matches.c.status, matches.c.settings, matches.c.public)
        },
    )
)
REMOVE_SEAT = delete(seats).where(seats.c.match_id == bindparam("match"), seats.c.seat == bindparam("number"))
# Where databases have many writers at once, the rows stay locked until the commit.
LAST_SEQUENCE = select(matches.c.last_sequence).where(matches.c.id == bindparam("match")).with_for_update()
ADD_EVENTS, ADD_GUEST, ADD_INVITE, ADD_MATCH, ADD_SEATS = map(insert, (events, guests, invites, matches, seats))
ADD_SESSION = insert(sessions)
FIND_GUEST = select(guests.c.id).where(guests.c.id == bindparam("id"))
FIND_SESSION = select(sessions.c.guest_id).where(sessions.c.key == bindparam("key"))
FIND_INVITE = select(invites.c.created).where(invites.c.token_hash == bindparam("token_hash"))


class Unfit(Exception):
    """One of several writes is to be refused; which one is not known yet."""


@dataclass(frozen=True, slots=True)
class Append(Write[int]):
    """Events for the end of a match's log, and what they change beside it. The result is the last sequence."""

    match_id: str
    first_sequence: int
    events: tuple[EventRow, ...]
    change: MatchChange = NO_CHANGE
    seats: tuple[SeatRow, ...] = ()
    due: int | None = None

    def __post_init__(self) -> None:
        if not self.events:
            raise BadAppend("store.nothing_to_append", match=self.match_id)
        if self.first_sequence < 1:
            raise BadAppend("store.sequence_too_low", match=self.match_id, sequence=str(self.first_sequence))

    @property
    def last_sequence(self) -> int:
        """The sequence of the last event."""
        return self.first_sequence + len(self.events) - 1

    def run(self, connection: Connection) -> int:
        """Append to one match."""
        (outcome,) = self._run_in_order(connection, [self])
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome

    @classmethod
    def run_together(cls, connection: Connection, writes: Sequence["Append"]) -> list[int | StoreError]:
        """Append to many matches with a few statements. Each append is judged as if it came alone, in order."""
        if connection.dialect.name != "postgresql":
            return cls._run_trusting(connection, writes)
        done = cls._run_at_once(connection, writes)
        others = iter(cls._run_in_order(connection, [append for append in writes if append.match_id not in done]))
        return [append.last_sequence if append.match_id in done else next(others) for append in writes]

    @classmethod
    def _run_trusting(cls, connection: Connection, writes: Sequence["Append"]) -> list[int | StoreError]:
        """Append without looking first, where nobody else writes; one that does not fit is found when all run alone."""
        if move_in_file(connection, [append._match_values() for append in writes]) != len(writes):
            raise Unfit
        cls._put_all_seats(connection, writes)
        add_in_file(connection, cls._rows(writes))
        return [append.last_sequence for append in writes]

    @classmethod
    def _run_at_once(cls, connection: Connection, writes: Sequence["Append"]) -> set[str]:
        """Do with one statement what it can do; the result is for which matches it did."""
        times = Counter(append.match_id for append in writes)
        simple = [append for append in writes if times[append.match_id] == 1 and not append.seats]
        if not simple:
            return set()
        return append_at_once(connection, [append._match_values() for append in simple], cls._rows(simple))

    @classmethod
    def _run_in_order(cls, connection: Connection, writes: Sequence["Append"]) -> list[int | StoreError]:
        """Lock rows in the order of their ids, so that no two processes wait for each other; judge, then write."""
        ids = sorted({append.match_id for append in writes})
        last = {match_id: _last_sequence(connection, match_id) for match_id in ids}
        outcomes: list[int | StoreError] = []
        accepted = []
        for append in writes:
            refusal = append._refuse(last[append.match_id])
            outcomes.append(refusal or append.last_sequence)
            if refusal is None:
                last[append.match_id] = append.last_sequence
                accepted.append(append)
        _run_all(connection, CHANGE_MATCH, [append._match_values() for append in accepted])
        cls._put_all_seats(connection, accepted)
        _run_all(connection, ADD_EVENTS, cls._rows(accepted))
        announce(connection, {append.match_id: append.last_sequence for append in accepted})
        return outcomes

    @staticmethod
    def _put_all_seats(connection: Connection, writes: Sequence["Append"]) -> None:
        for append in writes:
            if append.seats:
                _put_seats(connection, append.match_id, append.seats)

    @staticmethod
    def _rows(writes: Sequence["Append"]) -> list[dict[str, Any]]:
        return [row for append in writes for row in _event_rows(append.match_id, append.events, append.first_sequence)]

    def _refuse(self, last: int | None) -> StoreError | None:
        if last is None:
            return UnknownMatch("store.unknown_match", match=self.match_id)
        if self.first_sequence == last + 1:
            return None
        values = {"match": self.match_id, "sequence": str(self.first_sequence), "next": str(last + 1)}
        if self.first_sequence <= last:
            return SequenceTaken("store.sequence_taken", **values)
        return SequenceGap("store.sequence_gap", **values)

    def _match_values(self) -> dict[str, Any]:
        return {
            "match": self.match_id,
            "before": self.first_sequence - 1,
            "last": self.last_sequence,
            "now": self.events[-1].time,
            "new_status": self.change.status,
            "new_settings": self.change.settings,
            "new_public": self.change.public,
            "new_due": self.due,
        }


@dataclass(frozen=True, slots=True)
class InsertMatch(Write[None]):
    """A new match with its seats, its first events, and a token that leads to it, all or nothing."""

    match: MatchRow
    seats: tuple[SeatRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    token_hash: str | None = None
    due: int | None = None
    commitment: str | None = None  # one that was told before; it serves for no other match

    def run(self, connection: Connection) -> None:
        """Put the rows in."""
        match = self.match
        if _last_sequence(connection, match.id) is not None:
            raise MatchExists("store.match_exists", match=match.id)
        row = {
            "id": match.id,
            "game": match.game,
            "created": match.created,
            "status": match.status,
            "settings": match.settings,
            "public": match.public,
            "last_sequence": len(self.events),
            "updated": self.events[-1].time if self.events else match.created,
            "due": self.due,
        }
        if self.commitment is not None:
            use_commitment(connection, self.commitment)
        run(connection, ADD_MATCH, [row])
        _put_seats(connection, match.id, self.seats)
        _run_all(connection, ADD_EVENTS, _event_rows(match.id, self.events, 1))
        if self.token_hash is not None:
            AddInvite(self.token_hash, match.id, match.created).run(connection)
        announce(connection, {match.id: len(self.events)})


@dataclass(frozen=True, slots=True)
class ImportMatch(Write[None]):
    """A match from elsewhere; its guests come along by name, without a token, where they are not known."""

    creation: InsertMatch
    guests: tuple[Guest, ...]

    def run(self, connection: Connection) -> None:
        """Put the rows in."""
        for guest in self.guests:
            if not is_guest(connection, guest.id):
                put_guest(connection, guest)
        self.creation.run(connection)


@dataclass(frozen=True, slots=True)
class AddGuest(Write[None]):
    """A new guest, and the session of the browser that the guest came with."""

    guest: Guest
    token_hash: str

    def run(self, connection: Connection) -> None:
        """Put the rows in."""
        guest = self.guest
        if is_guest(connection, guest.id) or run(connection, FIND_SESSION, [{"key": self.token_hash}]).first():
            raise GuestExists("store.guest_exists", guest=guest.id)
        put_guest(connection, guest)
        put_session(connection, SessionRow(self.token_hash, guest.id, "browser", "", guest.created, guest.seen))


@dataclass(frozen=True, slots=True)
class ChangeGuest(Write[None]):
    """A guest's new name, or the time when the guest was last seen; None leaves a column as it is."""

    guest_id: str
    name: str | None = None
    seen: int | None = None

    def run(self, connection: Connection) -> None:
        """Change the row."""
        if not is_guest(connection, self.guest_id):
            raise UnknownGuest("store.unknown_guest", guest=self.guest_id)
        new = {"name": self.name, "seen": self.seen}
        values = {name: value for name, value in new.items() if value is not None}
        if values:
            connection.execute(update(guests).where(guests.c.id == self.guest_id).values(values))


@dataclass(frozen=True, slots=True)
class AddInvite(Write[None]):
    """A token that leads to a match."""

    token_hash: str
    match_id: str
    created: int

    def run(self, connection: Connection) -> None:
        """Put the row in."""
        if _last_sequence(connection, self.match_id) is None:
            raise UnknownMatch("store.unknown_match", match=self.match_id)
        if run(connection, FIND_INVITE, [{"token_hash": self.token_hash}]).first():
            raise InviteExists("store.invite_exists")
        row = {"token_hash": self.token_hash, "match_id": self.match_id, "created": self.created}
        run(connection, ADD_INVITE, [row])


@dataclass(frozen=True, slots=True)
class RemoveInvites(Write[int]):
    """No token leads to the match any more. The result is how many did."""

    match_id: str

    def run(self, connection: Connection) -> int:
        """Take the rows out."""
        return connection.execute(delete(invites).where(invites.c.match_id == self.match_id)).rowcount


def is_guest(connection: Connection, guest_id: str) -> bool:
    """Tell whether there is a guest of that id."""
    return run(connection, FIND_GUEST, [{"id": guest_id}]).first() is not None


def _last_sequence(connection: Connection, match_id: str) -> int | None:
    found = run(connection, LAST_SEQUENCE, [{"match": match_id}]).first()
    return None if found is None else int(found[0])


def _run_all(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        run(connection, statement, rows)


def _event_rows(match_id: str, new: Iterable[EventRow], first_sequence: int) -> list[dict[str, Any]]:
    new = list(new)
    if not all(isinstance(event.body, bytes) for event in new):
        raise TypeError("the body of an event is bytes")
    return [
        {
            "match_id": match_id,
            "sequence": sequence,
            "time": event.time,
            "kind": event.kind,
            "format": event.format,
            "body": event.body,
        }
        for sequence, event in enumerate(new, first_sequence)
    ]


def _put_seats(connection: Connection, match_id: str, new: Sequence[SeatRow]) -> None:
    for guest_id in {seat.guest_id for seat in new} - {None}:
        if not is_guest(connection, str(guest_id)):
            raise UnknownGuest("store.unknown_guest", guest=guest_id)
    _run_all(connection, REMOVE_SEAT, [{"match": match_id, "number": seat.seat} for seat in new])
    rows = [{"match_id": match_id, "seat": seat.seat, "guest_id": seat.guest_id, "kind": seat.kind} for seat in new]
    _run_all(connection, ADD_SEATS, rows)


def put_guest(connection: Connection, guest: Guest) -> None:
    """Put in the row of a guest who is new."""
    plain = {"is_muted": False, "is_banned": False, "changed": 0}
    run(connection, ADD_GUEST, [{**msgspec.structs.asdict(guest), **plain}])


def put_session(connection: Connection, session: SessionRow) -> None:
    """Put in the row of a session."""
    run(connection, ADD_SESSION, [msgspec.structs.asdict(session)])
