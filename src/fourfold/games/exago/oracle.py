"""The oracle of Exago: a slow, plain implementation of the rules that shares no code with the package.

Cells are axial pairs (q, r). A move is kept as three things: the cell a tile is lifted from (None: it comes from the
hand), the cell it is put on, and the first cell of the group that is kept (None: there is no choice).
"""

import copy
from collections import Counter
from collections.abc import Sequence
from functools import cache

Cell = tuple[int, int]
Move = tuple[Cell | None, Cell, Cell | None]
# What repeats: the tiles, the hands, the player to move.
Situation = tuple[frozenset[tuple[Cell, int]], tuple[int, ...], int]

CENTRE = (0, 0)
AXES = [(1, 0), (0, 1), (1, -1)]
NEIGHBOURS = AXES + [(-q, -r) for q, r in AXES]
REPETITIONS_TO_DRAW = 3  # R5
PLIES_PER_SEAT = 100  # R5


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    return tuple((cell[0] + q, cell[1] + r) for q, r in NEIGHBOURS)


def first_cell(group: set[Cell]) -> Cell:
    """The cell that names a group: lowest row, then lowest number."""
    return min(group, key=lambda cell: (cell[1], cell[0]))


def find_groups(cells: set[Cell]) -> list[set[Cell]]:
    """The connected groups of some cells."""
    left = set(cells)
    groups = []
    while left:
        group: set[Cell] = set()
        reached = [left.pop()]
        while reached:
            cell = reached.pop()
            group.add(cell)
            for neighbour in beside(cell):
                if neighbour in left:
                    left.remove(neighbour)
                    reached.append(neighbour)
        groups.append(group)
    return groups


def find_largest_groups(cells: set[Cell]) -> list[set[Cell]]:
    groups = find_groups(cells)
    size = max((len(group) for group in groups), default=0)
    return [group for group in groups if len(group) == size]


class Oracle:
    """A game of Exago that is played in place."""

    def __init__(
        self,
        seats: int = 2,
        deal: Sequence[str] | None = None,
        *,
        side: int = 5,
        early: bool = False,
        late: bool = False,
        handicap: Sequence[int] | None = None,
        blocking: bool = True,
    ) -> None:
        if not 2 <= seats <= 6 or deal is not None:
            raise ValueError("Exago has two to six seats and no deal")
        self.seats = seats
        self.side = side
        self.early = early
        self.late = late
        self.handicap = tuple(handicap) if handicap is not None else (0,) * seats
        self.blocking = blocking
        self.line_length = 5 if seats == 2 else 4  # F2
        # F2, and F7 variation 2.
        self.hands = [(12 if seats == 2 else 6) - taken for taken in self.handicap]
        # F7 variation 2: a line must stay possible.
        if len(self.hands) != seats or min(self.handicap) < 0 or min(self.hands) < self.line_length:
            raise ValueError("bad handicap")
        if side not in (5, 6):
            raise ValueError("bad side")
        reach = range(1 - side, side)
        self.cells: list[Cell] = [(q, r) for r in reach for q in reach if abs(q + r) < side]  # R1
        self.tiles: dict[Cell, int] = {}
        self.ply = 0
        self.to_move: int | None = 0
        self.outcome: tuple[int | None, list[int]] | None = None
        self.occurrences: Counter[Situation] = Counter([self._situation()])  # R5: the start counts

    @classmethod
    def from_board(
        cls,
        seats: int,
        board: dict[str, int],
        to_move: int,
        ply: int = 0,
        *,
        side: int = 5,
        early: bool = False,
        late: bool = False,
        handicap: Sequence[int] | None = None,
        blocking: bool = True,
    ) -> "Oracle":
        """Set up a running game, for tests.

        `board` gives the seat that owns the tile on each cell that has one, as in `{"e5": 0, "e6": 1}`; the rest of the
        tiles are in the hands. The tiles should be connected and show no finished line: lines are only looked at when a
        move is made. The position given counts as its first occurrence.
        """
        oracle = cls(seats, side=side, early=early, late=late, handicap=handicap, blocking=blocking)
        for name, seat in board.items():
            oracle.tiles[oracle.read_cell(name)] = seat
            oracle.hands[seat] -= 1
        if min(oracle.hands) < 0 or not set(oracle.tiles) <= set(oracle.cells):
            raise ValueError("bad position")
        oracle.to_move = to_move
        oracle.ply = ply
        oracle.occurrences = Counter([oracle._situation()])
        return oracle

    def copy(self) -> "Oracle":
        other = self._copy_without_history()
        other.occurrences = Counter(self.occurrences)
        return other

    def _copy_without_history(self) -> "Oracle":
        """A copy that is for trying moves on, not for playing on: it shares the list of occurrences."""
        other = copy.copy(self)
        other.tiles = dict(self.tiles)
        other.hands = list(self.hands)
        return other

    def cell_name(self, cell: Cell) -> str:
        q, r = cell
        return "abcdefghijk"[r + self.side - 1] + str(q + self.side)

    def read_cell(self, name: str) -> Cell:
        return (int(name[1:]) - self.side, "abcdefghijk".index(name[0]) - self.side + 1)

    def _format(self, move: Move) -> str:
        source, target, kept = move
        text = self.cell_name(target)
        if source is not None:
            text = f"{self.cell_name(source)}-{text}"
        if kept is not None:
            text = f"{text}/{self.cell_name(kept)}"
        return text

    def _parse(self, text: str) -> Move:
        text, _, kept = text.partition("/")
        first, _, second = text.partition("-")
        if not second:
            return (None, self.read_cell(first), None)
        return (self.read_cell(first), self.read_cell(second), self.read_cell(kept) if kept else None)

    def moves(self) -> list[str]:
        if self.to_move is None:
            return []
        return [self._format(move) for move in self._block(self.to_move, self._list_moves(self.to_move, self.cells))]

    def play(self, move: str) -> None:
        assert self.to_move is not None
        mover = self.to_move
        self._make(mover, self._parse(move))
        self.ply += 1
        self.to_move = (mover + 1) % self.seats
        situation = self._situation()
        self.occurrences[situation] += 1
        if self._has_line(mover):
            self._finish(mover)  # R5: a line wins also on the ply that would be a draw
        elif self.occurrences[situation] >= REPETITIONS_TO_DRAW or self.ply >= PLIES_PER_SEAT * self.seats:
            self._finish(None)  # R5

    def _finish(self, winner: int | None) -> None:
        self.to_move = None
        self.outcome = (winner, [1 if seat == winner else 0 for seat in range(self.seats)])

    def _situation(self) -> Situation:
        assert self.to_move is not None
        return (frozenset(self.tiles.items()), tuple(self.hands), self.to_move)

    # The moves without the duty to block: F3, F4, F5.

    def _list_moves(self, seat: int, targets: list[Cell]) -> list[Move]:
        """Every move of a seat that ends on one of the targets were it its turn, R4 left aside."""
        if not self.tiles:
            return [(None, CENTRE, None)]  # F3
        found: list[Move] = []
        if self.hands[seat] > 0:
            found += [(None, target, None) for target in _outside(set(self.tiles), targets)]  # F3
        # F4: nothing in hand, so he must lift. F7 variation 1: he may with tiles in hand too.
        if self.hands[seat] == 0 or self.early:
            for source, owner in self.tiles.items():
                if owner == seat:
                    found += self._list_lifts(source, targets)
        return found

    def _list_lifts(self, source: Cell, targets: list[Cell]) -> list[Move]:
        staying = set(self.tiles) - {source}
        found: list[Move] = []
        if self.late:
            # F7 variation 3: it may touch any group, and the cut is looked at with the tile put down.
            for target in _outside(staying, targets):
                if target != source:  # F4: not on the same cell
                    found += [(source, target, kept) for kept, _ in _choices(staying | {target})]
        else:
            # R2: the cut comes first. The tile must touch what stays, and may take the place of one that went back.
            for kept, group in _choices(staying):
                found += [(source, target, kept) for target in _outside(group, targets) if target != source]
        return found

    def _make(self, seat: int, move: Move) -> None:
        """Change tiles and hands, and nothing else."""
        source, target, kept = move
        if source is None:
            self.tiles[target] = seat
            self.hands[seat] -= 1
            return
        del self.tiles[source]
        if self.late:
            self.tiles[target] = seat
            self._cut(kept)  # F7 variation 3
        else:
            self._cut(kept)  # R2
            self.tiles[target] = seat

    def _cut(self, kept: Cell | None) -> None:
        """F5: all but one largest group go back to the hands of their owners."""
        staying = dict(_choices(set(self.tiles)))[kept]
        for cell in list(self.tiles):
            if cell not in staying:
                self.hands[self.tiles.pop(cell)] += 1

    # Winning and blocking.

    def _has_line(self, seat: int) -> bool:
        """R3: enough tiles of one colour side by side on a straight line."""
        return any(
            all(self.tiles.get((q + step * axis_q, r + step * axis_r)) == seat for step in range(self.line_length))
            for (q, r) in self.tiles
            for (axis_q, axis_r) in AXES
        )

    def _after(self, seat: int, move: Move) -> "Oracle":
        after = self._copy_without_history()
        after._make(seat, move)
        return after

    def _could_win(self, seat: int) -> bool:
        """R4: could this seat win were it its turn now?

        Every move is tried on a copy, except those to a cell where the tile would show no line even if nothing were
        lifted or cut off: both only take tiles away.
        """
        targets = [cell for cell in self.cells if self._would_show_line(seat, cell)]
        return any(self._after(seat, move)._has_line(seat) for move in self._list_moves(seat, targets))

    def _would_show_line(self, seat: int, cell: Cell) -> bool:
        for q, r in AXES:
            length = 1
            for direction in (1, -1):
                step = direction
                while self.tiles.get((cell[0] + step * q, cell[1] + step * r)) == seat:
                    length += 1
                    step += direction
            if length >= self.line_length:
                return True
        return False

    def _block(self, mover: int, moves: list[Move]) -> list[Move]:
        """Leave out the moves that F6 and R4 forbid."""
        if self.seats == 2 or not self.blocking or self._could_win(mover):
            return moves
        # R4: the nearer first, those are the ones with fewer turns to wait.
        others = [(mover + turns) % self.seats for turns in range(1, self.seats)]
        threats = [seat for seat in others if self._could_win(seat)]
        if not threats:
            return moves
        stopped_by: dict[Move, list[int]] = {}
        for move in moves:
            after = self._after(mover, move)
            stopped_by[move] = [seat for seat in threats if not after._could_win(seat)]
        stoppable = [seat for seat in threats if any(seat in stopped for stopped in stopped_by.values())]
        if not stoppable:
            return moves  # R4: a threat that no move can stop binds nobody
        if stoppable[0] == others[0]:
            # R4a: the next player must be stopped.
            return [move for move in moves if others[0] in stopped_by[move]]
        # R4b: who stops anyone must stop the nearest that can be stopped.
        return [move for move in moves if not stopped_by[move] or stoppable[0] in stopped_by[move]]


def _outside(occupied: set[Cell], cells: list[Cell]) -> list[Cell]:
    """Those of some cells that are not in a set but touch it."""
    return [cell for cell in cells if cell not in occupied and any(other in occupied for other in beside(cell))]


def _choices(cells: set[Cell]) -> list[tuple[Cell | None, set[Cell]]]:
    """The groups of which one may stay, each with the cell that names it in a move: none where there is no choice."""
    largest = find_largest_groups(cells)
    if len(largest) == 1:
        return [(None, largest[0])]
    return [(first_cell(group), group) for group in largest]
