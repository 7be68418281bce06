"""The parts of the service that requests need."""

import msgspec

from fourfold.match.commands import Join
from fourfold.players.runner import Runner
from fourfold.store.rows import Identity
from fourfold.store.store import Store
from fourfold.web.limits import Limits
from fourfold.web.passwords import Passwords
from fourfold.web.reviews import Reviews
from fourfold.web.service import Service
from fourfold.web.sessions import Sessions
from fourfold.web.thinking import Thinking
from fourfold.web.workshop import Workshop


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
        self.is_ready = False

    async def named(self, command: Join, guest: Identity) -> Join:
        """The command with the name that one goes by: accounts have one, guests say it, but not an account's."""
        if guest.account:
            return msgspec.structs.replace(command, name=guest.name)
        await self.sessions.refuse_taken(command.name)
        return command
