"""The parts of the service that requests need."""

from fourfold.players.runner import Runner
from fourfold.store.store import Store
from fourfold.web.reviews import Reviews
from fourfold.web.service import Service
from fourfold.web.sessions import Sessions
from fourfold.web.thinking import Thinking
from fourfold.web.workshop import Workshop


class Hall:
    """The service, who is known to it, and whether it is ready."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.store = store
        self.runner = runner
        self.service = Service(store, runner)
        self.sessions = Sessions(store)
        self.thinking = Thinking(runner)
        self.reviews = Reviews(runner)
        self.workshop = Workshop()
        self.is_ready = False
