"""The ASGI application: middleware, routes, startup and shutdown."""

import gc
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import structlog
from starlette.types import Receive, Scope, Send

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import left_out, list_games
from fourfold.store.store import Store
from fourfold.web.accounts.erasure import LOOK_SECONDS, SWEEP_SECONDS, drop_changed, sweep
from fourfold.web.background_tasks import repeat
from fourfold.web.context import FOLLOW_UP_SECONDS, AppContext
from fourfold.web.health import LOOK_SECONDS as LOOK_SECONDS_OF_HEALTH
from fourfold.web.health import measure
from fourfold.web.http.manifest import add_manifest
from fourfold.web.http.middleware import Guard
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.http.router import Api
from fourfold.web.http.static import add_static
from fourfold.web.jobs.pool import WorkerPool
from fourfold.web.kernel_warmup import warm_cache
from fourfold.web.push.delivery import PushSettings
from fourfold.web.routes.account import add_account
from fourfold.web.routes.challenges import add_challenges
from fourfold.web.routes.games import add_games
from fourfold.web.routes.invites import add_invites
from fourfold.web.routes.lobby import add_lobby
from fourfold.web.routes.match_boards import add_match_boards
from fourfold.web.routes.match_chat import add_match_chat
from fourfold.web.routes.match_setup import add_match_setup
from fourfold.web.routes.matches import add_matches
from fourfold.web.routes.moderation import add_moderation
from fourfold.web.routes.operations import add_operations
from fourfold.web.routes.pictures import add_pictures
from fourfold.web.routes.players import add_players
from fourfold.web.routes.positions import add_positions
from fourfold.web.routes.push import add_push
from fourfold.web.routes.puzzles import add_puzzles
from fourfold.web.routes.ratings import add_ratings
from fourfold.web.routes.records import add_records
from fourfold.web.routes.reviews import add_reviews
from fourfold.web.routes.session import add_session
from fourfold.web.routes.streams import add_streams
from fourfold.web.routes.tournaments import add_tournaments

DAYS_KEPT = 180
YOUNG_OBJECTS = 20_000  # until the garbage collector looks for cycles, which are few
ROUTES = (  # in the order in which they are tried: commands and streams are most of the traffic
    add_matches, add_streams, add_match_boards, add_match_chat, add_match_setup, add_session, add_lobby, add_invites,
    add_challenges, add_games, add_positions, add_puzzles, add_records, add_reviews, add_pictures, add_tournaments,
    add_ratings, add_players, add_push, add_account, add_moderation, add_operations,
)  # fmt: skip

log = structlog.get_logger()


class Safety(NamedTuple):
    """Trusted proxies, whether there are rate limits, after how many days unused guests are erased, push messages."""

    proxies: Collection[str] = ()
    has_limits: bool = True
    days_kept: int = DAYS_KEPT
    push: PushSettings | None = None
    workers: int = 1  # processes of the server, which share its rate limits


USUAL_SAFETY = Safety()


class Application:
    """The ASGI application over an open store; it answers for the named hosts only."""

    def __init__(self, store: Store, pool: WorkerPool, hosts: Collection[str], safety: Safety = USUAL_SAFETY) -> None:
        limits = RateLimits(is_on=safety.has_limits, workers=safety.workers)
        self.safety = safety
        self.context = AppContext(store, pool, limits, safety.push)
        api = Api(lifespan=self.live)
        for add_routes in ROUTES:
            add_routes(api, self.context)
        add_manifest(api)
        add_static(api)
        self.guard = Guard(api, hosts, Proxies(safety.proxies), limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)

    @asynccontextmanager
    async def live(self, _: Api) -> AsyncIterator[None]:
        """The lifespan: requests are answered at once, while the server gets ready."""
        start = self.context.service.tasks.start
        start(self.get_ready())
        start(repeat(lambda: measure(self.context), LOOK_SECONDS_OF_HEALTH, "health_failed"))
        yield
        await self.stop()

    async def get_ready(self) -> None:
        """Load every game in other threads, then resume the running matches; workers begin when all is compiled."""
        pool = self.context.pool
        pool.pause()
        for package, problem in left_out().items():
            log.warning("game_left_out", package=package, problem=problem)
        await warm_cache()
        pool.resume()
        for game in list_games():
            with suppress(FourfoldError):
                await self.context.service.load_game(game)
        await self.context.service.start()
        if self.context.push is not None:
            self.context.push.start()
        context, start = self.context, self.context.service.tasks.start
        start(repeat(lambda: drop_changed(context.service, context.sessions), LOOK_SECONDS, "changes_failed"))
        start(repeat(lambda: sweep(context.service, self.safety.days_kept), SWEEP_SECONDS, "sweep_failed"))
        start(repeat(context.follow_up, FOLLOW_UP_SECONDS, "follow_up_failed"))
        gc.collect()
        gc.freeze()  # what is loaded stays, so the garbage collector need not look at it again
        gc.set_threshold(YOUNG_OBJECTS)
        self.context.is_ready = True
        log.info("ready", matches=len(self.context.service.live))

    async def end_streams(self) -> None:
        """Close all subscribers and schedule nothing more; requests under way are still answered."""
        self.context.reviews.stop()
        await self.context.service.stop()

    async def stop(self) -> None:
        """Stop all work; every match stays as it is stored."""
        await self.end_streams()
        self.context.pool.close()
        self.context.passwords.close()
