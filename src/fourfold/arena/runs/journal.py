"""The journal of a run: JSON lines, the first describes the run, then one a game. An interrupted run can resume."""

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from fourfold.arena.entrants import Entrant
from fourfold.arena.errors import OtherRun
from fourfold.arena.runs.games import Result, play_all
from fourfold.arena.runs.schedule import Pairing, Setting, by_name


class Journal:
    """Appends results to a file. An incomplete last line is dropped, and its game is played again.

    Without a path nothing is written.
    """

    def __init__(self, path: Path | None, about: Mapping[str, Any]) -> None:
        self.path = path
        self.about = json.loads(json.dumps(about))
        self.results: list[Result] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        if self.path is not None:
            try:
                self._open(self.path)
            except OSError as error:
                raise OtherRun("arena.journal_file", path=str(self.path), problem=str(error.strerror)) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def play(
        self,
        setting: Setting,
        entrants: Sequence[Entrant],
        pairings: Sequence[Pairing],
        jobs: int | None,
        ray: str | None,
    ) -> Generator[Result]:
        """Yield the results of games that follow each other: stored ones first, then those played and stored now."""
        first = pairings[0].number
        stored = self.results[first : first + len(pairings)]
        yield from stored
        with closing(play_all(setting, by_name(entrants), pairings[len(stored) :], jobs, ray)) as new:
            for result in new:
                self.add(result)
                yield result

    def add(self, result: Result) -> None:
        """Append a result."""
        self.results.append(result)
        self._write(asdict(result))

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._file.flush()

    def _open(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first, *rest = whole.splitlines() or [b""]
        if first:
            self._check(path, first)
            self.results = list(self._read(path, rest))
        self._file = path.open("r+b" if content else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not first:
            self._write(self.about)

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
