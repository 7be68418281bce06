"""The event log: an append-only table that holds the events of each match in sequence (event sourcing).

Optimistic concurrency: an append names the sequence of its first event, and is refused when that sequence is taken.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, null, select, tuple_, update

from fourfold.store.engine.bulk_append import add_in_file, append_at_once, move_in_file
from fourfold.store.engine.notifications import announce
from fourfold.store.engine.statements import run, run_all
from fourfold.store.engine.table import StoreTable, query
from fourfold.store.engine.writer import Write
from fourfold.store.errors import BadAppend, SequenceGap, SequenceTaken, StoreError, UnknownMatch
from fourfold.store.rows import EventRow, MatchChange, SeatRow, StoredEvent
from fourfold.store.schema import events, matches
from fourfold.store.tables.seats import upsert_seats

NO_CHANGE = MatchChange()

CHANGE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(
        last_sequence=bindparam("last"),
        updated=bindparam("now"),
        due=bindparam("new_due", type_=matches.c.due.type),
        worker=null(),  # an append ends the claim
        claimed=null(),
        **{
            column.name: func.coalesce(bindparam("new_" + column.name, type_=column.type), column)
            for column in (matches.c.status, matches.c.settings, matches.c.public)
        },
    )
)
# PostgreSQL keeps the row locked until the commit.
LAST_SEQUENCE = select(matches.c.last_sequence).where(matches.c.id == bindparam("match")).with_for_update()
ADD_EVENTS = insert(events)
READ_EVENTS = (
    select(events.c.kind, events.c.body, events.c.time, events.c.format, events.c.sequence)
    .where(events.c.match_id == bindparam("match"), events.c.sequence > bindparam("after"))
    .order_by(events.c.sequence)
)


class Unfit(Exception):
    """One of several appends is to be refused; which one is not known yet."""


@dataclass(frozen=True, slots=True)
class Append(Write[int]):
    """An append to the log of a match, and what it changes in other tables. The result is the last sequence."""

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
        """Append to many matches with a few statements. Each append is checked as if it came alone, in order."""
        if connection.dialect.name != "postgresql":
            return cls._run_unchecked(connection, writes)
        done = cls._run_at_once(connection, writes)
        others = iter(cls._run_in_order(connection, [append for append in writes if append.match_id not in done]))
        return [append.last_sequence if append.match_id in done else next(others) for append in writes]

    @classmethod
    def _run_unchecked(cls, connection: Connection, writes: Sequence["Append"]) -> list[int | StoreError]:
        """Append without a check first, where this process is the only writer; Unfit makes all of them run alone."""
        if move_in_file(connection, [append._match_values() for append in writes]) != len(writes):
            raise Unfit
        cls._upsert_all_seats(connection, writes)
        add_in_file(connection, cls._rows(writes))
        return [append.last_sequence for append in writes]

    @classmethod
    def _run_at_once(cls, connection: Connection, writes: Sequence["Append"]) -> set[str]:
        """Run the simple appends as one statement; the result is the matches for which it succeeded."""
        times = Counter(append.match_id for append in writes)
        simple = [append for append in writes if times[append.match_id] == 1 and not append.seats]
        if not simple:
            return set()
        return append_at_once(connection, [append._match_values() for append in simple], cls._rows(simple))

    @classmethod
    def _run_in_order(cls, connection: Connection, writes: Sequence["Append"]) -> list[int | StoreError]:
        """Lock the rows in the order of their ids, which avoids deadlocks; check each append, then write."""
        ids = sorted({append.match_id for append in writes})
        last = {match_id: find_last_sequence(connection, match_id) for match_id in ids}
        outcomes: list[int | StoreError] = []
        accepted = []
        for append in writes:
            refusal = append._refuse(last[append.match_id])
            outcomes.append(refusal or append.last_sequence)
            if refusal is None:
                last[append.match_id] = append.last_sequence
                accepted.append(append)
        run_all(connection, CHANGE_MATCH, [append._match_values() for append in accepted])
        cls._upsert_all_seats(connection, accepted)
        run_all(connection, ADD_EVENTS, cls._rows(accepted))
        announce(connection, {append.match_id: append.last_sequence for append in accepted})
        return outcomes

    @staticmethod
    def _upsert_all_seats(connection: Connection, writes: Sequence["Append"]) -> None:
        for append in writes:
            if append.seats:
                upsert_seats(connection, append.match_id, append.seats)

    @staticmethod
    def _rows(writes: Sequence["Append"]) -> list[dict[str, Any]]:
        return [row for append in writes for row in event_rows(append.match_id, append.events, append.first_sequence)]

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


def find_last_sequence(connection: Connection, match_id: str) -> int | None:
    """Find the last sequence of a match; None where there is no such match."""
    found = run(connection, LAST_SEQUENCE, [{"match": match_id}]).first()
    return None if found is None else int(found[0])


def require_match(connection: Connection, match_id: str) -> None:
    """Raise UnknownMatch where there is no such match."""
    if find_last_sequence(connection, match_id) is None:
        raise UnknownMatch("store.unknown_match", match=match_id)


def insert_events(connection: Connection, match_id: str, new: Iterable[EventRow]) -> None:
    """Insert the first events of a new match."""
    run_all(connection, ADD_EVENTS, event_rows(match_id, new, 1))


def event_rows(match_id: str, new: Iterable[EventRow], first_sequence: int) -> list[dict[str, Any]]:
    """Make the rows of events that follow each other."""
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


def read_events(connection: Connection, match_id: str, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
    """Read the events after a sequence, in order; UnknownMatch."""
    wanted = {"match": match_id, "after": after}
    if limit is None:
        rows = run(connection, READ_EVENTS, [wanted])
    else:
        rows = connection.execute(READ_EVENTS.limit(limit), wanted)
    found = [StoredEvent(row.kind, row.body, row.time, row.format, sequence=row.sequence) for row in rows]
    if not found and not connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first():
        raise UnknownMatch("store.unknown_match", match=match_id)
    return found


def find_last_of_kind(connection: Connection, match_ids: Collection[str], kind: str) -> dict[str, StoredEvent]:
    """Find the last event of a kind in several matches; matches without one are left out."""
    here = events.c.match_id.in_(match_ids) & (events.c.kind == kind)
    last = select(events.c.match_id, func.max(events.c.sequence)).where(here).group_by(events.c.match_id)
    wanted = select(events).where(tuple_(events.c.match_id, events.c.sequence).in_(last))
    return {
        row.match_id: StoredEvent(row.kind, row.body, row.time, row.format, sequence=row.sequence)
        for row in connection.execute(wanted)
    }


class EventTable(StoreTable):
    """The event log of all matches."""

    read = query(read_events)
    last_of_kind = query(find_last_of_kind)

    def append(
        self,
        match_id: str,
        first_sequence: int,
        events: Sequence[EventRow],
        *,
        change: MatchChange = NO_CHANGE,
        seats: Sequence[SeatRow] = (),
        due: int | None = None,
    ) -> Future[int]:
        """Append events to the log of a match; the result is the sequence of the last one.

        The first event must follow the last one stored, else nothing is written: SequenceTaken, SequenceGap.
        The same transaction stores the changes of the match's row and seats, and when the next scheduled work is due.
        """
        return self._writer.submit(Append(match_id, first_sequence, tuple(events), change, tuple(seats), due))
