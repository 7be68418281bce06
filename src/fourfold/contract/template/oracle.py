"""The oracle of Template: a slow, plain implementation of the rules that shares no code with the kernels."""

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]


class Oracle:
    """A game."""

    def __init__(self, seats: int = 2) -> None:
        self.played: list[str] = []

    @property
    def outcome(self) -> tuple[int | None, list[int]] | None:
        for seat in range(2):
            if any(set(line.split()) <= set(self.played[seat::2]) for line in LINES):
                return seat, [int(each == seat) for each in range(2)]
        return (None, [0, 0]) if len(self.played) == 9 else None

    @property
    def to_move(self) -> int | None:
        return None if self.outcome else len(self.played) % 2

    def moves(self) -> list[str]:
        names = [file + rank for file in "abc" for rank in "123"]
        return [] if self.outcome else [name for name in names if name not in self.played]

    def play(self, move: str) -> None:
        self.played.append(move)
