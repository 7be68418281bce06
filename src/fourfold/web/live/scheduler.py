"""The scheduler: expired clocks and computers' moves, which happen without a command.

When something is due in a match is stored with it. Of the processes that share a store, one claims it.
"""

import asyncio
import secrets

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match import decisions
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.players.runner import Thinker
from fourfold.store import settle
from fourfold.store.errors import StoreError, UnreadableMatch
from fourfold.store.rows import Due
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.live.writer import MatchWriter
from fourfold.web.metrics import COMPUTER_MOVES, THINKING_SECONDS

LONGEST_WAIT = 86_400.0  # seconds until an alarm for a far deadline is set again
FIRST_REST, LONGEST_REST = 0.5, 60.0  # seconds before a computer that failed is asked again (exponential backoff)
STORE_REST = 2.0  # the most where the store failed
POLL_SECONDS = 1.0  # between two polls for due matches
CLAIM_SECONDS = 5.0  # until another process takes over the work of a silent one

log = structlog.get_logger()


class Scheduler:
    """Sets alarms for deadlines, and lets computers choose their moves."""

    def __init__(self, matches: MatchWriter, thinker: Thinker) -> None:
        self.matches = matches
        self.thinker = thinker
        self.worker = secrets.token_urlsafe(12)
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.broken: set[str] = set()  # matches that cannot be loaded; they are skipped until the next start
        self.is_stopping = False

    def stop(self) -> None:
        """Schedule nothing more."""
        self.is_stopping = True
        for alarm in self.alarms.values():
            alarm.cancel()

    def look(self, live: LiveMatch) -> None:
        """Schedule what comes next in a match, after each change."""
        self.set_alarm(live)
        if live.match.is_computers_turn and live.id not in self.matches.thinking and not self.is_stopping:
            self.matches.thinking.add(live.id)
            self.matches.tasks.start(self.think(live.id))

    def set_alarm(self, live: LiveMatch) -> None:
        """Set the alarm for the next deadline of a match."""
        alarm = self.alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = live.match.deadline()
        if deadline is not None and not self.is_stopping:
            wait = max(0.0, (deadline - now_in_milliseconds()) / 1000)
            due = Due(live.id, live.match.sequence, deadline)
            loop = asyncio.get_running_loop()
            self.alarms[live.id] = loop.call_later(min(wait + 0.001, LONGEST_WAIT), self.ring, due)

    def ring(self, due: Due) -> None:
        """A deadline has come."""
        self.alarms.pop(due.match_id, None)
        self.matches.tasks.start(self.attend(due))

    async def poll(self) -> None:
        """Attend to every match where something is due and no process does."""
        live = [live for match_id in self.matches.thinking if (live := self.matches.live.get(match_id)) is not None]
        await asyncio.gather(*(self.claim(each.id, each.match.sequence) for each in live))
        store = self.matches.store
        for due in await store.read_async(store.claims.due, now_in_milliseconds(), self.worker):
            if due.match_id not in self.matches.thinking and due.match_id not in self.broken:
                await self.attend(due)

    async def claim(self, match_id: str, sequence: int) -> bool:
        """Claim, or keep claiming, what is due behind an event; False where another process has the claim."""
        return await self.matches.store.claim(match_id, sequence, self.worker, CLAIM_SECONDS)

    async def attend(self, due: Due) -> None:
        """Do what is due in a match, unless another process does; a failure is left for the next poll."""
        match_id = due.match_id
        try:
            if not await self.claim(match_id, due.last_sequence):
                return
            async with self.matches.locked(match_id) as live:
                self.look(live)
                if live.match.sequence == due.last_sequence and live.match.due != due.due:
                    await settle(self.matches.store.claims.change_due(match_id, due.last_sequence, live.match.due))
            self.matches.drop_if_idle(match_id)
        except UnreadableMatch as error:
            log.error("match_not_resumed", match=match_id, exc_info=error)
            self.broken.add(match_id)
        except FourfoldError as error:
            log.warning("clock_failed", match=match_id, code=error.code)
        except Exception as error:  # whatever is wrong with it, the others go on
            log.error("match_not_resumed", match=match_id, exc_info=error)
            self.broken.add(match_id)

    async def think(self, match_id: str) -> None:
        """Let computers move until it is a person's turn; failures are tried again, after longer and longer rests."""
        rest = FIRST_REST
        try:
            while True:
                try:
                    match = (await self.matches.find(match_id)).match
                    if not match.is_computers_turn or not await self.claim(match_id, match.sequence):
                        return
                    await self.move(match_id, match)
                    rest = FIRST_REST
                except FourfoldError as error:
                    log.warning("computer_failed", match=match_id, code=error.code)
                    rest = min(rest, STORE_REST) if isinstance(error, StoreError) else rest
                    await asyncio.sleep(rest)
                    rest = min(2 * rest, LONGEST_REST)
        finally:
            self.matches.thinking.discard(match_id)  # no await since the last look: the next change starts anew

    async def move(self, match_id: str, match: Match) -> None:
        """Let the computer to move choose, and play its move unless the match went on meanwhile."""
        seat, position = match.to_move, match.position
        assert seat is not None
        assert position is not None
        with THINKING_SECONDS.time():
            level = match.seats[seat].player
            chosen = await self.thinker.choose(position.view(seat), level, owner=match.creator)

        def decide(match: Match) -> list[Event]:
            if match.position is not position or match.to_move != seat:
                return []
            made = decisions.play_for(match, seat, str(chosen), position.ply, self.matches.decision_context())
            COMPUTER_MOVES.inc()
            return made

        await self.matches.change(match_id, decide)
