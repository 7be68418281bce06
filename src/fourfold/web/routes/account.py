"""One's own account: sessions, tokens, recovery codes, the password, all data, and the end."""

from collections.abc import AsyncIterator
from typing import Annotated, Literal

import msgspec
import structlog
from fastapi import FastAPI, Path
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fourfold.match.accounts import AccountKind
from fourfold.store.futures import settle
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.accounts.erasure import forget_players, scrub
from fourfold.web.accounts.export import export_account
from fourfold.web.accounts.passwords import check_password
from fourfold.web.accounts.sessions import ACCOUNT_COOKIE, address_of, fresh_session, take_back
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.openapi import gives, takes
from fourfold.web.routes.authentication import LogOut, check_own_password, new_codes
from fourfold.web.schemas.requests import read_body
from fourfold.web.schemas.responses import ShownGuest, answer

MARK = 16  # letters of a key that are enough to tell sessions apart
MOST_TOKENS = 20
Mark = Annotated[str, Path(pattern=f"^[0-9a-f]{{{MARK}}}$", description="The mark of a session or token.")]
Word = Annotated[str, msgspec.Meta(max_length=400)]

log = structlog.get_logger()


class ShownSession(msgspec.Struct, frozen=True):
    """A way in: a browser where one is logged in, or a token."""

    mark: str
    kind: Literal["browser", "token"]
    label: str
    created: int
    seen: int
    is_this: bool


class AccountPage(msgspec.Struct, frozen=True):
    """All there is to know about one's account."""

    id: str
    name: str
    account: AccountKind
    created: int
    is_muted: bool
    codes_left: int
    sessions: list[ShownSession]


class Confirm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, said again."""

    password: Word


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, and another instead."""

    password: Word
    new: Word


class MakeToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program."""

    password: Word
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewToken(msgspec.Struct, frozen=True):
    """The token, which is shown this once."""

    token: str
    mark: str


class Codes(msgspec.Struct, frozen=True):
    """Recovery codes, which are shown this once."""

    codes: list[str]


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions and tokens have ended."""

    ended: int


def add_account(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    accounts = context.store.accounts

    @app.get("/api/account", tags=["accounts"], summary=say("web.summary.account"), **gives(AccountPage))
    async def show_account(request: Request) -> Response:
        return answer(await account_page(context, request))

    @app.post(
        "/api/account/password", tags=["accounts"], summary=say("web.summary.password"),
        **takes(NewPassword, AccountPage, 503),
    )  # fmt: skip
    async def change_password(request: Request) -> Response:
        wish = await read_body(request, NewPassword)
        identity = await check_own_password(context, request, wish.password)
        check_password(wish.new, identity.name)
        hashed, now = await context.passwords.hash(wish.new), now_in_milliseconds()
        await settle(accounts.change_password(identity.id, hashed, now, but=identity.session.key))
        context.sessions.forget(identity.id)
        log.info("password_changed", player=identity.id, address=address_of(request))
        return answer(await account_page(context, request))

    @app.post("/api/account/codes", tags=["accounts"], summary=say("web.summary.codes"), **takes(Confirm, Codes, 503))
    async def make_codes(request: Request) -> Response:
        identity = await check_own_password(context, request, (await read_body(request, Confirm)).password)
        return answer(Codes(await new_codes(context, identity.id)))

    @app.post(
        "/api/account/tokens", tags=["accounts"], summary=say("web.summary.token"),
        **takes(MakeToken, NewToken, 409, 503),
    )  # fmt: skip
    async def make_token(request: Request) -> Response:
        wish = await read_body(request, MakeToken)
        if not wish.label.isprintable():
            raise Denied(422, "web.bad_name", longest=40)
        identity = await check_own_password(context, request, wish.password)
        known = await context.store.aside(accounts.sessions, identity.id)
        if sum(session.kind == "token" for session in known) >= MOST_TOKENS:
            raise Denied(409, "web.too_many_tokens", most=MOST_TOKENS)
        session, token = fresh_session(identity.id, "token", wish.label)
        await settle(accounts.add_session(session))
        log.info("token_made", player=identity.id, address=address_of(request))
        return answer(NewToken(token, session.key[:MARK]))

    @app.post(
        "/api/account/sessions/{mark}/end", tags=["accounts"], summary=say("web.summary.end_session"),
        **takes(LogOut, SessionsEnded, 503),
    )  # fmt: skip
    async def end_session(request: Request, mark: Mark) -> Response:
        await read_body(request, LogOut)
        return await end_sessions(request, mark)

    @app.post(
        "/api/account/sessions/end", tags=["accounts"], summary=say("web.summary.end_sessions"),
        **takes(LogOut, SessionsEnded, 503),
    )  # fmt: skip
    async def end_others(request: Request) -> Response:
        await read_body(request, LogOut)
        return await end_sessions(request, "")

    async def end_sessions(request: Request, mark: str) -> Response:
        identity = await context.sessions.require_account(request)
        now = now_in_milliseconds()
        ended = await settle(accounts.end_sessions(identity.id, now, mark=mark, but=identity.session.key))
        context.sessions.forget(identity.id)
        return answer(SessionsEnded(ended))

    @app.get(
        "/api/account/export", tags=["accounts"], summary=say("web.summary.export"), **gives("application/json")
    )  # fmt: skip
    async def export(request: Request) -> Response:
        identity = await context.sessions.require_account(request)
        context.limits.check("export", address_of(request), identity.id)
        page = await account_page(context, request)
        pieces: AsyncIterator[bytes] = export_account(context, identity, page)
        headers = {"content-disposition": 'attachment; filename="fourfold.json"'}
        return StreamingResponse(pieces, 200, headers, "application/json")

    @app.post(
        "/api/account/delete", tags=["accounts"], summary=say("web.summary.delete"), **takes(Confirm, ShownGuest, 503)
    )  # fmt: skip
    async def delete(request: Request) -> Response:
        identity = await check_own_password(context, request, (await read_body(request, Confirm)).password)
        await forget_players(context.service, [identity.id])
        await scrub(context.store)
        context.sessions.forget(identity.id)
        log.info("account_deleted", player=identity.id)
        response = answer(ShownGuest())
        take_back(response, ACCOUNT_COOKIE)
        return response


async def account_page(context: AppContext, request: Request) -> AccountPage:
    """All there is to know about the account that a request comes from."""
    return await context.store.aside(describe_account, context.store, await context.sessions.require(request))


def describe_account(store: Store, identity: Identity) -> AccountPage:
    """All there is to know about somebody's account."""
    account = store.accounts.account(identity.id)
    if account is None:
        raise Denied(401, "web.no_account")
    shown = [
        ShownSession(s.key[:MARK], s.kind, s.label, s.created, s.seen, s.key == identity.session.key)
        for s in store.accounts.sessions(account.id)
    ]
    left = store.accounts.count_recoveries(account.id)
    return AccountPage(account.id, account.name, account.kind, account.created, account.is_muted, left, shown)
