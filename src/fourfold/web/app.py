"""The whole application: what stands before the addresses, the addresses, and what happens at start and stop."""

import gc
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress

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
from fourfold.web.answers import add_errors
from fourfold.web.contesting import add_contests
from fourfold.web.guard import Guard
from fourfold.web.hall import Hall
from fourfold.web.learning import add_learning
from fourfold.web.listening import add_listening
from fourfold.web.looking import add_looking
from fourfold.web.openapi import add_schemas
from fourfold.web.operation import add_operation
from fourfold.web.page import add_page
from fourfold.web.playing import Shortcut, add_playing
from fourfold.web.seating import add_guests, add_seating
from fourfold.web.trying import add_trying
from fourfold.web.warming import warm_cache

log = structlog.get_logger()


class Application:
    """The ASGI application over an open store; it answers for the named hosts only."""

    def __init__(self, store: Store, runner: Runner, hosts: Collection[str]) -> None:
        self.hall = Hall(store, runner)
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
        carry_out = add_playing(self.api, self.hall)
        add_listening(self.api, self.hall)
        add_looking(self.api, self.hall)
        add_contests(self.api, self.hall)
        add_trying(self.api, self.hall)
        add_learning(self.api)
        add_schemas(self.api)
        add_page(self.api)
        self.guard = Guard(Shortcut(self.api, carry_out), hosts)

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
        self.hall.service.tasks.start(self.hall.follow_up())
        gc.collect()
        gc.freeze()  # all that is loaded now stays; looking through it again and again would hold everybody up
        self.hall.is_ready = True
        log.info("ready", matches=len(self.hall.service.live))

    async def stop(self) -> None:
        """Let all listeners go; every match stays as it is stored."""
        await self.hall.service.stop()
