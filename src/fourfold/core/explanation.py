"""Why clicks lead to no legal move."""

from collections import Counter
from collections.abc import Sequence

from fourfold.core.clicks import Clicks
from fourfold.core.errors import BadNotation, FourfoldError, IllegalMove
from fourfold.core.position import Position


def explain_clicks(position: Position, path: Sequence[str]) -> FourfoldError | None:
    """Find what playing says to the moves that the clicks could mean; None where they lead to a legal one.

    Clicks may be missing or come in another order. Where they could mean several moves that are refused for
    several reasons, the commonest reason is given.

    >>> import fourfold
    >>> str(explain_clicks(fourfold.game("qawale").start(), ["b2"]))
    'Qawale F2: b2 is empty; a pebble can only be put on a stack.'
    """
    unknown = BadNotation("fourfold.no_such_clicks", path=" ".join(path))
    try:
        Clicks(position.moves()).tree(path)
    except BadNotation:
        refusals = _refusals(position, path, unknown)
    else:
        return None
    if not refusals:
        return None
    commonest, _ = Counter(refusal.code for refusal in refusals).most_common(1)[0]
    return next(refusal for refusal in refusals if refusal.code == commonest)


def _refusals(position: Position, path: Sequence[str], unknown: FourfoldError) -> list[FourfoldError]:
    """What is said to each of the moves; nothing where one of them is legal."""
    refusals: list[FourfoldError] = []
    try:
        for text in position.game.texts_of(position.row.copy(), path):
            try:
                position.play(text)
            except IllegalMove as refusal:
                refusals.append(refusal)
            else:
                return []
    except FourfoldError as refusal:
        return [refusal]
    return refusals or [unknown]
