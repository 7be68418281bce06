"""What rules say to who is to move: what is asked of him now, and why clicks lead to no legal move."""

from collections.abc import Sequence

from fourfold.core.clicks import Clicks
from fourfold.core.errors import BadNotation, FourfoldError, IllegalMove
from fourfold.core.help.notice import Notice
from fourfold.core.position import Position, View


def notice_of(table: Position | View) -> Notice | None:
    """What a rule asks of the seat to move just now, as far as the table shows it.

    >>> import fourfold
    >>> print(notice_of(fourfold.read("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8")))
    Exago R4a: red wins next. Only moves that stop red are allowed.
    """
    return None if table.to_move is None else table.game.notice(table._row)


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
        for text in position.game.texts_of(position._row, path):
            try:
                position.play(text)
            except IllegalMove as refusal:
                refusals.append(refusal)
            else:
                return None
    except FourfoldError as refusal:
        return refusal
    return refusals[0] if refusals else unknown
