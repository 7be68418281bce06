"""What other processes do: the matches that went on there, for those who listen here."""

from collections import OrderedDict
from typing import TYPE_CHECKING

from fourfold.core.errors import FourfoldError
from fourfold.store.engine.notifications import Announcement
from fourfold.web.live.challenge_notices import tell_challenge, tell_decline
from fourfold.web.live.chat import tell_remarks
from fourfold.web.live.live_match import LiveMatch

if TYPE_CHECKING:
    from fourfold.web.live.service import Service

MOST_STRANGERS = 20_000


class Peers:
    """Hears which matches went on, and has those read that concern somebody here."""

    def __init__(self, service: "Service") -> None:
        self.service = service
        self.store = service.store
        self.strangers: OrderedDict[str, None] = OrderedDict()  # matches that concern nobody here

    async def follow(self) -> None:
        """Hear, for ever, which matches went on; those that somebody here listens to are read."""
        service, tasks = self.service, self.service.tasks
        async for heard in self.store.announcements():
            if heard is None:
                for live in list(service.live.values()):
                    tasks.start(self.freshen(live))
                continue
            known = service.live.get(heard.match_id)
            if heard.beside is not None:
                tasks.start(self.look_beside(heard))
            elif known is None and service.followers:
                tasks.start(self.meet(heard.match_id))
            elif known is not None and known.match.sequence < heard.sequence:
                tasks.start(self.freshen(known))

    async def look_beside(self, heard: Announcement) -> None:
        """Tell who listens what was said elsewhere, and whom a challenge concerns that it was made or declined."""
        live = self.service.live.get(heard.match_id)
        if heard.beside == "challenge":
            await tell_challenge(self.service, heard.match_id, heard.player)
        elif heard.beside == "decline":
            await tell_decline(self.service, heard.match_id, heard.player)
        elif live is not None and live.listeners:
            async with live.lock:
                await tell_remarks(self.store, live)

    async def meet(self, match_id: str) -> None:
        """Keep a match in memory that somebody who is followed here plays elsewhere, and tell that it is there."""
        if match_id in self.strangers:
            return
        followers = self.service.followers
        seats = (await self.store.read_async(self.store.seats.find, [match_id]))[match_id]
        if followers.players & {seat.guest_id for seat in seats}:
            live = await self.service.find(match_id)
            followers.tell_match(live, await self.service.stored_events(match_id))
        elif all(seat.kind != "open" for seat in seats):  # nobody else will sit down there
            self.strangers[match_id] = None
            if len(self.strangers) > MOST_STRANGERS:
                self.strangers.popitem(last=False)

    async def freshen(self, live: LiveMatch) -> None:
        """Tell who listens what happened elsewhere; where it cannot be read they have to come again."""
        service = self.service
        if not live.listeners and not service.is_followed(live):
            return  # whoever comes next reads it
        async with live.lock:
            if service.live.get(live.id) is live:
                try:
                    await service.catch_up(live)
                except FourfoldError:
                    service.drop(live.id)
