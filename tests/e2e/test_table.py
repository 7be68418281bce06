"""What happens at a table, seen from its seats: secrets, refusals, offers, clocks, lost connections."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.table import WAYS, NewPage, Seated, accept, choose, in_order, set_up
from web.server_process import Server


def heap_strings(page: Page) -> set[str]:
    """Every text in the memory of a page."""
    session = page.context.new_cdp_session(page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    snapshot = json.loads("".join(chunks))
    meta = snapshot["snapshot"]["meta"]
    width, kinds = len(meta["node_fields"]), meta["node_types"][0]
    texts = {kinds.index(kind) for kind in ("string", "concatenated string", "sliced string")}
    nodes = snapshot["nodes"]
    return {snapshot["strings"][nodes[k + 1]] for k in range(0, len(nodes), width) if nodes[k] in texts}


def traffic(page: Page) -> list[str]:
    """All that a page will be told about matches."""
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    page.on(
        "response", lambda answer: heard.append(answer.text()) if "/api/matches" in answer.url and answer.ok else None
    )
    return heard


NO_COMMANDS_BY_SOCKET = "WebSocket.prototype.send = () => { throw new Error('by request'); };"
WORD = re.compile(r"[0-9a-f]{64}")  # commitments and parts: digits by chance


def test_a_hidden_hand_is_nowhere_in_the_other_browser(page: Page, new_page: NewPage) -> None:
    other = new_page()
    told = {page: traffic(page), other: traffic(other)}
    ann = set_up(page, "quadominos", "invite", options={"rounds": 1})
    ben = accept(other, ann.invitation(), "Ben")
    both = in_order(ann, ben)
    for _ in range(6):
        both[ann.table()["to_move"]].move()

    def secrets_of(seat: int) -> set[str]:
        """The tiles in hand that begin with 0: in memory no number looks like them, and only 0000 is in the words."""
        items = both[seat].table()["board"]["hands"][seat]["items"]
        return {item["click"] for item in items if item["click"].startswith("0")} - {"0000"}

    hidden = max(range(2), key=lambda seat: len(secrets_of(seat)))
    tiles, owner, spy = secrets_of(hidden), both[hidden].page, both[1 - hidden].page
    assert tiles
    expect(spy.locator("[data-spot^='item:']").first).to_be_visible()
    named = re.compile("|".join(rf"(?<!\d){tile}(?!\d)" for tile in tiles))
    assert any(named.search(text) for text in told[owner])
    seen = [WORD.sub("", text) for text in told[spy]]
    assert [found[0] for text in seen if (found := named.search(text))] == []
    assert heap_strings(owner) >= tiles
    assert heap_strings(spy) & tiles == set()


def test_at_one_screen_a_curtain_hides_the_next_hand(page: Page) -> None:
    seated = set_up(page, "quadominos", "here", options={"rounds": 1})
    show = page.get_by_role("button", name=re.compile("show my hand"))
    expect(show).to_be_visible()
    expect(page.locator("[data-spot]")).to_have_count(0)
    show.click()
    before = seated.table()["seat"]
    assert seated.move()
    if seated.table()["seat"] != before:
        expect(show).to_be_visible()
        expect(page.locator("[data-spot]")).to_have_count(0)


@pytest.mark.long
def test_at_one_screen_hidden_tiles_of_quads_are_covered_too(page: Page) -> None:
    seated = set_up(page, "quads", "here", options={"hidden": True})
    show = page.get_by_role("button", name=re.compile("show my hand"))
    show.click()
    expect(page.locator(".hand")).to_have_count(1)
    expect(page.locator(".plate .left").first).to_contain_text("17 in hand")
    assert seated.move()
    expect(show).to_be_visible()
    expect(page.locator("[data-spot]")).to_have_count(0)


@pytest.mark.long
def test_at_one_screen_open_boards_need_no_curtain(page: Page) -> None:
    seated = set_up(page, "exago", "here")
    for _ in range(4):
        assert seated.move()
    assert seated.table()["ply"] == 4


def test_a_move_that_is_refused_says_why_at_the_spot_and_leads_to_the_rule(page: Page) -> None:
    seated = set_up(page, "exago", "computer", seat="red")
    seated.click(seated.spot("cell", "a5"))
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text(re.compile("middle|centre"))
    expect(bubble).not_to_contain_text("F3")
    expect(bubble.get_by_role("link", name="Why?", exact=True)).to_have_attribute("href", "/learn/exago#F3")
    box, cell = bubble.bounding_box(), seated.spot("cell", "a5").bounding_box()
    assert box is not None
    assert cell is not None
    assert abs(box["x"] + box["width"] / 2 - cell["x"] - cell["width"] / 2) < 150
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    seated.type_move("a5")
    expect(page.locator("form .told")).to_contain_text("Exago F3")
    seated.type_move("nonsense")
    expect(page.locator("form .told")).to_contain_text("“nonsense” is not a move of Exago")
    seated.type_move("e5")
    expect(bubble).to_have_count(0)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".moves")).to_contain_text("You put a tile on e5")


def test_what_is_typed_before_the_last_move_is_answered_stays(page: Page) -> None:
    page.add_init_script(NO_COMMANDS_BY_SOCKET)
    seated = set_up(page, "exago", "here")
    held: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        answer = route.fetch()
        held.append(lambda: route.fulfill(response=answer))

    def release() -> None:
        while not held:
            page.wait_for_timeout(10)
        with page.expect_response("**/commands"):
            held.pop()()

    page.route("**/commands", hold)
    seated.type_move("e5")
    seated.wait_for_move(0)
    field = seated.notation()
    field.fill("e6")
    release()
    page.wait_for_timeout(100)  # for the page to take the answer in
    expect(field).to_have_value("e6")
    field.press("Enter")
    seated.wait_for_move(1)
    release()
    expect(field).to_have_value("")


def test_moves_are_announced(page: Page) -> None:
    seated = set_up(page, "exago", "computer", seat="red")
    seated.type_move("e5")
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"Neighbour put a tile on \w\d.*It is your turn"))


@pytest.mark.long
def test_moves_of_tiles_are_announced_in_words(page: Page) -> None:
    seated = set_up(page, "quads", "computer", seat="light")
    seated.type_move("c3=PPPP")
    expect(page.get_by_role("log")).to_contain_text(
        re.compile(r"Neighbour plays (dark|neutral) tile towards the centre(, towards the centre){3} on \w\d\.")
    )


def test_a_first_visit_goes_without_errors(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/")
    expect(page.get_by_role("button", name="Play Exago")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert said == []


def test_a_lost_connection_is_shown_and_heals_by_itself(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "qawale", "invite")
    ben = accept(new_page(), ann.invitation(), "Ben")
    first, second = in_order(ann, ben)
    second.page.context.set_offline(True)
    expect(second.page.get_by_text("The connection is lost")).to_be_visible()
    assert first.move()
    second.page.context.set_offline(False)
    expect(second.page.get_by_text("The connection is lost")).to_have_count(0)
    expect(second.page.locator(".moves")).to_have_attribute("data-ply", "1")
    assert second.move()
    expect(first.page.locator(".moves")).to_have_attribute("data-ply", "2")


@pytest.mark.long
def test_the_page_comes_back_when_the_server_does(own_server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=f"http://localhost:{own_server.port}")
    seated = set_up(page, "exago", "here")
    assert seated.move()
    seated.notation()
    port = own_server.port
    own_server.end()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    seated.type_move("e6")
    expect(page.locator("form .told")).to_contain_text("cannot be reached")
    own_server.start(port=port)
    expect(page.get_by_text("The connection is lost")).to_have_count(0, timeout=30_000)
    assert seated.move()


@pytest.mark.long
def test_spectators_see_the_table_and_can_do_nothing(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "qawale", "public")
    guest = new_page()
    guest.goto("/lobby")
    guest.get_by_role("link", name=re.compile("Qawale")).first.click()
    guest.locator("main").get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)
    ben = Seated(guest).sit()
    first, second = in_order(ann, ben)
    watcher = new_page()
    watcher.goto("/lobby")
    watcher.get_by_role("link", name=re.compile("Qawale.*Ben|Qawale")).first.click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert first.move()
    expect(watcher.locator(".moves")).to_have_attribute("data-ply", "1")
    watcher.get_by_role("button", name="More", exact=True).click()
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)
    expect(watcher.get_by_role("tab", name="Notation")).to_have_count(0)
    assert second.move()


def test_offers_takebacks_pauses_and_resigning(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "exago", "invite")
    ben = accept(new_page(), ann.invitation(), "Ben")
    first, second = in_order(ann, ben)
    assert first.move()

    first.page.get_by_role("button", name="Take back").click()
    second.page.get_by_role("button", name="Agree").click()
    expect(first.page.locator(".moves")).to_have_attribute("data-ply", "0")

    second.choose_in_menu("Offer a draw")
    first.page.get_by_role("button", name="Decline").click()
    expect(second.page.locator(".question")).to_have_count(0)

    second.choose_in_menu("Pause")
    first.page.get_by_role("button", name="Agree").click()
    expect(second.page.locator(".prompt")).to_have_text("The match is paused.")
    second.page.get_by_role("button", name="Go on").click()
    expect(second.page.locator(".prompt")).not_to_have_text("The match is paused.")

    first.choose_in_menu("Resign")
    first.page.get_by_role("button", name="Play on").click()
    assert first.table()["status"] == "running"
    first.choose_in_menu("Resign")
    first.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(second.page.locator(".outcome")).to_contain_text("You won")
    first_name = "Ben" if first is ben else "Guest"
    expect(second.page.locator(".outcome")).to_contain_text(re.compile(f"{first_name}.* resigned"))
    expect(first.page.locator(".outcome")).to_contain_text("You resigned.")


@pytest.mark.long
def test_clocks_run_and_show_whose_time_it_is(page: Page) -> None:
    page.goto("/play/exago")
    page.get_by_role("radio", name=WAYS["here"]).check()
    choose(page, "Clock", "Other …")
    page.get_by_role("spinbutton", name="Minutes").fill("1.5")
    page.locator("main form .button.main").click()
    seated = Seated(page).sit()
    running, waiting = page.get_by_role("timer").first, page.get_by_role("timer").last
    for clock in (running, waiting):
        expect(clock).to_have_text("1:30")
    for _ in range(2):  # the clocks start when everybody has moved once
        assert seated.move()
    expect(page.locator(".clock.running")).to_have_text(re.compile("1:2[0-9]"))
    assert seated.move()
    expect(page.locator(".clock.running")).to_have_text(re.compile("1:2[0-9]"))


@pytest.mark.long
def test_the_title_says_whose_turn_it_is(page: Page) -> None:
    seated = set_up(page, "exago", "computer", seat="red")
    assert seated.wait_for_turn()
    expect(page).to_have_title("● Your turn · Exago")


@pytest.mark.long
def test_a_match_that_does_not_exist_is_refused_in_words(page: Page) -> None:
    page.goto("/match/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There is no match")
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Four games about four.")


@pytest.mark.long
def test_a_server_that_fails_is_said_and_loses_nothing(page: Page) -> None:
    page.add_init_script(NO_COMMANDS_BY_SOCKET)
    seated = set_up(page, "exago", "here")
    assert seated.move()

    def fail(route: Route) -> None:
        route.fulfill(status=502, body="not ours")

    page.route("**/commands", fail)
    seated.click(seated.spot(*seated.choose(seated.table())[0]))
    expect(page.locator(".bubble")).to_contain_text("cannot be reached")
    page.unroute("**/commands")
    assert seated.move()


@pytest.mark.long
def test_a_computer_plays_on_for_who_has_left(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "exago", "invite", seats=3)
    link = ann.invitation()
    ben = accept(new_page(), link, "Ben")
    cleo = accept(new_page(), link, "Cleo")
    cleo.choose_in_menu("Resign")
    cleo.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Let a computer play for Cleo").click()
    ben.page.get_by_role("button", name="Agree").click()
    expect(page.locator(".plates")).to_contain_text(re.compile("computer|thinking"))
    expect(page.locator(".plates")).not_to_contain_text("has left")


def test_a_tile_is_dragged_to_its_place(page: Page) -> None:
    seated = set_up(page, "quads", "computer", seat="light")
    assert seated.wait_for_turn()
    seated.spot("item", "TTTT").drag_to(seated.spot("cell", "b2"))
    expect(page.locator(".moves")).to_contain_text("b2=TTTT")


@pytest.mark.long
def test_one_is_told_of_one_s_turn_only_after_asking_for_it(page: Page) -> None:
    page.add_init_script(
        """window.told = [];
        window.Notification = class {
            static permission = localStorage.getItem('permission') ?? 'default';
            static requestPermission = async () => {
                localStorage.setItem('permission', 'granted');
                return (Notification.permission = 'granted');
            };
            constructor(title) { window.told.push(title); }
        };
        Object.defineProperty(document, 'hidden', { get: () => true });"""
    )
    seated = set_up(page, "exago", "computer", seat="red")
    assert seated.move()
    assert seated.wait_for_turn()
    assert page.evaluate("() => window.told") == []
    here = page.url
    page.goto("/settings")
    page.get_by_role("switch", name="Tell me when it is my turn").check()
    page.goto(here)
    seated.sit()
    assert seated.move()
    assert seated.wait_for_turn()
    page.wait_for_function("() => window.told.length > 0")
    assert page.evaluate("() => window.told[0]") == "It is your turn."
