"""Names of computers: two of the same level at one table are told apart by a number."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from fourfold.match.settings import Seat
from fourfold.text import say


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number where it is taken.

    >>> free_name("Neighbour", ["Neighbour", "Neighbour 2"])
    'Neighbour 3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = say("match.numbered", name=name, number=number)
    return found


def tell_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats, with different names for all computers; those of people stay as they are.

    >>> [seat.name for seat in tell_apart([Seat("computer", "level-2", "Neighbour")] * 2)]
    ['Neighbour', 'Neighbour 2']
    """
    told: list[Seat] = []
    for seat in seats:
        taken = [other.name for other in told if other.kind == "computer"]
        told.append(replace(seat, name=free_name(seat.name, taken)) if seat.kind == "computer" and seat.name else seat)
    return tuple(told)
