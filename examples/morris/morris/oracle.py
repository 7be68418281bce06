"""The oracle of Nine Men's Morris: a slow, plain implementation of the rules that shares no code with the kernels.

Points are pairs of column and row, counted from the centre of the board; the middle of each square's sides included.
"""

from collections import Counter

Point = tuple[int, int]

POINTS = [(ring * x, ring * y) for ring in (1, 2, 3) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
PLIES = 400


def lines() -> list[list[Point]]:
    """All lines of three points: the sides of the squares, and the four cross lines."""
    found = []
    for ring in (1, 2, 3):
        for side in (-ring, ring):
            found.append([(step, side) for step in (-ring, 0, ring)])
            found.append([(side, step) for step in (-ring, 0, ring)])
    for sign in (-1, 1):
        found.append([(sign * ring, 0) for ring in (1, 2, 3)])
        found.append([(0, sign * ring) for ring in (1, 2, 3)])
    return found


LINES = lines()


def name(point: Point) -> str:
    return "abcdefg"[point[0] + 3] + str(point[1] + 4)


def point_of(text: str) -> Point:
    return "abcdefg".index(text[0]) - 3, int(text[1]) - 4


def are_next(one: Point, other: Point) -> bool:
    """Whether two points lie side by side on a line."""
    return any(abs(line.index(one) - line.index(other)) == 1 for line in LINES if one in line and other in line)


class Oracle:
    """A game."""

    def __init__(self, seats: int = 2, flying: bool = True) -> None:
        assert seats == 2
        self.flying = flying
        self.men: list[set[Point]] = [set(), set()]
        self.placed = [0, 0]
        self.mover = 0
        self.plies = 0
        self.seen: Counter[tuple[frozenset[Point], frozenset[Point], int, int]] = Counter()
        self.remember()

    def remember(self) -> None:
        self.seen[self.situation] += 1

    @property
    def situation(self) -> tuple[frozenset[Point], frozenset[Point], int, int]:
        return frozenset(self.men[0]), frozenset(self.men[1]), self.mover, sum(self.placed)

    def is_mill(self, men: set[Point], point: Point) -> bool:
        return any(point in line and all(each in men for each in line) for line in LINES)

    def takes(self, men: set[Point], target: Point) -> list[Point | None]:
        """What a man that arrives at the target may take."""
        other = self.men[1 - self.mover]
        if not self.is_mill(men | {target}, target) or not other:
            return [None]
        outside = [point for point in other if not self.is_mill(other, point)]
        return list(outside or other)

    def legal(self) -> list[tuple[Point | None, Point, Point | None]]:
        own = self.men[self.mover]
        empty = [point for point in POINTS if point not in self.men[0] | self.men[1]]
        if sum(self.placed) < 18:
            return [(None, target, taken) for target in empty for taken in self.takes(own, target)]
        found: list[tuple[Point | None, Point, Point | None]] = []
        may_fly = self.flying and len(own) == 3
        for source in own:
            for target in empty:
                if may_fly or are_next(source, target):
                    found += [(source, target, taken) for taken in self.takes(own - {source}, target)]
        return found

    @property
    def outcome(self) -> tuple[int | None, list[int]] | None:
        if sum(self.placed) == 18 and (len(self.men[self.mover]) < 3 or not self.legal()):
            winner = 1 - self.mover
            return winner, [int(seat == winner) for seat in range(2)]
        if self.plies >= PLIES or self.seen[self.situation] >= 3:
            return None, [0, 0]
        return None

    @property
    def to_move(self) -> int | None:
        return None if self.outcome else self.mover

    def moves(self) -> list[str]:
        return [] if self.outcome else [self.text(*move) for move in self.legal()]

    def text(self, source: Point | None, target: Point, taken: Point | None) -> str:
        start = f"{name(source)}-" if source else ""
        return start + name(target) + (f"x{name(taken)}" if taken else "")

    def play(self, move: str) -> None:
        step, _, taken = move.partition("x")
        source, _, target = step.rpartition("-")
        own = self.men[self.mover]
        if source:
            own.remove(point_of(source))
        else:
            self.placed[self.mover] += 1
        own.add(point_of(target))
        if taken:
            self.men[1 - self.mover].remove(point_of(taken))
        self.mover = 1 - self.mover
        self.plies += 1
        self.remember()
