"""Move choosers for playthroughs in tests: random ones, and ones that seek rare situations."""

import random
from collections.abc import Callable

from fourfold import Position

Choose = Callable[[Position, random.Random], str]


def by_chance(position: Position, chance: random.Random) -> str:
    """Any legal move."""
    moves = position.moves()
    return str(moves[chance.randrange(len(moves))])


def _sample(position: Position, chance: random.Random, size: int = 24) -> list[str]:
    moves = position.moves()
    if len(moves) <= size:
        return [str(move) for move in moves]
    return [str(moves[chance.randrange(len(moves))]) for _ in range(size)]


def seeking(wish: Callable[[Position, str], float], size: int = 24) -> Choose:
    """Of a sample of moves, mostly the one that scores best."""

    def choose(position: Position, chance: random.Random) -> str:
        sample = _sample(position, chance, size)
        if chance.random() < 0.15:
            return chance.choice(sample)
        return max(sample, key=lambda move: (wish(position, move), chance.random()))

    return choose


def _tall_stacks(position: Position, move: str) -> float:
    """Qawale: walk around in a small loop, so that what is sown piles up again."""
    after = position.play(move)
    return max(len(stack) for stack in str(after).partition("@")[2].partition(":")[0].replace("/", ",").split(","))


def _no_line(position: Position, move: str) -> float:
    """Keep the game going."""
    return 0.0 if position.play(move).outcome else 1.0


def _few_moves_left(position: Position, move: str) -> float:
    return -float(len(position.play(move).moves()))


def _bonus(position: Position, move: str) -> float:
    """Quad-Ominos: bonuses first, above all with two more tiles."""
    return 2.0 if move.endswith("+2") else 1.0 if "+" in move else 0.0


def _crowded(position: Position, move: str) -> float:
    """Quad-Ominos: lie close together, so that corners meet and nothing fits any more."""
    if "=" not in move:
        return 0.0
    x, y = move.partition("=")[0].split(",")
    return -float(int(x) ** 2 + int(y) ** 2)


def _cuts(position: Position, move: str) -> float:
    """Exago: lifts that cut, with a choice of what stays best of all, and no end of the game."""
    after = position.play(move)
    if after.outcome:
        return -1.0
    if "/" in move:
        return 100.0
    tiles = [sum(letter.isalpha() for letter in str(p).partition("@")[2].partition(":")[0]) for p in (position, after)]
    return float(tiles[0] - tiles[1]) if "-" in move else 0.0


def _threats(position: Position, move: str) -> float:
    """Exago: stay in the game and leave the next player as few moves as possible: he has to block."""
    after = position.play(move)
    return -1e6 if after.outcome else -float(len(after.moves()))


def _there_and_back(position: Position, move: str) -> float:
    """Exago: undo the own last lift, so that positions come again."""
    own = position
    for _ in range(position.seats):
        if own.previous is None:
            return 0.0
        last, own = own.last, own.previous
    source, dash, target = str(last).partition("-")
    if position.play(move).outcome and "-" not in move:
        return -1.0
    return 1.0 if dash and move == f"{target}-{source}" else 0.0


WAYS: dict[str, dict[str, Choose]] = {
    "quads": {"chance": by_chance, "few moves": seeking(_few_moves_left)},
    "qawale": {"chance": by_chance, "tall stacks": seeking(_tall_stacks, 250), "no line": seeking(_no_line)},
    "quadominos": {"chance": by_chance, "bonuses": seeking(_bonus), "crowded": seeking(_crowded)},
    "exago": {
        "chance": by_chance,
        "cuts": seeking(_cuts),
        "threats": seeking(_threats),
        "there and back": seeking(_there_and_back),
    },
}


def fields(position: Position) -> list[str]:
    """Quad-Ominos: the parts of a position's text: table, hands, well, scores and so on."""
    return str(position).partition("@")[2].split(":")


def without_well(position: Position) -> Position:
    """Quad-Ominos: the same table, but all tiles of the well drawn in turn."""
    parts = fields(position)
    hands = parts[1].split("/")
    for place, tile in enumerate(parts[2].split(".")):
        hands[place % len(hands)] += "." + tile
    parts[1:3] = "/".join(hands), "-"
    kept = ["ply=500" if part.startswith("ply=") else part for part in parts if not part.startswith("lacks=")]
    return position.game.read(str(position).partition("@")[0] + "@" + ":".join(kept))
