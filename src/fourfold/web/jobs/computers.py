"""Computer players of matches: they think in the pool of workers, in turn by who their match belongs to."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.errors import PlayerFailed, TooBusy, TooSlow
from fourfold.players.levels import find_level
from fourfold.players.player import check_turn
from fourfold.players.runner import SECONDS, ask, draw_seed
from fourfold.web.errors import Denied
from fourfold.web.http.clients import Clients
from fourfold.web.jobs.pool import TooLong, WorkerPool
from fourfold.web.jobs.worker import WorkerLost

USUAL_PRICE = 0.02  # seconds of a choice that is limited by moves


class Computers:
    """A `Thinker` of the server. Waiting for a turn does not count as thinking."""

    def __init__(self, pool: WorkerPool, clients: Clients) -> None:
        self.pool = pool
        self.clients = clients
        self.asked = 0

    async def choose(self, view: View, level: str, *, seed: int | None = None, owner: str = "") -> Move:
        """Let the player of this level choose a move for the view's seat."""
        check_turn(view)
        found = find_level(level)
        names = {"level": found.name, "game": view.game.name}
        self.asked += 1
        try:
            seed = draw_seed() if seed is None else seed
            client, price = self.clients.find(owner), found.seconds or USUAL_PRICE
            return await self.pool.do(client, choose, view, level, seed, price=price, seconds=SECONDS)
        except TooLong as error:
            raise TooSlow("players.too_slow", seconds=SECONDS, **names) from error
        except WorkerLost as error:
            raise PlayerFailed("players.failed", problem=str(error), **names) from error
        except Denied as error:
            raise TooBusy("players.too_busy", count=self.asked) from error
        finally:
            self.asked -= 1


def choose(view: View, level: str, seed: int) -> Move:
    """Choose a move; called in a worker."""
    found = find_level(level)
    return ask(found, view, found.limit(seed))
