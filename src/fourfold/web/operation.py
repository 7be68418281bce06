"""What operators ask, and what there is to play."""

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from fourfold.core.options import Option
from fourfold.core.registry import facts, list_games
from fourfold.players.levels import find_level, list_levels
from fourfold.text import say
from fourfold.web.answers import GameOnShelf, GameOption, Health, Level, Shelf, answer
from fourfold.web.hall import Hall
from fourfold.web.openapi import gives


def add_operation(app: FastAPI, hall: Hall) -> None:
    """Add the addresses."""

    @app.get("/healthz", tags=["operation"], summary=say("web.summary.healthz"), **gives(Health))
    async def healthz() -> Response:
        return answer(Health(ok=True, ready=hall.is_ready))

    @app.get("/metrics", tags=["operation"], summary=say("web.summary.metrics"), **gives("text/plain"))
    async def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/api/games", tags=["games"], summary=say("web.summary.games"), **gives(Shelf))
    async def games() -> Response:
        return answer(shelf())


def _option(game: str, option: Option, seats: int) -> GameOption:
    usual = option.default(seats)
    return GameOption(
        option.name,
        say(f"{game}.option.{option.name}"),
        option.kind,
        "" if usual is None or option.kind == "text" else option.format(usual),
        **{name: getattr(option, name) for name in ("low", "high", "words") if hasattr(option, name)},
    )


def shelf() -> Shelf:
    """List the games with their options, and the levels."""
    games = []
    for game in list_games():
        known = facts(game)
        options = [_option(game, option, known.seats[0]) for option in known.options]
        seats = (known.seats[0], known.seats[-1])
        games.append(GameOnShelf(game, known.name, say(f"{game}.tagline"), seats, options))
    return Shelf(games, [Level(level, find_level(level).name) for level in list_levels()])
