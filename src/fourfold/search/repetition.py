"""Repetition for walks through a game: a stack of keys, begun with those of the game itself."""

from fourfold.core.position import Position
from fourfold.kernel.jit import Row, compiled


@compiled
def is_repeated(keys: Row, ply: int, repetition: int) -> bool:
    """Whether the key of this ply occurs, with all before it, as often as the game allows."""
    times, key = 0, keys[ply]
    for earlier in range(ply + 1):
        times += keys[earlier] == key
    return times >= repetition


def earlier_keys(position: Position) -> list[int]:
    """The keys of the positions before this one, where the game asks for them to see a repetition."""
    keys: list[int] = []
    earlier = position.previous
    while position.game.repetition and earlier is not None:
        keys.append(int(position.game.rules.key(earlier.row.copy())))
        earlier = earlier.previous
    return keys[::-1]
