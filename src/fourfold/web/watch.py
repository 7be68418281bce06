"""What happens at a table by itself: time runs out, and computers move."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match import deciding
from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.players.runner import Runner
from fourfold.web.live import Live, now_in_milliseconds
from fourfold.web.metrics import COMPUTER_MOVES, THINKING_SECONDS

if TYPE_CHECKING:
    from fourfold.web.service import Service

LONGEST_WAIT = 86_400.0  # seconds until a far deadline is looked at again
FIRST_REST, LONGEST_REST = 0.5, 60.0  # seconds before a computer that failed is asked again

log = structlog.get_logger()


class Watch:
    """Rings when a clock has run out, and lets computers think whose turn it is."""

    def __init__(self, service: "Service", runner: Runner) -> None:
        self.service = service
        self.runner = runner
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.thinking: set[str] = set()  # the matches whose computers are at work
        self.is_stopping = False

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self.is_stopping = True
        for alarm in self.alarms.values():
            alarm.cancel()

    def look(self, live: Live) -> None:
        """Set the alarm for the next deadline, and let a computer think where it is its turn; after each change."""
        if self.is_stopping:
            return
        alarm = self.alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = live.match.deadline()
        if deadline is not None:
            wait = max(0.0, (deadline - now_in_milliseconds()) / 1000)
            self.set_alarm(live.id, min(wait + 0.001, LONGEST_WAIT))
        if _is_computers_turn(live.match) and live.id not in self.thinking:
            self.thinking.add(live.id)
            self.service.tasks.start(self.think(live.id))

    def set_alarm(self, match_id: str, seconds: float) -> None:
        """Look at the clocks of a match later."""
        self.alarms[match_id] = asyncio.get_running_loop().call_later(seconds, self.ring, match_id)

    def ring(self, match_id: str) -> None:
        """A deadline has come."""
        self.alarms.pop(match_id, None)
        self.service.tasks.start(self.pass_time(match_id))

    async def pass_time(self, match_id: str) -> None:
        """Let clocks run out; where that cannot be stored, again later."""
        try:
            await self.service.wake(match_id)
        except FourfoldError as error:
            log.warning("clock_failed", match=match_id, code=error.code)
            self.set_alarm(match_id, LONGEST_REST)

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
                if not _is_computers_turn(match):
                    return
                await self.move(match_id, match)
            except FourfoldError as error:
                log.warning("computer_failed", match=match_id, code=error.code)
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
            made = deciding.play_for(match, seat, str(chosen), position.ply, self.service.here())
            COMPUTER_MOVES.inc()
            return made

        await self.service.change(match_id, decide)


def _is_computers_turn(match: Match) -> bool:
    seat = match.to_move
    return seat is not None and match.seats[seat].kind == "computer"
