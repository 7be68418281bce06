"""The HTTP face of the table."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

import msgspec
import structlog
from fastapi import FastAPI, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException

import fourfold
from fourfold.core.clicks import Clicks
from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, list_games
from fourfold.match.commands import Join
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level, list_levels
from fourfold.players.runner import Runner
from fourfold.store.rows import Guest
from fourfold.store.store import Store, settle
from fourfold.text import say
from fourfold.web.errors import Denied, Problem, problem, problem_of, status_of_error
from fourfold.web.guard import Guard
from fourfold.web.messages import encoder
from fourfold.web.metrics import COMMAND_SECONDS, REFUSALS
from fourfold.web.openapi import add_schemas, answers, takes
from fourfold.web.requests import AcceptInvite, CreateMatch, NameYourself, QuickMatch, SeatWish, read_body, read_command
from fourfold.web.service import Service, now_in_milliseconds
from fourfold.web.sessions import Sessions

log = structlog.get_logger()

MatchId = Annotated[str, Path(max_length=64, pattern=r"^[\w-]+$", description="The match.")]
After = Annotated[int, Query(ge=0, le=2**31, description="The number of the last event that is known.")]


def answer(content: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(encoder.encode(content), status, media_type="application/json")


class Table:
    """The parts of the service that requests need."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.service = Service(store, runner)
        self.sessions = Sessions(store)
        self.store = store
        self.runner = runner
        self.is_ready = False


def create_app(store: Store, runner: Runner, hosts: Collection[str]) -> Any:
    """Make the ASGI application over an open store; it answers for the named hosts only."""
    table = Table(store, runner)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        starting = asyncio.create_task(warm_up(table))
        yield
        starting.cancel()
        with suppress(asyncio.CancelledError):
            await starting
        await table.service.stop()

    app = FastAPI(
        title="Fourfold",
        version=fourfold.__version__,
        description=say("web.api"),
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
    )
    add_errors(app)
    add_operation(app, table)
    add_guests(app, table)
    add_matches(app, table)
    add_events(app, table)
    add_schemas(app)
    return Guard(app, hosts)


async def warm_up(table: Table) -> None:
    """Load every game off the event loop, then go on with the matches that were running."""
    for game in list_games():
        await table.service.need(game)
        with suppress(FourfoldError):
            await table.runner.warm_up(game)
    await table.service.start()
    table.is_ready = True
    log.info("ready", matches=len(table.service.live))


def add_errors(app: FastAPI) -> None:
    """Answer every error in the same form."""

    async def refuse(_: Request, error: Exception) -> Response:
        assert isinstance(error, FourfoldError)
        REFUSALS.labels(error.code).inc()
        return answer(problem_of(error), status_of_error(error))

    async def refuse_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "web.not_found", 405: "web.not_allowed"}.get(error.status_code, "web.failed")
        return answer(problem(code), error.status_code)

    async def refuse_values(_: Request, error: Exception) -> Response:
        return answer(problem("web.bad_body", problem=str(error)[:300]), 422)

    async def fail(request: Request, error: Exception) -> Response:
        log.error("failed", path=request.url.path, problem=repr(error))
        return answer(problem("web.failed"), 500)

    from fastapi.exceptions import RequestValidationError

    app.add_exception_handler(FourfoldError, refuse)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_exception_handler(RequestValidationError, refuse_values)
    app.add_exception_handler(Exception, fail)


def add_operation(app: FastAPI, table: Table) -> None:
    """What operators ask."""

    @app.get("/healthz", tags=["operation"], summary=say("web.summary.healthz"))
    async def healthz() -> dict[str, bool]:
        return {"ok": True, "ready": table.is_ready}

    @app.get("/metrics", tags=["operation"], summary=say("web.summary.metrics"), response_class=PlainTextResponse)
    async def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/api/games", tags=["games"], summary=say("web.summary.games"), responses=answers())
    async def games() -> JSONResponse:
        shelf = [
            {
                "id": game, "name": facts(game).name, "tagline": say(f"{game}.tagline"),
                "seats": [facts(game).seats[0], facts(game).seats[-1]],
                "options": [{"name": o.name, "text": say(f"{game}.option.{o.name}")} for o in facts(game).options],
            }
            for game in list_games()
        ]  # fmt: skip
        levels = [{"id": level, "name": find_level(level).name} for level in list_levels()]
        return JSONResponse({"games": shelf, "levels": levels})


def add_guests(app: FastAPI, table: Table) -> None:
    """Who one is."""

    @app.get("/api/session", tags=["guests"], summary=say("web.summary.whoami"), responses=answers(401))
    async def whoami(request: Request) -> Response:
        guest = table.sessions.require(request)
        return answer({"id": guest.id, "name": guest.name})

    @app.post("/api/session", tags=["guests"], summary=say("web.summary.session"), **takes(NameYourself, 422))
    async def begin_session(request: Request) -> Response:
        wish = await read_body(request, NameYourself)
        response = Response(media_type="application/json")
        guest = await table.sessions.begin(request, response, wish.name)
        response.body = encoder.encode({"id": guest.id, "name": guest.name})
        response.headers["content-length"] = str(len(response.body))
        return response


def add_matches(app: FastAPI, table: Table) -> None:
    """Setting up, finding and playing matches."""
    service = table.service

    async def with_guest(request: Request, name: str, make: Any) -> Response:
        """Answer what `make(guest)` gives, with the cookie of a guest who is new."""
        response = Response(status_code=200, media_type="application/json")
        guest = await table.sessions.begin(request, response, name)
        response.body = encoder.encode(await make(guest))
        response.headers["content-length"] = str(len(response.body))
        return response

    async def set_up(guest: Guest, settings: Settings, wishes: list[SeatWish]) -> dict[str, str]:
        me = Seat("person", guest.id, guest.name or say("web.guest", number=guest.id[:4]))
        wishes = wishes or [SeatWish("me"), *[SeatWish()] * (settings.seats - 1)]
        match_id = await service.create(settings, [_seat(wish, me) for wish in wishes], guest.id)
        token = secrets.token_urlsafe(24)
        await settle(table.store.add_invite(_hash(token), match_id, now_in_milliseconds()))
        return {"match": match_id, "invite": token}

    @app.post(
        "/api/matches", tags=["matches"], summary=say("web.summary.create"), **takes(CreateMatch, 404, 409, 422, 503)
    )
    async def create_match(request: Request) -> Response:
        wish = await read_body(request, CreateMatch)
        settings = Settings(wish.game, wish.seats, wish.options, wish.clock, wish.is_public)
        return await with_guest(request, wish.name, lambda guest: set_up(guest, settings, wish.places))

    @app.post("/api/quick", tags=["matches"], summary=say("web.summary.quick"), **takes(QuickMatch, 404, 409, 422, 503))
    async def quick_match(request: Request) -> Response:
        wish = await read_body(request, QuickMatch)
        settings = Settings(wish.game, wish.seats, wish.options, wish.clock)
        wishes = [SeatWish("me"), *[SeatWish("computer", wish.level)] * (wish.seats - 1)]
        return await with_guest(request, wish.name, lambda guest: set_up(guest, settings, wishes))

    @app.post(
        "/api/invites/{token}",
        tags=["matches"],
        summary=say("web.summary.invite"),
        **takes(AcceptInvite, 404, 409, 422, 503),
    )
    async def accept_invite(
        request: Request, token: Annotated[str, Path(max_length=64, pattern=r"^[\w-]+$")]
    ) -> Response:
        wish = await read_body(request, AcceptInvite)
        match_id = table.store.invited_match(_hash(token))
        if match_id is None:
            raise Denied(404, "web.no_invite")

        async def join(guest: Guest) -> dict[str, str]:
            live = await service.find(match_id)
            if not live.match.seats_of(guest.id):
                name = guest.name or say("web.guest", number=guest.id[:4])
                await service.carry_out(match_id, Join(name=name), guest.id)
            return {"match": match_id}

        return await with_guest(request, wish.name, join)

    @app.get("/api/lobby", tags=["matches"], summary=say("web.summary.lobby"), responses=answers())
    async def lobby() -> Response:
        return answer({"matches": [_listed(m) for m in table.store.matches(statuses=["open"], public=True)]})

    @app.get("/api/matches", tags=["matches"], summary=say("web.summary.mine"), responses=answers(401))
    async def my_matches(request: Request) -> Response:
        guest = table.sessions.require(request)
        return answer({"matches": [_listed(m) for m in table.store.matches(guest_id=guest.id)]})

    @app.get("/api/matches/{match_id}", tags=["matches"], summary=say("web.summary.match"), responses=answers(404))
    async def show_match(request: Request, match_id: MatchId, after: After = 0) -> Response:
        live = await service.find(match_id)
        guest = table.sessions.find(request)
        async with live.lock:
            message = await service.message_since(live, guest.id if guest else "", after)
        return Response(message, media_type="application/json")

    @app.post(
        "/api/matches/{match_id}/commands", tags=["matches"], summary=say("web.summary.command"),
        **takes("AnyCommand", 401, 404, 409, 422, 503),
    )  # fmt: skip
    async def carry_out(request: Request, match_id: MatchId) -> Response:
        with COMMAND_SECONDS.time():
            guest = table.sessions.require(request)
            command = await read_command(request)
            return answer({"sequence": await service.carry_out(match_id, command, guest.id)})

    @app.get(
        "/api/matches/{match_id}/clicks",
        tags=["matches"],
        summary=say("web.summary.clicks"),
        responses=answers(401, 404, 409, 422),
    )
    async def clicks(
        request: Request, match_id: MatchId, path: Annotated[list[str] | None, Query(max_length=64)] = None
    ) -> Response:
        guest = table.sessions.require(request)
        live = await service.find(match_id)
        async with live.lock:
            seat = service.seat_of(live.match, guest.id)
            position = live.match.position
            if position is None or seat is None or live.match.to_move != seat:
                raise Denied(409, "web.not_your_turn")
            return answer(Clicks(position.view(seat).moves()).tree(path or []))

    @app.get(
        "/api/matches/{match_id}/record",
        tags=["matches"],
        summary=say("web.summary.record"),
        responses=answers(404, 409),
    )
    async def record(match_id: MatchId) -> Response:
        live = await service.find(match_id)
        async with live.lock:
            position = live.match.position
            if position is None:
                raise Denied(409, "match.not_begun")
            if position.game.is_hidden(position.options) and live.match.ended is None:
                raise Denied(409, "web.still_hidden")
            return Response(str(live.match.record()), media_type="text/plain; charset=utf-8")


def add_events(app: FastAPI, table: Table) -> None:
    """The same messages, as lines of JSON and over a WebSocket."""
    service = table.service

    @app.get(
        "/api/matches/{match_id}/stream", tags=["events"], summary=say("web.summary.stream"), responses=answers(404)
    )
    async def stream(request: Request, match_id: MatchId, after: After = 0) -> StreamingResponse:
        guest = table.sessions.find(request)
        live, listener = await service.listen(match_id, guest.id if guest else "", after)

        async def lines() -> AsyncIterator[bytes]:
            try:
                while (message := await listener.queue.get()) is not None:
                    yield message + b"\n"
            finally:
                service.leave(live, listener)

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    @app.websocket("/api/matches/{match_id}/events")
    async def events(socket: WebSocket, match_id: str, after: int = 0) -> None:
        guest = table.sessions.find(socket)
        await socket.accept()
        try:
            live, listener = await service.listen(match_id, guest.id if guest else "", after)
        except FourfoldError as error:
            await socket.send_bytes(encoder.encode(problem_of(error)))
            await socket.close(4404)
            return
        reading = asyncio.create_task(_drain(socket))
        try:
            while (message := await _next(listener.queue, reading)) is not None:
                await socket.send_bytes(message)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            reading.cancel()
            service.leave(live, listener)
            with suppress(RuntimeError):
                await socket.close(1012)


async def _next(queue: "asyncio.Queue[bytes | None]", reading: "asyncio.Task[None]") -> bytes | None:
    """The next message, or None when the client is gone or the server stops."""
    if not queue.empty():
        return queue.get_nowait()
    waiting = asyncio.ensure_future(queue.get())
    await asyncio.wait({waiting, reading}, return_when=asyncio.FIRST_COMPLETED)
    if waiting.done():
        return waiting.result()
    waiting.cancel()
    return None


async def _drain(socket: WebSocket) -> None:
    """Clients say nothing over the socket but that they are gone."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_bytes()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _seat(wish: SeatWish, me: Seat) -> Seat:
    if wish.kind == "me":
        return me
    if wish.kind == "computer":
        return Seat("computer", wish.level, find_level(wish.level).name)
    return Seat()


def _listed(match: Any) -> dict[str, Any]:
    return {
        "match": match.id, "game": match.game, "status": match.status, "created": match.created,
        "updated": match.updated, "settings": msgspec.json.decode(match.settings),
    }  # fmt: skip


__all__ = ["Problem", "create_app"]
