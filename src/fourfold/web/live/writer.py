"""Optimistic concurrency control: the only place that appends events to matches.

Within a process each match has one writer, who holds its lock. Processes that share a store race at the event log: an
append names the sequence number that it expects, and only the first append at a number succeeds. Events are published
after they are stored, never before.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from random import SystemRandom
from typing import Unpack

from fourfold.core.errors import FourfoldError
from fourfold.match import decisions, events
from fourfold.match.encoding import encode_json
from fourfold.match.events import Event, encode_body
from fourfold.match.match import Match
from fourfold.match.refusal import refuse_if
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import name_of_level
from fourfold.store import rows, settle
from fourfold.store.errors import MatchExists, SequenceTaken, StoreError
from fourfold.store.tables.matches import ChooseTable
from fourfold.web import clock, ids
from fourfold.web.live.call_offs import find_unrated
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.live.registry import MatchRegistry, decode_events
from fourfold.web.metrics import STORE_SECONDS

Decide = Callable[[Match], list[Event]]  # applies events to a match and returns them, or raises and changes nothing

ATTEMPTS = 5  # to append before other processes do


class MatchWriter(MatchRegistry, ABC):
    """Creates and changes matches."""

    chance = SystemRandom()

    @abstractmethod
    def publish(self, live: LiveMatch, made: Sequence[Event], *, is_own: bool) -> None:
        """Tell subscribers about stored events, those of this process or of others."""

    def decision_context(self, unrated: Collection[str] = ()) -> decisions.DecisionContext:
        """The time, randomness, ids and names for a decision."""
        now = clock.now_in_milliseconds()
        return decisions.DecisionContext(now, self.chance, ids.fresh_id, name_of_level, unrated)

    async def find_unrated(self, seats: Sequence[Seat], *players: str) -> set[str]:
        """Who of these people has lost the right to rated matches for a while."""
        people = {*players, *(seat.player for seat in seats if seat.kind == "person")}
        return await self.store.read_async(find_unrated, self.store, people, clock.now_in_milliseconds())

    # ----- changes

    async def change(self, match_id: str, decide: Decide) -> int:
        """Change a match; the result is the sequence number of its last event."""
        live = await self._lock(match_id, decide)
        live.lock.release()
        return live.match.sequence

    @asynccontextmanager
    async def locked(self, match_id: str) -> AsyncIterator[LiveMatch]:
        """Lock a match, up to date and with expired clocks applied."""
        live = await self._lock(match_id)
        try:
            yield live
        finally:
            live.lock.release()

    async def _lock(self, match_id: str, decide: Decide | None = None) -> LiveMatch:
        """Lock a match, up to date and with expired clocks applied; change it first where a decision is given.

        1. Find the match and take its lock; begin again where it was dropped meanwhile.
        2. Without a decision, read what other processes appended. With one, decide by what is in memory, which is
           usually up to date: an append to a stale match fails anyway.
        3. A refusal may come from stale memory: read what others appended, and decide once more.
        4. Append at the expected sequence number, then publish.
        5. SequenceTaken: another process was faster. Reload, publish its events, begin again: ATTEMPTS times at most.
        """
        attempts = 0
        while True:
            live = await self.find(match_id)
            await live.lock.acquire()
            is_ready = False
            try:
                if self.live.get(match_id) is live:
                    attempts += 1
                    await self._bring_up(live, decide)
                    is_ready = True
                    return live
            except SequenceTaken:
                if attempts == ATTEMPTS:
                    raise
            finally:
                if not is_ready:
                    live.lock.release()

    async def _bring_up(self, live: LiveMatch, decide: Decide | None) -> None:
        if decide is None:
            await self.catch_up(live)
            await self._decide(live, lambda match: [])
            return
        try:
            await self._decide(live, decide)
        except StoreError:
            raise
        except FourfoldError:
            if not await self.catch_up(live):
                raise
            await self._decide(live, decide)

    async def _decide(self, live: LiveMatch, decide: Decide) -> None:
        """Let expired clocks have their consequences, then decide."""
        while live.match.is_overdue(clock.now_in_milliseconds()):
            await self._append(live, lambda match: decisions.tick(match, self.decision_context()))
        await self._append(live, decide)

    async def catch_up(self, live: LiveMatch) -> bool:
        """Apply what other processes appended, under the lock; the result is whether there was anything."""
        found = decode_events(live.id, await self.store.read_new_events(live.id, live.match.sequence))
        if found:
            for event in found:
                live.match.apply(event)
            await self._repair(live.match)
            self.publish(live, found, is_own=False)
        return bool(found)

    async def _append(self, live: LiveMatch, decide: Decide) -> None:
        """Decide, store, publish."""
        match, known = live.match, live.match.sequence
        try:
            made = decide(match)
            if not made:
                return
            await self._store(live, made)
            if any(isinstance(event.body, events.Rematched) for event in made):
                await self._create_rematch(match)
        except SequenceTaken:
            await self._reload(live, known)
            raise
        except BaseException:
            if match.sequence != known:  # memory has changed, and perhaps the store has not
                self.drop(live.id)
            raise
        self.publish(live, made, is_own=True)

    async def _store(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Append events, together with what they change in the lists of matches."""
        match = live.match
        has_new_seats = any(isinstance(event.body, events.SetupEvent | events.Replaced) for event in made)
        with STORE_SECONDS.time():  # also of what fails
            await settle(self.store.events.append(
                live.id, made[0].sequence, _event_rows(made),
                change=rows.MatchChange(status=match.status), seats=_seat_rows(match) if has_new_seats else (),
                due=match.due,
            ))  # fmt: skip

    async def _reload(self, live: LiveMatch, known: int) -> None:
        """Replace what could not be appended by what others appended, and publish that."""
        try:
            stored = await self.stored_events(live.id)
        except BaseException:
            self.drop(live.id)
            raise
        live.match = Match.replay(stored)
        self.publish(live, stored[known:], is_own=False)

    # ----- new matches

    async def create(
        self,
        settings: Settings,
        seats: Sequence[Seat],
        creator: str,
        match_id: str = "",
        *,
        token_hash: str | None = None,
        commitment: str = "",
        unless: ChooseTable | None = None,
        **lot: Unpack[decisions.Lot],
    ) -> str:
        """Create a match, with the hash of an invitation token; the result is its id.

        Its secret is that of an earlier commitment, the given one, or a fresh one. Where `unless` chooses an open
        table of the game, nothing is created, and the result is that table's id.
        """
        await self.load_game(settings.game)
        match, match_id = Match(), match_id or ids.fresh_id()
        is_promised = bool(commitment or lot.get("promised") or lot.get("origin"))
        refuse_if("match.part_alone", any(lot.get("parts", ())) and not is_promised)
        if commitment:
            lot["secret"] = await self.store.read_async(self.store.commitments.secret, commitment)
            lot["promised"] = commitment
        lot["secret"] = lot.get("secret") or ids.fresh_secret()
        waits = any(seat.kind == "open" for seat in seats)  # then rights matter to who joins
        context = self.decision_context(() if waits else await self.find_unrated(seats))
        made = decisions.create(match, settings, seats, creator, context, **lot)
        row = rows.MatchRow(
            id=match_id, game=settings.game, created=made[0].time, status=match.status,
            settings=encode_json(settings).decode(), public=settings.is_public,
        )  # fmt: skip
        rest = _seat_rows(match), _event_rows(made), token_hash, match.due, commitment or None
        if unless is None:
            await settle(self.store.matches.create(row, *rest))
        elif (chosen := await settle(self.store.matches.create_unless(unless, row, *rest))) is not None:
            return chosen
        self.publish(self.add(match_id, match), made, is_own=True)
        return match_id

    async def _create_rematch(self, match: Match) -> None:
        """Create the match that all agreed to play next, with the seats that were drawn for it."""
        assert match.rematched is not None
        following, seats, lot = match.rematched, match.seats, decisions.Lot(by_lot=False)
        if match.revealed is None:
            seats = [seats[place] for place in following.order]
        else:
            secret, starter = match.revealed.next_secret, match.starter_of_rematch
            promised = match.revealed.next_commitment
            lot = decisions.Lot(by_lot=True, starter=starter, secret=secret, parts=following.parts, promised=promised)
        with suppress(MatchExists):  # two processes may repair it at once
            await self.create(match.settings, seats, match.creator, following.match, **lot)

    async def load(self, match_id: str) -> Match:
        """Read a match that will be kept in memory, and repair it."""
        match = await self.read_match(match_id)
        await self._repair(match)
        return match

    async def _repair(self, match: Match) -> None:
        """Create the rematch where a process ended before it did."""
        if match.following and not await self.is_stored(match.following):
            await self._create_rematch(match)


def _event_rows(made: Sequence[Event]) -> list[rows.EventRow]:
    return [rows.EventRow(e.body.kind, encode_body(e.body), e.time, e.body.format) for e in made]


def _seat_rows(match: Match) -> list[rows.SeatRow]:
    return [
        rows.SeatRow(k, s.kind, s.player) if s.kind == "person" else rows.SeatRow(k, s.kind, name=s.name)
        for k, s in enumerate(match.seats)
    ]
