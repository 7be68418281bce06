"""Saved files: the local match as an event log (JSON lines), guest sessions and promises of servers, steps learned,
and records.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from fourfold.core.errors import BadNotation, BadValue
from fourfold.core.records.record import Record
from fourfold.match.encoding import encode_json
from fourfold.match.events import Event
from fourfold.match.verification import Promise
from fourfold.text import say

RECORD_SUFFIXES = (".txt", ".json")
MOST_PROMISES = 100
ENVIRONMENT_VARIABLE = "FOURFOLD_TERMINAL"

_decoder = msgspec.json.Decoder(Event)


def default_folder() -> Path:
    """The folder: from the environment, or the platform's data folder."""
    given = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("fourfold", appauthor=False)) / "terminal"


class Saves:
    """The folder of saved files. If it cannot be written, nothing is saved and play goes on.

    >>> import tempfile
    >>> Saves(Path(tempfile.mkdtemp())).read_match()
    []
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        self.is_working = True

    @property
    def _match(self) -> Path:
        return self.folder / "match.jsonl"

    @property
    def _guests(self) -> Path:
        return self.folder / "guests.json"

    @property
    def _promises(self) -> Path:
        return self.folder / "promises.json"

    @property
    def _lessons(self) -> Path:
        return self.folder / "lessons.json"

    def begin_match(self, events: Sequence[Event]) -> None:
        """Save a new match in place of the previous one."""
        self._write(self._match, b"".join(encode_json(event) + b"\n" for event in events))

    def add_events(self, events: Sequence[Event]) -> None:
        """Append events."""
        try:
            with self._match.open("ab") as file:
                file.write(b"".join(encode_json(event) + b"\n" for event in events))
        except OSError:
            self.is_working = False

    def read_match(self) -> list[Event]:
        """The events of the saved match, up to the first damaged line."""
        try:
            lines = self._match.read_bytes().split(b"\n")
        except OSError:
            return []
        events: list[Event] = []
        for line in lines[:-1]:
            try:
                event = _decoder.decode(line)
            except msgspec.DecodeError:
                break
            if event.sequence != len(events) + 1:
                break
            events.append(event)
        return events

    def read_guest(self, server: str) -> str:
        """The session token for a server, or nothing."""
        return str(self._read_object(self._guests).get(server, ""))

    def keep_guest(self, server: str, token: str) -> None:
        """Save a session token, readable by the owner only."""
        guests = self._read_object(self._guests) | {server: token}
        self._write(self._guests, json.dumps(guests).encode(), mode=0o600)

    def read_promise(self, match: str) -> Promise:
        """What a server promised for a match, and what was added here; empty where nothing is known."""
        found = self._read_object(self._promises).get(match)
        return Promise(*map(str, found)) if isinstance(found, list) and len(found) == 2 else Promise()

    def keep_promise(self, match: str, commitment: str, part: str) -> None:
        """Save what a server promised for a match, and what was added here."""
        known = self._read_object(self._promises) | {match: [commitment, part]}
        self._write(self._promises, json.dumps(dict(list(known.items())[-MOST_PROMISES:])).encode(), mode=0o600)

    def read_steps(self, game: str) -> frozenset[str]:
        """The ids of the steps of a game's lesson that were done."""
        found = self._read_object(self._lessons).get(game, [])
        return frozenset(map(str, found)) if isinstance(found, list) else frozenset()

    def keep_step(self, game: str, step: str) -> None:
        """Save that a step was done."""
        done = self._read_object(self._lessons) | {game: sorted(self.read_steps(game) | {step})}
        self._write(self._lessons, json.dumps(done).encode())

    def _read_object(self, path: Path) -> dict[str, Any]:
        try:
            found = json.loads(path.read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, path: Path, content: bytes, mode: int = 0o644) -> None:
        part = path.with_name(path.name + ".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
                file.write(content)
            part.replace(path)
        except OSError:
            self.is_working = False


def read_record(path: Path) -> Record:
    """Read a record from a file."""
    try:
        return Record.parse(path.expanduser().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else say("fourfold.not_utf8")
        raise BadNotation("terminal.cannot_read", path=str(path), problem=str(detail)) from None


def write_record(path: Path, record: Record) -> Path:
    """Write a record to a file atomically; as JSON if the suffix is `.json`, else as text."""
    path = path.expanduser()
    if path.suffix not in ("", *RECORD_SUFFIXES):
        raise BadValue("terminal.bad_suffix", path=str(path), suffixes=", ".join(RECORD_SUFFIXES))
    text = record.to_json(indent=2) if path.suffix == ".json" else str(record)
    try:
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except (OSError, ValueError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise BadNotation("terminal.cannot_write", path=str(path), problem=str(detail)) from None
    return path
