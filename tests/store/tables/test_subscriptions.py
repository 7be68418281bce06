"""Subscriptions to push messages: one for each address, few for each guest, gone with the session."""

import pytest

from fourfold.store import Guest, Store
from fourfold.store.errors import UnknownGuest
from fourfold.store.rows import Subscription
from fourfold.store.tables.subscriptions import MOST_A_GUEST


@pytest.fixture
def two(store: Store) -> Store:
    """A store with two guests, each with a session."""
    for name in ("a", "b"):
        store.guests.add(Guest(name, name, 1, 1), f"session-{name}").result()
    return store


def sample(guest: str, endpoint: str, created: int = 1) -> Subscription:
    return Subscription(guest, f"session-{guest}", endpoint, "key", "secret", "en", created)


def test_an_address_has_one_subscription_the_last_one(two: Store) -> None:
    two.subscriptions.put(sample("a", "https://one")).result()
    two.subscriptions.put(sample("a", "https://two", 2)).result()
    assert two.subscriptions.of("a") == [sample("a", "https://one"), sample("a", "https://two", 2)]
    two.subscriptions.put(sample("b", "https://one", 3)).result()
    assert two.subscriptions.of("a") == [sample("a", "https://two", 2)]
    assert two.subscriptions.of("b") == [sample("b", "https://one", 3)]


def test_the_oldest_of_many_go(two: Store) -> None:
    for number in range(MOST_A_GUEST + 3):
        two.subscriptions.put(sample("a", f"https://{number}", number)).result()
    assert [each.created for each in two.subscriptions.of("a")] == list(range(3, MOST_A_GUEST + 3))


def test_only_its_owner_ends_a_subscription(two: Store) -> None:
    two.subscriptions.put(sample("a", "https://one")).result()
    assert not two.subscriptions.remove("https://one", "b").result()
    assert two.subscriptions.remove("https://one", "a").result()
    two.subscriptions.put(sample("a", "https://one")).result()
    assert two.subscriptions.remove("https://one").result()
    assert two.subscriptions.of("a") == []


def test_a_subscription_ends_with_its_session_and_with_its_guest(two: Store) -> None:
    two.subscriptions.put(sample("a", "https://one")).result()
    two.sessions.end("a", 5).result()
    assert two.subscriptions.of("a") == []
    two.subscriptions.put(sample("b", "https://two")).result()
    two.guests.erase(["b"], [], lambda body, _: body, 6).result()
    assert two.subscriptions.of("b") == []
    with pytest.raises(UnknownGuest):
        two.subscriptions.put(sample("b", "https://two")).result()
