"""The parts of the service that requests need."""

import asyncio

import msgspec
import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match.commands import Join
from fourfold.players.runner import Runner
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.web.contests import Contests
from fourfold.web.limits import Limits
from fourfold.web.passwords import Passwords
from fourfold.web.rating import Ratings
from fourfold.web.reviews import Reviews
from fourfold.web.service import Service
from fourfold.web.sessions import Sessions
from fourfold.web.thinking import Thinking
from fourfold.web.workshop import Workshop

FOLLOW_UP_SECONDS = 60.0

log = structlog.get_logger()


class Hall:
    """The service, who is known to it, and whether it is ready."""

    def __init__(self, store: Store, runner: Runner, limits: Limits) -> None:
        self.store = store
        self.runner = runner
        self.limits = limits
        self.service = Service(store, runner)
        self.sessions = Sessions(store, limits)
        self.passwords = Passwords()
        self.thinking = Thinking(runner)
        self.reviews = Reviews(runner)
        self.workshop = Workshop()
        self.ratings = Ratings(store, self.service)
        self.contests = Contests(store, self.service)
        self.service.when_over += [self.ratings.count, self.contests.go_on_after]
        self.is_ready = False

    async def named(self, command: Join, guest: Identity) -> Join:
        """The command with the name that one goes by: accounts have one, guests say it, but not an account's."""
        if guest.account:
            return msgspec.structs.replace(command, name=guest.name)
        await self.sessions.refuse_taken(command.name)
        return command

    async def follow_up(self) -> None:
        """Do, for ever, what matches that came to their end lead to, where a process did not live to do it."""
        while True:
            try:
                await self.contests.go_on_with_all()
                await self.ratings.catch_up()
            except FourfoldError as error:
                log.warning("follow_up_failed", code=error.code)
            await asyncio.sleep(FOLLOW_UP_SECONDS)
