"""Being somebody, setting up matches, finding them, sitting down."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.registry import game
from fourfold.match.commands import Join
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store import rows
from fourfold.text import say
from fourfold.web.accounts.sessions import address_of, hand_out, hash_token, name_of
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.jobs.qr_codes import draw_code
from fourfold.web.openapi import gives, takes
from fourfold.web.routes.challenges import challenge, find_challenged
from fourfold.web.routes.match_lists import list_matches
from fourfold.web.schemas.requests import (
    AcceptInvite,
    CreateMatch,
    NameYourself,
    Nothing,
    QuickMatch,
    SeatWish,
    read_body,
)
from fourfold.web.schemas.responses import Commitment, Invitation, JoinedMatch, MadeMatch, MatchList, ShownGuest, answer

Token = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The invitation.")]
SeatNumber = Annotated[int | None, Query(ge=0, le=63, description="The seat that it is for; any without it.")]


def add_guests(app: FastAPI, context: AppContext) -> None:
    """Who one is."""

    @app.get("/api/session", tags=["guests"], summary=say("web.summary.whoami"), **gives(ShownGuest))
    async def whoami(request: Request) -> Response:
        guest = await context.sessions.find(request)
        return answer(ShownGuest(guest.id, guest.name, guest.account) if guest else ShownGuest())

    @app.post(
        "/api/session", tags=["guests"], summary=say("web.summary.session"), **takes(NameYourself, ShownGuest, 503)
    )
    async def begin_session(request: Request) -> Response:
        wish = await read_body(request, NameYourself)
        return await as_guest(context, request, wish.name, _session_of)


def add_seating(app: FastAPI, context: AppContext) -> None:
    """Setting up, finding, joining."""

    @app.post(
        "/api/matches", tags=["matches"], summary=say("web.summary.create"),
        **takes(CreateMatch, MadeMatch, 404, 409, 503),
    )  # fmt: skip
    async def create_match(request: Request) -> Response:
        wish = await read_body(request, CreateMatch)
        settings = await settings_of(context, wish)
        places = wish.places or [SeatWish("me"), *[SeatWish()] * (settings.seats - 1)]
        return await as_guest(context, request, wish.name, lambda guest: set_up(context, guest, settings, places, wish))

    @app.post(
        "/api/quick", tags=["matches"], summary=say("web.summary.quick"),
        **takes(QuickMatch, MadeMatch, 404, 409, 503),
    )  # fmt: skip
    async def quick_match(request: Request) -> Response:
        wish = await read_body(request, QuickMatch)
        settings = Settings(wish.game, wish.seats, wish.options, wish.clock)
        places = [SeatWish("me"), *[SeatWish("computer", wish.level)] * (wish.seats - 1)]
        return await as_guest(context, request, wish.name, lambda guest: set_up(context, guest, settings, places, wish))

    @app.post(
        "/api/commitments", tags=["matches"], summary=say("web.summary.commit"), **takes(Nothing, Commitment, 503)
    )
    async def commit(request: Request) -> Response:
        await read_body(request, Nothing)
        context.limits.check("match", address_of(request))
        return answer(Commitment(await context.service.commit()))

    @app.get(
        "/api/invites/{token}", tags=["matches"], summary=say("web.summary.invitation"), **gives(Invitation, 404, 422)
    )
    async def show_invite(token: Token) -> Response:
        match_id = await invited_match(context, token)
        live = await context.service.find(match_id)
        return answer(Invitation(match_id, live.match.commitment))

    @app.get(
        "/api/invites/{token}/code", tags=["matches"], summary=say("web.summary.code"),
        **gives("image/svg+xml", 404, 422),
    )  # fmt: skip
    async def show_code(request: Request, token: Token, seat: SeatNumber = None) -> Response:
        await invited_match(context, token)
        address = f"{request.url.scheme}://{request.headers['host']}/join/{token}"
        code = draw_code(address if seat is None else f"{address}?seat={seat}")
        return Response(code, media_type="image/svg+xml")

    @app.post(
        "/api/invites/{token}", tags=["matches"], summary=say("web.summary.invite"),
        **takes(AcceptInvite, JoinedMatch, 404, 409, 503),
    )  # fmt: skip
    async def accept_invite(request: Request, token: Token) -> Response:
        wish = await read_body(request, AcceptInvite)
        match_id = await invited_match(context, token)

        async def join(guest: rows.Identity) -> JoinedMatch:
            command = Join(name=name_of(guest), seat=wish.seat, part=wish.part)
            await context.service.join(match_id, command, guest.id, guest.account)
            return JoinedMatch(match_id)

        return await as_guest(context, request, wish.name, join)

    @app.get("/api/lobby", tags=["matches"], summary=say("web.summary.lobby"), **gives(MatchList))
    async def lobby() -> Response:
        found = await context.store.aside(list_matches, context, statuses=["open", "running"], public=True)
        return answer(MatchList(found))


async def invited_match(context: AppContext, token: str) -> str:
    """The match that an invitation leads to."""
    match_id = await context.store.aside(context.store.invited_match, hash_token(token))
    if match_id is None:
        raise Denied(404, "web.no_invite")
    return match_id


async def as_guest(
    context: AppContext, request: Request, name: str, make: Callable[[rows.Identity], Awaitable[Any]]
) -> Response:
    """Answer what `make(guest)` gives, with the cookie of a guest who is new."""
    guest, token = await context.sessions.begin(request, name)
    context.limits.check("match", address_of(request), guest.id)
    response = answer(await make(guest))
    if token:
        hand_out(request, response, token)
    return response


async def settings_of(context: AppContext, wish: CreateMatch) -> Settings:
    """What the match is played by; one that begins with a position has that position's seats and options."""
    settings = Settings(
        wish.game, wish.seats, wish.options, wish.clock, wish.is_public, wish.by_lot,
        start=wish.start, has_hints=wish.has_hints, has_chat=wish.has_chat,
    )  # fmt: skip
    if not wish.start:
        return settings
    await context.service.need(wish.game)
    begun = game(wish.game).read(wish.start)
    if begun.game.is_hidden(begun.options) and (not wish.places or any(place.kind == "open" for place in wish.places)):
        raise Denied(422, "web.known_hands")
    options = begun.game.written_options(begun.seats, begun.options)
    return msgspec.structs.replace(settings, seats=begun.seats, options=options)


async def set_up(
    context: AppContext,
    guest: rows.Identity,
    settings: Settings,
    wishes: list[SeatWish],
    wish: CreateMatch | QuickMatch,
) -> MadeMatch:
    """Set up a match with an invitation to it; what I add to its secret stands at my first seat.

    Accounts that are named are challenged.
    """
    if all(wish.kind == "computer" for wish in wishes):
        raise Denied(422, "web.nobody_plays")
    me = Seat("person", guest.id, name_of(guest), guest.account)
    named = [wish.name for wish in wishes if wish.kind == "account"]
    challenged = await context.store.aside(find_challenged, context.store, guest, named) if named else []
    seats = [_seat(wish, me) for wish in wishes]
    mine = next((place for place, seat in enumerate(seats) if seat is me), None)
    parts = [wish.part if place == mine else "" for place in range(len(seats))]
    token = secrets.token_urlsafe(24)
    match_id = await context.service.create(
        settings, seats, guest.id, token_hash=hash_token(token), commitment=wish.commitment, parts=parts
    )
    await challenge(context, match_id, challenged)
    return MadeMatch(match_id, token)


async def _session_of(guest: rows.Identity) -> ShownGuest:
    return ShownGuest(guest.id, guest.name, guest.account)


def _seat(wish: SeatWish, me: Seat) -> Seat:
    if wish.kind == "me":
        return me
    if wish.kind == "computer":
        return Seat("computer", wish.level, find_level(wish.level).name)
    return Seat()
