"""Push messages from a real server to a push service of our own."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fourfold.cli.app import app
from fourfold.store import Store
from fourfold.store.rows import Subscription
from fourfold.web.push.vapid import Vapid, fresh_key
from web.accounts.test_accounts import PASSWORD, Member, refusal
from web.push.browser import Browser, PushService, push_service, read_token
from web.server_process import PATIENCE, Guest, Server, hear, running, seated

DAYS = {"kind": "days", "time": 3}
KEY, CONTACT = fresh_key(), "mailto:ann@example.org"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as started:
        yield started


@pytest.fixture(scope="module")
def pushing(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that sends push messages."""
    options = ["--push-key", KEY, "--push-contact", CONTACT, "--push-service", service.origin]
    with running(tmp_path_factory.mktemp("pushing"), options=options) as started:
        yield started


def subscribe(guest: Guest, endpoint: str, browser: Browser, language: str = "") -> None:
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    state = guest.post("/api/push/subscriptions", endpoint=endpoint, keys=keys, language=language, expirationTime=None)
    assert state == {"is_on": True}


def stored(server: Server, player: str) -> list[Subscription]:
    with Store.open(server.database) as store:
        return store.subscriptions.of(player)


def identity(guest: Guest) -> str:
    player: str = guest.get("/api/session")["id"]
    return player


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_player_whose_turn_comes_gets_one_message_that_nobody_else_can_read(
    pushing: Server, service: PushService
) -> None:
    match, (first, second) = seated(pushing, "qawale", clock=DAYS)
    browser, other = Browser(), Browser()
    subscribe(second, f"{service.origin}/second/201", browser, "fr-CA")
    subscribe(first, f"{service.origin}/first/201", other)
    first.move(match)
    pushed = service.got.get(timeout=PATIENCE)
    assert pushed.path == "/second/201"
    message = json.loads(browser.read(pushed.body))
    name = first.get("/api/session")["name"]
    assert message == {
        "title": "À vous de jouer\u202f: Qawale", "body": f"Contre {name}", "tag": match, "url": f"/match/{match}",
    }  # fmt: skip
    claims = read_token(pushed.headers["authorization"])
    assert (claims["aud"], claims["sub"], claims["key"]) == (service.origin, CONTACT, Vapid(KEY, CONTACT).public_key)
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    assert pushed.headers["content-encoding"] == "aes128gcm"
    assert (pushed.headers["ttl"], pushed.headers["topic"]) == (str(24 * 3600), match)
    second.move(match)
    pushed = service.got.get(timeout=PATIENCE)
    assert pushed.path == "/first/201"
    assert json.loads(other.read(pushed.body))["title"] == "Your turn: Qawale"
    assert service.got.empty()


def test_a_match_that_begins_is_told_to_who_moves_first(pushing: Server, service: PushService) -> None:
    ann, browser = Guest(pushing, "Ann"), Browser()
    subscribe(ann, f"{service.origin}/begins/201", browser)
    match, invite = ann.create("qawale", by_lot=False, clock=DAYS)
    Guest(pushing, "Ben").post(f"/api/invites/{invite}")
    pushed = service.got.get(timeout=PATIENCE)
    assert (pushed.path, json.loads(browser.read(pushed.body))["tag"]) == ("/begins/201", match)


def test_the_key_is_the_one_that_browsers_need(pushing: Server) -> None:
    assert Guest(pushing).get("/api/push/key") == {"key": Vapid(KEY, CONTACT).public_key}


def test_nobody_is_told_who_is_there_or_plays_fast(pushing: Server, service: PushService) -> None:
    blitz, guests = seated(pushing, "qawale", clock={"kind": "fischer", "time": 300})
    slow, there = seated(pushing, "qawale", clock=DAYS)
    for number, guest in enumerate([*guests, *there]):
        subscribe(guest, f"{service.origin}/{number}/201", Browser())
    guests[0].move(blitz)
    with there[1].listen(slow) as socket:
        hear(socket)
        there[0].move(slow)
        hear(socket)
        away, (one, two) = seated(pushing, "qawale")  # no clock: it is slow too
        subscribe(two, f"{service.origin}/away/201", Browser())
        one.move(away)
        assert service.got.get(timeout=PATIENCE).path == "/away/201"
    assert service.got.empty()


def test_a_subscription_that_the_push_service_has_forgotten_is_deleted(pushing: Server, service: PushService) -> None:
    match, (first, second) = seated(pushing, "qawale", clock=DAYS)
    for end in ("404", "410", "503", "201"):
        subscribe(second, f"{service.origin}/{identity(second)}/{end}", Browser())
    first.move(match)
    told = {service.got.get(timeout=PATIENCE).path.rpartition("/")[2] for _ in range(4)}
    assert told == {"404", "410", "503", "201"}
    until(lambda: len(stored(pushing, identity(second))) == 2)
    assert {each.endpoint.rpartition("/")[2] for each in stored(pushing, identity(second))} == {"503", "201"}


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "ftp://push.example.org/x",
        "http://127.0.0.1:1/x",
        "/x",
        "https://",
        "https://push.example.org/a b",
        "https://[broken/x",
    ],
)
def test_an_address_that_cannot_be_a_push_service_is_refused(pushing: Server, endpoint: str) -> None:
    guest, browser = Guest(pushing, "Ann"), Browser()
    body: dict[str, Any] = {"endpoint": endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}}
    assert refusal(guest.ask("/api/push/subscriptions", body)) == (422, "web.push.bad_subscription")
    body = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "none", "auth": browser.auth}}
    assert refusal(guest.ask("/api/push/subscriptions", body)) == (422, "web.push.bad_subscription")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "10.0.0.1", "[::1]", "169.254.169.254", "no.invalid"])
def test_nothing_is_sent_to_a_private_address(pushing: Server, service: PushService, host: str) -> None:
    match, (first, second) = seated(pushing, "qawale", clock=DAYS)
    subscribe(second, f"https://{host}/x", Browser())
    subscribe(second, f"{service.origin}/{identity(second)}/201", Browser())
    first.move(match)
    service.got.get(timeout=PATIENCE)
    failures = [entry for entry in pushing.logged() if entry["event"] == "push_failed"]
    assert failures[-1]["problem"] in ("ValueError", "gaierror")
    assert host not in json.dumps(failures)


def test_a_subscription_ends_with_its_switch_its_session_and_its_account(pushing: Server) -> None:
    member = Member(pushing)
    endpoint = f"https://push.example.org/{member.name}"
    subscribe(member, endpoint, Browser())
    stranger = Guest(pushing, "Eve")
    stranger.post("/api/push/subscriptions/end", endpoint=endpoint)  # not hers
    assert [each.endpoint for each in stored(pushing, member.made["id"])] == [endpoint]
    assert endpoint in member.http.get("/api/account/export").text
    assert member.post("/api/push/subscriptions/end", endpoint=endpoint) == {"is_on": False}
    assert stored(pushing, member.made["id"]) == []
    subscribe(member, endpoint, Browser())
    member.post("/api/logout")
    assert stored(pushing, member.made["id"]) == []
    member.post("/api/login", name=member.name, password=PASSWORD)
    subscribe(member, endpoint, Browser())
    member.post("/api/account/delete", password=PASSWORD)
    assert stored(pushing, member.made["id"]) == []


def test_without_a_key_there_are_no_messages_and_the_server_says_so(server: Server, guest: Guest) -> None:
    assert guest.get("/api/push/key") == {"key": ""}
    browser = Browser()
    body = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": browser.p256dh, "auth": browser.auth}}
    assert refusal(guest.ask("/api/push/subscriptions", body)) == (409, "web.push.off")
    assert guest.post("/api/push/subscriptions/end", endpoint="https://push.example.org/x") == {"is_on": False}
    assert server.metric("fourfold_live_matches") >= 0


def test_the_key_is_made_by_a_command_and_a_wrong_one_stops_the_server(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["admin", "push-key"])
    assert made.exit_code == 0
    settings = tmp_path / "fourfold.toml"
    command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--port", "0", "--config", str(settings)]
    command += ["--database", str(tmp_path / "matches.db")]
    settings.write_text("[serve]\n" + made.output.replace("mailto:", "me at "))
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "mailto:" in done.stderr
