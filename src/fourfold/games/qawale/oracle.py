"""The oracle of Qawale: a slow, plain implementation of the rules that shares no code with the package.

Squares are pairs (column, row) from 0, a1 is (0, 0). A stack is a list of pebbles, bottom first. A pebble is a colour,
0 or 1, or NEUTRAL. Colour 0 is the one that made the first placement; without `swap` it is seat 0's for good.
"""

from collections.abc import Iterator, Sequence

Square = tuple[int, int]

SIZE = 4
NEUTRAL = -1
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
SQUARES = [(column, row) for row in range(SIZE) for column in range(SIZE)]
CORNERS = [(0, 0), (SIZE - 1, 0), (0, SIZE - 1), (SIZE - 1, SIZE - 1)]

# F4: rows, columns, long diagonals.
LINES = (
    [[(column, row) for column in range(SIZE)] for row in range(SIZE)]
    + [[(column, row) for row in range(SIZE)] for column in range(SIZE)]
    + [[(i, i) for i in range(SIZE)], [(i, SIZE - 1 - i) for i in range(SIZE)]]
)


def square_name(square: Square) -> str:
    column, row = square
    return "abcd"[column] + str(row + 1)


def read_square(name: str) -> Square:
    return ("abcd".index(name[0]), int(name[1:]) - 1)


class Oracle:
    """A game of Qawale that is played in place."""

    def __init__(
        self,
        seats: int = 2,
        deal: Sequence[str] | None = None,
        *,
        pebbles: int = 8,
        double: str = "mover",
        swap: bool = False,
    ) -> None:
        if seats != 2 or deal is not None:
            raise ValueError("Qawale has two seats and no deal")
        if double not in ("mover", "draw") or not 1 <= pebbles <= 10:
            raise ValueError("bad option")
        self.pebbles = pebbles
        self.double = double
        self.swap = swap
        # F1: two neutral pebbles on each corner.
        self.stacks: dict[Square, list[int]] = {square: [] for square in SQUARES}
        for corner in CORNERS:
            self.stacks[corner] = [NEUTRAL, NEUTRAL]
        self.colours = [0, 1]  # of seat 0 and seat 1
        self.placements = 0
        self.to_move: int | None = 0
        self.outcome: tuple[int | None, list[int]] | None = None

    @classmethod
    def from_board(
        cls,
        board: dict[str, str],
        to_move: int,
        placements: int,
        swapped: bool = False,
        *,
        pebbles: int = 8,
        double: str = "mover",
        swap: bool = False,
    ) -> "Oracle":
        """Set up a running game, for tests.

        `board` gives the stack on each square that has one, bottom first: `n` neutral, `0` and `1` the colours, as in
        `{"a1": "nn", "b1": "n01"}`. `placements` says how many pebbles both hands have placed so far, fewer than
        2 x `pebbles`. With `swapped`, seat 0 plays colour 1. Lines are only looked at when a move is made.
        """
        oracle = cls(pebbles=pebbles, double=double, swap=swap)
        oracle.stacks = {square: [] for square in SQUARES}
        for name, stack in board.items():
            oracle.stacks[read_square(name)] = [NEUTRAL if letter == "n" else int(letter) for letter in stack]
        oracle.to_move = to_move
        oracle.placements = placements
        if swapped:
            oracle.colours = [1, 0]
        return oracle

    def copy(self) -> "Oracle":
        other = Oracle(pebbles=self.pebbles, double=self.double, swap=self.swap)
        other.stacks = {square: list(stack) for square, stack in self.stacks.items()}
        other.colours = list(self.colours)
        other.placements = self.placements
        other.to_move = self.to_move
        other.outcome = self.outcome
        return other

    def moves(self) -> list[str]:
        if self.outcome is not None:
            return []
        found = []
        for origin in SQUARES:
            height = len(self.stacks[origin])
            if height > 0:  # F2: on top of a stack, never on an empty square
                # F2: the pebble from the hand is sown with the stack.
                found += [square_name(origin) + path for path in _paths(origin, None, height + 1)]
        # R4: the second player's first turn, and only that one. After a swap seat 0 is to move at the same count.
        if self.swap and self.placements == 1 and self.to_move == 1:
            found.append("swap")
        return found

    def play(self, move: str) -> None:
        assert self.to_move is not None
        mover = self.to_move
        self.to_move = 1 - mover
        if move == "swap":
            # R4: the seats exchange colours, the pebbles stay, no pebble is placed.
            self.colours.reverse()
            return
        square = read_square(move[:2])
        sown = [*self.stacks[square], self.colours[mover]]
        self.stacks[square] = []
        # F2: bottom pebble first, one a square.
        for pebble, letter in zip(sown, move[2:], strict=True):
            square = _step(square, letter)
            self.stacks[square].append(pebble)
        self.placements += 1
        self._look_for_the_end(mover)

    def _look_for_the_end(self, mover: int) -> None:
        # R2: only now that the whole stack is sown.
        seats_with_line = [seat for seat in (0, 1) if self._has_line(self.colours[seat])]
        if len(seats_with_line) == 2:
            self._finish(mover if self.double == "mover" else None)  # R3
        elif len(seats_with_line) == 1:
            self._finish(seats_with_line[0])  # F4, R3: also when it is the opponent's
        elif self.placements == 2 * self.pebbles:
            self._finish(None)  # F5

    def _has_line(self, colour: int) -> bool:
        # F4: the visible pebbles are the tops of the stacks.
        return any(all(self.stacks[square][-1:] == [colour] for square in line) for line in LINES)

    def _finish(self, winner: int | None) -> None:
        self.to_move = None
        self.outcome = (winner, [1 if seat == winner else 0 for seat in (0, 1)])


def _step(square: Square, letter: str) -> Square:
    return (square[0] + STEPS[letter][0], square[1] + STEPS[letter][1])


def _paths(square: Square, just_left: Square | None, length: int) -> Iterator[str]:
    """Every way to go on for `length` steps from a square."""
    if length == 0:
        yield ""
        return
    for letter in STEPS:
        beside = _step(square, letter)
        # F2: orthogonal steps on the board. F3 and R1: not straight back, the origin included.
        if beside in SQUARES and beside != just_left:
            for rest in _paths(beside, square, length - 1):
                yield letter + rest
