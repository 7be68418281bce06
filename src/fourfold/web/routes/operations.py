"""What operators ask, and what there is to play."""

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from fourfold.core.facts import Facts
from fourfold.core.options import Choice, Option
from fourfold.core.registry import facts, list_games
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.players.ratings import ratings
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.metrics import COMPUTERS_ASKED, WRITES_WAITING, write_figures
from fourfold.web.openapi import gives
from fourfold.web.schemas.responses import (
    GameInfo,
    GameOption,
    Health,
    Shelf,
    ShownExtra,
    ShownLevel,
    ShownScoring,
    answer,
)


def add_operation(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get("/healthz", tags=["operation"], summary=say("web.summary.healthz"), **gives(Health))
    async def healthz() -> Response:
        return answer(Health(ok=True, ready=context.is_ready))

    @app.get("/metrics", tags=["operation"], summary=say("web.summary.metrics"), **gives("text/plain"))
    async def metrics() -> Response:
        WRITES_WAITING.set(context.store.writer.waiting)
        COMPUTERS_ASKED.set(context.runner.asked)
        return Response(write_figures(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/api/games", tags=["games"], summary=say("web.summary.games"), **gives(Shelf))
    async def games() -> Response:
        return answer(shelf())


def shelf() -> Shelf:
    """List the games with their options, and the levels."""
    games = []
    for game in list_games():
        known = facts(game)
        seats = (known.seats[0], known.seats[-1])
        names = [say(f"{game}.seat.{seat}") for seat in range(seats[1])]
        options = [_option(known, option) for option in known.options]
        made = known.publisher, known.year
        about = game, known.name, say(f"{game}.tagline"), list(known.authors), *made
        games.append(GameInfo(*about, seats, names, options, _scoring(known)))
    levels = [find_level(level) for level in list_levels()]
    measured = ratings()
    return Shelf(
        games,
        [
            ShownLevel(level.id, level.name, level.about, level.id == USUAL, measured.get(level.id, {}))
            for level in levels
        ],
    )


def _scoring(known: Facts) -> ShownScoring | None:
    if known.scoring is None:
        return None
    extras = [
        ShownExtra(extra.name, say(f"{known.id}.extra.{extra.name}"), extra.points, extra.rule)
        for extra in known.scoring.extras
    ]
    return ShownScoring(extras, known.scoring.target, dict(known.scoring.targets), list(known.scoring.turn_seconds))


def _option(known: Facts, option: Option) -> GameOption:
    code = f"{known.id}.option.{option.name}"
    default = option.default(known.seats[0])
    bounds = {str(seats): found for seats in known.seats if (found := option.bounds(seats)) is not None}
    words = {word: say(f"{code}.{word}") for word in option.words} if isinstance(option, Choice) else {}
    written = "" if default is None else option.format(default)
    return GameOption(option.name, say(f"{code}.label"), say(code), option.kind, written, bounds, words)
