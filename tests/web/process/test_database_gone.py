"""The database goes away and comes back: nobody is told anything untrue, and the server recovers by itself."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import postgres
from web.server_process import PATIENCE, Guest, Server, hear, running, seated

pytestmark = pytest.mark.xdist_group("postgresql")


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[postgres.Cluster]:
    with postgres.cluster() as started:
        yield started


@pytest.fixture(scope="module")
def table(own_cluster: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("table"), own_cluster.database()) as server:
        yield server


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_refused_for_now(response: httpx.Response) -> bool:
    assert response.status_code in (200, 503), response.text
    if response.status_code == 503:
        assert int(response.headers["retry-after"]) > 0
        assert response.json()["code"] in ("store.cannot_read", "store.cannot_store")
        assert "/" not in response.json()["message"], "nothing is told of where the database is"
    return response.status_code == 503


def test_a_database_that_is_gone_is_said_so_and_found_again(table: Server, own_cluster: postgres.Cluster) -> None:
    match, guests = seated(table, "exago")
    quick = guests[0].post("/api/quick", game="qawale", level="simple")["match"]
    first = guests[0].first_move(match, guests[0].table(match)["clicks"])
    guests[0].play(match, first, 0)
    with guests[0].listen(match) as socket:
        hear(socket)
        own_cluster.end(signal.SIGKILL)
        assert is_refused_for_now(guests[1].http.get(f"/api/matches/{match}"))
        assert is_refused_for_now(guests[1].command(match, "resign"))
        assert is_refused_for_now(guests[1].http.get("/api/lobby"))
        assert is_refused_for_now(Guest(table).ask("/api/session", {"name": "Cyd"}))
        assert table.health()["ok"]
        gone = httpx.get(f"{table.url}/readyz", timeout=PATIENCE)
        assert (gone.status_code, gone.json()["database"]) == (503, False)
        assert table.metric("fourfold_database_up") == 0
        own_cluster.start()
        until(lambda: httpx.get(f"{table.url}/readyz", timeout=PATIENCE).status_code == 200)
        until(lambda: not is_refused_for_now(guests[1].http.get(f"/api/matches/{match}")))
        second = guests[1].first_move(match, guests[1].table(match)["clicks"])
        until(lambda: not is_refused_for_now(guests[1].command(match, "play", move=second, ply=1)))
    with guests[0].listen(match) as socket:
        bodies = [event["body"] for event in hear(socket)["events"]]
        assert [body["move"] for body in bodies if body["kind"] == "played"] == [first, second]
    until(lambda: guests[0].table(quick)["clicks"])  # the computer has moved, or it is the guest's turn from the first


def test_after_a_restart_in_which_nobody_asked_the_first_who_does_is_answered(
    table: Server, own_cluster: postgres.Cluster
) -> None:
    match, guests = seated(table, "exago")
    own_cluster.end(signal.SIGINT)
    own_cluster.start()
    guests[0].play(match, guests[0].first_move(match, guests[0].table(match)["clicks"]), 0)
    assert Guest(table).post("/api/session", name="Cyd")["name"] == "Cyd"


@pytest.mark.long
def test_a_database_that_hangs_holds_up_only_who_needs_it(table: Server, own_cluster: postgres.Cluster) -> None:
    match, guests = seated(table, "exago")
    own_cluster.halt()
    try:
        with httpx.Client(base_url=table.url, timeout=PATIENCE) as other:
            assert is_refused_for_now(guests[1].http.get(f"/api/matches/{match}"))
            assert other.get("/healthz").json()["ok"]
            assert other.get("/api/games").status_code == 200
            with ThreadPoolExecutor() as pool:
                cookie = {"cookie": "fourfold_guest=" + "x" * 43}  # of whom only the database could say who it is
                waiting = pool.submit(httpx.get, f"{table.url}/api/session", headers=cookie, timeout=PATIENCE)
                answers = 0
                while not waiting.done():
                    assert other.get("/healthz").json()["ok"]
                    answers += 1
            assert is_refused_for_now(waiting.result())
            assert answers > 20
    finally:
        own_cluster.go_on()
    until(lambda: not is_refused_for_now(guests[1].http.get(f"/api/matches/{match}")))
    assert guests[0].play(match, guests[0].first_move(match, guests[0].table(match)["clicks"]), 0)
