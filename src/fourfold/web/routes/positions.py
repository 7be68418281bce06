"""`/api/positions`: positions that belong to no match are shown, explained and analysed; nothing is stored.

The client sends the whole position, so nothing is hidden. Workers read it: a request may have many moves.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request

from fourfold.core.clicks import Clicks
from fourfold.core.help.explanation import explain_clicks, notice_of, prompt_of
from fourfold.core.help.move_words import words_of
from fourfold.core.position import Position, View
from fourfold.core.position_text import read
from fourfold.match.encoding import encode_json
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, Problem, problem, problem_of
from fourfold.web.http.clients import while_connected
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.schemas.boards import Board, show_board, show_frame
from fourfold.web.schemas.messages import show_outcome
from fourfold.web.schemas.positions import ShownAnalysis, ShownPosition
from fourfold.web.schemas.requests import ClicksRequest, PositionRequest

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis

PRICE = 0.02  # seconds to read a position and to show it


def add_positions(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.post("/api/positions", "positions", "web.summary.position", 404, 503)
    async def show_position(request: Request, body: PositionRequest) -> Json[ShownPosition]:
        return Json(await context.work(request, show_text, body.position, body.moves, price=PRICE))

    @api.post("/api/positions/clicks", "positions", "web.summary.position_clicks", 404, 503)
    async def clicks(request: Request, body: ClicksRequest) -> Json[dict[str, Any]]:
        wanted = body.position, body.moves, body.path, body.whole
        return Json(await context.work(request, clicks_of_text, *wanted, price=PRICE))

    @api.post("/api/positions/why", "positions", "web.summary.position_why", 404, 409, 503)
    async def why(request: Request, body: ClicksRequest) -> Problem:
        position = await context.work(request, reach, body.position, body.moves, price=PRICE)
        return explain(position, body.path)

    @api.post("/api/positions/analysis", "positions", "web.summary.analysis", 404, 409, 503)
    async def analysis(request: Request, body: PositionRequest) -> ShownAnalysis:
        position = await context.work(request, reach, body.position, body.moves, price=PRICE)
        client = await context.client_of(request)
        found = await while_connected(request, context.analyses.analyse(client, position))
        return show_analysis(position, found)


def reach(text: str, moves: Sequence[str]) -> Position:
    """Read a position and play moves from it; called in a worker."""
    position = read(text)
    for move in moves:
        position = position.play(move)
    return position


def show_text(text: str, moves: Sequence[str]) -> bytes:
    """Describe the position after moves as JSON; called in a worker."""
    return encode_json(shown_position(reach(text, moves)))


def clicks_of_text(text: str, moves: Sequence[str], path: Sequence[str], whole: bool) -> bytes:
    """Give the tree of clicks of the position after moves as JSON; called in a worker."""
    return encode_json(click_tree(reach(text, moves), path, whole=whole))


def click_tree(table: Position | View, path: Sequence[str], *, whole: bool) -> dict[str, Any]:
    """The tree of clicks behind a path: the next ones, or the whole where it is small enough."""
    clicks = Clicks(table.moves())
    return clicks.whole_tree(path) if whole else clicks.tree(path)


def explain(position: Position, path: Sequence[str]) -> Problem:
    """Why clicks lead to no legal move; refused where they do."""
    refusal = explain_clicks(position, path)
    if refusal is None:
        raise Denied(409, "web.leads_to_a_move")
    return problem_of(refusal)


def shown_position(position: Position, board: Board | None = None) -> ShownPosition:
    """Describe a position; the board may be another one that shows less."""
    notice, prompt = notice_of(position), prompt_of(position)
    return ShownPosition(
        game=position.game.id,
        seats=position.seats,
        options=position.game.written_options(position.seats, position.options),
        position=str(position),
        ply=position.ply,
        to_move=position.to_move,
        is_deal_due=position.is_deal_due,
        last="" if position.last is None else str(position.last),
        scores=list(position.points()),
        outcome=show_outcome(position.outcome),
        notice=None if notice is None else problem(notice.code, **notice.values),
        clicks={} if position.to_move is None else Clicks(position.moves()).tree(),
        frame=show_frame(position),
        board=board or show_board(position),
        prompt=None if prompt is None else problem(prompt.code, **prompt.values),
        words=None if position.previous is None else words_of(position.previous, position),
    )


def show_analysis(table: Position | View, analysis: "Analysis") -> ShownAnalysis:
    """Describe an analysis, with the clicks of each move."""
    told = analysis.as_json()
    for line, shown in zip(analysis.lines, told["lines"], strict=True):
        shown["clicks"] = [click.name for click in table.game.clicks.of(table.row, line.codes[0])]
    return msgspec.convert(told, ShownAnalysis)
