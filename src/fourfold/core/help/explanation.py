"""Legality explained to the player to move: what a rule demands now, and why clicks make no legal move."""

from collections.abc import Sequence

from fourfold.core.clicks import Clicks
from fourfold.core.errors import BadNotation, FourfoldError, IllegalMove
from fourfold.core.help.notice import Notice
from fourfold.core.position import Position, View


def notice_of(table: Position | View) -> Notice | None:
    """Give what a rule demands of the seat to move, as far as the position or view shows it.

    >>> import fourfold
    >>> print(notice_of(fourfold.read("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8")))
    Exago R4a: red wins next. Only moves that stop red are allowed.
    """
    return None if table.to_move is None else table.game.notice(table._row)


def explain_clicks(position: Position, path: Sequence[str]) -> FourfoldError | None:
    """Explain why the clicks make no legal move; None if they do.

    Clicks may be missing or in another order. If they could mean several moves and none is legal, the answer
    explains the most likely one.

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
    """Give the refusal of the first of the moves, unless one of them is legal."""
    refusals: list[FourfoldError] = []
    try:
        for text in position.game.clicks.texts(position._row, path):
            try:
                position.play(text)
            except IllegalMove as refusal:
                refusals.append(refusal)
            else:
                return None
    except FourfoldError as refusal:
        return refusal
    return refusals[0] if refusals else unknown
