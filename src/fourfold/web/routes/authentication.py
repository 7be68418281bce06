"""Accounts: signing up, logging in and out, and getting back in with a recovery code."""

import re
from typing import Annotated, Literal

import msgspec
import structlog
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fourfold.match import decisions
from fourfold.match.accounts import AccountKind
from fourfold.match.settings import Seat
from fourfold.store.errors import UnknownCode
from fourfold.store.futures import settle
from fourfold.store.rows import Account, Guest, Identity
from fourfold.store.tables.accounts import key_of
from fourfold.text import say
from fourfold.web.accounts.erasure import UNFINISHED, find_matches
from fourfold.web.accounts.passwords import check_password
from fourfold.web.accounts.recovery_codes import fresh_code, hash_code
from fourfold.web.accounts.sessions import (
    ACCOUNT_COOKIE,
    GUEST_COOKIE,
    address_of,
    fresh_session,
    hand_out,
    take_back,
)
from fourfold.web.accounts.user_agents import describe_agent
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.ids import fresh_id
from fourfold.web.openapi import takes
from fourfold.web.schemas.requests import read_body
from fourfold.web.schemas.responses import ShownGuest, answer

NAME = re.compile(r"[^\W_](?:[\w-]{0,22}[^\W_])?")  # letters and digits; - and _ between them
CODES = 8

Word = Annotated[str, msgspec.Meta(max_length=400)]

log = structlog.get_logger()


class MakeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make an account; who is a guest keeps all matches."""

    name: Word
    password: Word
    kind: Literal["person", "bot"] = "person"


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Log in; the matches that were played here as a guest come along where that is wished."""

    name: Word
    password: Word
    take_along: bool = False


class LogOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Log out here."""


class UseCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose a new password with a recovery code."""

    name: Word
    code: Word
    password: Word


class NewAccount(msgspec.Struct, frozen=True):
    """Who one is, and the recovery codes, which are shown this once."""

    id: str
    name: str
    account: AccountKind
    codes: list[str]


def add_accounts(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    accounts = context.store.accounts

    @app.post(
        "/api/accounts",
        tags=["accounts"],
        summary=say("web.summary.sign_up"),
        **takes(MakeAccount, NewAccount, 409, 503),
    )
    async def sign_up(request: Request) -> Response:
        wish = await read_body(request, MakeAccount)
        check_account_name(wish.name)
        check_password(wish.password, wish.name)
        here = await context.sessions.find(request)
        if here is not None and here.account:
            raise Denied(409, "store.account_exists", guest=here.id)
        context.limits.check("sign_up", address_of(request))
        password = await context.passwords.hash(wish.password)
        session, token = fresh_session(here.id if here else fresh_id(), "browser", describe_agent(request))
        guest = Guest(session.guest_id, wish.name, session.created, session.seen)
        await settle(accounts.sign_up(guest, wish.kind, password, session))
        codes = await new_codes(context, guest.id)
        log.info("signed_up", player=guest.id, kind=wish.kind)
        context.sessions.forget(guest.id)
        await claim_matches(context, guest.id, Seat("person", guest.id, wish.name, wish.kind))
        response = answer(NewAccount(guest.id, guest.name, wish.kind, codes))
        hand_out(request, response, token, ACCOUNT_COOKIE)
        take_back(response, GUEST_COOKIE)
        return response

    @app.post("/api/login", tags=["accounts"], summary=say("web.summary.log_in"), **takes(LogIn, ShownGuest, 409, 503))
    async def log_in(request: Request) -> Response:
        wish = await read_body(request, LogIn)
        account = await check_login(context, request, wish.name, wish.password)
        session, token = fresh_session(account.id, "browser", describe_agent(request))
        await settle(accounts.add_session(session))
        log.info("logged_in", player=account.id, address=address_of(request))
        here = await context.sessions.find(request)
        if wish.take_along and here is not None and not here.account:
            await claim_matches(context, here.id, Seat("person", account.id, account.name, account.kind), every=True)
        response = answer(ShownGuest(account.id, account.name, account.kind))
        hand_out(request, response, token, ACCOUNT_COOKIE)
        return response

    @app.post("/api/logout", tags=["accounts"], summary=say("web.summary.log_out"), **takes(LogOut, ShownGuest, 503))
    async def log_out(request: Request) -> Response:
        await read_body(request, LogOut)
        identity = await context.sessions.require_account(request)
        await settle(accounts.end_sessions(identity.id, now_in_milliseconds(), mark=identity.session.key))
        context.sessions.forget(identity.id)
        response = answer(ShownGuest())
        take_back(response, ACCOUNT_COOKIE)
        return response

    @app.post(
        "/api/recover", tags=["accounts"], summary=say("web.summary.recover"), **takes(UseCode, ShownGuest, 409, 503)
    )
    async def recover(request: Request) -> Response:
        wish = await read_body(request, UseCode)
        check_password(wish.password, wish.name)
        context.limits.check("log_in", address_of(request), key_of(wish.name))
        account = await context.store.aside(accounts.find, wish.name)
        password = await context.passwords.hash(wish.password)
        session, token = fresh_session(account.id if account else "", "browser", describe_agent(request))
        try:
            await settle(accounts.recover(hash_code(session.guest_id, wish.code), password, session))
        except UnknownCode:
            log.info("recovery_failed", address=address_of(request))
            raise Denied(401, "web.wrong_code") from None
        assert account is not None
        context.sessions.forget(account.id)
        log.info("recovered", player=account.id, address=address_of(request))
        response = answer(ShownGuest(account.id, account.name, account.kind))
        hand_out(request, response, token, ACCOUNT_COOKIE)
        return response


def check_account_name(name: str) -> None:
    """Refuse a name that could be taken for another, or that cannot be part of an address."""
    if not 2 <= len(name) <= 24 or not NAME.fullmatch(name):
        raise Denied(422, "web.bad_account_name", shortest=2, longest=24)


async def check_login(context: AppContext, request: Request, name: str, password: str) -> Account:
    """Find the account of a name and a password. Wrong names and wrong passwords are answered alike, as slowly."""
    context.limits.check("log_in", address_of(request), key_of(name))
    account = await context.store.aside(context.store.accounts.find, name)
    if not await context.passwords.verify(account.password if account else None, password):
        log.info("log_in_failed", address=address_of(request))
        raise Denied(401, "web.wrong_login")
    assert account is not None
    if account.is_banned:
        raise Denied(403, "web.banned")
    if context.passwords.is_outdated(account.password):
        await settle(context.store.accounts.update_hash(account.id, await context.passwords.hash(password)))
    return account


async def check_own_password(context: AppContext, request: Request, password: str) -> Identity:
    """Find whose account it is, who must say the password again: a browser may have been left alone."""
    identity = await context.sessions.require_account(request)
    await check_login(context, request, identity.name, password)
    return identity


async def new_codes(context: AppContext, account_id: str) -> list[str]:
    """Make recovery codes that take the place of all earlier ones."""
    codes = [fresh_code() for _ in range(CODES)]
    await settle(context.store.accounts.put_recoveries(account_id, [hash_code(account_id, code) for code in codes]))
    return codes


async def claim_matches(context: AppContext, guest_id: str, seat: Seat, *, every: bool = False) -> None:
    """Let the seats of a guest belong to an account: at matches that are not over, or at every one."""
    mine = await context.store.aside(find_matches, context.store, guest_id, None if every else UNFINISHED)
    for match in mine:
        await context.service.change(
            match.id, lambda match: decisions.claim(match, guest_id, seat, context.service.here())
        )
