"""Notifications: an event stream of all that concerns one player, for bots and for pages in the background."""

from collections.abc import AsyncIterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from typing import Literal

import msgspec

from fourfold.match.encoding import encode_json
from fourfold.match.events import Event, Played
from fourfold.match.settings import SECOND
from fourfold.web import clock, ids
from fourfold.web.errors import Denied
from fourfold.web.live.live_match import LiveMatch, Subscriber

FORMAT = 1
MOST_A_PLAYER = 10  # streams of one player at once
NEW_TURN = {"started", "played", "taken_back", "resumed", "dealt"}  # events after which another seat may be to move
TURN_OVER = {"taken_back", "paused"}  # events that end a turn without a move

YOUNG_SECONDS = 10  # a program's stream that is younger is not replaced by another copy of the program

NotificationKind = Literal["challenge", "declined", "started", "turn", "moved", "ended", "replaced"]


class Notification(msgspec.Struct, frozen=True):
    """Something that concerns a player: a challenge, a declined challenge, the start or end of a match, the player's
    turn, or the end of that turn; or that this stream ends because another program with the same token began one.
    """

    kind: NotificationKind
    match: str = ""
    game: str = ""
    ply: int = 0
    winner: int | None = None  # the winner's seat; None for a draw, and until the end
    seats: tuple[int, ...] = ()  # the player's
    name: str = ""  # of who challenges or declines
    commitment: str = ""  # of a challenge: to the secret of the match
    format: int = FORMAT


class Notifications:
    """The notification streams of all players."""

    def __init__(self) -> None:
        self.process = ids.fresh_id()
        self._streams: dict[str, set[Subscriber]] = {}

    @property
    def players(self) -> set[str]:
        """The players who have a stream."""
        return set(self._streams)

    @asynccontextmanager
    async def subscribe(self, player: str, session: str = "", *, is_only: bool = False) -> AsyncIterator[Subscriber]:
        """Open a stream for a player; the only one of its session where that is wanted: an older one is replaced."""
        streams = self._streams.setdefault(player, set())
        for older in [each for each in streams if is_only and each.session == session]:
            if clock.now_in_milliseconds() - older.opened < YOUNG_SECONDS * SECOND:
                raise Denied(409, "web.second_copy", seconds=YOUNG_SECONDS)
            self._replace(older)
        if len(streams) >= MOST_A_PLAYER:
            raise Denied(409, "web.too_many_streams", most=MOST_A_PLAYER)
        subscriber = Subscriber(player, session=session)
        streams.add(subscriber)
        try:
            yield subscriber
        finally:
            streams.discard(subscriber)
            if not streams and self._streams.get(player) is streams:
                del self._streams[player]

    def name_of(self, subscriber: Subscriber) -> str:
        """What other processes are told of a program's stream: when it began, and where."""
        return f"{subscriber.opened}:{self.process}"

    def meet_copy(self, session: str, name: str) -> Subscriber | None:
        """A program with this session listens at another process: the same rule decides which of two streams ends.

        The result is the stream here that stays though the other is younger: the other process has to hear of it.
        """
        opened, _, process = name.partition(":")
        if process == self.process:
            return None
        for mine in [each for streams in self._streams.values() for each in streams if each.session == session]:
            is_older = (mine.opened, self.process) < (int(opened), process)
            is_young = abs(int(opened) - mine.opened) < YOUNG_SECONDS * SECOND
            if is_older != is_young:
                self._replace(mine)
            elif is_older:
                return mine
        return None

    def _replace(self, subscriber: Subscriber) -> None:
        subscriber.send(encode_json(Notification("replaced")))
        subscriber.end()
        self._streams.get(subscriber.player, set()).discard(subscriber)

    def notify(self, player: str, notification: Notification) -> None:
        """Send a notification to all streams of a player."""
        for subscriber in self.of(player):
            subscriber.send(encode_json(notification))

    def notify_match(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Notify the players of a match of what concerns them in these events."""
        if not self._streams:
            return
        kinds = {event.body.kind for event in made}
        movers = {event.body.seat for event in made if isinstance(event.body, Played)}
        for player in {seat.player for seat in live.match.seats if seat.kind == "person"} & self._streams.keys():
            for notification in notifications_of(live, player, kinds, movers):
                self.notify(player, notification)

    def of(self, player: str) -> list[Subscriber]:
        """The streams of a player."""
        return list(self._streams.get(player, ()))

    def stop(self) -> None:
        """End all streams."""
        for player in self.players:
            for subscriber in self.of(player):
                subscriber.close()


def notifications_of(
    live: LiveMatch, player: str, events: AbstractSet[str], movers: AbstractSet[int] = frozenset()
) -> list[Notification]:
    """What events of these kinds, with moves by these seats, mean to a player."""
    match, seats = live.match, live.match.seats_of(player)
    kinds: list[NotificationKind] = ["started"] if "started" in events else []
    if match.to_move in seats and events & NEW_TURN:
        kinds.append("turn")
    elif movers & set(seats) or events & TURN_OVER:
        kinds.append("moved")
    if "ended" in events:
        kinds.append("ended")
    winner = match.ended.winner if match.ended is not None else None
    return [Notification(kind, live.id, match.settings.game, match.ply, winner, tuple(seats)) for kind in kinds]
