"""What only PostgreSQL has: announcements after the commit, reasons of failed connections, a bounded number of them."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
import structlog.testing

from fourfold.store import Store
from fourfold.store.engine import failures
from fourfold.store.engine.notifications import Announcement
from fourfold.store.errors import StorageFailed
from postgres import OWNER, Cluster
from store.samples import sample_events, sample_match

pytestmark = pytest.mark.xdist_group("postgresql")


@pytest.fixture
def mute_place(cluster: Cluster) -> Iterator[str]:
    """A database for a role that must not notify."""
    place = cluster.database()
    schema = place.rpartition("%3D")[2]
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE mute_{schema} LOGIN")
        connection.execute(f"GRANT ALL ON SCHEMA {schema} TO mute_{schema}")
        connection.execute("REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC")
        try:
            yield place.replace(f"//{OWNER}@", f"//mute_{schema}@")
        finally:
            connection.execute("GRANT EXECUTE ON FUNCTION pg_notify TO PUBLIC")


def test_what_cannot_be_announced_is_stored_all_the_same(mute_place: str) -> None:
    """The announcement is no part of the transaction: there it would hold a lock of the whole server."""
    with Store.open(mute_place) as store:
        store.matches.create(sample_match("m1")).result()
        for sequence in (1, 2):
            store.events.append("m1", sequence, sample_events(sequence, sequence)).result()
        assert [event.sequence for event in store.events.read("m1")] == [1, 2]


def test_an_announcement_comes_when_its_event_can_be_read(cluster: Cluster) -> None:
    async def listen(writing: Store, listening: Store) -> list[Announcement | None]:
        heard: list[Announcement | None] = []
        stream = listening.announcements()
        assert isinstance(stream, AsyncGenerator)
        async for announcement in stream:
            heard.append(announcement)
            if announcement is None:
                writing.matches.create(sample_match("m1"))
                refused = writing.events.append("m1", 3, sample_events(3, 3))
                writing.events.append("m1", 1, sample_events(1, 2))
                assert refused.exception(60) is not None
            elif announcement.sequence == 2:
                assert [event.sequence for event in listening.events.read("m1")] == [1, 2]
                break
        await stream.aclose()
        return heard

    place = cluster.database()
    with Store.open(place) as one, Store.open(place) as other:
        heard = asyncio.run(asyncio.wait_for(listen(one, other), 60))
    assert heard == [None, Announcement("m1", 0), Announcement("m1", 2)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("/postgres?", "/nowhere?"), 'database "nowhere" does not exist'),
        ((f"//{OWNER}@", "//stranger@"), 'role "stranger" does not exist'),
        (("host=/tmp/", "host=/tmp/none/"), "No such file or directory"),
    ],
)
def test_who_starts_a_server_is_told_why_there_is_no_connection(
    cluster: Cluster, change: tuple[str, str], reason: str
) -> None:
    with pytest.raises(StorageFailed, match=re.escape(reason)):
        Store.open(cluster.url.replace(*change))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_name_is_refused_with_the_way_out(cluster: Cluster, encoding: str) -> None:
    """Debian makes one in SQL_ASCII where the machine has no locale."""
    name = encoding.lower()
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
    with pytest.raises(StorageFailed, match=f"{encoding}.*createdb --encoding UTF8"):
        Store.open(cluster.url.replace("/postgres?", f"/{name}?"))


def test_the_log_has_the_reason_and_players_do_not(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "_last", ("", 0.0))
    with psycopg.connect(cluster.url, autocommit=True) as connection, ExitStack() as stack:
        connection.execute("CREATE ROLE leaving LOGIN SUPERUSER")
        store = stack.enter_context(Store.open(cluster.database().replace(f"//{OWNER}@", "//leaving@")))
        stack.callback(structlog.reset_defaults)
        lines = stack.enter_context(structlog.testing.capture_logs())
        connection.execute("ALTER ROLE leaving NOLOGIN")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'leaving'")
        for _ in range(3):
            with pytest.raises(StorageFailed) as told:
                store.matches.search()
            assert "leaving" not in str(told.value)
        assert isinstance(store.matches.create(sample_match("m1")).exception(60), StorageFailed)
    reasons = [line["problem"] for line in lines if line["event"] == "database_failed"]
    assert any('role "leaving" is not permitted to log in' in reason for reason in reasons)
    assert len(reasons) == len(set(reasons)), "the same reason again and again"


def test_the_manual_says_how_many_connections_a_process_has() -> None:
    from fourfold.store.engine.postgresql import READERS

    others = 3  # the writer, the listener, and that for new events
    page = (Path(__file__).parents[3] / "docs" / "operation.md").read_text()
    assert f"at most {2 * READERS + others} connections" in page
