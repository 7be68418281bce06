"""Setting up matches: POST `/api/matches`, `/api/quick`, `/api/commitments`."""

import secrets

import msgspec
from starlette.requests import Request

from fourfold.core.registry import game
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store.rows import Identity
from fourfold.web.accounts.sessions import address_of, hash_token, name_of
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.live.match_shares import check_computers, check_public
from fourfold.web.routes.challenges import challenge, find_challenged
from fourfold.web.routes.session import as_guest
from fourfold.web.schemas.requests import AskCommitment, CreateMatch, MatchSetup, QuickMatch, SeatWish
from fourfold.web.schemas.responses import Commitment, MadeMatch


def add_match_setup(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.post("/api/matches", "matches", "web.summary.create", 404, 409, 503)
    async def create_match(request: Request, body: CreateMatch) -> Json[MadeMatch]:
        settings = await settings_of(context, body)
        places = body.places or [SeatWish("me"), *[SeatWish()] * (settings.seats - 1)]
        if any(place.kind not in ("me", "computer") for place in places):
            settings = settings.among_people()
        return await as_guest(context, request, body.name, lambda guest: set_up(context, guest, settings, places, body))

    @api.post("/api/quick", "matches", "web.summary.quick", 404, 409, 503)
    async def quick_match(request: Request, body: QuickMatch) -> Json[MadeMatch]:
        settings = Settings(body.game, body.seats, body.options, body.clock, clock_waits=True)
        places = [SeatWish("me"), *[SeatWish("computer", body.level)] * (body.seats - 1)]
        return await as_guest(context, request, body.name, lambda guest: set_up(context, guest, settings, places, body))

    @api.post("/api/commitments", "matches", "web.summary.commit", 503)
    async def commit(request: Request, body: AskCommitment) -> Commitment:
        context.limits.check("match", address_of(request))
        return Commitment(await context.service.commit(by_lot=body.by_lot))


async def settings_of(context: AppContext, wish: CreateMatch) -> Settings:
    """The settings of a match; a start position has its own seats and options."""
    settings = Settings(
        wish.game, wish.seats, wish.options, wish.clock, wish.is_public, wish.by_lot,
        start=wish.start, has_hints=wish.has_hints, has_chat=wish.has_chat, clock_waits=True,
    )  # fmt: skip
    if not wish.start:
        return settings
    await context.service.load_game(wish.game)
    begun = game(wish.game).read(wish.start)
    is_alone = bool(wish.places) and all(place.kind in ("me", "computer") for place in wish.places)
    if begun.game.is_hidden(begun.options) and not is_alone:  # whoever writes a position knows all hands
        raise Denied(422, "web.known_hands")
    options = begun.game.written_options(begun.seats, begun.options)
    return msgspec.structs.replace(settings, seats=begun.seats, options=options)


async def set_up(
    context: AppContext, guest: Identity, settings: Settings, places: list[SeatWish], wish: MatchSetup
) -> MadeMatch:
    """Set up a match with an invitation, and challenge the named accounts.

    The guest's part of the secret belongs to the guest's first seat.
    """
    if all(place.kind == "computer" for place in places):
        raise Denied(422, "web.nobody_plays")
    me = Seat("person", guest.id, name_of(guest), guest.account)
    named = [place.name for place in places if place.kind == "account"]
    read, store = context.store.read_async, context.store
    if any(place.kind == "computer" for place in places):
        await read(check_computers, store, guest.id)
    if settings.is_public:
        await read(check_public, store, context.clients, guest.id)
    challenged = await read(find_challenged, store, context.clients, guest, named) if named else []
    seats = [_seat(place, me) for place in places]
    mine = next((number for number, seat in enumerate(seats) if seat is me), None)
    parts = [wish.part if number == mine else "" for number in range(len(seats))]
    token = secrets.token_urlsafe(24)
    match_id = await context.service.create(
        settings, seats, guest.id, token_hash=hash_token(token), commitment=wish.commitment, parts=parts
    )
    await challenge(context, match_id, challenged)
    return MadeMatch(match_id, token)


def _seat(place: SeatWish, me: Seat) -> Seat:
    if place.kind == "me":
        return me
    if place.kind == "computer":
        return Seat("computer", place.level, find_level(place.level).name)
    return Seat()
