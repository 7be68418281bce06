"""The machine's clock is set back and forth: nobody loses time that he has, and no event is before another."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from fourfold.match.commands import Play
from fourfold.match.match import Match
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.store import Store
from fourfold.store.rows import Guest
from fourfold.web import clock
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.live.service import Service

HOUR = 3600
SEATS = Seat("person", "ann", "Ann"), Seat("person", "ben", "Ben")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as opened:
        for name in ("ann", "ben"):
            opened.guests.add(Guest(name, name.title(), 0), name).result()
        yield opened


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_setting_the_clock_of_the_machine_changes_no_clock_of_the_table(
    store: Store, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    wall = time.time_ns

    async def play() -> Match:
        service = Service(store, None)  # type: ignore[arg-type]
        clock = ClockSetting("fischer", 60, 1)
        match = await service.create(Settings("exago", 2, {}, clock), SEATS, "ann", by_lot=False)
        await service.carry_out(match, Play(move="e5", ply=0), "ann")
        monkeypatch.setattr(time, "time_ns", lambda: wall() + jump * 10**9)
        monkeypatch.setattr(time, "time", lambda: wall() / 10**9 + jump)
        async with service.locked(match) as live:
            left = live.match.clock.left(1, now_in_milliseconds())
            assert 50_000 < left <= 60_000
            move = str(live.match.position.moves()[0])  # type: ignore[union-attr]
        await service.carry_out(match, Play(move=move, ply=1), "ben")
        played = Match.replay(await service.stored_events(match))
        await service.stop()
        return played

    match = asyncio.run(play())
    assert match.ended is None
    assert match.ply == 2
    assert abs(match.time - wall() // 1_000_000) < 50_000


def test_a_server_started_with_an_earlier_clock_puts_no_event_before_another(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(command: Play, player: str, match: str = "") -> str:
        service = Service(store, None)  # type: ignore[arg-type]
        if not match:
            clock = ClockSetting("sudden", 60)
            match = await service.create(Settings("exago", 2, {}, clock), SEATS, "ann", by_lot=False)
        await service.carry_out(match, command, player)
        times = [event.time for event in await service.stored_events(match)]
        assert times == sorted(times)
        assert all(left > 0 for left in (await service.find(match)).match.clock.kept)
        await service.stop()
        return match

    match = asyncio.run(play(Play(move="e5", ply=0), "ann"))
    monkeypatch.setattr(clock, "_anchor", clock.anchor() - HOUR * 10**9)
    asyncio.run(play(Play(move="e4", ply=1), "ben", match))


def test_processes_that_belong_together_have_one_time() -> None:
    told = "from fourfold.web.clock import anchor; print(anchor())"
    environment = os.environ | {"FOURFOLD_WORKER": "12345"}
    done = subprocess.run([sys.executable, "-c", told], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "12345", done.stderr
