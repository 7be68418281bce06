"""Export and import of matches as JSON lines: one line holds a whole match.

Tokens and invites are not exported: a file of matches gives nobody access. To move a whole server, take a backup.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from fourfold.match.encoding import encode_json
from fourfold.store.errors import BadExport, UnknownMatch
from fourfold.store.rows import EventRow, Guest, MatchRow, Number, SeatRow, StoredEvent, Time
from fourfold.store.tables.events import read_events
from fourfold.store.tables.guests import find_guests, insert_guest, is_guest
from fourfold.store.tables.matches import insert_match, iterate_matches
from fourfold.store.tables.seats import find_seats

FORMAT = 1


class Imported(NamedTuple):
    """The result of an import: matches that were added, and matches that were here already, event for event."""

    added: int
    present: int


class ParsedMatch(NamedTuple):
    """A match as read from a line."""

    match: MatchRow
    seats: list[SeatRow]
    guests: list[Guest]
    events: list[EventRow]


class _EventLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    sequence: Number
    time: Time
    kind: str
    format: Number
    text: str | None = None  # the body, where it is UTF-8
    base64: str | None = None  # the body otherwise


class _MatchLine(msgspec.Struct, forbid_unknown_fields=True):
    fourfold: int  # the format of the line
    match: MatchRow
    seats: list[SeatRow]
    guests: list[Guest]
    events: list[_EventLine]


class _FormatOnly(msgspec.Struct):
    fourfold: int


def format_matches(connection: Connection) -> Iterator[bytes]:
    """Write all matches in the snapshot of the connection, one line each."""
    for match in iterate_matches(connection):
        seats = find_seats(connection, [match.id])[match.id]
        guests = find_guests(connection, {seat.guest_id for seat in seats if seat.guest_id is not None})
        events = read_events(connection, match.id)
        line = _MatchLine(
            FORMAT,
            match,
            seats,
            [guests[guest_id] for guest_id in sorted(guests)],
            [_format_event(event) for event in events],
        )
        yield encode_json(line) + b"\n"


def parse_matches(lines: Iterable[bytes]) -> Iterator[tuple[int, ParsedMatch]]:
    """Parse lines, each with its number; BadExport names the first line that cannot be imported."""
    seen = set()
    for number, line in enumerate(lines, 1):
        parsed = _parse_line(number, line)
        if parsed.match.id in seen:
            raise BadExport("store.export.twice", line=str(number), match=parsed.match.id)
        seen.add(parsed.match.id)
        yield number, parsed


def is_present(connection: Connection, number: int, parsed: ParsedMatch) -> bool:
    """Tell whether the match is stored already; the same match with other events is an error."""
    try:
        stored = read_events(connection, parsed.match.id)
    except UnknownMatch:
        return False
    if [EventRow(event.kind, event.body, event.time, event.format) for event in stored] != parsed.events:
        raise BadExport("store.export.differs", line=str(number), match=parsed.match.id)
    return True


def import_match(connection: Connection, parsed: ParsedMatch) -> None:
    """Insert a match, and those of its guests that are unknown here, without a session."""
    for guest in parsed.guests:
        if not is_guest(connection, guest.id):
            insert_guest(connection, guest)
    due = 0 if parsed.match.status == "running" else None  # the scheduler finds out what is to do
    insert_match(connection, parsed.match, parsed.seats, parsed.events, due=due)


def _format_event(event: StoredEvent) -> _EventLine:
    line = _EventLine(event.sequence, event.time, event.kind, event.format)
    try:
        line.text = event.body.decode()
    except UnicodeDecodeError:
        line.base64 = b64encode(event.body).decode()
    return line


def _parse_event(line: _EventLine) -> EventRow:
    if (line.text is None) == (line.base64 is None):
        raise ValueError("an event has a text or a base64")
    body = b64decode(line.base64, validate=True) if line.text is None else line.text.encode()  # type: ignore[arg-type]
    return EventRow(line.kind, body, line.time, line.format)


def _parse_line(number: int, text: bytes) -> ParsedMatch:
    try:
        found = msgspec.json.decode(text, type=_FormatOnly).fourfold
        if found != FORMAT:
            raise BadExport("store.export.format", line=str(number), found=str(found), known=str(FORMAT))
        line = msgspec.json.decode(text, type=_MatchLine)
        events = [_parse_event(event) for event in line.events]
    except BadExport:
        raise
    except (ValueError, RecursionError) as problem:  # msgspec's errors, and those of bodies
        raise BadExport("store.export.line", line=str(number), problem=str(problem)) from None
    sequences = [event.sequence for event in line.events]
    if sequences != list(range(1, line.match.last_sequence + 1)):
        raise BadExport("store.export.sequence", line=str(number), match=line.match.id)
    listed = {guest.id for guest in line.guests} | {None}
    numbers = {seat.seat for seat in line.seats}
    if len(numbers) < len(line.seats) or any(seat.guest_id not in listed for seat in line.seats):
        raise BadExport("store.export.seats", line=str(number), match=line.match.id)
    return ParsedMatch(line.match, line.seats, line.guests, events)
