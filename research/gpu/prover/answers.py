"""The answers of a proof, written as they come, so that a stopped proof goes on; packed files of lines.

A line is the number of the maker's moves left, what is told, and a board (see `boards`):

    4 - 120934 BOARD       the maker, to move, cannot win; the nodes that were searched for it
    4 + 120934 BOARD       he can, in this easier game: that proves nothing
    4 > 0145 BOARD         the breaker, to move, holds it by this reply: the origin and the cells of its walk
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

CANNOT, CAN, REPLY = "-+>"
MOST_BYTES = 15 << 20  # of a file
PACKING = 6  # of 9: the GPU waits meanwhile


def read_packed(path: Path) -> str:
    """The text of a packed file, as far as it was written: the last part may be cut off."""
    data, text = path.read_bytes(), []
    while data:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            text.append(unpacker.decompress(data))
        except zlib.error:
            break
        data = unpacker.unused_data
    whole = b"".join(text).decode()
    return whole[: whole.rfind("\n") + 1]


@dataclass
class Answers:
    """The answers in a folder, for one number of pebbles and one seat that cannot win.

    Those of an earlier run may lie in another folder, which is only read.
    """

    folder: Path
    pebbles: int
    seat: int
    seed: int
    earlier: Path | None = None
    makers: dict[tuple[int, str], bool] = field(default_factory=dict)  # by moves left and board: whether he can win
    replies: dict[tuple[int, str], str] = field(default_factory=dict)
    nodes: int = 0  # of the answers read
    _number: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for folder in {self.folder, self.earlier or self.folder}:
            for path in folder.glob(f"{self.name}-*.txt.gz"):
                self._read(path)
                self._number = max(self._number, int(path.name.split("-")[-1][:-7]) + 1)

    @property
    def name(self) -> str:
        """How the files are called: the seat that cannot win, and the number of pebbles."""
        return f"{('first', 'second')[self.seat]}-{self.pebbles}"

    def _read(self, path: Path) -> None:
        lines = read_packed(path).splitlines()
        if not lines:
            return
        about = json.loads(lines[0])
        if (about["pebbles"], about["seat"]) != (self.pebbles, self.seat):
            raise ValueError(f"{path} is of another proof")
        for line in lines[1:]:
            left, told, rest, board = line.split(" ")
            if told == REPLY:
                self.replies[int(left), board] = rest
            else:
                self.makers[int(left), board] = told == CAN
                self.nodes += int(rest)

    def write(self, lines: Iterable[str]) -> None:
        """Write lines, so that they are on the disk when this ends."""
        about = json.dumps({"pebbles": self.pebbles, "seat": self.seat, "seed": self.seed})
        data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), PACKING)
        path = self.folder / f"{self.name}-{self._number}.txt.gz"
        if path.exists() and path.stat().st_size + len(data) > MOST_BYTES:
            self._number += 1
            path = self.folder / f"{self.name}-{self._number}.txt.gz"
        if not path.exists():
            data = gzip.compress(f"{about}\n".encode()) + data
        with path.open("ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def lines(self) -> Iterator[str]:
        """What was read, as lines, without nodes."""
        for (left, board), can in self.makers.items():
            yield f"{left} {CAN if can else CANNOT} 0 {board}"
        for (left, board), reply in self.replies.items():
            yield f"{left} {REPLY} {reply} {board}"
