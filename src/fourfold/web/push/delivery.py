"""Delivery of push messages: one when a player's turn comes in a slow match while no page of theirs is open."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import structlog

from fourfold.core.registry import facts
from fourfold.match.encoding import encode_json
from fourfold.match.events import Event, Played
from fourfold.store import settle
from fourfold.store.rows import Subscription
from fourfold.text import say
from fourfold.web.http.clients import Clients
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.live.notifications import NEW_TURN
from fourfold.web.live.service import Service
from fourfold.web.metrics import PUSH_MESSAGES
from fourfold.web.push.destinations import Destination
from fourfold.web.push.encryption import encrypt
from fourfold.web.push.vapid import Vapid

if TYPE_CHECKING:
    from httpx import AsyncClient

SENDERS = 32  # turns that are told at once
MOST_OF_NETWORK = 2  # of those, to players of one network: a push service may take long to answer
MOST_WAITING, MOST_WAITING_OF_NETWORK = 1000, 100  # turns; one more is dropped
TIMEOUT_SECONDS = 10.0
KEPT_SECONDS = 24 * 3600  # that a push service keeps a message for a browser that is offline
GONE = (404, 410)  # the statuses of a subscription that has ended

log = structlog.get_logger()


class PushSettings(NamedTuple):
    """The operator's settings: the private key, a contact, and origins of push services beside public ones."""

    key: str
    contact: str
    services: Collection[str] = ()


class Turn(NamedTuple):
    """It is a player's turn."""

    player: str
    match_id: str
    game: str
    opponents: str


class TurnQueue:
    """A bounded queue of turns, the oldest first. Nobody takes all senders: a network has a share of them."""

    def __init__(self, clients: Clients) -> None:
        self.clients = clients
        self._waiting: deque[tuple[str, Turn]] = deque()  # with the player's network
        self._queued = Counter[str]()
        self._under_way = Counter[str]()
        self._changed = asyncio.Event()

    def put(self, turn: Turn) -> bool:
        """Queue a turn; False where it is one too many."""
        network = self.clients.find(turn.player)[0]
        if len(self._waiting) >= MOST_WAITING or self._queued[network] >= MOST_WAITING_OF_NETWORK:
            return False
        self._waiting.append((network, turn))
        self._queued[network] += 1
        self._changed.set()
        return True

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Turn]:
        """Wait for the oldest turn whose network has a share left, and count it as under way for the context."""
        while (found := self._next()) is None:
            self._changed.clear()
            await self._changed.wait()
        network, turn = found
        self._waiting.remove(found)
        self._queued[network] -= 1
        self._under_way[network] += 1
        try:
            yield turn
        finally:
            self._under_way[network] -= 1
            self._queued += Counter()  # without networks that have none
            self._under_way += Counter()
            self._changed.set()

    def _next(self) -> tuple[str, Turn] | None:
        return next((each for each in self._waiting if self._under_way[each[0]] < MOST_OF_NETWORK), None)


class PushDelivery:
    """The queue of turns, and the tasks that send them."""

    def __init__(self, service: Service, settings: PushSettings, clients: Clients) -> None:
        self.service = service
        self.vapid = Vapid(settings.key, settings.contact)
        self.services = frozenset(settings.services)
        self.queue = TurnQueue(clients)
        service.when_changed.append(self.look)

    def start(self) -> None:
        """Start the background tasks."""
        for _ in range(SENDERS):
            self.service.tasks.start(self.send_all())

    def look(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Queue a message where these events made it the turn of somebody who is away."""
        turn = turn_of(live, made)
        if turn is None or turn.player in self.service.connected_players:
            return
        if not self.queue.put(turn):
            PUSH_MESSAGES.labels("dropped").inc()

    async def send_all(self) -> None:
        """Send what is queued, for ever."""
        from httpx import AsyncClient

        async with AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False) as client:
            while True:
                async with self.queue.take() as turn:
                    try:
                        await self.tell(client, turn)
                    except Exception as error:  # whatever it is, the next one is sent
                        log.error("push_failed", exc_info=error)

    async def tell(self, client: "AsyncClient", turn: Turn) -> None:
        """Send a message to every browser of a player."""
        table = self.service.store.subscriptions
        for subscription in await self.service.store.read_async(table.of, turn.player):
            result = await self.send(client, subscription, turn)
            PUSH_MESSAGES.labels(result).inc()
            if result == "gone":
                await settle(table.remove(subscription.endpoint))

    async def send(self, client: "AsyncClient", subscription: Subscription, turn: Turn) -> str:
        """Send one message; the result is `sent`, `gone` or `failed`."""
        import httpx

        try:
            target = Destination(subscription.endpoint, self.services)
            address = await target.resolve()
            url = httpx.URL(target.endpoint)
            headers = {
                "authorization": self.vapid.authorization(target.origin),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "host": url.netloc.decode(),
                "topic": turn.match_id[:32],  # a later message about the match replaces one that waits
                "ttl": str(KEPT_SECONDS),
                "urgency": "normal",
            }
            body = encrypt(write_message(turn, subscription.language), subscription.p256dh, subscription.auth)
            where = url if address is None else url.copy_with(host=address)
            extensions = {"sni_hostname": target.host}  # whose certificate it must be
            async with asyncio.timeout(TIMEOUT_SECONDS):
                async with client.stream(
                    "POST", where, content=body, headers=headers, extensions=extensions
                ) as response:
                    status = response.status_code
        except (ValueError, OSError, TimeoutError, httpx.HTTPError) as error:
            log.info("push_failed", problem=type(error).__name__)
            return "failed"
        if status in GONE:
            return "gone"
        if not 200 <= status < 300:
            log.info("push_failed", status=status)
        return "sent" if 200 <= status < 300 else "failed"


def turn_of(live: LiveMatch, made: Sequence[Event]) -> Turn | None:
    """Whose turn these events made it in a slow match, where that is a person and another one than before."""
    match = live.match
    seat = match.to_move
    if seat is None or not match.settings.clock.is_slow or not NEW_TURN & {event.body.kind for event in made}:
        return None
    player = match.seats[seat].player
    moved = {event.body.seat for event in made if isinstance(event.body, Played)}
    if match.seats[seat].kind != "person" or moved & set(match.seats_of(player)):
        return None
    names = [other.name for other in match.seats if other.player != player and other.name]
    return Turn(player, live.id, match.settings.game, ", ".join(names))


def write_message(turn: Turn, language: str) -> bytes:
    """The message as the service worker shows it."""
    title = say("web.news.turn", language or None, game=facts(turn.game).name)
    body = say("web.news.against", language or None, names=turn.opponents) if turn.opponents else ""
    return encode_json({"title": title, "body": body, "tag": turn.match_id, "url": f"/match/{turn.match_id}"})
