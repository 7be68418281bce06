"""Those who want to know what happens at all matches of somebody: programs that play, and pages in the background."""

from collections.abc import AsyncIterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from typing import Literal

import msgspec

from fourfold.match.encoding import encode_json
from fourfold.match.events import Event, Played
from fourfold.match.match import Match
from fourfold.web.errors import Denied
from fourfold.web.live.live_match import Listener, LiveMatch

FORMAT = 1
MOST_A_PLAYER = 10  # that follow one player at once
NEW_TURN = {"started", "played", "taken_back", "resumed", "dealt"}  # after which somebody else may be to move

NewsKind = Literal["challenge", "declined", "started", "turn", "moved", "ended"]


class Notification(msgspec.Struct, frozen=True):
    """Something that concerns a player: a challenge or the refusal of one, a match that begins or ends, one's turn,
    and that it is one's turn no longer.
    """

    kind: NewsKind
    match: str
    game: str
    ply: int = 0
    winner: int | None = None  # the seat that has won; None also for a draw, and until the end
    seats: tuple[int, ...] = ()  # where one sits
    name: str = ""  # who challenges, or declines
    format: int = FORMAT


class Notifications:
    """Who follows whom."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def __bool__(self) -> bool:
        return bool(self._listeners)

    @property
    def players(self) -> set[str]:
        """The players who are followed now."""
        return set(self._listeners)

    @asynccontextmanager
    async def following(self, player: str, session: str = "") -> AsyncIterator[Listener]:
        """Follow a player, as who has that session."""
        listeners = self._listeners.setdefault(player, set())
        if len(listeners) >= MOST_A_PLAYER:
            raise Denied(409, "web.too_many_streams", most=MOST_A_PLAYER)
        listener = Listener(player, session=session)
        listeners.add(listener)
        try:
            yield listener
        finally:
            listeners.discard(listener)
            if not listeners and self._listeners.get(player) is listeners:
                del self._listeners[player]

    def tell(self, player: str, news: Notification) -> None:
        """Tell all who follow a player."""
        for listener in self.of(player):
            listener.tell(encode_json(news))

    def tell_match(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Tell those who follow the players of a match what happened there, as far as it concerns them."""
        kinds = {event.body.kind for event in made}
        movers = {event.body.seat for event in made if isinstance(event.body, Played)}
        for player in {seat.player for seat in live.match.seats if seat.kind == "person"} & self._listeners.keys():
            for news in news_of(live, player, kinds, movers):
                self.tell(player, news)

    def of(self, player: str) -> list[Listener]:
        """List those who follow a player."""
        return list(self._listeners.get(player, ()))

    def stop(self) -> None:
        """End everything."""
        for player in self.players:
            for listener in self.of(player):
                listener.close()


def news_of(
    live: LiveMatch, player: str, kinds: AbstractSet[str], movers: AbstractSet[int] = frozenset()
) -> list[Notification]:
    """What events of these kinds, with moves of these seats, mean to a player."""
    match = live.match
    found: list[Notification] = []
    if "started" in kinds:
        found.append(_news("started", live.id, match, player))
    if match.to_move in match.seats_of(player) and kinds & NEW_TURN:
        found.append(_news("turn", live.id, match, player))
    elif movers & set(match.seats_of(player)):
        found.append(_news("moved", live.id, match, player))
    if "ended" in kinds:
        found.append(_news("ended", live.id, match, player))
    return found


def _news(kind: NewsKind, match_id: str, match: Match, player: str) -> Notification:
    assert match.settings is not None
    winner = match.ended.winner if match.ended is not None else None
    return Notification(kind, match_id, match.settings.game, match.ply, winner, tuple(match.seats_of(player)))
