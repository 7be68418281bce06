"""Forgetting, in one process: guests who do not come any more, and what changes elsewhere."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from fourfold.match.settings import Seat, Settings
from fourfold.store import Guest, Store
from fourfold.store.rows import SessionRow
from fourfold.web.accounts.erasure import DAY, drop_changed, sweep
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.jobs.pool import WorkerPool
from fourfold.web.live.live_match import Subscriber

ANN, BEN = Seat("person", "ann", "Ann"), Seat("person", "ben", "Ben")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.db") as opened:
        yield opened


def run(store: Store, test: Callable[[AppContext], Awaitable[None]]) -> None:
    async def whole() -> None:
        context = AppContext(store, WorkerPool(1), RateLimits())
        await test(context)
        await context.service.stop()
        context.pool.close()
        context.passwords.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


def let_in(store: Store, guest_id: str, days: int) -> None:
    seen = now_in_milliseconds() - days * DAY
    store.guests.add(Guest(guest_id, guest_id.title(), seen, seen), guest_id).result()


def test_guests_who_have_not_come_for_long_leave_their_tables_and_are_forgotten(store: Store) -> None:
    let_in(store, "ann", 200)
    let_in(store, "ben", 10)

    async def test(context: AppContext) -> None:
        match_id = await context.service.create(Settings("qawale"), [ANN, BEN], "ann", by_lot=False)
        over = await context.service.create(Settings("qawale"), [BEN, ANN], "ann", by_lot=False)
        await sweep(context.service, days=180)
        for each in (match_id, over):
            match = (await context.service.find(each)).match
            assert sorted(seat.name for seat in match.seats) == ["", "Ben"]
            assert match.ended is not None
        assert store.sessions.identify("ann") is None
        assert store.sessions.identify("ben") is not None
        await sweep(context.service, days=180)

    run(store, test)


def test_accounts_stay_and_their_unused_sessions_end(store: Store) -> None:
    long_ago = now_in_milliseconds() - 200 * DAY
    session = SessionRow("k", "ann", "browser", "", long_ago, long_ago)
    store.accounts.sign_up(Guest("ann", "Ann", long_ago, long_ago), "person", "hash", session).result()

    async def test(context: AppContext) -> None:
        await sweep(context.service, days=180)
        assert store.accounts.find("Ann") is not None
        assert store.sessions.of("ann") == []

    run(store, test)


def test_who_was_changed_elsewhere_is_looked_up_anew_and_let_go(store: Store) -> None:
    let_in(store, "ann", 0)
    let_in(store, "ben", 0)

    async def test(context: AppContext) -> None:
        for key in ("ann", "ben"):
            identity = store.sessions.identify(key)
            assert identity is not None
            context.sessions.known[key] = identity
        match_id = await context.service.create(Settings("qawale"), [ANN, BEN], "ann", by_lot=False)
        async with (
            context.service.subscribe(match_id, Subscriber("ann", session="ann"), 0) as ann,
            context.service.subscribe(match_id, Subscriber("ben", session="ben"), 0) as ben,
            context.service.notifications.subscribe("ann", "ann") as follower,
        ):
            store.guests.sanction("ann", now_in_milliseconds() - 1, is_muted=True).result()
            await drop_changed(context.service, context.sessions)
            assert (ann.is_closed, ben.is_closed, follower.is_closed) == (False, False, False)
            assert set(context.sessions.known) == {"ben"}
            store.sessions.end("ann", now_in_milliseconds()).result()
            await drop_changed(context.service, context.sessions)
            assert (ann.is_closed, ben.is_closed, follower.is_closed) == (True, False, True)
            await drop_changed(context.service, context.sessions)  # nothing is done twice
            assert match_id in context.service.live
            store.guests.erase(["ann"], ["created"], lambda body, _: body.replace(b"Ann", b""), 1).result()
            store.guests.sanction("ann", now_in_milliseconds() + 1, is_muted=True).result()
            await drop_changed(context.service, context.sessions)
            assert match_id not in context.service.live  # memory knew the name; whoever asks reads the match anew
            assert (await context.service.find(match_id)).match.seats[0].name == ""

    run(store, test)
