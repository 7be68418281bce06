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
from fourfold.web.accounts.erasure import sweep, watch_changes
from fourfold.web.context import AppContext
from fourfold.web.http.manifest import add_installing
from fourfold.web.http.middleware import Guard
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.http.static import add_page
from fourfold.web.kernel_warmup import warm_cache
from fourfold.web.openapi import add_schemas
from fourfold.web.routes.account import add_account
from fourfold.web.routes.authentication import add_accounts
from fourfold.web.routes.boards import add_looking
from fourfold.web.routes.bots import add_following
from fourfold.web.routes.challenges import add_challenging
from fourfold.web.routes.chat import add_chatting
from fourfold.web.routes.event_streams import add_listening
from fourfold.web.routes.lessons import add_learning
from fourfold.web.routes.match_lists import add_finding
from fourfold.web.routes.match_setup import add_guests, add_seating
from fourfold.web.routes.matches import Shortcut, add_playing
from fourfold.web.routes.operations import add_operation
from fourfold.web.routes.positions import add_positions
from fourfold.web.routes.puzzles import add_puzzling
from fourfold.web.routes.records import add_records
from fourfold.web.routes.tournaments import add_contests
from fourfold.web.schemas.responses import add_errors

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
        limits = RateLimits(is_on=safety.has_limits)
        self.safety = safety
        self.context = AppContext(store, runner, limits)
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
        add_operation(self.api, self.context)
        add_guests(self.api, self.context)
        add_seating(self.api, self.context)
        add_finding(self.api, self.context)
        carry_out = add_playing(self.api, self.context)
        add_listening(self.api, self.context)
        add_looking(self.api, self.context)
        add_contests(self.api, self.context)
        add_positions(self.api, self.context)
        add_records(self.api, self.context)
        add_puzzling(self.api, self.context)
        add_learning(self.api, self.context)
        add_accounts(self.api, self.context)
        add_account(self.api, self.context)
        add_challenging(self.api, self.context)
        add_chatting(self.api, self.context)
        add_following(self.api, self.context)
        add_schemas(self.api)
        add_installing(self.api)
        add_page(self.api)
        self.guard = Guard(Shortcut(self.api, carry_out), hosts, Proxies(safety.proxies), limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)

    @asynccontextmanager
    async def live(self, _: FastAPI) -> AsyncIterator[None]:
        """Answer at once, and get ready meanwhile."""
        self.context.service.tasks.start(self.get_ready())
        yield
        await self.stop()

    async def get_ready(self) -> None:
        """Load every game beside the event loop, then go on with the matches that were running."""
        await warm_cache()
        for game in list_games():
            await self.context.service.need(game)
            with suppress(FourfoldError):
                await self.context.runner.warm_up(game, [USUAL])  # the others take memory when they are asked for
        await self.context.service.start()
        self.context.service.tasks.start(watch_changes(self.context))
        self.context.service.tasks.start(sweep(self.context, self.safety.days_kept))
        self.context.service.tasks.start(self.context.follow_up())
        gc.collect()
        gc.freeze()  # all that is loaded now stays; looking through it again and again would hold everybody up
        self.context.is_ready = True
        log.info("ready", matches=len(self.context.service.live))

    async def stop(self) -> None:
        """Let all listeners go; every match stays as it is stored."""
        self.context.reviews.stop()
        self.context.workshop.close()
        await self.context.service.stop()
        self.context.passwords.close()
