"""The oracle of Quad-Ominos: a slow, plain match with its rounds, deals, hands, well and scores.

A tile is named by its four numbers ascending (`0224`). As it lies on the table it is four numbers clockwise from the
north-west corner. The table is a dict from the cell, counted east and north of the round's first tile, to the numbers
as they lie. Everything is tried by brute force.
"""

import copy
from collections.abc import Iterator, Sequence

Cell = tuple[int, int]
Numbers = tuple[int, int, int, int]
Placement = tuple[Cell, Numbers]

HAND_SIZES = {2: 15, 3: 10, 4: 8, 5: 7, 6: 6, 7: 6, 8: 6}  # F2
BONUS = 25  # F3, F6
PENALTY = 20  # F7
ORIGIN = (0, 0)
NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST = range(4)

SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]

# For each corner of a tile: the three cells that also have a corner on that point, and which of their corners it is.
CORNERS_AROUND: list[list[tuple[Cell, int]]] = [
    [((-1, 0), NORTH_EAST), ((-1, 1), SOUTH_EAST), ((0, 1), SOUTH_WEST)],
    [((0, 1), SOUTH_EAST), ((1, 1), SOUTH_WEST), ((1, 0), NORTH_WEST)],
    [((1, 0), SOUTH_WEST), ((1, -1), NORTH_WEST), ((0, -1), NORTH_EAST)],
    [((0, -1), NORTH_WEST), ((-1, -1), NORTH_EAST), ((-1, 0), SOUTH_EAST)],
]

# What the sign behind a move gives: points at once, and tiles still due (F3, F6).
SIGNS = {"": (0, 0), "+25": (BONUS, 0), "+2": (0, 2), "+25+2": (BONUS, 2)}


def total(tile: str) -> int:
    """The sum of the four numbers (F5)."""
    return sum(int(number) for number in tile)


def is_quad(tile: str) -> bool:
    return len(set(tile)) == 1


def as_named(tile: str) -> Numbers:
    north_west, north_east, south_east, south_west = (int(number) for number in tile)
    return north_west, north_east, south_east, south_west


def name_of(numbers: Numbers) -> str:
    return "".join(str(number) for number in sorted(numbers))


def turns(tile: str) -> list[Numbers]:
    """The different ways the tile can lie: turned, never flipped (R1)."""
    a, b, c, d = as_named(tile)
    return sorted({(a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)})


def numbers_met(table: dict[Cell, Numbers], cell: Cell) -> list[set[int]]:
    """For each corner of the cell, clockwise from the north-west: the numbers that the table shows on that point."""
    x, y = cell
    met = []
    for around in CORNERS_AROUND:
        shown = set()
        for (east, north), corner in around:
            neighbour = (x + east, y + north)
            if neighbour in table:
                shown.add(table[neighbour][corner])
        met.append(shown)
    return met


def open_cells(table: dict[Cell, Numbers]) -> list[Cell]:
    """The empty cells that share a full side with a tile on the table (R4)."""
    cells = {(x + east, y + north) for x, y in table for east, north in SIDES}
    return sorted(cell for cell in cells if cell not in table)


def placements(table: dict[Cell, Numbers], hand: Sequence[str]) -> Iterator[Placement]:
    """Every way to put a tile of the hand so that all corners that meet agree (R4)."""
    for cell in open_cells(table):
        met = numbers_met(table, cell)
        for tile in hand:
            for numbers in turns(tile):
                if all(shown <= {number} for number, shown in zip(numbers, met, strict=True)):
                    yield cell, numbers


def without(hand: Sequence[str], numbers: Numbers) -> list[str]:
    return [tile for tile in hand if tile != name_of(numbers)]


def can_place_one(table: dict[Cell, Numbers], hand: Sequence[str]) -> bool:
    return any(True for _ in placements(table, hand))


def can_place_two(table: dict[Cell, Numbers], hand: Sequence[str]) -> bool:
    """Whether two more tiles can be put one after the other; the second may touch the first (F6, R5)."""
    return any(
        can_place_one({**table, cell: numbers}, without(hand, numbers)) for cell, numbers in placements(table, hand)
    )


def earns_bonus(table: dict[Cell, Numbers], cell: Cell) -> bool:
    """Whether at least three corners of the cell meet corners already on the table (R5)."""
    return sum(1 for shown in numbers_met(table, cell) if shown) >= 3


def format_placement(cell: Cell, numbers: Numbers) -> str:
    return f"{cell[0]},{cell[1]}=" + "".join(str(number) for number in numbers)


def parse_placement(move: str) -> tuple[Cell, Numbers, str]:
    """The cell, the numbers as they lie, and the sign behind them."""
    place, _, rest = move.partition("=")
    x, _, y = place.partition(",")
    return (int(x), int(y)), as_named(rest[:4]), rest[4:]


class Oracle:
    """A match of Quad-Ominos.

    Between two rounds `deal_is_due` is true, nobody is to move, and hands, well and table are still those of the round
    that ended. A match that has ended keeps them too.
    """

    hands: list[list[str]]
    well: list[str]  # in drawing order, the next one first
    scores: list[int]
    table: dict[Cell, Numbers]
    due: int  # tiles still due from a bonus: 0, 1 or 2
    deal_is_due: bool
    shown: str | None  # the starting quad that the starter showed to open with 0000 (F3)
    rounds_played: int

    def __init__(
        self,
        seats: int = 2,
        deal: Sequence[str] | None = None,
        *,
        beginner: bool = False,
        target: int | None = None,
        rounds: int | None = None,
    ) -> None:
        if seats not in HAND_SIZES:
            raise ValueError("2 to 8 seats")
        if deal is None:
            raise ValueError("the first round's deal is required")
        if target is not None and rounds is not None:
            raise ValueError("F9: target or rounds, not both")
        if (target is not None and target < 1) or (rounds is not None and rounds < 1):
            raise ValueError("F9: target and rounds are at least 1")
        self.seats = seats
        self.beginner = beginner
        self.rounds = rounds
        self.target = target
        if target is None and rounds is None:
            self.target = 600 if beginner else 800  # F9
        self.scores = [0] * seats
        self.rounds_played = 0
        self.is_over = False
        self.deal_is_due = True
        self.deal(deal)

    @staticmethod
    def tiles(beginner: bool = False) -> list[str]:
        """The names of all tiles (F1)."""
        names = [f"{a}{b}{c}{d}" for a in range(6) for b in range(a, 6) for c in range(b, 6) for d in range(c, 6)]
        names.remove("0245")
        if beginner:
            names = [name for name in names if "5" not in name]
        return names

    def deal(self, order: Sequence[str]) -> None:
        """Starts a round: the hands in seat order, then the well in drawing order (F2)."""
        if not self.deal_is_due:
            raise ValueError("no deal is due")
        if sorted(order) != self.tiles(self.beginner):
            raise ValueError("a deal holds every tile once")
        size = HAND_SIZES[self.seats]
        self.hands = [list(order[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        self.well = list(order[self.seats * size :])
        self.table = {}
        self.due = 0
        self.passes = 0
        self.shown = None
        self.deal_is_due = False
        self.starting_tile = self._find_starting_tile()
        self.seat = next(seat for seat in range(self.seats) if self.starting_tile in self.hands[seat])

    def _find_starting_tile(self) -> str:
        dealt = [tile for hand in self.hands for tile in hand]
        quads = [tile for tile in dealt if is_quad(tile)]
        if quads:
            return max(quads)  # F3: 5555 first, 0000 last
        # F4: the highest total. R3: a tie is settled by the numbers from the highest down.
        return max(dealt, key=lambda tile: (total(tile), sorted(tile, reverse=True)))

    @property
    def to_move(self) -> int | None:
        return None if self.is_over or self.deal_is_due else self.seat

    @property
    def outcome(self) -> tuple[int | None, list[int]] | None:
        if not self.is_over:
            return None
        leaders = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        # F9: after the last round equal totals are a draw. With a target only one seat can have reached it.
        return leaders[0] if len(leaders) == 1 else None, list(self.scores)

    def moves(self) -> list[str]:
        if self.to_move is None:
            return []
        if not self.table:
            return self._opening_moves()
        hand = self.hands[self.seat]
        if self.due == 2:
            return self._first_due_moves()
        if self.due == 1:
            return [format_placement(cell, numbers) for cell, numbers in placements(self.table, hand)]
        moves = []
        for cell, numbers in placements(self.table, hand):
            text = format_placement(cell, numbers)
            if not earns_bonus(self.table, cell):
                moves.append(text)
                continue
            moves.append(text + "+25")
            # F6: two more tiles or none.
            if can_place_two({**self.table, cell: numbers}, without(hand, numbers)):
                moves.append(text + "+2")
        if moves:
            return moves  # R6: who can place must place
        return ["draw"] if self.well else ["pass"]  # F7

    def _opening_moves(self) -> list[str]:
        """The round's first tile lies at 0,0 as named."""
        opening = self.starting_tile
        text = format_placement(ORIGIN, as_named(opening))
        if not is_quad(opening):
            return [text]  # F4: no bonus
        moves = []
        if opening != "0000":
            moves.append(text + "+25")  # F3
            if self._can_open_with_two_more(opening):
                moves.append(text + "+2")  # F3
        if "0000" in self.hands[self.seat]:
            # F3: 0000 instead of the starting quad. R2: the same where 0000 is itself the highest quad;
            # the two more tiles are played where that is possible.
            sign = "+25+2" if self._can_open_with_two_more("0000") else "+25"
            moves.append(format_placement(ORIGIN, (0, 0, 0, 0)) + sign)
        return moves

    def _can_open_with_two_more(self, opening: str) -> bool:
        numbers = as_named(opening)
        return can_place_two({ORIGIN: numbers}, without(self.hands[self.seat], numbers))

    def _first_due_moves(self) -> list[str]:
        """The first of the two more tiles must leave a second possible; neither earns a bonus (R5)."""
        hand = self.hands[self.seat]
        return [
            format_placement(cell, numbers)
            for cell, numbers in placements(self.table, hand)
            if can_place_one({**self.table, cell: numbers}, without(hand, numbers))
        ]

    def play(self, move: str) -> None:
        if move == "draw":
            self._draw()
        elif move == "pass":
            self._pass()
        else:
            self._place(move)

    def _draw(self) -> None:
        """The seat stays to move: it draws until it can place (F7)."""
        self.hands[self.seat].append(self.well.pop(0))
        self.scores[self.seat] -= PENALTY

    def _pass(self) -> None:
        self.scores[self.seat] -= PENALTY  # F7
        self.passes += 1
        if self.passes == self.seats:
            self._score_block()
            self._end_round()
        else:
            self._next_seat()

    def _place(self, move: str) -> None:
        cell, numbers, sign = parse_placement(move)
        tile = name_of(numbers)
        if not self.table and tile != self.starting_tile:
            self.shown = self.starting_tile  # F3: to open with 0000 the starting quad is shown
        points, tiles_due = SIGNS[sign]
        self.table[cell] = numbers
        self.hands[self.seat].remove(tile)
        self.scores[self.seat] += total(tile) + points  # F5, F6
        self.passes = 0
        self.due = self.due - 1 if self.due > 0 else tiles_due
        if not self.hands[self.seat]:
            self.scores[self.seat] += self._total_of_others(self.seat)  # F8; R8: added before the target is looked at
            self._end_round()
        elif self._is_target_reached():
            self._end_match()  # R8: also in mid-round, and tiles still due are not played
        elif self.due == 0:
            self._next_seat()

    def _total_of_hand(self, seat: int) -> int:
        return sum(total(tile) for tile in self.hands[seat])

    def _total_of_others(self, seat: int) -> int:
        return sum(self._total_of_hand(other) for other in range(self.seats) if other != seat)

    def _score_block(self) -> None:
        """R7: a sole lowest hand scores the others' total less its own; a tie, nobody."""
        totals = [self._total_of_hand(seat) for seat in range(self.seats)]
        lowest = [seat for seat in range(self.seats) if totals[seat] == min(totals)]
        if len(lowest) == 1:
            self.scores[lowest[0]] += self._total_of_others(lowest[0]) - totals[lowest[0]]

    def _is_target_reached(self) -> bool:
        return self.target is not None and max(self.scores) >= self.target  # F9

    def _next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.seats  # F5: clockwise

    def _end_round(self) -> None:
        self.rounds_played += 1
        if self._is_target_reached() or self.rounds_played == self.rounds:
            self._end_match()
        else:
            self.due = 0
            self.deal_is_due = True  # R8: each round starts anew with F2

    def _end_match(self) -> None:
        self.due = 0
        self.is_over = True

    def copy(self) -> "Oracle":
        return copy.deepcopy(self)
