"""What is needed to learn a game: its rules in words, and its lessons."""

from functools import cache
from typing import Annotated, Literal

import msgspec
from fastapi import FastAPI, Query
from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.lessons import list_advice, list_steps
from fourfold.core.printing import print_game
from fourfold.core.registry import facts, game
from fourfold.core.rules import list_sections, read_rules
from fourfold.text import DEFAULT_LANGUAGE, say
from fourfold.text.language import find_language
from fourfold.web.answers import Lessons, Passage, Rules, RulesSection
from fourfold.web.files import File, serve
from fourfold.web.hall import Hall
from fourfold.web.looking import GameId
from fourfold.web.openapi import gives

Language = Annotated[
    str, Query(max_length=20, description="The language; English where the rules are not written in it.")
]
PaperName = Annotated[Literal["a4", "letter"], Query(description="The paper.")]
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def add_learning(app: FastAPI, hall: Hall) -> None:
    """Add the addresses."""

    @app.get(
        "/api/games/{game_id}/rules", tags=["learning"], summary=say("web.summary.rules"), **gives(Rules, 404, 422)
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
        await hall.service.need(facts(game_id).id)
        served = serve(request, _sheets(game_id, paper, find_language({}, language)))
        served.headers["content-disposition"] = f'inline; filename="{game_id}-{paper}.pdf"'
        return served


@cache
def _rules(game_id: str, language: str) -> File:
    sections = [
        RulesSection(
            section.title,
            [Passage(list(passage.names), _markdown.render(passage.text)) for passage in section.passages],
        )
        for section in list_sections(read_rules(game_id, language))
    ]
    return File.of(msgspec.json.encode(Rules(language, sections)), "application/json")


@cache
def _lessons(game_id: str) -> File:
    content = Lessons(list(list_steps(game_id)), list(list_advice(game_id)))
    return File.of(msgspec.json.encode(content), "application/json")


@cache
def _sheets(game_id: str, paper: str, language: str) -> File:
    return File.of(print_game(game(game_id), paper, language), "application/pdf")
