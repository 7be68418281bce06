"""`/api/challenges`: open seats that are kept for an account, which accepts or declines."""

from collections.abc import Sequence

from starlette.requests import Request

from fourfold.match.commands import Join
from fourfold.store.errors import UnknownMatch
from fourfold.store.futures import settle
from fourfold.store.rows import Account, Challenge, Identity
from fourfold.store.store import Store
from fourfold.web.accounts.sessions import name_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.live.challenge_notices import notify_challenge, notify_decline
from fourfold.web.live.match_lists import public_settings
from fourfold.web.schemas.parameters import MatchId
from fourfold.web.schemas.responses import Challenges, JoinedMatch, ShownChallenge

MOST_OPEN = 50  # challenges of one account


def add_challenges(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/challenges", "bots", "web.summary.challenges")
    async def challenges(request: Request) -> Challenges:
        player = await context.sessions.require(request)
        return Challenges(await context.store.read_async(open_challenges, context.store, player.id))

    @api.post("/api/challenges/{match_id}/accept", "bots", "web.summary.accept", 404, 409, 413, 415, 422, 503)
    async def accept(request: Request, match_id: MatchId) -> JoinedMatch:
        player = await take_away(request, match_id, is_declined=False)
        await context.service.carry_out(
            match_id, Join(name=name_of(player)), player.id, player.account, is_invited=True
        )
        return JoinedMatch(match_id)

    @api.post("/api/challenges/{match_id}/decline", "bots", "web.summary.decline", 404, 409, 413, 415, 422, 503)
    async def decline(request: Request, match_id: MatchId) -> JoinedMatch:
        player = await take_away(request, match_id, is_declined=True)
        if not context.store.is_shared:
            await notify_decline(context.service, match_id, player.id)
        return JoinedMatch(match_id)

    async def take_away(request: Request, match_id: str, *, is_declined: bool) -> Identity:
        player = await context.sessions.require(request)
        if not await settle(context.store.challenges.remove(match_id, player.id, is_declined=is_declined)):
            raise UnknownMatch("web.no_challenge")
        return player


def find_challenged(store: Store, guest: Identity, names: Sequence[str]) -> list[Account]:
    """Find the accounts that a guest challenges."""
    found = []
    for name in names:
        account = store.accounts.find(name)
        if account is None or account.is_banned:
            raise Denied(404, "web.no_such_account", name=name)
        if account.id == guest.id:
            raise Denied(422, "web.challenges_oneself")
        if len(store.challenges.of(account.id)) >= MOST_OPEN:
            raise Denied(409, "web.too_many_challenges", name=account.name)
        found.append(account)
    return found


async def challenge(context: AppContext, match_id: str, accounts: Sequence[Account]) -> None:
    """Challenge accounts to a match, and notify them."""
    for account in accounts:
        await settle(context.store.challenges.add(Challenge(match_id, account.id, now_in_milliseconds())))
        if not context.store.is_shared:  # a shared store notifies every process
            await notify_challenge(context.service, match_id, account.id)


def open_challenges(store: Store, player: str) -> list[ShownChallenge]:
    """List the challenges of a player to matches that have not begun."""
    shown = []
    for waiting in store.challenges.of(player):
        match = store.matches.find(waiting.match_id)
        if match.status == "open":
            seats = store.seats.find([match.id])[match.id]
            guests = store.guests.find({seat.guest_id for seat in seats if seat.guest_id})
            names = ", ".join(sorted(name_of(guest) for guest in guests.values()))
            shown.append(ShownChallenge(match.id, names, waiting.created, public_settings(match.settings)))
    return shown
