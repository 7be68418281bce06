"""The file of a run: a line of JSON that says what is played, and one for each game. Who stops can go on later."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgspec

from fourfold.arena.errors import OtherRun
from fourfold.arena.runs.games import Result


class Journal:
    """Keeps results as they come. A line that was cut off when the program ended is dropped; its game is played again.

    Without a path nothing is kept.
    """

    def __init__(self, path: Path | None, about: Mapping[str, Any]) -> None:
        self.path = path
        self.about = json.loads(json.dumps(about))
        self.kept: list[Result] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "Journal":
        if self.path is not None:
            try:
                self._open(self.path)
            except OSError as error:
                raise OtherRun("arena.journal_file", path=str(self.path), problem=str(error.strerror)) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, result: Result) -> None:
        """Write a game down."""
        self.kept.append(result)
        if self._file is not None:
            self._file.write(json.dumps(asdict(result), ensure_ascii=False).encode() + b"\n")
            self._file.flush()

    def _open(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first, *rest = whole.splitlines() or [b""]
        if first:
            self._check(path, first)
            self.kept = list(self._read(path, rest))
        self._file = path.open("r+b" if content else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not first:
            self._file.write(json.dumps(self.about, ensure_ascii=False).encode() + b"\n")
            self._file.flush()

    def _check(self, path: Path, line: bytes) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise OtherRun("arena.bad_journal", path=str(path), line=1)
        for name in sorted(self.about.keys() | found.keys()):
            if found.get(name) != self.about.get(name):
                texts = (json.dumps(each.get(name), ensure_ascii=False) for each in (found, self.about))
                raise OtherRun("arena.other_run", path=str(path), name=name, found=next(texts), wanted=next(texts))

    def _read(self, path: Path, lines: list[bytes]) -> Iterator[Result]:
        for place, line in enumerate(lines):
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError as error:
                raise OtherRun("arena.bad_journal", path=str(path), line=place + 2) from error
            if result.number != place:
                raise OtherRun("arena.bad_journal", path=str(path), line=place + 2)
            yield result
