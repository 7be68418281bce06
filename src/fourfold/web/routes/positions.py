"""Positions that belong to no match: shown, played on from, explained and analysed, without anything being kept.

What a client gives, it knows; so nothing is hidden here. The cost is bounded by the length of the text, and by the tree
of clicks, which is only laid out as far as it stays small.
"""

from typing import TYPE_CHECKING

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.clicks import Clicks
from fourfold.core.help.explanation import explain_clicks, notice_of
from fourfold.core.outcome import Outcome
from fourfold.core.position import Position, View
from fourfold.core.position_text import read
from fourfold.match import decisions
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied, Problem, problem, problem_of
from fourfold.web.openapi import gives, takes
from fourfold.web.routes.matches import MatchId
from fourfold.web.schemas.boards import Board, show_board, show_frame
from fourfold.web.schemas.messages import ShownOutcome
from fourfold.web.schemas.positions import ShownAnalysis, ShownPosition
from fourfold.web.schemas.requests import ClicksRequest, PositionRequest, read_body
from fourfold.web.schemas.responses import answer

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis


def add_positions(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    service = context.service

    async def find(place: PositionRequest) -> Position:
        """Read the position, and play the moves from it on."""
        await service.need(place.position.strip().partition("@")[0].partition(":")[0])
        position = read(place.position)
        for move in place.moves:
            position = position.play(move)
        return position

    @app.post(
        "/api/positions",
        tags=["positions"],
        summary=say("web.summary.position"),
        **takes(PositionRequest, ShownPosition, 404),
    )
    async def show_position(request: Request) -> Response:
        return answer(shown_position(await find(await read_body(request, PositionRequest))))

    @app.post(
        "/api/positions/clicks", tags=["positions"], summary=say("web.summary.position_clicks"),
        **takes(ClicksRequest, "Clicks", 404),
    )  # fmt: skip
    async def clicks(request: Request) -> Response:
        place = await read_body(request, ClicksRequest)
        found = Clicks((await find(place)).moves())
        return answer(found.whole_tree(place.path) if place.whole else found.tree(place.path))

    @app.post(
        "/api/positions/why", tags=["positions"], summary=say("web.summary.position_why"),
        **takes(ClicksRequest, Problem, 404, 409),
    )  # fmt: skip
    async def why(request: Request) -> Response:
        place = await read_body(request, ClicksRequest)
        refusal = explain_clicks(await find(place), place.path)
        if refusal is None:
            raise Denied(409, "web.leads_to_a_move")
        return answer(problem_of(refusal))

    @app.post(
        "/api/positions/analysis", tags=["positions"], summary=say("web.summary.analysis"),
        **takes(PositionRequest, ShownAnalysis, 404, 409, 503),
    )  # fmt: skip
    async def analysis(request: Request) -> Response:
        return answer(await analysed(await find(await read_body(request, PositionRequest))))

    @app.get(
        "/api/matches/{match_id}/hint", tags=["matches"], summary=say("web.summary.hint"),
        **gives(ShownAnalysis, 401, 404, 409, 422, 503),
    )  # fmt: skip
    async def hint(request: Request, match_id: MatchId) -> Response:
        guest = await context.sessions.require(request)
        views: list[View] = []

        def decide(match: Match) -> list[Event]:
            seat, position = service.seat_of(match, guest.id), match.position
            if position is None or seat is None or match.to_move != seat:
                raise Denied(409, "web.not_your_turn")
            views.append(position.view(seat))
            return decisions.give_hint(match, seat, service.here())

        await service.change(match_id, decide)
        return answer(await analysed(views[-1]))

    async def analysed(place: Position | View) -> ShownAnalysis:
        return shown_analysis(place, await context.thinking.analyse(place))


def shown_position(position: Position, board: Board | None = None) -> ShownPosition:
    """All of a position, as clients get it; the board may be another, with less on it."""
    notice = notice_of(position)
    return ShownPosition(
        position.game.id,
        position.seats,
        position.game.written_options(position.seats, position.options),
        str(position),
        position.ply,
        position.to_move,
        position.is_deal_due,
        "" if position.last is None else str(position.last),
        list(position.points()),
        shown_outcome(position.outcome),
        None if notice is None else problem(notice.code, **notice.values),
        {} if position.to_move is None else Clicks(position.moves()).tree(),
        show_frame(position),
        board or show_board(position),
    )


def shown_outcome(outcome: Outcome | None) -> ShownOutcome | None:
    """How a game ended, as clients get it."""
    return None if outcome is None else ShownOutcome(outcome.winner, list(outcome.scores), outcome.code)


def shown_analysis(place: Position | View, analysis: "Analysis") -> ShownAnalysis:
    """An analysis as clients get it."""
    told = analysis.as_json()
    for line, shown in zip(analysis.lines, told["lines"], strict=True):
        shown["clicks"] = place.game.clicks(place.row, line.codes[0])
    return msgspec.convert(told, ShownAnalysis)
