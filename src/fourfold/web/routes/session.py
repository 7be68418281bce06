"""Sessions and authentication: `/api/session`, `/api/login`, `/api/logout`, `/api/recover`."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from starlette.requests import Request

from fourfold.match import decisions
from fourfold.match.settings import UNFINISHED, Seat
from fourfold.store.errors import UnknownCode
from fourfold.store.futures import settle
from fourfold.store.rows import Account, Identity
from fourfold.store.tables.accounts import key_of
from fourfold.web.accounts.erasure import MOST_MATCHES
from fourfold.web.accounts.passwords import check_password
from fourfold.web.accounts.recovery_codes import hash_code
from fourfold.web.accounts.sessions import ACCOUNT_COOKIE, address_of, fresh_session, hand_out, take_back
from fourfold.web.accounts.user_agents import describe_agent
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.schemas.accounts import LogIn, NewAccount, UseCode
from fourfold.web.schemas.requests import NameYourself, Nothing
from fourfold.web.schemas.responses import ShownGuest

Made = TypeVar("Made")
Member = TypeVar("Member", ShownGuest, NewAccount)

log = structlog.get_logger()


def add_session(api: Api, context: AppContext) -> None:
    """Add the routes."""
    sessions = context.sessions

    @api.get("/api/session", "guests", "web.summary.whoami")
    async def whoami(request: Request) -> ShownGuest:
        guest = await sessions.find(request)
        if guest is None:
            return ShownGuest()
        store = context.store
        is_moderator = bool(guest.account) and await store.read_async(store.reports.is_moderator, guest.id)
        return ShownGuest(guest.id, guest.name, guest.account, is_moderator)

    @api.post("/api/session", "guests", "web.summary.session", 503)
    async def begin_session(request: Request, body: NameYourself) -> Json[ShownGuest]:
        async def show(guest: Identity) -> ShownGuest:
            return _shown(guest)

        return await as_guest(context, request, body.name, show)

    @api.post("/api/login", "accounts", "web.summary.log_in", 409, 503)
    async def log_in(request: Request, body: LogIn) -> Json[ShownGuest]:
        account = await check_login(context, request, body.name, body.password)
        session, token = fresh_session(account.id, "browser", describe_agent(request))
        await settle(context.store.sessions.add(session))
        log.info("logged_in", player=account.id, address=address_of(request))
        here = await sessions.find(request)
        if body.take_along and here is not None and not here.account:
            await claim_matches(context, here.id, Seat("person", account.id, account.name, account.kind), every=True)
        return await logged_in(context, request, token, _shown(account))

    @api.post("/api/logout", "accounts", "web.summary.log_out", 503)
    async def log_out(request: Request, body: Nothing) -> Json[ShownGuest]:
        identity = await sessions.require_account(request)
        await settle(context.store.sessions.end(identity.id, now_in_milliseconds(), mark=identity.session.key))
        return logged_out(context, identity)

    @api.post("/api/recover", "accounts", "web.summary.recover", 409, 503)
    async def recover(request: Request, body: UseCode) -> Json[ShownGuest]:
        check_password(body.password, body.name)
        account = await find_account(context, request, body.name)
        password = await context.passwords.hash(body.password)
        session, token = fresh_session(account.id if account else "", "browser", describe_agent(request))
        try:
            await settle(context.store.recovery_codes.use(hash_code(session.guest_id, body.code), password, session))
        except UnknownCode:
            log.info("recovery_failed", address=address_of(request))
            raise Denied(401, "web.wrong_code") from None
        assert account is not None
        sessions.forget(account.id)
        log.info("recovered", player=account.id, address=address_of(request))
        return await logged_in(context, request, token, _shown(account))


async def as_guest(
    context: AppContext, request: Request, name: str, make: Callable[[Identity], Awaitable[Made]]
) -> Json[Made]:
    """Respond with the result of `make(guest)`; a new guest also gets a session cookie."""
    guest, token = await context.sessions.begin(request, name)
    context.clients.see(request, guest.id)
    context.limits.check("match", address_of(request), guest.id)
    response = Json(await make(guest))
    if token:
        hand_out(request, response, token)
    return response


async def check_login(context: AppContext, request: Request, name: str, password: str) -> Account:
    """Find the account of a name and a password; wrong names are refused as slowly as wrong passwords."""
    account = await find_account(context, request, name)
    if not await context.passwords.verify(account.password if account else None, password):
        log.info("log_in_failed", address=address_of(request))
        raise Denied(401, "web.wrong_login")
    assert account is not None
    if account.is_banned:
        raise Denied(403, "web.banned")
    if context.passwords.is_outdated(account.password):
        await settle(context.store.accounts.update_hash(account.id, await context.passwords.hash(password)))
    return account


async def find_account(context: AppContext, request: Request, name: str) -> Account | None:
    """Find the account that somebody wants to get into; refused where that is tried too often."""
    account = await context.store.read_async(context.store.accounts.find, name)
    device = await context.sessions.find_device(request, account.id) if account else None
    context.limits.check_log_in(address_of(request), key_of(name), device.session.key if device else "")
    return account


async def claim_matches(context: AppContext, guest_id: str, seat: Seat, *, every: bool = False) -> None:
    """Give the seats of a guest to an account: at unfinished matches, or at every one."""
    statuses = None if every else UNFINISHED
    mine = await context.store.read_async(
        context.store.matches.search, guest_id=guest_id, statuses=statuses, limit=MOST_MATCHES
    )
    for match in mine:
        await context.service.change(
            match.id, lambda match: decisions.claim(match, guest_id, seat, context.service.decision_context())
        )


def logged_out(context: AppContext, identity: Identity) -> Json[ShownGuest]:
    """Respond to an account whose session has ended."""
    context.sessions.forget(identity.id)
    response = Json(ShownGuest())
    take_back(response, ACCOUNT_COOKIE)
    return response


async def logged_in(context: AppContext, request: Request, token: str, content: Member) -> Json[Member]:
    """Respond to an account that has a new session; its browser may try passwords later, whoever else does."""
    response = Json(content)
    hand_out(request, response, token, ACCOUNT_COOKIE)
    await context.sessions.remember_device(request, response, content.id)
    return response


def _shown(player: Identity | Account) -> ShownGuest:
    return ShownGuest(player.id, player.name, player.kind if isinstance(player, Account) else player.account)
