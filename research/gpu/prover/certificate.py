"""Certificates: what the breaker answers in the first plies, to follow a proof and to sample it. Needs Fourfold.

A certificate is a packed text. Its first line says what is claimed: that a seat cannot win with so many pebbles,
because the maker cannot win any position with `level` moves of his left that comes about when the breaker answers as
the other lines say. Each is the maker's moves left, the breaker's reply, and the board, the breaker to move (see
`answers`). Boards that symmetry makes the same have one line.

Nothing here uses the kernels or the tables of the GPU: moves are those of the project's rules, symmetries are computed
from coordinates, and positions are proved by the project's own search.
"""

import json
import lzma
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from fourfold.games.qawale.kernel import CELLS, NEIGHBOUR, PLY
from fourfold.kernel.jit import RUNNING
from prover import rows
from prover.answers import Answers
from prover.boards import Words, canonical, read_board, start

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0}]
Lines = dict[tuple[int, str], str]  # replies by moves left and board


def _images() -> Words:
    """Where each symmetry of the square takes each cell."""
    points = [divmod(cell, 4) for cell in range(CELLS)]
    turns = [[(y, x), (x, 3 - y), (3 - y, 3 - x), (3 - x, y)] for y, x in points]
    quarters = [[turns[cell][turn] for cell in range(CELLS)] for turn in range(4)]
    mirrored = [[(y, 3 - x) for y, x in quarter] for quarter in quarters]
    return np.array([[4 * y + x for y, x in image] for image in quarters + mirrored])


IMAGES = _images()


class CertificateError(Exception):
    """A certificate does not show what it claims."""


@dataclass
class Certificate:
    """A claim with its lines."""

    pebbles: int
    seat: int  # that cannot win
    level: int
    lines: Lines
    used: Lines = field(default_factory=dict)  # those that `find_claims` came to

    @classmethod
    def read(cls, path: Path) -> "Certificate":
        """Read a file."""
        about, *rest = lzma.decompress(path.read_bytes()).decode().splitlines()
        lines: Lines = {}
        for line in rest:
            left, reply, board = line.split(" ")
            lines[int(left), board] = reply
        claim = json.loads(about)
        return cls(claim["pebbles"], claim["seat"], claim["level"], lines)

    def write(self, path: Path) -> None:
        """Write a file."""
        claim = json.dumps({"pebbles": self.pebbles, "seat": self.seat, "level": self.level})
        rest = [f"{left} {reply} {board}" for (left, board), reply in sorted(self.lines.items())]
        path.write_bytes(lzma.compress("".join(f"{line}\n" for line in (claim, *rest)).encode(), filters=FILTERS))

    @classmethod
    def make(cls, answers: Answers, level: int, tell: Callable[[str], None]) -> "Certificate":
        """Make one of the answers of a proof."""
        certificate = cls(answers.pebbles, answers.seat, level, dict(answers.replies))
        if answers.seat == 1:
            certificate._open(answers)
        for board in certificate.find_claims(tell):
            if answers.makers.get((level, board)) is not False:
                raise CertificateError(f"not proved: {level} {board}")
        certificate.lines = certificate.used
        return certificate

    def _open(self, answers: Answers) -> None:
        """Add the line of the breaker's first move, after which the maker is proved to fail."""
        game = rows.start(self.pebbles).game
        row, work = rows.start(self.pebbles).row.copy(), np.zeros(game.work_words, np.int64)
        for index in range(game.rules.count(row, work)):
            move, after = game.rules.nth(row, index, work), row.copy()
            game.rules.play(after, move)
            board = canonical(rows.boards_of(after[None], self.seat), IMAGES)[0][0]
            if answers.makers.get((self.pebbles, board)) is False:
                self.lines[self.pebbles, canonical(start()[None], IMAGES)[0][0]] = _reply_of(move)
                return
        raise CertificateError("no first move is proved")

    def find_claims(self, tell: Callable[[str], None]) -> list[str]:
        """The boards that are left to be proved, the maker to move, after each move of his was followed.

        Raises CertificateError where a position has no line, or a reply does not do.
        """
        self.used, makers = {}, set(canonical(start()[None], IMAGES)[0])
        if self.seat == 1:
            makers = self._answered(self.pebbles, makers)
        for left in range(self.pebbles, self.level, -1):
            tell(f"{left} moves left: {len(makers):,} positions")
            breakers: set[str] = set()
            for number, board in enumerate(sorted(makers)):
                breakers.update(self._moves(left, board))
                if number % 100 == 99:
                    tell(f"{left} moves left: {number + 1:,} of {len(makers):,} positions, {len(breakers):,} to answer")
            tell(f"{left - 1} moves left: {len(breakers):,} positions to answer")
            makers = self._answered(left - 1, breakers)
        return sorted(makers)

    def _moves(self, left: int, board: str) -> list[str]:
        """The boards after each move of the maker."""
        game = rows.start(self.pebbles).game
        rules, work = game.rules, np.zeros(game.work_words, np.int64)
        row = rows.row_of(read_board(board).tolist(), self.pebbles, left, self.seat)
        after = np.repeat(row[None], rules.count(row, work), axis=0)
        for index, each in enumerate(after):
            rules.play(each, rules.nth(row, index, work))
            if rules.status(each) != RUNNING:
                raise CertificateError(f"the maker wins at once: {left} {board}")
        return canonical(np.unique(rows.boards_of(after, self.seat), axis=0), IMAGES)[0]

    def _answered(self, left: int, boards: Iterable[str]) -> set[str]:
        """The boards after the replies, the maker to move with so many moves left."""
        game = rows.start(self.pebbles).game
        rules, work, after = game.rules, np.zeros(game.work_words, np.int64), []
        for board in boards:
            reply = self.lines.get((left, board))
            if reply is None:
                raise CertificateError(f"no line for the position {left} {board}")
            self.used[left, board] = reply
            row = rows.row_of(read_board(board).tolist(), self.pebbles, left, self.seat)
            row[PLY] -= 1  # the breaker is to move
            move = _move_of(reply)
            if move is None or rules.refuse(row, move, work):
                raise CertificateError(f"not a move: {left} {reply} {board}")
            rules.play(row, move)
            if rules.status(row) != RUNNING:
                raise CertificateError(f"the game ends: {left} {reply} {board}")
            after.append(row)
        return set(canonical(rows.boards_of(np.array(after), self.seat), IMAGES)[0])


def search_again(
    certificate: Certificate, claims: Sequence[str], many: int, seed: int, nodes: int, tell: Callable[[str], None]
) -> Counter[bool | None]:
    """Search some of the claims, drawn at random: how many the maker cannot win (False), how many are undecided (None).

    Raises CertificateError where he can win the easier game.
    """
    found: Counter[bool | None] = Counter()
    for board in random.Random(seed).sample(claims, min(many, len(claims))):
        cells = read_board(board).tolist()
        can = rows.can_win(cells, certificate.pebbles, certificate.level, certificate.seat, nodes)
        if can:
            raise CertificateError(f"he can win {certificate.level} {board}")
        found[can] += 1
        tell(f"{found[False]:,} of {many:,} proved again, {found[None]:,} not decided")
    return found


def _reply_of(move: int) -> str:
    """The other way round."""
    cells, steps = [move & 15], move >> 4
    while steps > 1:
        cells.append(int(NEIGHBOUR[cells[-1], steps & 3]))
        steps >>= 2
    return "".join(f"{cell:x}" for cell in cells)


def _move_of(reply: str) -> int | None:
    """The move of the project's rules: the origin and the cells of the walk are given."""
    cells = [int(cell, 16) for cell in reply]
    move = 1
    for cell, to in reversed(list(pairwise(cells))):
        directions = [d for d in range(4) if NEIGHBOUR[cell, d] == to]
        if not directions:
            return None
        move = move << 2 | directions[0]
    return move << 4 | cells[0]
