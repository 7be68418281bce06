"""Forgetting people: those who want it, and guests who have not come for long."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.match.anonymization import KINDS, forget_names
from fourfold.match.commands import Leave
from fourfold.match.settings import UNFINISHED
from fourfold.store import rows
from fourfold.store.futures import settle
from fourfold.store.store import Store
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.live.service import Service

DAY = 24 * 3600 * 1000  # milliseconds
SWEEP_SECONDS = 3600.0
LOOK_SECONDS = 2.0  # until what another process, or an administrator, has changed is noticed here
LARGEST_SCRUBBED = 256 * 1024 * 1024  # bytes, which takes about two seconds
AT_ONCE = 100  # guests that one sweep forgets
MOST_MATCHES = 1_000_000

log = structlog.get_logger()


def find_matches(store: Store, player: str, statuses: Collection[str] | None) -> list[rows.MatchRow]:
    """List all matches of a player that stand in one of these ways, or in any."""
    return store.matches.search(guest_id=player, statuses=statuses, limit=MOST_MATCHES)


async def forget_players(service: Service, players: Collection[str]) -> None:
    """Let players leave all matches, and forget who they were: accounts, sessions, remarks, and names everywhere.

    Whoever asked for it should also `scrub` the store.
    """
    store = service.store
    for player in players:
        await settle(store.sessions.end(player, now_in_milliseconds()))
        mine = await asyncio.to_thread(find_matches, service.store, player, UNFINISHED)
        for match in mine:
            with suppress(FourfoldError):  # whatever is wrong with it, the others are left
                await service.carry_out(match.id, Leave(), player)
    written = await asyncio.to_thread(store.guests.erase, players, KINDS, forget_names, now_in_milliseconds())
    await settle(written)
    for player in players:
        drop_matches(service, player)


async def scrub(store: Store) -> None:
    """Let the database keep no trace of what was deleted, where that does not hold up everybody for long.

    Larger databases are for `fourfold data scrub`, at a quiet hour.
    """
    try:
        await asyncio.to_thread(store.scrub, LARGEST_SCRUBBED)
    except FourfoldError as error:
        log.warning("scrub_failed", code=error.code)


def drop_matches(service: Service, player: str) -> None:
    """Take the matches of a player out of memory; who looks at them reads them anew, without the name."""
    for match_id in [match_id for match_id, live in service.live.items() if live.match.seats_of(player)]:
        service.drop(match_id)


async def watch_changes(context: AppContext) -> None:
    """Notice what has changed about people, here or elsewhere: who was revoked, banned or forgotten is let go."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        with suppress(FourfoldError):  # the store may be back the next time
            await let_changed_go(context)


async def let_changed_go(context: AppContext) -> None:
    """Take in what has changed about people: who may not listen any more is let go, and names that went are gone."""
    changed = await context.sessions.find_changes()
    known = await context.store.read_async(context.store.guests.find, changed) if changed else {}
    for player in changed:
        for listener in context.service.listeners_of(player):
            identity = await context.store.read_async(context.store.sessions.identify, listener.session)
            if identity is None or identity.is_banned:
                listener.close()
        if player not in known or not known[player].name:
            drop_matches(context.service, player)


async def sweep(context: AppContext, days: int) -> None:
    """Forget guests who have not come for so many days, and end sessions that were not used, again and again."""
    while True:
        try:
            await sweep_once(context, days)
        except FourfoldError as error:
            log.warning("sweep_failed", code=error.code)
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep_once(context: AppContext, days: int) -> None:
    """Forget some guests who have not come for so many days, and end all sessions that were not used."""
    now = now_in_milliseconds()
    before = now - days * DAY
    gone = await context.store.read_async(context.store.guests.unused, before, AT_ONCE)
    if gone:
        await forget_players(context.service, gone)
    ended = await settle(context.store.sessions.expire(before, now))
    if gone or ended:
        log.info("swept", guests=len(gone), sessions=ended)
