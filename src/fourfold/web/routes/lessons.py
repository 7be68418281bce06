"""What is needed to learn a game: its rules in words, and its lessons."""

from functools import cache
from typing import Annotated, Literal

import msgspec
from fastapi import FastAPI, Query
from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.display.print_sheets import print_game
from fourfold.core.help.lessons import list_advice, list_steps
from fourfold.core.help.rulebook import list_sections, read_rules
from fourfold.core.registry import facts, game
from fourfold.text import DEFAULT_LANGUAGE, say
from fourfold.text.language import find_language
from fourfold.web.context import AppContext
from fourfold.web.http.files import StaticFile, serve
from fourfold.web.openapi import gives
from fourfold.web.routes.boards import GameId
from fourfold.web.schemas.responses import Lessons, RulesSection, ShownPassage, ShownRules

Language = Annotated[
    str, Query(max_length=20, description="The language; English where the rules are not written in it.")
]
PaperName = Annotated[Literal["a4", "letter"], Query(description="The paper.")]
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def add_learning(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get(
        "/api/games/{game_id}/rules", tags=["learning"], summary=say("web.summary.rules"), **gives(ShownRules, 404, 422)
    )
    async def rules(request: Request, game_id: GameId, language: Language = DEFAULT_LANGUAGE) -> Response:
        return serve(request, _rules(facts(game_id).id, find_language({}, language)))

    @app.get(
        "/api/games/{game_id}/lessons",
        tags=["learning"],
        summary=say("web.summary.lessons"),
        **gives(Lessons, 404, 422),
    )
    async def lessons(request: Request, game_id: GameId) -> Response:
        return serve(request, _lessons(facts(game_id).id))

    @app.get(
        "/api/games/{game_id}/print",
        tags=["learning"],
        summary=say("web.summary.print"),
        **gives("application/pdf", 404, 422),
    )
    async def sheets(
        request: Request, game_id: GameId, paper: PaperName = "a4", language: Language = DEFAULT_LANGUAGE
    ) -> Response:
        await context.service.need(facts(game_id).id)
        served = serve(request, _sheets(game_id, paper, find_language({}, language)))
        served.headers["content-disposition"] = f'inline; filename="{game_id}-{paper}.pdf"'
        return served


@cache
def _rules(game_id: str, language: str) -> StaticFile:
    sections = [
        RulesSection(
            section.title,
            [ShownPassage(list(passage.names), _markdown.render(passage.text)) for passage in section.passages],
        )
        for section in list_sections(read_rules(game_id, language))
    ]
    return StaticFile.of(msgspec.json.encode(ShownRules(language, sections)), "application/json")


@cache
def _lessons(game_id: str) -> StaticFile:
    content = Lessons(list(list_steps(game_id)), list(list_advice(game_id)))
    return StaticFile.of(msgspec.json.encode(content), "application/json")


@cache
def _sheets(game_id: str, paper: str, language: str) -> StaticFile:
    return StaticFile.of(print_game(game(game_id), paper, language), "application/pdf")
