"""Erasure of personal data: on request, and of guests who have been away for long."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match.anonymization import KINDS, forget_names
from fourfold.match.commands import Leave
from fourfold.match.settings import UNFINISHED
from fourfold.store import Store, settle
from fourfold.web.accounts.sessions import Sessions
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.live.service import Service

DAY = 24 * 3600 * 1000  # milliseconds
SWEEP_SECONDS = 3600.0
LOOK_SECONDS = 2.0  # until a change by another process or an administrator is noticed here
LARGEST_SCRUBBED = 256 * 1024 * 1024  # bytes, which takes about two seconds
AT_ONCE = 100  # guests that one sweep erases
MOST_MATCHES = 1_000_000

log = structlog.get_logger()


async def forget_players(service: Service, players: Collection[str]) -> None:
    """Let players leave all matches, and erase their accounts, sessions, chat messages and names.

    A caller who acts on request should also `scrub` the store.
    """
    store = service.store
    for player in players:
        await settle(store.sessions.end(player, now_in_milliseconds()))
        for match in await asyncio.to_thread(
            store.matches.search, guest_id=player, statuses=UNFINISHED, limit=MOST_MATCHES
        ):
            with suppress(FourfoldError):  # whatever is wrong with it, the others are left
                await service.carry_out(match.id, Leave(), player)
    written = await asyncio.to_thread(store.guests.erase, players, KINDS, forget_names, now_in_milliseconds())
    await settle(written)
    for player in players:
        drop_matches(service, player)


async def scrub(store: Store) -> None:
    """Remove deleted data from the database file, unless it is so large that this would take long.

    Larger databases are for `fourfold data scrub`, at a quiet hour.
    """
    try:
        await asyncio.to_thread(store.scrub, LARGEST_SCRUBBED)
    except FourfoldError as error:
        log.warning("scrub_failed", code=error.code)


def drop_matches(service: Service, player: str) -> None:
    """Drop the matches of a player from memory; they are loaded again without the name."""
    for match_id in [match_id for match_id, live in service.live.items() if live.match.seats_of(player)]:
        service.drop(match_id)


async def drop_changed(service: Service, sessions: Sessions) -> None:
    """Notice changes by any process: end the streams of revoked and banned sessions, drop erased names."""
    store = service.store
    changed = await sessions.find_changes()
    known = await store.read_async(store.guests.find, changed) if changed else {}
    for player in changed:
        for subscriber in service.subscribers_of(player):
            identity = await store.read_async(store.sessions.identify, subscriber.session)
            if identity is None or identity.is_banned:
                subscriber.close()
        if player not in known or not known[player].name:
            drop_matches(service, player)


async def sweep(service: Service, days: int) -> None:
    """Erase some guests who have been away for so many days, and end all sessions unused for as long."""
    store, now = service.store, now_in_milliseconds()
    before = now - days * DAY
    gone = await store.read_async(store.guests.unused, before, AT_ONCE)
    if gone:
        await forget_players(service, gone)
    ended = await settle(store.sessions.expire(before, now))
    if gone or ended:
        log.info("swept", guests=len(gone), sessions=ended)
