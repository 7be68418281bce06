"""The oracle of Quads: a slow, plain implementation of the rules that shares no code with the package.

Squares are pairs (column, row) from 0, a1 is (0, 0). The edges of a tile are a string in the order north, east, south,
west. Seat 0 is light, seat 1 dark.
"""

from collections.abc import Sequence

Square = tuple[int, int]

SIZE = 6
SQUARES = [(column, row) for row in range(SIZE) for column in range(SIZE)]
# In the order of the edges: north, east, south, west. The edge two places on is the one that faces it.
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
# F3: the 17 tiles of each player, clockwise.
ONE_SOLID = ["PPPS", "PPST", "PPTS", "PSPT", "PSTT", "PTST", "PTTS", "STTT"]
TWO_SOLID = ["PPSS", "PSPS", "PSST", "PSTS", "PTSS", "SSTT", "STST"]
THREE_SOLID = ["PSSS", "SSST"]
TILES = ONE_SOLID + TWO_SOLID + THREE_SOLID
NEUTRAL_TILES = ["PPPP", "TTTT"]
RIM = "P"  # R4


def square_name(square: Square) -> str:
    column, row = square
    return "abcdef"[column] + str(row + 1)


def read_square(name: str) -> Square:
    return ("abcdef".index(name[0]), int(name[1:]) - 1)


def turns(tile: str) -> list[str]:
    """Every way a tile can lie, each once. R3: turned, never flipped."""
    return sorted({tile[quarter:] + tile[:quarter] for quarter in range(4)})


class Oracle:
    """A game of Quads that is played in place."""

    def __init__(
        self,
        seats: int = 2,
        deal: Sequence[str] | None = None,
        *,
        border: bool = False,
        apart: str = "orthogonal",
        hidden: bool = False,
    ) -> None:
        if seats != 2 or deal is not None:
            raise ValueError("Quads has two seats and no deal")
        if apart not in ("orthogonal", "diagonal"):
            raise ValueError("bad option")
        self.border = border
        self.apart = apart
        self.hidden = hidden  # F7: only what is seen changes
        # Who owns the tile (None: neutral) and its edges as they lie.
        self.tiles: dict[Square, tuple[int | None, str]] = {}
        # F1 and F3: one set for each player, and the two neutral tiles.
        self.hands = [list(TILES), list(TILES)]
        self.neutrals = list(NEUTRAL_TILES)
        self._mover = 0  # F1: light plays first

    @classmethod
    def from_board(
        cls,
        board: dict[str, tuple[int | None, str]],
        to_move: int,
        *,
        border: bool = False,
        apart: str = "orthogonal",
        hidden: bool = False,
    ) -> "Oracle":
        """Set up a game, for tests.

        `board` gives owner (None: neutral) and edges on each square that has a tile, as in
        `{"c4": (None, "PPPP"), "c5": (0, "SPPP")}`. Those tiles are missing from the hands. As long as a neutral tile
        is not on the board it is the only kind of tile to place.
        """
        oracle = cls(border=border, apart=apart, hidden=hidden)
        for name, (owner, edges) in board.items():
            oracle._put(read_square(name), owner, edges)
        oracle._mover = to_move
        return oracle

    def copy(self) -> "Oracle":
        other = Oracle(border=self.border, apart=self.apart, hidden=self.hidden)
        other.tiles = dict(self.tiles)
        other.hands = [list(hand) for hand in self.hands]
        other.neutrals = list(self.neutrals)
        other._mover = self._mover
        return other

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else self._mover

    @property
    def outcome(self) -> tuple[int | None, list[int]] | None:
        # F6: who cannot place a tile on his turn loses.
        if self.moves():
            return None
        winner = 1 - self._mover
        return (winner, [1 if seat == winner else 0 for seat in (0, 1)])

    def moves(self) -> list[str]:
        found = []
        for square in SQUARES:
            if square in self.tiles:
                continue
            if self.neutrals:
                if not self._may_hold_neutral(square):
                    continue
                # F4 and R2: light takes either neutral tile, dark is left with the other.
                owner, hand = None, self.neutrals
            else:
                if not self._borders_a_tile(square):
                    continue  # F5
                owner, hand = self._mover, self.hands[self._mover]
            lying = [edges for tile in hand for edges in turns(tile)]
            found += [f"{square_name(square)}={edges}" for edges in lying if self._fits(square, owner, edges)]
        return found

    def play(self, move: str) -> None:
        name, edges = move.split("=")
        self._put(read_square(name), None if self.neutrals else self._mover, edges)
        self._mover = 1 - self._mover

    def _put(self, square: Square, owner: int | None, edges: str) -> None:
        self.tiles[square] = (owner, edges)
        hand = self.neutrals if owner is None else self.hands[owner]
        hand.remove(next(tile for tile in hand if edges in turns(tile)))

    def _borders_a_tile(self, square: Square) -> bool:
        return any((square[0] + east, square[1] + north) in self.tiles for east, north in DIRECTIONS)

    def _may_hold_neutral(self, square: Square) -> bool:
        for other in self.tiles:
            columns, rows = abs(square[0] - other[0]), abs(square[1] - other[1])
            if columns + rows == 1:
                return False  # F4, R1
            if self.apart == "diagonal" and columns == 1 and rows == 1:
                return False  # R1
        return True

    def _fits(self, square: Square, owner: int | None, edges: str) -> bool:
        for i in range(4):
            beside = (square[0] + DIRECTIONS[i][0], square[1] + DIRECTIONS[i][1])
            if beside not in SQUARES:
                if self.border and edges[i] != RIM:
                    return False  # F8, R2, R4
            elif beside in self.tiles:
                other_owner, other_edges = self.tiles[beside]
                facing = other_edges[(i + 2) % 4]
                if edges[i] != facing:
                    return False  # F5
                if edges[i] == "S" and owner != other_owner:
                    return False  # F2: light's S and dark's S are different
        return True
