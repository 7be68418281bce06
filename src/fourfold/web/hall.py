"""The parts of the service that requests need."""

from fourfold.players.runner import Runner
from fourfold.store.store import Store
from fourfold.web.contests import Contests
from fourfold.web.rating import Ratings
from fourfold.web.service import Service
from fourfold.web.sessions import Sessions


class Hall:
    """The service, who is known to it, and whether it is ready."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.store = store
        self.runner = runner
        self.service = Service(store, runner)
        self.sessions = Sessions(store)
        self.ratings = Ratings(store, self.service)
        self.contests = Contests(store, self.service)
        self.service.when_over += [self.ratings.count, self.contests.go_on_after]
        self.is_ready = False
