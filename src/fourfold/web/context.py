"""The application context: the services that route handlers share."""

import msgspec

from fourfold.match.commands import AnyCommand, Join
from fourfold.players.runner import Runner
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.web.accounts.passwords import Passwords
from fourfold.web.accounts.sessions import Sessions
from fourfold.web.bounded import BoundedPool
from fourfold.web.contests.ratings import Ratings
from fourfold.web.contests.tournaments import Tournaments
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.jobs.analyses import Analyses
from fourfold.web.jobs.reviews import Reviews
from fourfold.web.live.service import Service
from fourfold.web.metrics import COMMAND_SECONDS
from fourfold.web.push.delivery import PushDelivery, PushSettings

FOLLOW_UP_SECONDS = 60.0
MOST_WAITING = 8  # requests for the worker thread


class AppContext:
    """All services of one process, and whether it is ready."""

    def __init__(self, store: Store, runner: Runner, limits: RateLimits, push: PushSettings | None = None) -> None:
        self.store = store
        self.runner = runner
        self.limits = limits
        self.service = Service(store, runner)
        self.sessions = Sessions(store, limits)
        self.passwords = Passwords()
        self.analyses = Analyses(runner)
        self.reviews = Reviews(runner)
        self.worker_thread = BoundedPool("worker", 1, MOST_WAITING)
        self.ratings = Ratings(store, self.service)
        self.tournaments = Tournaments(store, self.service)
        self.service.when_over += [self.ratings.rate, self.tournaments.advance_after]
        self.push = None if push is None else PushDelivery(self.service, push)
        self.is_ready = False
        self.is_draining = False  # a stop is near: a load balancer should send players elsewhere

    async def named(self, command: Join, guest: Identity) -> Join:
        """The command with the player's name: an account's own, or the one a guest chose, which no account may have."""
        if guest.account:
            return msgspec.structs.replace(command, name=guest.name)
        await self.sessions.refuse_taken(command.name)
        return command

    async def carry_out(self, match_id: str, command: AnyCommand, player: Identity) -> int:
        """Carry out a player's command; the result is the sequence number of the last event."""
        with COMMAND_SECONDS.time():
            if isinstance(command, Join):
                command = await self.named(command, player)
            return await self.service.carry_out(match_id, command, player.id, player.account)

    async def follow_up(self) -> None:
        """Finish what follows from ended matches where another process died before doing so."""
        await self.tournaments.advance_all()
        await self.ratings.catch_up()
