"""Positions that belong to no match: shown, explained and played on from, without anything being kept.

What a client gives, it knows; so nothing is hidden here. The cost is bounded by the length of the text, and by the tree
of clicks, which is only laid out as far as it stays small.
"""

from typing import Annotated

from fastapi import FastAPI, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.clicks import Clicks
from fourfold.core.explanation import explain_clicks
from fourfold.core.position import Position
from fourfold.core.registry import facts, game
from fourfold.text import say
from fourfold.web.answers import answer
from fourfold.web.errors import Denied, Problem, problem_of
from fourfold.web.hall import Hall
from fourfold.web.looking import GameId
from fourfold.web.openapi import gives, takes
from fourfold.web.playing import ClickPath, Whole
from fourfold.web.positions import ShownPosition, show_position
from fourfold.web.requests import LONGEST_POSITION, TryMove, read_body

PositionText = Annotated[
    str, Query(min_length=1, max_length=LONGEST_POSITION, description="The position, as one line of text.")
]


def add_trying(app: FastAPI, hall: Hall) -> None:
    """Add the addresses."""

    async def read(game_id: str, text: str) -> Position:
        await hall.service.need(facts(game_id).id)
        return game(game_id).read(text)

    @app.get(
        "/api/games/{game_id}/position", tags=["positions"], summary=say("web.summary.position"),
        **gives(ShownPosition, 404, 422),
    )  # fmt: skip
    async def show(game_id: GameId, text: PositionText) -> Response:
        return answer(show_position(await read(game_id, text)))

    @app.get(
        "/api/games/{game_id}/position/clicks", tags=["positions"], summary=say("web.summary.position_clicks"),
        **gives("application/json", 404, 422),
    )  # fmt: skip
    async def clicks(game_id: GameId, text: PositionText, path: ClickPath = None, whole: Whole = False) -> Response:
        found = Clicks((await read(game_id, text)).moves())
        return answer(found.whole_tree(path or []) if whole else found.tree(path or []))

    @app.get(
        "/api/games/{game_id}/position/why", tags=["positions"], summary=say("web.summary.position_why"),
        **gives(Problem, 404, 409, 422),
    )  # fmt: skip
    async def why(game_id: GameId, text: PositionText, path: ClickPath = None) -> Response:
        refusal = explain_clicks(await read(game_id, text), path or [])
        if refusal is None:
            raise Denied(409, "web.leads_to_a_move")
        return answer(problem_of(refusal))

    @app.post(
        "/api/games/{game_id}/try", tags=["positions"], summary=say("web.summary.try"),
        **takes(TryMove, ShownPosition, 404),
    )  # fmt: skip
    async def attempt(request: Request, game_id: GameId) -> Response:
        wish = await read_body(request, TryMove)
        return answer(show_position((await read(game_id, wish.position)).play(wish.move)))
