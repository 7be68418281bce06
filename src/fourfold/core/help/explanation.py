"""Legality explained to the player to move: what a rule demands now, and why clicks make no legal move."""

import re
from collections.abc import Sequence

from fourfold.core.clicks import Clicks
from fourfold.core.errors import BadNotation, FourfoldError, IllegalMove
from fourfold.core.help.notice import Notice
from fourfold.core.position import Position, View
from fourfold.text import pattern_of

HELP = "help"  # what messages about bad notation take for a question
CITED = re.compile(r"[^:{]*?\b([FR]\d+[a-z]?)(?:, [FR]\d+[a-z]?)*:")  # how a sentence begins: Exago R4a


def notice_of(table: Position | View) -> Notice | None:
    """Give what a rule demands of the seat to move, as far as the position or view shows it.

    >>> import fourfold
    >>> print(notice_of(fourfold.read("exago:seats=3@5/6/7/1bby4/2rrrb3/4y3/7/6/5:2:8")))
    Exago R4a: red wins next. Only moves that stop red are allowed.
    """
    return None if table.to_move is None else table.game.notice(table._row)


def prompt_of(table: Position | View) -> Notice | None:
    """Give what the seat to move does now; None where nobody is to move, or the game has no prompts."""
    return None if table.to_move is None else table.game.prompt(table._row)


def rule_of(code: str) -> str:
    """Give the rule that the message of a refusal or notice cites, such as F3 or R4a; empty if it cites none.

    >>> import fourfold
    >>> fourfold.game("exago").id and rule_of("exago.refuse.stop_next")
    'R4a'
    """
    cited = CITED.match(pattern_of(code))
    return cited[1] if cited else ""


def explain_notation(position: Position | View) -> BadNotation | None:
    """Explain how moves are written: what the game answers to the text `help`.

    >>> import fourfold
    >>> str(explain_notation(fourfold.game("qawale").start()))
    'A move is the stack’s square and one letter a step (N, E, S, W), like a1NEE.'
    """
    try:
        position.game.notation.parse_move(position.row.copy(), HELP)
    except BadNotation as refusal:
        return refusal
    return None


def explain_clicks(position: Position, path: Sequence[str]) -> FourfoldError | None:
    """Explain why the clicks make no legal move; None if they do.

    Clicks may be missing or in another order. If they could mean several moves and none is legal, the answer
    explains the most likely one; if they mean none, it says only that they do not fit.

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
            except BadNotation:
                continue
            except IllegalMove as refusal:
                refusals.append(refusal)
            else:
                return None
    except BadNotation:
        return unknown
    except FourfoldError as refusal:
        return refusal
    return refusals[0] if refusals else unknown
