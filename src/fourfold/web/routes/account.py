"""`/api/accounts` and `/api/account`: sign-up, sessions, API tokens, recovery codes, password, export, deletion."""

import re
from typing import Annotated

import structlog
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fourfold.match.settings import LONGEST_NAME, Seat
from fourfold.store.futures import settle
from fourfold.store.rows import Guest, Identity
from fourfold.store.store import Store
from fourfold.web.accounts.erasure import forget_players, scrub
from fourfold.web.accounts.export import export_account
from fourfold.web.accounts.passwords import check_password
from fourfold.web.accounts.recovery_codes import fresh_code, hash_code
from fourfold.web.accounts.sessions import GUEST_COOKIE, address_of, fresh_session, take_back
from fourfold.web.accounts.user_agents import describe_agent
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.ids import fresh_id
from fourfold.web.routes.session import check_login, claim_matches, logged_in, logged_out
from fourfold.web.schemas import accounts as schemas
from fourfold.web.schemas.requests import Nothing
from fourfold.web.schemas.responses import ShownGuest

SHORTEST_ACCOUNT_NAME, LONGEST_ACCOUNT_NAME = 2, 24
ACCOUNT_NAME = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")  # letters and digits; - and _ between them
RECOVERY_CODES = 8
MARK_LENGTH = 16  # letters of a session's key that tell it from others
MOST_TOKENS = 20

Mark = Annotated[str, Meta(pattern=f"^[0-9a-f]{{{MARK_LENGTH}}}$", description="The mark of a session or token.")]

log = structlog.get_logger()


def add_account(api: Api, context: AppContext) -> None:
    """Add the routes."""
    accounts, sessions = context.store.accounts, context.sessions

    @api.post("/api/accounts", "accounts", "web.summary.sign_up", 409, 503)
    async def sign_up(request: Request, body: schemas.MakeAccount) -> Json[schemas.NewAccount]:
        check_account_name(body.name)
        check_password(body.password, body.name)
        here = await sessions.find(request)
        if here is not None and here.account:
            raise Denied(409, "store.account_exists", guest=here.id)
        context.limits.check("sign_up", address_of(request))
        password = await context.passwords.hash(body.password)
        session, token = fresh_session(here.id if here else fresh_id(), "browser", describe_agent(request))
        guest = Guest(session.guest_id, body.name, session.created, session.seen)
        await settle(accounts.sign_up(guest, body.kind, password, session))
        codes = await new_codes(guest.id)
        log.info("signed_up", player=guest.id, kind=body.kind)
        sessions.forget(guest.id)
        await claim_matches(context, guest.id, Seat("person", guest.id, body.name, body.kind))
        response = await logged_in(context, request, token, schemas.NewAccount(guest.id, guest.name, body.kind, codes))
        take_back(response, GUEST_COOKIE)
        return response

    @api.get("/api/account", "accounts", "web.summary.account")
    async def show_account(request: Request) -> schemas.AccountPage:
        return await context.store.read_async(describe_account, context.store, await sessions.require(request))

    @api.post("/api/account/password", "accounts", "web.summary.password", 503)
    async def change_password(request: Request, body: schemas.NewPassword) -> schemas.AccountPage:
        identity = await check_own_password(request, body.password)
        check_password(body.new, identity.name)
        hashed, now = await context.passwords.hash(body.new), now_in_milliseconds()
        await settle(accounts.change_password(identity.id, hashed, now, but=identity.session.key))
        sessions.forget(identity.id)
        log.info("password_changed", player=identity.id, address=address_of(request))
        return await show_account(request)

    @api.post("/api/account/codes", "accounts", "web.summary.codes", 503)
    async def make_codes(request: Request, body: schemas.Confirm) -> schemas.Codes:
        identity = await check_own_password(request, body.password)
        return schemas.Codes(await new_codes(identity.id))

    @api.post("/api/account/tokens", "accounts", "web.summary.token", 409, 503)
    async def make_token(request: Request, body: schemas.MakeToken) -> schemas.NewToken:
        if not body.label.isprintable():
            raise Denied(422, "web.bad_name", longest=LONGEST_NAME)
        identity = await check_own_password(request, body.password)
        known = await context.store.read_async(context.store.sessions.of, identity.id)
        if sum(session.kind == "token" for session in known) >= MOST_TOKENS:
            raise Denied(409, "web.too_many_tokens", most=MOST_TOKENS)
        session, token = fresh_session(identity.id, "token", body.label)
        await settle(context.store.sessions.add(session))
        log.info("token_made", player=identity.id, address=address_of(request))
        return schemas.NewToken(token, session.key[:MARK_LENGTH])

    @api.post("/api/account/sessions/{mark}/end", "accounts", "web.summary.end_session", 503)
    async def end_session(request: Request, mark: Mark, body: Nothing) -> schemas.SessionsEnded:
        identity = await sessions.require_account(request)
        now = now_in_milliseconds()
        ended = await settle(context.store.sessions.end(identity.id, now, mark=mark, but=identity.session.key))
        sessions.forget(identity.id)
        return schemas.SessionsEnded(ended)

    @api.post("/api/account/sessions/end", "accounts", "web.summary.end_sessions", 503)
    async def end_others(request: Request, body: Nothing) -> schemas.SessionsEnded:
        return await end_session(request, "", body)  # every mark begins with nothing

    @api.get("/api/account/export", "accounts", "web.summary.export", gives="application/json")
    async def export(request: Request) -> Response:
        identity = await sessions.require_account(request)
        context.limits.check("export", address_of(request), identity.id)
        pieces = export_account(context.service, identity, await show_account(request))
        headers = {"content-disposition": 'attachment; filename="fourfold.json"'}
        return StreamingResponse(pieces, 200, headers, "application/json")

    @api.post("/api/account/delete", "accounts", "web.summary.delete", 503)
    async def delete(request: Request, body: schemas.Confirm) -> Json[ShownGuest]:
        identity = await check_own_password(request, body.password)
        await forget_players(context.service, [identity.id])
        await scrub(context.store)
        log.info("account_deleted", player=identity.id)
        return logged_out(context, identity)

    async def check_own_password(request: Request, password: str) -> Identity:
        """The account of a request; it says its password again, because a browser may have been left alone."""
        identity = await sessions.require_account(request)
        await check_login(context, request, identity.name, password)
        return identity

    async def new_codes(account_id: str) -> list[str]:
        """Make recovery codes; all earlier ones become invalid."""
        codes = [fresh_code() for _ in range(RECOVERY_CODES)]
        await settle(context.store.recovery_codes.put(account_id, [hash_code(account_id, code) for code in codes]))
        return codes


def check_account_name(name: str) -> None:
    """Refuse a name that could be taken for another, or that cannot be part of an address."""
    if not SHORTEST_ACCOUNT_NAME <= len(name) <= LONGEST_ACCOUNT_NAME or not ACCOUNT_NAME.fullmatch(name):
        raise Denied(422, "web.bad_account_name", shortest=SHORTEST_ACCOUNT_NAME, longest=LONGEST_ACCOUNT_NAME)


def describe_account(store: Store, identity: Identity) -> schemas.AccountPage:
    """All that an account page shows."""
    account = store.accounts.get(identity.id)
    if account is None:
        raise Denied(401, "web.no_account")
    shown = [
        schemas.ShownSession(s.key[:MARK_LENGTH], s.kind, s.label, s.created, s.seen, s.key == identity.session.key)
        for s in store.sessions.of(account.id)
        if s.kind != "device"
    ]
    left, is_moderator = store.recovery_codes.count(account.id), store.reports.is_moderator(account.id)
    return schemas.AccountPage(
        account.id, account.name, account.kind, account.created, account.is_muted, left, shown, is_moderator
    )
