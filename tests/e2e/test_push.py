"""Push messages in the browser: the switch, a message while the page is closed, and the page that it opens.

The browser cannot reach a push service here, so the page's subscription is made by a script of the test; server, push
service, encryption and service worker are real.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.table import NewPage
from e2e.test_offline import READY
from fourfold.web.push.vapid import fresh_key
from web.push.browser import Browser, PushService, push_service
from web.server_process import PATIENCE, Guest, Server, running

SUBSCRIBE = """(made) => {
    let current = null;
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => (permission = made.endpoint ? 'granted' : 'denied');
    const subscription = { ...made, toJSON: () => made, unsubscribe: async () => { current = null; return true; } };
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error('no key');
        return (current = subscription);
    };
}"""
CATCH = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, options) => { self.shown.push({ title, ...options }); };
}"""
SWITCH = "Tell me also with the page closed"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as started:
        yield started


@pytest.fixture(scope="module")
def pushing(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ["--push-key", fresh_key(), "--push-contact", "mailto:ann@example.org", "--push-service", service.origin]
    with running(tmp_path_factory.mktemp("pushing"), options=options) as started:
        yield started


def open_settings(page: Page) -> None:
    page.goto("/settings")


def visit(new_page: NewPage, server: Server, made: dict[str, Any]) -> Page:
    """The first page of a browser that allows messages where it has an address for them, once its worker runs."""
    page = new_page(service_workers="allow", base_url=f"http://localhost:{server.port}")
    page.add_init_script(f"({SUBSCRIBE})({json.dumps(made)})")
    page.goto("/")
    page.evaluate(READY)
    return page


def test_who_switched_it_on_is_told_of_a_turn_with_the_page_closed(
    new_page: NewPage, pushing: Server, service: PushService
) -> None:
    keys = Browser()
    made = {"endpoint": f"{service.origin}/ann/201", "keys": {"p256dh": keys.p256dh, "auth": keys.auth}}
    page = visit(new_page, pushing, made)
    open_settings(page)
    switch = page.get_by_role("switch", name=SWITCH)
    expect(switch).not_to_be_checked()
    for address, is_on in (("", True), ("/end", False), ("", True)):
        with page.expect_response(f"**/api/push/subscriptions{address}"):
            switch.click()
        expect(switch).to_be_enabled()
        expect(switch).to_be_checked(checked=is_on)
    ann = Guest(pushing)
    for cookie in page.context.cookies():
        ann.http.cookies.set(str(cookie["name"]), str(cookie["value"]))
    places = [{"kind": "open"}, {"kind": "me"}]
    match, invite = ann.create("qawale", places=places, by_lot=False, clock={"kind": "days", "time": 3})
    ben = Guest(pushing, "Ben")
    ben.post(f"/api/invites/{invite}")
    page.goto("about:blank")  # no page of ours is open
    ben.move(match)
    message = keys.read(service.got.get(timeout=PATIENCE).body).decode()
    assert json.loads(message)["url"] == f"/match/{match}"
    open_settings(page)
    expect(page.get_by_role("switch", name=SWITCH)).not_to_be_checked()  # the test's subscription is gone


@pytest.mark.long
def test_who_forbids_messages_is_told_why_the_switch_stays_off(new_page: NewPage, pushing: Server) -> None:
    page = visit(new_page, pushing, {"endpoint": "", "keys": {}})
    open_settings(page)
    page.get_by_role("switch", name=SWITCH).click()
    expect(page.get_by_text("The browser does not allow notifications from this page.")).to_be_visible()
    expect(page.get_by_role("switch", name=SWITCH)).not_to_be_checked()


@pytest.mark.long
def test_the_switch_is_absent_where_the_server_has_no_key(new_page: NewPage, server: Server) -> None:
    page = visit(new_page, server, {"endpoint": "https://push.example.org/x", "keys": {}})
    with page.expect_response("**/api/push/key"):
        open_settings(page)
    expect(page.get_by_role("switch", name="Sounds")).to_be_visible()
    expect(page.get_by_role("switch", name=SWITCH)).to_have_count(0)


@pytest.mark.long
def test_a_message_is_shown_unless_a_page_is_visible(new_page: NewPage, server: Server) -> None:
    page = visit(new_page, server, {"endpoint": "", "keys": {}})
    (worker,) = page.context.service_workers
    worker.evaluate(CATCH)
    deliver(page, server, {"title": "Your turn", "body": "Against Ben", "tag": "m1", "url": "/match/m1"})
    assert worker.evaluate("() => self.shown") == []
    page.goto("about:blank")
    deliver(page, server, {"title": "Your turn", "body": "Against Ben", "tag": "m1", "url": "/match/m1"})
    (shown,) = worker.evaluate("() => self.shown")
    assert (shown["title"], shown["body"], shown["tag"]) == ("Your turn", "Against Ben", "m1")
    assert shown["data"] == {"url": "/match/m1"}
    assert page.request.get(f"http://localhost:{server.port}{shown['icon']}").ok


def deliver(page: Page, server: Server, message: dict[str, str]) -> None:
    """Give the service worker a message as the browser would."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    wanted = {"origin": f"http://localhost:{server.port}", "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", {**wanted, "registrationId": found[-1]["registrationId"]})
    page.wait_for_timeout(500)
