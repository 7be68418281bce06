"""The browser reckons the lots and deals of a match itself, and notices when something is not as promised."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.table import PATIENCE, NewPage, Seated, accept, set_up


def resign(page: Page) -> None:
    Seated(page).choose_in_menu("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".outcome")).to_be_visible()


def check(page: Page) -> None:
    page.get_by_role("button", name="Check lots and deals").press("Enter")


@pytest.mark.long
def test_both_players_find_their_deals_fair_also_in_the_rematch(page: Page, new_page: NewPage) -> None:
    other = new_page()
    ann = set_up(page, "quadominos", "invite", options={"rounds": 1})
    accept(other, ann.invitation(), "Ben")
    expect(page.locator(".plate").first).to_be_visible()
    assert page.get_by_role("button", name="Check lots and deals").count() == 0
    resign(page)
    for each in (page, other):
        check(each)
        found = each.get_by_label("Fairness of lots and deals")
        expect(found).to_contain_text("Lots and deals are fair")
        for sentence in (
            "what your browser added counts",
            "2 of 2 seats added",
            "as the lot has them",
            "Deal 1 is what",
        ):
            expect(found).to_contain_text(sentence)
    first = ann.match
    page.get_by_role("button", name="Rematch").click()
    other.get_by_role("button", name="Agree").click()
    page.wait_for_function("match => !location.pathname.endsWith(match)", arg=first, timeout=PATIENCE)
    expect(page.locator(".plate").first).to_be_visible()
    resign(page)
    check(page)
    expect(page.get_by_label("Fairness of lots and deals")).to_contain_text("2 of 2 seats added")
    expect(page.get_by_label("Fairness of lots and deals")).to_contain_text("what your browser added counts")


def test_a_deal_that_was_not_the_promised_one_is_noticed(page: Page) -> None:
    ann = set_up(page, "quadominos", "computer")

    def swap_tiles(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for event in told["events"]:
            if event["body"]["kind"] == "dealt":
                event["body"]["order"].reverse()
        route.fulfill(response=answer, body=json.dumps(told))

    page.route(f"**/api/matches/{ann.match}", swap_tiles)
    resign(page)
    check(page)
    found = page.get_by_label("Fairness of lots and deals")
    expect(found).to_contain_text("Lots and deals are not what was promised")
    expect(found).to_contain_text("Deal 1 is not what the secret makes of it")
