"""The whole application: what stands before the addresses, the addresses, and what happens at start and stop."""

import gc
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import structlog
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

import fourfold
from fourfold.core.errors import FourfoldError
from fourfold.core.registry import list_games
from fourfold.players.levels import USUAL
from fourfold.players.runner import Runner
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.account import add_account
from fourfold.web.accounts import add_accounts
from fourfold.web.answers import add_errors
from fourfold.web.challenging import add_challenging
from fourfold.web.chatting import add_chatting
from fourfold.web.contesting import add_contests
from fourfold.web.finding import add_finding
from fourfold.web.following import add_following
from fourfold.web.guard import Guard
from fourfold.web.hall import Hall
from fourfold.web.installing import add_installing
from fourfold.web.learning import add_learning
from fourfold.web.leaving import sweep, watch_changes
from fourfold.web.limits import Limits
from fourfold.web.listening import add_listening
from fourfold.web.looking import add_looking
from fourfold.web.openapi import add_schemas
from fourfold.web.operation import add_operation
from fourfold.web.page import add_page
from fourfold.web.playing import Shortcut, add_playing
from fourfold.web.positions import add_positions
from fourfold.web.proxies import Proxies
from fourfold.web.puzzling import add_puzzling
from fourfold.web.records import add_records
from fourfold.web.seating import add_guests, add_seating
from fourfold.web.warming import warm_cache

DAYS_KEPT = 180

log = structlog.get_logger()


class Safety(NamedTuple):
    """How the server is kept safe: the proxies that it believes, limits, and how long what nobody uses is kept."""

    proxies: Collection[str] = ()
    has_limits: bool = True
    days_kept: int = DAYS_KEPT


USUAL_SAFETY = Safety()


class Application:
    """The ASGI application over an open store; it answers for the named hosts only."""

    def __init__(self, store: Store, runner: Runner, hosts: Collection[str], safety: Safety = USUAL_SAFETY) -> None:
        limits = Limits(is_on=safety.has_limits)
        self.safety = safety
        self.hall = Hall(store, runner, limits)
        self.api = FastAPI(
            title="Fourfold",
            version=fourfold.__version__,
            description=say("web.api"),
            lifespan=self.live,
            docs_url=None,  # it would load scripts from elsewhere
            redoc_url=None,
            redirect_slashes=False,
        )
        add_errors(self.api)
        add_operation(self.api, self.hall)
        add_guests(self.api, self.hall)
        add_seating(self.api, self.hall)
        add_finding(self.api, self.hall)
        carry_out = add_playing(self.api, self.hall)
        add_listening(self.api, self.hall)
        add_looking(self.api, self.hall)
        add_contests(self.api, self.hall)
        add_positions(self.api, self.hall)
        add_records(self.api, self.hall)
        add_puzzling(self.api, self.hall)
        add_learning(self.api, self.hall)
        add_accounts(self.api, self.hall)
        add_account(self.api, self.hall)
        add_challenging(self.api, self.hall)
        add_chatting(self.api, self.hall)
        add_following(self.api, self.hall)
        add_schemas(self.api)
        add_installing(self.api)
        add_page(self.api)
        self.guard = Guard(Shortcut(self.api, carry_out), hosts, Proxies(safety.proxies), limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)

    @asynccontextmanager
    async def live(self, _: FastAPI) -> AsyncIterator[None]:
        """Answer at once, and get ready meanwhile."""
        self.hall.service.tasks.start(self.get_ready())
        yield
        await self.stop()

    async def get_ready(self) -> None:
        """Load every game beside the event loop, then go on with the matches that were running."""
        await warm_cache()
        for game in list_games():
            await self.hall.service.need(game)
            with suppress(FourfoldError):
                await self.hall.runner.warm_up(game, [USUAL])  # the others take memory when they are asked for
        await self.hall.service.start()
        self.hall.service.tasks.start(watch_changes(self.hall))
        self.hall.service.tasks.start(sweep(self.hall, self.safety.days_kept))
        self.hall.service.tasks.start(self.hall.follow_up())
        gc.collect()
        gc.freeze()  # all that is loaded now stays; looking through it again and again would hold everybody up
        self.hall.is_ready = True
        log.info("ready", matches=len(self.hall.service.live))

    async def stop(self) -> None:
        """Let all listeners go; every match stays as it is stored."""
        self.hall.reviews.stop()
        self.hall.workshop.close()
        await self.hall.service.stop()
        self.hall.passwords.close()
