"""Why clicks lead to no legal move."""

from collections.abc import Sequence

from fourfold.core.clicks import Clicks
from fourfold.core.errors import BadNotation, FourfoldError, IllegalMove
from fourfold.core.position import Position


def explain_clicks(position: Position, path: Sequence[str]) -> FourfoldError | None:
    """Find what playing says to the move that the clicks mean; None where they lead to a legal one.

    Clicks may be missing or come in another order. Where they could mean several moves, none of them legal, it is
    said what is wrong with the likeliest.

    >>> import fourfold
    >>> str(explain_clicks(fourfold.game("qawale").start(), ["b2"]))
    'Qawale F2: b2 is empty; a pebble can only be put on a stack.'
    """
    try:
        Clicks(position.moves()).tree(path)
    except BadNotation as unknown:
        return _refusal(position, path, unknown)
    return None


def _refusal(position: Position, path: Sequence[str], unknown: FourfoldError) -> FourfoldError | None:
    """What is said to the first of the moves, unless one of them is legal."""
    refusals: list[FourfoldError] = []
    try:
        for text in position.game.texts_of(position.row.copy(), path):
            try:
                position.play(text)
            except IllegalMove as refusal:
                refusals.append(refusal)
            else:
                return None
    except FourfoldError as refusal:
        return refusal
    return refusals[0] if refusals else unknown
