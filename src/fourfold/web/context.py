"""The application context: the services that route handlers share."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request

from fourfold.match.commands import AnyCommand, Join
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.web.accounts.passwords import Passwords
from fourfold.web.accounts.sessions import Sessions
from fourfold.web.bounded import Client, Shares
from fourfold.web.contests.ratings import Ratings
from fourfold.web.contests.tournaments import Tournaments
from fourfold.web.http.clients import Clients, while_connected
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.jobs.analyses import Analyses
from fourfold.web.jobs.computers import Computers
from fourfold.web.jobs.pool import LONGEST, WorkerPool
from fourfold.web.jobs.reviews import Reviews
from fourfold.web.live.service import Service
from fourfold.web.metrics import COMMAND_SECONDS
from fourfold.web.push.delivery import PushDelivery, PushSettings

Result = TypeVar("Result")

FOLLOW_UP_SECONDS = 60.0
MOST_ANIMATIONS = (32, 6, 2)  # at once: of all, of one network, of one player
MOST_STREAMS = (20_000, 500, 50)


class AppContext:
    """All services of one process, and whether it is ready."""

    def __init__(self, store: Store, pool: WorkerPool, limits: RateLimits, push: PushSettings | None = None) -> None:
        self.store = store
        self.pool = pool
        self.limits = limits
        self.clients = Clients()
        self.computers = Computers(pool, self.clients)
        self.service = Service(store, self.computers)
        self.sessions = Sessions(store, limits)
        self.passwords = Passwords()
        self.analyses = Analyses(pool)
        self.animations = Shares(*MOST_ANIMATIONS)
        self.streams = Shares(*MOST_STREAMS)
        self.reviews = Reviews(pool)
        self.ratings = Ratings(store, self.service)
        self.tournaments = Tournaments(store, self.service)
        self.service.when_over += [self.ratings.rate, self.tournaments.advance_after]
        self.push = None if push is None else PushDelivery(self.service, push, self.clients)
        self.is_ready = False
        self.is_draining = False  # a stop is near: a load balancer should send players elsewhere

    async def client_of(self, connection: HTTPConnection) -> Client:
        """Whose share a request counts for."""
        identity = await self.sessions.find(connection)
        return self.clients.see(connection, identity.id if identity else "")

    async def work(
        self, request: Request, work: Callable[..., Result], *arguments: Any, price: float, seconds: float = LONGEST
    ) -> Result:
        """Let a worker process do something for a request, in turn with others, for as long as the client waits."""
        client = await self.client_of(request)
        return await while_connected(request, self.pool.do(client, work, *arguments, price=price, seconds=seconds))

    async def named(self, command: Join, guest: Identity) -> Join:
        """The command with the player's name: an account's own, or the one a guest chose, which no account may have."""
        if guest.account:
            return msgspec.structs.replace(command, name=guest.name)
        await self.sessions.refuse_taken(command.name)
        return command

    async def carry_out(self, match_id: str, command: AnyCommand, player: Identity) -> int:
        """Carry out a player's command; the result is the sequence number of the last event."""
        begun = time.perf_counter()
        try:
            if isinstance(command, Join):
                command = await self.named(command, player)
            return await self.service.carry_out(match_id, command, player.id, player.account)
        finally:
            COMMAND_SECONDS.observe(time.perf_counter() - begun)

    async def follow_up(self) -> None:
        """Finish what follows from ended matches where another process died before doing so."""
        await self.tournaments.advance_all()
        await self.ratings.catch_up()
