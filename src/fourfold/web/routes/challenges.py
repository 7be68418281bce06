"""`/api/challenges`: open seats that are kept for an account, which accepts or declines."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request

from fourfold.match.commands import Join
from fourfold.match.events import Created
from fourfold.store.errors import UnknownMatch
from fourfold.store.futures import settle
from fourfold.store.rows import Account, Challenge, Identity
from fourfold.store.store import Store
from fourfold.web.accounts.sessions import name_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.clients import Clients
from fourfold.web.http.router import Api
from fourfold.web.live.challenge_notices import notify_challenge, notify_decline
from fourfold.web.live.match_lists import is_readable, public_settings
from fourfold.web.live.match_shares import check_challenges
from fourfold.web.schemas.parameters import MatchId
from fourfold.web.schemas.responses import Challenges, JoinedMatch, ShownChallenge

MOST_OPEN = 50  # challenges of one account
decode_created = msgspec.json.Decoder(Created).decode


class MyPart(msgspec.Struct, frozen=True):
    """What a player adds to the secret of a match."""

    part: Annotated[str, Meta(max_length=64, description="64 hexadecimal digits that I add to the secret.")] = ""
    commitment: Annotated[
        str, Meta(max_length=64, description="The commitment that the part is for; another match refuses it.")
    ] = ""


def add_challenges(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/challenges", "bots", "web.summary.challenges")
    async def challenges(request: Request) -> Challenges:
        player = await context.sessions.require(request)
        return Challenges(await context.store.read_async(open_challenges, context.store, player.id))

    @api.post("/api/challenges/{match_id}/accept", "bots", "web.summary.accept", 404, 409, 413, 415, 422, 503)
    async def accept(request: Request, match_id: MatchId, query: MyPart) -> JoinedMatch:
        player = await context.sessions.require(request)
        waiting = await context.store.read_async(context.store.challenges.of, player.id)
        seats = (await context.store.read_async(context.store.seats.find, [match_id])).get(match_id, ())
        is_seated = any(seat.guest_id == player.id for seat in seats)  # a second time is no error
        if not is_seated and match_id not in {challenge.match_id for challenge in waiting}:
            raise UnknownMatch("web.no_challenge")
        command = Join(name=name_of(player), part=query.part, commitment=query.commitment)
        await context.service.carry_out(match_id, command, player.id, player.account, is_invited=True)
        await settle(context.store.challenges.remove(match_id, player.id, is_declined=False))
        return JoinedMatch(match_id)

    @api.post("/api/challenges/{match_id}/decline", "bots", "web.summary.decline", 404, 409, 413, 415, 422, 503)
    async def decline(request: Request, match_id: MatchId) -> JoinedMatch:
        player = await context.sessions.require(request)
        if not await settle(context.store.challenges.remove(match_id, player.id, is_declined=True)):
            raise UnknownMatch("web.no_challenge")
        if not context.store.is_shared:
            await notify_decline(context.service, match_id, player.id)
        return JoinedMatch(match_id)


def find_challenged(store: Store, clients: Clients, guest: Identity, names: Sequence[str]) -> list[Account]:
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
        check_challenges(store, clients, guest.id, account.id, account.name)
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
        if match.status == "open" and is_readable(match.settings):
            seats = store.seats.find([match.id])[match.id]
            guests = store.guests.find({seat.guest_id for seat in seats if seat.guest_id})
            names = ", ".join(sorted(name_of(guest) for guest in guests.values()))
            settings, created = public_settings(match.settings), store.events.last_of_kind([match.id], "created")
            commitment = decode_created(created[match.id].body).commitment
            is_bot = "bot" in store.accounts.kinds(guests.keys()).values()
            shown.append(ShownChallenge(match.id, names, waiting.created, settings, commitment, is_bot))
    return shown
