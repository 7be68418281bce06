"""What happens at a table by itself: time runs out, and computers move."""

import asyncio
import secrets
from typing import TYPE_CHECKING

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match import decisions
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.players.runner import Runner
from fourfold.store.errors import StoreError
from fourfold.store.futures import settle
from fourfold.store.rows import Due
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.metrics import COMPUTER_MOVES, THINKING_SECONDS

if TYPE_CHECKING:
    from fourfold.web.live.service import Service

LONGEST_WAIT = 86_400.0  # seconds until a far deadline is looked at again
FIRST_REST, LONGEST_REST = 0.5, 60.0  # seconds before a computer that failed is asked again
STORE_REST = 2.0  # the most where it is the store that failed
ROUND_SECONDS = 1.0  # from one look at all that is due to the next
CLAIM_SECONDS = 5.0  # that another process waits for one that is silent, before it does its work

log = structlog.get_logger()


def due_of(match: Match) -> int | None:
    """When something happens by itself: a computer moves at once, a clock runs out later; None where nothing does."""
    return match.time if _is_computers_turn(match) else match.deadline()


class Scheduler:
    """Rings when a clock has run out, and lets computers think whose turn it is.

    What is due in any match stands in the store; of the processes that share it, one claims it.
    """

    def __init__(self, service: "Service", runner: Runner) -> None:
        self.service = service
        self.runner = runner
        self.worker = secrets.token_urlsafe(12)
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.thinking: set[str] = set()  # the matches whose computers are at work
        self.broken: set[str] = set()  # matches that cannot be read; they are left alone until the next start
        self.is_stopping = False

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self.is_stopping = True
        for alarm in self.alarms.values():
            alarm.cancel()

    def look(self, live: LiveMatch) -> None:
        """Set the alarm for the next deadline, and let a computer think where it is its turn; after each change."""
        self.set_alarm(live)
        if _is_computers_turn(live.match) and live.id not in self.thinking and not self.is_stopping:
            self.thinking.add(live.id)
            self.service.tasks.start(self.think(live.id))

    def set_alarm(self, live: LiveMatch) -> None:
        """Look at the clocks of a match when the next one runs out."""
        alarm = self.alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = live.match.deadline()
        if deadline is not None and not self.is_stopping:
            wait = max(0.0, (deadline - now_in_milliseconds()) / 1000)
            due = Due(live.id, live.match.sequence, deadline)
            later = asyncio.get_running_loop().call_later
            self.alarms[live.id] = later(min(wait + 0.001, LONGEST_WAIT), self.ring, due)

    def ring(self, due: Due) -> None:
        """A deadline has come."""
        self.alarms.pop(due.match_id, None)
        self.service.tasks.start(self.attend(due))

    async def patrol(self) -> None:
        """Look, for ever, whether anything is due that nobody takes care of, in whatever match."""
        while True:
            try:
                await self.renew()
                found = await self.service.store.read_async(
                    self.service.store.claims.due, now_in_milliseconds(), self.worker
                )
                for due in found:
                    if due.match_id not in self.thinking and due.match_id not in self.broken:
                        await self.attend(due)
            except FourfoldError as error:
                log.warning("patrol_failed", code=error.code)
            except Exception as error:  # whatever it is, the next round comes
                log.error("patrol_failed", exc_info=error)
            await asyncio.sleep(ROUND_SECONDS)

    async def renew(self) -> None:
        """Keep the claims on what computers here are thinking about."""
        thinking = [live for match_id in self.thinking if (live := self.service.live.get(match_id)) is not None]
        await asyncio.gather(*(self.claim(live.id, live.match.sequence) for live in thinking))

    async def claim(self, match_id: str, sequence: int) -> bool:
        """Take care of what is due behind an event; False where another process does."""
        return await self.service.store.claim(match_id, sequence, self.worker, CLAIM_SECONDS)

    async def attend(self, due: Due) -> None:
        """Do what is due in a match, unless another process does; what fails is left for the next round."""
        match_id = due.match_id
        try:
            if not await self.claim(match_id, due.last_sequence):
                return
            async with self.service.held(match_id) as live:
                self.look(live)
                if live.match.sequence == due.last_sequence and due_of(live.match) != due.due:
                    await settle(self.service.store.claims.change_due(match_id, due.last_sequence, due_of(live.match)))
            self.service.drop_if_idle(match_id)
        except FourfoldError as error:
            log.warning("clock_failed", match=match_id, code=error.code)
        except Exception as error:  # whatever is wrong with it, the others go on
            log.error("match_not_resumed", match=match_id, exc_info=error)
            self.broken.add(match_id)

    async def think(self, match_id: str) -> None:
        """Let the computer whose turn it is move, and the next one, until it is a person's turn."""
        try:
            await self._think(match_id)
        finally:
            self.thinking.discard(match_id)  # with no pause since the last look: the next change starts anew

    async def _think(self, match_id: str) -> None:
        rest = FIRST_REST
        while True:
            try:
                match = (await self.service.find(match_id)).match
                if not _is_computers_turn(match) or not await self.claim(match_id, match.sequence):
                    return
                await self.move(match_id, match)
            except FourfoldError as error:
                log.warning("computer_failed", match=match_id, code=error.code)
                rest = min(rest, STORE_REST) if isinstance(error, StoreError) else rest
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_REST)
            else:
                rest = FIRST_REST

    async def move(self, match_id: str, match: Match) -> None:
        """Let the computer whose turn it is choose, and play its move unless the match went on meanwhile."""
        seat, position = match.to_move, match.position
        assert seat is not None
        assert position is not None
        with THINKING_SECONDS.time():
            chosen = await self.runner.choose(position.view(seat), match.seats[seat].player)

        def decide(match: Match) -> list[Event]:
            if match.position is not position or match.to_move != seat:
                return []
            made = decisions.play_for(match, seat, str(chosen), position.ply, self.service.here())
            COMPUTER_MOVES.inc()
            return made

        await self.service.change(match_id, decide)


def _is_computers_turn(match: Match) -> bool:
    seat = match.to_move
    return seat is not None and match.seats[seat].kind == "computer"
