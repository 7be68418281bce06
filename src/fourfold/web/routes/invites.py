"""`/api/invites`: the match that an invitation leads to, its QR code, and sitting down there."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match.commands import Join
from fourfold.match.match import Match
from fourfold.store.rows import Identity
from fourfold.web.accounts.sessions import hash_token, name_of
from fourfold.web.contests.ratings import can_be_rated
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.jobs.qr_codes import draw_code
from fourfold.web.routes.session import as_guest
from fourfold.web.schemas.parameters import InviteToken
from fourfold.web.schemas.requests import AcceptInvite
from fourfold.web.schemas.responses import Invitation, JoinedMatch, ListedSeat

SeatNumber = Annotated[
    Annotated[int, Meta(ge=0, le=63)] | None, Meta(description="The seat that the invitation is for; any without it.")
]

CODE_PRICE = 0.01  # seconds to draw a QR code


def add_invites(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/invites/{token}", "matches", "web.summary.invitation", 404, 422)
    async def show_invite(request: Request, token: InviteToken, seat: SeatNumber = None) -> Invitation:
        match_id, caller = await find_match(token), await context.sessions.find(request)
        player = caller.id if caller else ""
        async with context.service.locked(match_id) as live:
            unrated = await context.service.find_unrated(live.match.seats, player)
            return describe_invitation(match_id, live.match, player, seat, has_right=not unrated)

    @api.get("/api/invites/{token}/code", "matches", "web.summary.code", 404, 422, 503, gives="image/svg+xml")
    async def show_code(request: Request, token: InviteToken, seat: SeatNumber = None) -> Response:
        await find_match(token)
        address = f"{request.url.scheme}://{request.headers['host']}/join/{token}"
        address += "" if seat is None else f"?seat={seat}"
        code = await context.work(request, draw_code, address, price=CODE_PRICE)
        return Response(code, media_type="image/svg+xml")

    @api.post("/api/invites/{token}", "matches", "web.summary.invite", 404, 409, 503)
    async def accept_invite(request: Request, token: InviteToken, body: AcceptInvite) -> Json[JoinedMatch]:
        match_id = await find_match(token)

        async def join(guest: Identity) -> JoinedMatch:
            command = Join(name=name_of(guest), seat=body.seat, part=body.part)
            await context.service.carry_out(match_id, command, guest.id, guest.account, is_invited=True)
            return JoinedMatch(match_id)

        return await as_guest(context, request, body.name, join)

    async def find_match(token: str) -> str:
        """The match that an invitation leads to."""
        match_id = await context.store.read_async(context.store.invites.find_match, hash_token(token))
        if match_id is None:
            raise Denied(404, "web.no_invite")
        return match_id


def describe_invitation(match_id: str, match: Match, caller: str, wanted: int | None, *, has_right: bool) -> Invitation:
    """What an invitation, perhaps to a certain seat, says to somebody; `has_right` to rated matches, as all there."""
    settings, start = match.settings, match.settings.undealt()
    people = [seat for seat in match.seats if seat.kind == "person"]
    inviter = next((seat.name for seat in people if seat.player == match.creator), "")
    free = [k for k, seat in enumerate(match.seats) if seat.kind == "open" and wanted in (None, k)]
    return Invitation(
        match_id, match.commitment, match.status, settings.game, inviter, settings.clock,
        [ListedSeat(seat.kind, seat.name, seat.account) for seat in match.seats],
        start.game.written_options(start.seats, start.options),
        by_lot=settings.by_lot,
        seat=None if settings.by_lot else next(iter(free), None),
        first=start.to_move,
        is_rated=has_right and can_be_rated(match),
        has_right=has_right,
        has_position=bool(settings.start),
        has_hints=bool(settings.has_hints),
        has_chat=settings.has_chat,
        is_mine=bool(match.seats_of(caller)),
    )  # fmt: skip
