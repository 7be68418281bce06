"""Counts the one-move blunders of each level: `python tuning/blunders.py GAME [GAMES] [KEY=VALUE ...]`.

A one-move blunder misses a win at once, or lets the next seat win at once where another move would not. Levels play
against each other, a random one at each turn; in every position of these games in which a blunder is possible each
level is asked for its move. For games of two seats that see everything. The same command prints the same table.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import fourfold
from fourfold import Position
from fourfold.arena.statistics.estimate import wilson
from fourfold.players.levels import LEARNERS, find_level
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.proofs.wins import find_wins

LEVELS = ["random", "simple", *(f"level-{grade + 1}" for grade in range(LEARNERS))]
MISSED, ALLOWED = "win missed", "loss allowed"


@dataclass(frozen=True)
class Trap:
    """A position in which a one-move blunder is possible: its kind, and the moves that are none."""

    position: Position
    kind: str
    good: frozenset[int]


def wins_at_once(position: Position, most: int = ENDLESS) -> frozenset[int]:
    """The codes of the moves that win at once."""
    return frozenset(find_wins(position.game, position.row.copy(), 1, Limit(nodes=ENDLESS), most).moves)


def find_trap(position: Position) -> Trap | None:
    """What a blunder would be in a position, if one is possible: a win comes before a defence."""
    moves = position.moves()
    wins = wins_at_once(position)
    if wins:
        return Trap(position, MISSED, wins) if len(wins) < len(moves) else None
    after = [(move.code, position.play(move)) for move in moves]
    safe = frozenset(code for code, then in after if then.outcome is not None or not wins_at_once(then, 1))
    return Trap(position, ALLOWED, safe) if 0 < len(safe) < len(moves) else None


def walk(game: str, options: dict[str, str], seed: int) -> Iterator[Position]:
    """Play one game of random levels; the positions before each move."""
    chance = random.Random(seed)
    position = fourfold.game(game).start(seed=seed, **options)
    while position.outcome is None:
        yield position
        position = position.play(find_level(chance.choice(LEVELS)).choose(position, seed=seed))


def count(level: str, traps: list[Trap], seed: int) -> dict[str, int]:
    """How many blunders of each kind a level makes."""
    made = {MISSED: 0, ALLOWED: 0}
    for number, trap in enumerate(traps, seed):
        made[trap.kind] += find_level(level).choose(trap.position, seed=number).code not in trap.good
    return made


def main() -> None:
    """Play, ask, print."""
    game, *rest = sys.argv[1:]
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    games = int(next((word for word in rest if "=" not in word), "40"))
    traps = [trap for seed in range(games) for position in walk(game, options, seed) if (trap := find_trap(position))]
    kinds = {kind: sum(trap.kind == kind for trap in traps) for kind in (MISSED, ALLOWED)}
    print(f"{game}, {games} games:", ", ".join(f"{kinds[kind]} positions with “{kind}”" for kind in kinds))
    print(f"| level | {MISSED} | {ALLOWED} | both, 95 % interval |\n|---|---:|---:|---:|")
    for level in LEVELS:
        made = count(level, traps, games)
        missed, allowed = (made[kind] / max(kinds[kind], 1) for kind in kinds)
        both = sum(made.values()) / max(len(traps), 1)
        low, high = wilson(both, len(traps))
        print(f"| {level} | {missed:.0%} | {allowed:.0%} | {both:.0%} ({low:.0%} to {high:.0%}) |", flush=True)


if __name__ == "__main__":
    main()
