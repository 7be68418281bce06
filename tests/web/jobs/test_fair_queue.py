"""The fair queue: who waits is served by what each client has used, not by who came first."""

from itertools import islice

from fourfold.web.bounded import Client
from fourfold.web.jobs.fair_queue import CREDIT, FairQueue

GREEDY, HONEST = ("far", "greedy"), ("near", "honest")


def served(queue: FairQueue[str]) -> list[str]:
    found = []
    while (entry := queue.take()) is not None:
        found.append(entry.item)
    return found


def fill(queue: FairQueue[str], client: Client, count: int, price: float = 1.0) -> None:
    for number in range(count):
        queue.add(client, price, f"{client[-1]} {number}")


def test_an_honest_client_is_served_second_however_many_a_greedy_one_has_brought() -> None:
    queue = FairQueue[str]()
    fill(queue, GREEDY, 60)
    fill(queue, HONEST, 2)
    order = served(queue)
    assert order[:5] == ["greedy 0", "honest 0", "greedy 1", "honest 1", "greedy 2"]
    assert len(order) == 62


def test_turns_are_by_price_so_who_asks_for_little_is_served_more_often() -> None:
    queue = FairQueue[str]()
    fill(queue, GREEDY, 10, price=1.5)
    fill(queue, HONEST, 12, price=0.25)
    order = served(queue)
    assert [name.split()[0] for name in islice(order, 8)] == ["greedy", *["honest"] * 6, "greedy"]


def test_many_sessions_of_one_network_have_one_share_together() -> None:
    queue = FairQueue[str]()
    for number in range(40):
        fill(queue, ("far", f"session-{number}"), 1)
    fill(queue, HONEST, 3)
    order = served(queue)
    assert [order.index(f"honest {number}") for number in range(3)] == [1, 3, 5]
    sessions = [name for name in order if name.startswith("session")]
    assert len(set(sessions)) == 40


def test_players_of_one_network_take_turns_among_themselves() -> None:
    queue = FairQueue[str]()
    fill(queue, ("school", "greedy"), 20)
    fill(queue, ("school", "honest"), 2)
    assert served(queue)[:4] == ["greedy 0", "honest 0", "greedy 1", "honest 1"]


def test_nobody_saves_more_than_the_credit_by_staying_away() -> None:
    queue = FairQueue[str]()
    fill(queue, GREEDY, 130)
    for _ in range(100):
        queue.take()
    fill(queue, HONEST, 20)
    first = [name.split()[0] for name in islice(served(queue), int(CREDIT) + 7)]
    assert first[int(CREDIT) + 1 :].count("greedy") in (2, 3, 4)


def test_what_took_longer_than_its_price_is_charged() -> None:
    queue = FairQueue[str]()
    fill(queue, GREEDY, 4, price=0.1)
    assert queue.take() is not None
    queue.charge(GREEDY, 5.0)
    fill(queue, HONEST, 3)
    assert served(queue)[:3] == ["honest 0", "honest 1", "honest 2"]


def test_what_fits_is_taken_and_what_is_removed_waits_no_more() -> None:
    queue = FairQueue[str]()
    long = queue.add(GREEDY, 1.0, "long")
    queue.add(GREEDY, 0.05, "short")
    found = queue.take(lambda entry: entry.price < 0.1)
    assert found is not None
    assert found.item == "short"
    assert queue.take(lambda entry: entry.price < 0.1) is None
    assert queue.remove(long)
    assert not queue.remove(long)
    assert len(queue) == 0


def test_who_asks_seldom_goes_first_however_many_networks_ask_all_the_time() -> None:
    queue = FairQueue[str]()
    for number in range(100):
        queue.add((f"greedy {number % 10}", "player"), 1.0, "greedy")
    for _ in range(50):
        queue.take()
    served = []
    for _ in range(8):
        queue.add(("seldom", "player"), 1.0, "seldom")
        entry = queue.take()
        assert entry is not None
        served.append(entry.item)
    assert served[:5] == ["seldom"] * 5
    assert "greedy" in served  # nobody goes first for ever


def test_new_sessions_of_a_network_have_no_credit() -> None:
    queue = FairQueue[str]()
    for _ in range(10):
        queue.add(("network", "old"), 1.0, "old")
    for _ in range(5):
        queue.take()
    served = []
    for number in range(4):
        queue.add(("network", f"new {number}"), 1.0, "new")
        queue.add(("network", f"new {number}"), 1.0, "new")
        served += [entry.item for _ in range(2) if (entry := queue.take()) is not None]
    assert served.count("old") >= 2
