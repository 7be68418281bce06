"""`/api/positions`: positions that belong to no match are shown, explained and analysed; nothing is stored.

The client sends the whole position, so nothing is hidden. The limits on its length, and on the tree of clicks, bound
the cost.
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
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, Problem, problem, problem_of
from fourfold.web.http.clients import while_connected
from fourfold.web.http.router import Api
from fourfold.web.schemas.boards import Board, show_board, show_frame
from fourfold.web.schemas.messages import show_outcome
from fourfold.web.schemas.positions import ShownAnalysis, ShownPosition
from fourfold.web.schemas.requests import ClicksRequest, PositionRequest

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis


def add_positions(api: Api, context: AppContext) -> None:
    """Add the routes."""

    async def find(body: PositionRequest) -> Position:
        """Read the position, and play the moves."""
        await context.service.load_game(body.position.strip().partition("@")[0].partition(":")[0])
        position = read(body.position)
        for move in body.moves:
            position = position.play(move)
        return position

    @api.post("/api/positions", "positions", "web.summary.position", 404)
    async def show_position(body: PositionRequest) -> ShownPosition:
        return shown_position(await find(body))

    @api.post("/api/positions/clicks", "positions", "web.summary.position_clicks", 404)
    async def clicks(body: ClicksRequest) -> dict[str, Any]:
        return click_tree(await find(body), body.path, whole=body.whole)

    @api.post("/api/positions/why", "positions", "web.summary.position_why", 404, 409)
    async def why(body: ClicksRequest) -> Problem:
        return explain(await find(body), body.path)

    @api.post("/api/positions/analysis", "positions", "web.summary.analysis", 404, 409, 503)
    async def analysis(request: Request, body: PositionRequest) -> ShownAnalysis:
        position, client = await find(body), await context.client_of(request)
        found = await while_connected(request, context.analyses.analyse(client, position))
        return show_analysis(position, found)


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
