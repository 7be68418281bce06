"""Peer processes: what other processes that share the store append, for the subscribers of this one."""

from fourfold.core.errors import FourfoldError
from fourfold.store.engine.notifications import Announcement
from fourfold.store.futures import settle
from fourfold.web.bounded import LruCache
from fourfold.web.live.challenge_notices import notify_challenge, notify_decline
from fourfold.web.live.chat import publish_remarks
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.live.writer import MatchWriter

MOST_STRANGERS = 20_000
LOOK_SECONDS = 5.0  # between two reads of what was not announced


class Peers:
    """Listens to the store's announcements, and reads the matches that concern somebody here."""

    def __init__(self, matches: MatchWriter) -> None:
        self.matches = matches
        self.store = matches.store
        self.strangers: LruCache[str, bool] = LruCache(MOST_STRANGERS)  # matches that concern nobody here

    async def follow(self) -> None:
        """Handle announcements for ever; None means that some were lost."""
        matches, tasks = self.matches, self.matches.tasks
        async for heard in self.store.announcements():
            if heard is None:
                for live in list(matches.live.values()):
                    tasks.start(self.refresh(live))
                continue
            known = matches.live.get(heard.match_id)
            if heard.beside is not None:
                tasks.start(self.pass_on(heard))
            elif known is None and matches.notifications.players:
                tasks.start(self.meet(heard.match_id))
            elif known is not None and known.match.sequence < heard.sequence:
                tasks.start(self.refresh(known))

    async def look(self) -> None:
        """Read all matches here: a process may die between its commit and the announcement."""
        for live in list(self.matches.live.values()):
            self.matches.tasks.start(self.refresh(live, is_needed=False))

    async def pass_on(self, heard: Announcement) -> None:
        """Publish what is no event of a match: chat messages, challenges and their refusals, copies of programs."""
        live = self.matches.live.get(heard.match_id)
        if heard.beside == "challenge":
            await notify_challenge(self.matches, heard.match_id, heard.player)
        elif heard.beside == "decline":
            await notify_decline(self.matches, heard.match_id, heard.player)
        elif heard.beside == "program":
            await self.meet_copy(heard.match_id, heard.player)
        elif live is not None and live.subscribers:
            async with live.lock:
                await publish_remarks(self.store, live)

    async def meet_copy(self, session: str, stream: str) -> None:
        """Settle which of two copies of a program goes on."""
        notifications = self.matches.notifications
        if mine := notifications.meet_copy(session, stream):
            await settle(self.store.sessions.announce_program(session, notifications.name_of(mine)))

    async def meet(self, match_id: str) -> None:
        """Load a match that another process created, where one of its players gets notifications here."""
        if match_id in self.strangers:
            return
        seats = (await self.store.read_async(self.store.seats.find, [match_id]))[match_id]
        if self.matches.notifications.players & {seat.guest_id for seat in seats}:
            live = await self.matches.find(match_id)
            self.matches.notifications.notify_match(live, await self.matches.stored_events(match_id))
        elif all(seat.kind != "open" for seat in seats):  # nobody can join any more
            self.strangers[match_id] = True

    async def refresh(self, live: LiveMatch, *, is_needed: bool = True) -> None:
        """Publish what others appended; where that is known and cannot be read, subscribers have to connect again."""
        if not live.subscribers and not self.matches.is_followed(live):
            return  # the next one to lock it reads it
        async with live.lock:
            if self.matches.live.get(live.id) is live:
                try:
                    await self.matches.catch_up(live)
                except FourfoldError:
                    if is_needed:
                        self.matches.drop(live.id)
