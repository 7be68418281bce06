"""Being somebody, setting up matches, finding them, sitting down."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Path
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store import rows
from fourfold.text import say
from fourfold.web.answers import (
    Commitment,
    Invitation,
    JoinedMatch,
    ListedMatch,
    ListedSeat,
    MadeMatch,
    MatchList,
    Session,
    answer,
)
from fourfold.web.errors import Denied
from fourfold.web.hall import Hall
from fourfold.web.openapi import gives, takes
from fourfold.web.requests import AcceptInvite, CreateMatch, NameYourself, Nothing, QuickMatch, SeatWish, read_body
from fourfold.web.sessions import hash_token

Token = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The invitation.")]
_read_settings = msgspec.json.Decoder(Settings).decode


def add_guests(app: FastAPI, hall: Hall) -> None:
    """Who one is."""

    @app.get("/api/session", tags=["guests"], summary=say("web.summary.whoami"), **gives(Session))
    async def whoami(request: Request) -> Response:
        guest = hall.sessions.find(request)
        return answer(Session(guest.id, guest.name) if guest else Session())

    @app.post("/api/session", tags=["guests"], summary=say("web.summary.session"), **takes(NameYourself, Session, 503))
    async def begin_session(request: Request) -> Response:
        wish = await read_body(request, NameYourself)
        return await as_guest(hall, request, wish.name, _session_of)


def add_seating(app: FastAPI, hall: Hall) -> None:
    """Setting up, finding, joining."""

    @app.post(
        "/api/matches", tags=["matches"], summary=say("web.summary.create"),
        **takes(CreateMatch, MadeMatch, 404, 409, 503),
    )  # fmt: skip
    async def create_match(request: Request) -> Response:
        wish = await read_body(request, CreateMatch)
        settings = Settings(wish.game, wish.seats, wish.options, wish.clock, wish.is_public, wish.by_lot)
        places = wish.places or [SeatWish("me"), *[SeatWish()] * (wish.seats - 1)]
        return await as_guest(hall, request, wish.name, lambda guest: set_up(hall, guest, settings, places, wish))

    @app.post(
        "/api/quick", tags=["matches"], summary=say("web.summary.quick"),
        **takes(QuickMatch, MadeMatch, 404, 409, 503),
    )  # fmt: skip
    async def quick_match(request: Request) -> Response:
        wish = await read_body(request, QuickMatch)
        settings = Settings(wish.game, wish.seats, wish.options, wish.clock)
        places = [SeatWish("me"), *[SeatWish("computer", wish.level)] * (wish.seats - 1)]
        return await as_guest(hall, request, wish.name, lambda guest: set_up(hall, guest, settings, places, wish))

    @app.post(
        "/api/commitments", tags=["matches"], summary=say("web.summary.commit"), **takes(Nothing, Commitment, 503)
    )
    async def commit(request: Request) -> Response:
        await read_body(request, Nothing)
        return answer(Commitment(await hall.service.commit()))

    @app.get(
        "/api/invites/{token}", tags=["matches"], summary=say("web.summary.invitation"), **gives(Invitation, 404, 422)
    )
    async def show_invite(token: Token) -> Response:
        match_id = hall.store.invited_match(hash_token(token))
        if match_id is None:
            raise Denied(404, "web.no_invite")
        live = await hall.service.find(match_id)
        return answer(Invitation(match_id, live.match.commitment))

    @app.post(
        "/api/invites/{token}", tags=["matches"], summary=say("web.summary.invite"),
        **takes(AcceptInvite, JoinedMatch, 404, 409, 503),
    )  # fmt: skip
    async def accept_invite(request: Request, token: Token) -> Response:
        wish = await read_body(request, AcceptInvite)
        match_id = await hall.store.aside(hall.store.invited_match, hash_token(token))
        if match_id is None:
            raise Denied(404, "web.no_invite")

        async def join(guest: rows.Guest) -> JoinedMatch:
            await hall.service.join(match_id, name_of(guest), guest.id, wish.part)
            return JoinedMatch(match_id)

        return await as_guest(hall, request, wish.name, join)

    @app.get("/api/lobby", tags=["matches"], summary=say("web.summary.lobby"), **gives(MatchList))
    async def lobby() -> Response:
        return answer(await hall.store.aside(_listed, hall, statuses=["open", "running"], public=True))

    @app.get("/api/matches", tags=["matches"], summary=say("web.summary.mine"), **gives(MatchList, 401))
    async def my_matches(request: Request) -> Response:
        guest = hall.sessions.require(request)
        return answer(await hall.store.aside(_listed, hall, guest_id=guest.id))


async def as_guest(hall: Hall, request: Request, name: str, make: Callable[[rows.Guest], Awaitable[Any]]) -> Response:
    """Answer what `make(guest)` gives, with the cookie of a guest who is new."""
    guest, token = await hall.sessions.begin(request, name)
    response = answer(await make(guest))
    if token:
        hall.sessions.hand_out(request, response, token)
    return response


async def set_up(
    hall: Hall, guest: rows.Guest, settings: Settings, wishes: list[SeatWish], wish: CreateMatch | QuickMatch
) -> MadeMatch:
    """Set up a match with an invitation to it; what I add to its secret stands at my first seat."""
    if all(wish.kind == "computer" for wish in wishes):
        raise Denied(422, "web.nobody_plays")
    me = Seat("person", guest.id, name_of(guest))
    seats = [_seat(wish, me) for wish in wishes]
    mine = next((place for place, seat in enumerate(seats) if seat is me), None)
    parts = [wish.part if place == mine else "" for place in range(len(seats))]
    token = secrets.token_urlsafe(24)
    match_id = await hall.service.create(
        settings, seats, guest.id, token_hash=hash_token(token), commitment=wish.commitment, parts=parts
    )
    return MadeMatch(match_id, token)


async def _session_of(guest: rows.Guest) -> Session:
    return Session(guest.id, guest.name)


def name_of(guest: rows.Guest) -> str:
    """What a guest is called; who has no name is a guest with a number."""
    return guest.name or say("web.guest", number=guest.id[:4])


def _seat(wish: SeatWish, me: Seat) -> Seat:
    if wish.kind == "me":
        return me
    if wish.kind == "computer":
        return Seat("computer", wish.level, find_level(wish.level).name)
    return Seat()


def _listed(hall: Hall, **wanted: Any) -> MatchList:
    """The matches that have all that is asked for, with the names of who sits there."""
    found = hall.store.matches(**wanted)
    seats = hall.store.seats([match.id for match in found])
    guests = hall.store.guests({seat.guest_id for row in seats.values() for seat in row if seat.guest_id})

    def listed(seat: rows.Seat) -> ListedSeat:
        guest = guests.get(seat.guest_id or "")
        return ListedSeat(seat.kind, name_of(guest) if guest else "")  # type: ignore[arg-type]  # the store keeps words

    return MatchList(
        [
            ListedMatch(
                m.id, m.game, m.status, m.created, m.updated, _read_settings(m.settings),
                [listed(seat) for seat in seats.get(m.id, [])],
            )
            for m in found
        ]
    )  # fmt: skip
