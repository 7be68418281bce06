"""A tournament on the page: set up, entered, played, with standings and a cross table; ratings afterwards."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.listener import Listener
from e2e.table import NewPage, Seated, choose


def play_on(page: Page, other: Page) -> None:
    """Whoever has a game makes a move in it, until the tournament is over."""
    address = page.url
    seats: dict[Page, Seated] = {}
    while page.request.get(address.replace("/tournament/", "/api/tournaments/")).json()["status"] != "over":
        for each in (page, other):
            if each not in seats:
                each.goto(address)
                expect(each.get_by_role("heading", name="Rounds")).to_be_visible()
                link = each.get_by_role("link", name="To your game")
                if link.count():
                    link.click()
                    seats[each] = Seated(each).sit()
            elif seats[each].table()["to_move"] == seats[each].table()["seat"]:
                seats[each].move()
            elif seats[each].table()["outcome"]:
                del seats[each]
    page.goto(address)


@pytest.mark.long
def test_two_people_and_a_computer_play_a_tournament(page: Page, new_page: NewPage) -> None:
    page.goto("/tournaments")
    page.get_by_label("Name of the tournament").fill("Sunday cup")
    page.get_by_role("combobox", name=re.compile(r"^Game\b")).select_option("Qawale")
    page.get_by_role("checkbox", name="Random", exact=True).check()
    page.get_by_label("Seconds for a first turn").fill("0")
    page.get_by_text("Options of the game").click()
    page.get_by_label(re.compile("Pebbles", re.IGNORECASE)).first.fill("1")
    page.get_by_role("button", name="Set up a tournament").click()
    page.wait_for_url("**/tournament/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday cup")
    expect(page.get_by_role("status").filter(has_text="Waiting for players. Begin when all are there.")).to_be_visible()
    expect(page.get_by_text("Invite others to this page:")).to_be_visible()
    other = new_page()
    other.goto("/lobby")
    other.get_by_role("button", name="More", exact=True).click()
    other.get_by_role("link", name="Tournaments").last.click()
    other.get_by_role("link", name=re.compile("Sunday cup")).click()
    other.get_by_role("button", name="Take part").press("Enter")
    expect(other.get_by_role("button", name="Do not take part")).to_be_visible()
    assert other.get_by_role("button", name="Begin").count() == 0
    page.get_by_role("button", name="Begin").click()
    standings = page.get_by_role("region", name="Standings")
    expect(standings).to_be_visible()
    play_on(page, other)
    expect(page.get_by_text("Qawale, round robin")).to_contain_text("over")
    expect(standings.get_by_role("row")).to_have_count(4)
    expect(page.get_by_role("region", name="Cross table").get_by_role("row")).to_have_count(4)
    page.get_by_text("What decides between equal points").click()
    expect(page.get_by_text("Sonneborn-Berger: what was made of each opponent")).to_be_visible()
    page.goto("/ratings")
    pools = page.get_by_role("combobox").first
    pools.select_option(pools.locator("option", has_text=re.compile("Qawale.*pebbles.*1")).first.get_attribute("value"))
    expect(page.get_by_role("row", name=re.compile("Random computer"))).to_be_visible()
    choose(page, "Matches", "among people")
    expect(page.get_by_role("row", name=re.compile("Random computer"))).to_have_count(0)


def test_an_arena_is_set_up_entered_late_left_and_cancelled(page: Page, new_page: NewPage) -> None:
    page.goto("/tournaments")
    page.get_by_label("Name of the tournament").fill("Happy hour")
    page.get_by_role("combobox", name=re.compile(r"^Game\b")).select_option("Qawale")
    page.get_by_role("combobox", name=re.compile("^System")).select_option("arena")
    page.get_by_label("Length in minutes").fill("30")
    page.get_by_role("button", name="Set up a tournament").click()
    page.wait_for_url("**/tournament/*")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Who is free is paired again, until")).to_be_visible()
    other = new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Take part").click()
    expect(other.get_by_role("link", name="To your game")).to_be_visible()
    other.get_by_role("button", name="Do not take part").click()
    expect(other.get_by_role("main").get_by_text("is out")).to_be_visible()
    expect(other.get_by_role("link", name="To your game")).to_have_count(0)
    page.get_by_role("button", name="Cancel the tournament").click()
    expect(page.get_by_text("Qawale, arena")).to_contain_text("cancelled")


def test_who_waits_by_ear_hears_who_enters_and_that_a_game_has_begun(page: Page, new_page: NewPage) -> None:
    wish = {"name": "By ear", "game": "qawale", "options": {"pebbles": "1"}}
    made = page.request.post("/api/tournaments", data=wish).json()["tournament"]
    listener, other = Listener(page), new_page()
    page.goto(f"/tournament/{made}")
    expect(page.get_by_text("one entered")).to_be_visible()
    listener.hear()
    assert other.request.post(f"/api/tournaments/{made}/enter", data={}).ok
    assert listener.listen("2 entered")[-1].startswith("Qawale, round robin")
    page.get_by_role("button", name="Begin").press("Enter")
    listener.listen("^To your game$")
    listener.wait_for_focus("To your game")
    match = other.request.get(f"/api/tournaments/{made}").json()["rounds"][0]["games"][0]["match"]
    assert other.request.post(f"/api/tournaments/{made}/withdraw", data={}).ok
    listener.listen(": is out$")
    assert page.request.get(f"/api/matches/{match}").ok
    listener.listen("over$")


def test_a_bot_is_marked_wherever_it_is_named(page: Page, new_page: NewPage) -> None:
    wish = {"name": "With a bot", "game": "qawale", "with_me": True, "options": {"pebbles": "1"}}
    made = page.request.post("/api/tournaments", data=wish).json()["tournament"]
    bot = new_page().request
    account = {"name": "Marked", "password": "a long enough password", "kind": "bot"}
    assert bot.post("/api/accounts", data=account).ok
    assert bot.post(f"/api/tournaments/{made}/enter", data={}).ok
    assert page.request.post(f"/api/tournaments/{made}/begin", data={}).ok
    page.goto(f"/tournament/{made}")
    expect(page.get_by_role("region", name="Rounds").get_by_role("link")).to_have_text(re.compile(r"Marked \(bot\)"))
    for table in ("Standings", "Cross table"):
        row = page.get_by_role("region", name=table).get_by_role("rowheader").filter(has_text="Marked")
        expect(row).to_contain_text("bot")
