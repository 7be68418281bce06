"""A position that belongs to no match, as clients get it."""

from typing import Any

import msgspec

from fourfold.core.clicks import Clicks
from fourfold.core.explanation import notice_of
from fourfold.core.position import Position
from fourfold.web.boards import Board, ShownFrame, show_board, show_frame
from fourfold.web.errors import Problem, problem
from fourfold.web.messages import ShownOutcome


class ShownPosition(msgspec.Struct, frozen=True):
    """A position with all that is needed to draw it and to click a move; an empty tree where nobody is to move."""

    game: str
    position: str
    seats: int
    options: dict[str, str]
    ply: int
    to_move: int | None
    scores: list[int]
    outcome: ShownOutcome | None
    notice: Problem | None
    frame: ShownFrame
    board: Board
    clicks: dict[str, Any]


def show_position(position: Position) -> ShownPosition:
    """Show a position to somebody who knows all of it."""
    outcome, notice = position.outcome, notice_of(position)
    return ShownPosition(
        position.game.id,
        str(position),
        position.seats,
        position.game.written_options(position.seats, position.options),
        position.ply,
        position.to_move,
        list(position.points()),
        None if outcome is None else ShownOutcome(outcome.winner, list(outcome.scores), outcome.code),
        None if notice is None else problem(notice.code, **notice.values),
        show_frame(position),
        show_board(position),
        {} if position.to_move is None else Clicks(position.moves()).tree(),
    )
