"""How often things may be done, and from where they come."""

import asyncio
import contextlib

import httpx
import pytest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fourfold.core.errors import BadValue
from fourfold.web.accounts.passwords import check_password
from fourfold.web.errors import Denied
from fourfold.web.http.middleware import Guard
from fourfold.web.http.proxies import Proxies, network_of
from fourfold.web.http.rate_limits import BY_ADDRESS, BY_PLAYER, Buckets, RateLimit, RateLimited, RateLimits


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate_for_ever() -> None:
    clock = Clock()
    buckets = Buckets(RateLimit(burst=5, rate=2), clock=clock)
    given = 0
    for _ in range(1000):
        given += buckets.take("a") == 0
        clock.now += 0.01
    assert given == 5 + 19


def test_who_is_refused_learns_when_to_come_and_loses_nothing_by_trying() -> None:
    clock = Clock()
    buckets = Buckets(RateLimit(burst=1, rate=0.1), clock=clock)
    buckets.take("a")
    assert all(buckets.take("a") == pytest.approx(10) for _ in range(50))
    clock.now += 10
    assert buckets.take("a") == 0


def test_a_million_addresses_take_no_more_memory_than_the_bound() -> None:
    buckets = Buckets(RateLimit(burst=2, rate=1), most=100)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets) == 100


def test_a_refused_address_costs_a_name_nothing() -> None:
    limits = RateLimits()
    tries = BY_ADDRESS["log_in"].burst
    for number in range(tries + 500):
        with contextlib.suppress(RateLimited):
            limits.check("log_in", "203.0.113.7", f"name {number % tries}" if number < tries else "ann")
    for _ in range(BY_PLAYER["log_in"].burst - 1):
        limits.check("log_in", "127.0.0.1", "ann")


def test_wrong_passwords_from_one_address_lock_nobody_out_elsewhere() -> None:
    limits = RateLimits()
    tries = 0
    for _ in range(500):
        with contextlib.suppress(RateLimited):
            limits.check_log_in("203.0.113.7", "ann")
            tries += 1
    assert tries == BY_PLAYER["log_in_from"].burst
    limits.check_log_in("198.51.100.1", "ann")
    for number in range(500):  # many addresses can use up the name, and not its device
        with contextlib.suppress(RateLimited):
            limits.check_log_in(f"203.0.113.{number % 250}", "ann")
    with pytest.raises(RateLimited):
        limits.check_log_in("198.51.100.2", "ann")
    for _ in range(BY_PLAYER["log_in_again"].burst):
        limits.check_log_in("203.0.113.7", "ann", "device")
    with pytest.raises(RateLimited):
        limits.check_log_in("203.0.113.7", "ann", "device")


def test_workers_together_allow_no_more_than_one_process() -> None:
    for what, limit in BY_ADDRESS.items():
        workers = [RateLimits(workers=4) for _ in range(4)]
        shares = [each.by_address[what].limit for each in workers]
        assert sum(share.rate for share in shares) == pytest.approx(limit.rate)
        assert limit.burst <= sum(share.burst for share in shares) < limit.burst + 4


def test_this_machine_is_not_limited_by_address_but_names_that_are_tried_are() -> None:
    limits = RateLimits()
    for _ in range(1000):
        assert limits.wait("request", "127.0.0.1") == 0
        limits.check("match", "::1", "ann")
    for _ in range(BY_PLAYER["log_in"].burst):
        limits.check("log_in", "127.0.0.1", "ann")
    with pytest.raises(RateLimited) as refused:
        limits.check("log_in", "127.0.0.1", "ann")
    assert refused.value.status == 429
    assert 1 <= refused.value.seconds <= 60
    assert any(limits.wait("request", "192.0.2.1") for _ in range(1000))
    assert not any(RateLimits(is_on=False).wait("request", "192.0.2.1") for _ in range(1000))


def test_the_door_sends_away_who_asks_too_often_before_anything_is_done() -> None:
    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("done")(scope, receive, send)

    async def ask(address: str) -> httpx.Response:
        transport = httpx.ASGITransport(guard, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/")

    limits = RateLimits()
    limits.by_address["request"] = Buckets(RateLimit(burst=2, rate=0.01))
    guard = Guard(inner, ["localhost"], Proxies(), limits)
    answers = [asyncio.run(ask(address)) for address in ("192.0.2.1",) * 3 + ("192.0.2.2", "127.0.0.1")]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 200]
    assert answers[2].json()["code"] == "web.too_many"
    assert 90 < int(answers[2].headers["retry-after"]) <= 100


def test_addresses_of_one_network_of_version_6_are_one() -> None:
    limits = RateLimits()
    waits = [limits.wait("sign_up", f"2001:db8::{number:x}") for number in range(20)]
    assert sum(wait > 0 for wait in waits) == 10
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("unknown") == "unknown"


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "198.51.100.1", "192.0.2.1"),  # not a proxy of ours: it may say what it likes
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),  # what stands before may be made up
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "garbage", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, <script>", "10.0.0.1"),
        ("10.0.0.1", ",,,", "10.0.0.1"),
    ],
)
def test_only_trusted_proxies_say_where_a_request_comes_from(peer: str, forwarded: str, client: str) -> None:
    assert Proxies(["10.0.0.0/24"]).client_of(peer, forwarded) == client


def test_a_proxy_that_is_no_address_is_refused_at_the_start() -> None:
    with pytest.raises(BadValue, match="neither an address nor a network"):
        Proxies(["example.org"])


@pytest.mark.parametrize(
    "password",
    [
        "",
        "short",
        "x" * 201,
        "aaaaaaaaaaaaaaa",
        "123456789012",
        "abcdefghijkl",
        "qwertyuiopas",
        "0987654321abc",
        "xxxxWilmaxxx99",
    ],
)
def test_weak_passwords_are_refused(password: str) -> None:
    with pytest.raises(Denied):
        check_password(password, "wilma")


@pytest.mark.parametrize("password", ["correct horse", "tr0ub4dor&3!", "пароль из четырёх слов", "x" * 195 + "abcde"])
def test_other_passwords_are_taken_whatever_is_in_them(password: str) -> None:
    check_password(password, "wilma")
