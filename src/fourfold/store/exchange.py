"""Matches as text: one line of JSON each, which holds all that is needed to have the match elsewhere.

Tokens and invites stay behind: a file of matches lets nobody in. To move a whole server, take a backup.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from fourfold.store.errors import BadExport, UnknownMatch
from fourfold.store.rows import EventRow, Guest, MatchRow, Number, SeatRow, StoredEvent, Time
from fourfold.store.tables.match_queries import every_match, find_guests, list_seats, read_events
from fourfold.store.tables.match_writes import ImportMatch, InsertMatch

FORMAT = 1


class Imported(NamedTuple):
    """What an import did: matches that are new here, and matches that were here already, event for event."""

    added: int
    present: int


class _EventLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    sequence: Number
    time: Time
    kind: str
    format: Number
    text: str | None = None  # the body, where it is text
    base64: str | None = None  # the body, where it is not


class _MatchLine(msgspec.Struct, forbid_unknown_fields=True):
    fourfold: int  # the format of the line
    match: MatchRow
    seats: list[SeatRow]
    guests: list[Guest]
    events: list[_EventLine]


class _FormatOnly(msgspec.Struct):
    fourfold: int


def format_matches(connection: Connection) -> Iterator[bytes]:
    """Write all matches, a line each, as they are at the moment that the connection sees."""
    for match in every_match(connection):
        seats = list_seats(connection, [match.id])[match.id]
        guests = find_guests(connection, {seat.guest_id for seat in seats if seat.guest_id is not None})
        events = read_events(connection, match.id, 0, None)
        line = _MatchLine(
            FORMAT,
            match,
            seats,
            [guests[guest_id] for guest_id in sorted(guests)],
            [_format_event(event) for event in events],
        )
        yield msgspec.json.encode(line) + b"\n"


def parse_matches(lines: Iterable[bytes]) -> Iterator[tuple[int, ImportMatch]]:
    """Read lines, each with its number; a line that cannot be imported is an error that names it."""
    seen = set()
    for number, line in enumerate(lines, 1):
        match = _parse_line(number, line)
        match_id = match.creation.match.id
        if match_id in seen:
            raise BadExport("store.export.twice", line=str(number), match=match_id)
        seen.add(match_id)
        yield number, match


def is_present(connection: Connection, number: int, match: ImportMatch) -> bool:
    """Tell whether the match is stored already; the same match with other events is an error."""
    wanted = match.creation
    try:
        stored = read_events(connection, wanted.match.id, 0, None)
    except UnknownMatch:
        return False
    if [_plain(event) for event in stored] != list(wanted.events):
        raise BadExport("store.export.differs", line=str(number), match=wanted.match.id)
    return True


def _plain(event: StoredEvent) -> EventRow:
    return EventRow(event.kind, event.body, event.time, event.format)


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


def _parse_line(number: int, text: bytes) -> ImportMatch:
    try:
        found = msgspec.json.decode(text, type=_FormatOnly).fourfold
        if found != FORMAT:
            raise BadExport("store.export.format", line=str(number), found=str(found), known=str(FORMAT))
        line = msgspec.json.decode(text, type=_MatchLine)
        events = tuple(_parse_event(event) for event in line.events)
    except BadExport:
        raise
    except ValueError as problem:  # msgspec's errors, and those of bodies
        raise BadExport("store.export.line", line=str(number), problem=str(problem)) from None
    sequences = [event.sequence for event in line.events]
    if sequences != list(range(1, line.match.last_sequence + 1)):
        raise BadExport("store.export.sequence", line=str(number), match=line.match.id)
    listed = {guest.id for guest in line.guests} | {None}
    numbers = {seat.seat for seat in line.seats}
    if len(numbers) < len(line.seats) or any(seat.guest_id not in listed for seat in line.seats):
        raise BadExport("store.export.seats", line=str(number), match=line.match.id)
    due = 0 if line.match.status == "running" else None  # whoever serves it looks what there is to do
    return ImportMatch(InsertMatch(line.match, tuple(line.seats), events, due=due), tuple(line.guests))
