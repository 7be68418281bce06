"""Challenges: a seat at a match that is kept for an account, who is told so, and accepts or declines."""

from collections.abc import Sequence

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match.commands import Join
from fourfold.match.settings import Settings
from fourfold.store.errors import UnknownMatch
from fourfold.store.futures import settle
from fourfold.store.rows import Account, Challenge, Identity
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.accounts.sessions import name_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.live.challenge_notices import tell_challenge, tell_decline
from fourfold.web.openapi import gives
from fourfold.web.routes.matches import MatchId
from fourfold.web.schemas.responses import JoinedMatch, answer

MOST_WAITING = 50  # challenges that one account can have

_read_settings = msgspec.json.Decoder(Settings).decode


class ShownChallenge(msgspec.Struct, frozen=True):
    """A match that one is asked to play, and by whom."""

    match: str
    name: str
    created: int
    settings: Settings


class Challenges(msgspec.Struct, frozen=True):
    """The challenges that wait for an answer, the oldest first."""

    challenges: list[ShownChallenge]


def find_challenged(store: Store, guest: Identity, names: Sequence[str]) -> list[Account]:
    """Find the accounts of these names, who must be others."""
    found = []
    for name in names:
        account = store.accounts.find(name)
        if account is None or account.is_banned:
            raise Denied(404, "web.no_such_account", name=name)
        if account.id == guest.id:
            raise Denied(422, "web.challenges_oneself")
        if len(store.accounts.challenges(account.id)) >= MOST_WAITING:
            raise Denied(409, "web.too_many_challenges", name=account.name)
        found.append(account)
    return found


async def challenge(context: AppContext, match_id: str, accounts: Sequence[Account]) -> None:
    """Keep seats at a match for these accounts, and tell them."""
    for account in accounts:
        await settle(context.store.accounts.add_challenge(Challenge(match_id, account.id, now_in_milliseconds())))
        if not context.store.is_shared:  # else every process is told by the store
            await tell_challenge(context.service, match_id, account.id)


def open_challenges(store: Store, player: str) -> list[ShownChallenge]:
    """List the challenges of a player to matches that have not begun."""
    shown = []
    for waiting in store.accounts.challenges(player):
        match = store.match(waiting.match_id)
        if match.status == "open":
            seats = store.seats([match.id])[match.id]
            guests = store.guests({seat.guest_id for seat in seats if seat.guest_id})
            names = ", ".join(sorted(name_of(guest) for guest in guests.values()))
            shown.append(ShownChallenge(match.id, names, waiting.created, _read_settings(match.settings)))
    return shown


def add_challenging(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get("/api/challenges", tags=["bots"], summary=say("web.summary.challenges"), **gives(Challenges))
    async def challenges(request: Request) -> Response:
        player = await context.sessions.require(request)
        return answer(Challenges(await context.store.aside(open_challenges, context.store, player.id)))

    @app.post(
        "/api/challenges/{match_id}/accept", tags=["bots"], summary=say("web.summary.accept"),
        **gives(JoinedMatch, 404, 409, 413, 415, 422, 503),
    )  # fmt: skip
    async def accept(request: Request, match_id: MatchId) -> Response:
        player = await take_away(request, match_id, is_declined=False)
        await context.service.join(match_id, Join(name=name_of(player)), player.id, player.account)
        return answer(JoinedMatch(match_id))

    @app.post(
        "/api/challenges/{match_id}/decline", tags=["bots"], summary=say("web.summary.decline"),
        **gives(JoinedMatch, 404, 409, 413, 415, 422, 503),
    )  # fmt: skip
    async def decline(request: Request, match_id: MatchId) -> Response:
        player = await take_away(request, match_id, is_declined=True)
        if not context.store.is_shared:
            await tell_decline(context.service, match_id, player.id)
        return answer(JoinedMatch(match_id))

    async def take_away(request: Request, match_id: str, *, is_declined: bool) -> Identity:
        player = await context.sessions.require(request)
        if not await settle(context.store.accounts.remove_challenge(match_id, player.id, is_declined=is_declined)):
            raise UnknownMatch("web.no_challenge")
        return player
