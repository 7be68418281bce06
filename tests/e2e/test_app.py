"""The page as an app: installed, shared; what a browser says of the manifest."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.table import PHONE, NewPage, accept, set_up

SHEET = """window.shared = [];
navigator.canShare = (data) => %s || !data.files;
navigator.share = async (data) => {
    const files = (data.files ?? []).map((file) => [file.name, file.size]);
    window.shared.push({ ...data, files });
};"""
OFFER = """() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    window.asked = 0;
    offer.prompt = async () => { window.asked += 1; };
    dispatchEvent(offer);
    return offer.defaultPrevented;
}"""


def test_the_browser_finds_nothing_wrong_with_the_manifest(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    session = page.context.new_cdp_session(page)
    told: dict[str, Any] = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest?language=en")
    assert json.loads(told["data"])["name"].startswith("Fourfold")
    problems = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [each for each in problems if each != "in-incognito"] == []  # contexts of tests are private ones


@pytest.mark.long
def test_installing_is_offered_where_the_browser_offers_it_and_only_then(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("link", name="Puzzles")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    button = page.get_by_role("button", name="Install")
    expect(page.get_by_role("link", name="Ratings").first).to_be_visible()
    expect(button).to_have_count(0)
    assert page.evaluate(OFFER)
    button.click()
    assert page.evaluate("() => window.asked") == 1
    expect(button).to_have_count(0)


def shared(page: Page) -> dict[str, Any]:
    page.wait_for_function("() => window.shared.length")
    found: dict[str, Any] = page.evaluate("() => window.shared.pop()")
    return found


def test_an_invitation_is_shared_as_a_link(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(SHEET % "true")
    ann = set_up(page, "exago", "invite")
    page.get_by_role("button", name="Share").tap()
    found = shared(page)
    assert (found["title"], found["url"], found["files"]) == ("Play Exago with me", ann.invitation(), [])
    assert accept(new_page(), found["url"], "Ben").table()["status"] == "running"


@pytest.mark.long
def test_a_finished_game_is_shared_with_its_picture_where_the_device_takes_pictures(new_page: NewPage) -> None:
    for takes_pictures, game in ((True, "exago"), (False, "exago"), (True, "quadominos")):
        page = new_page(**PHONE)
        page.add_init_script(SHEET % str(takes_pictures).lower())
        seated = set_up(page, game, "computer")
        seated.choose_in_menu("Resign")
        page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
        page.get_by_role("button", name="Share").tap()
        found = shared(page)
        assert re.search(rf"/match/{seated.match}\?ply=\d+$", found["url"])
        assert " won" in found["title"]
        assert [name for name, size in found["files"] if size > 1_000] == [f"{game}.png"] * takes_pictures


@pytest.mark.long
def test_a_position_is_shared_from_where_it_is_looked_at(page: Page) -> None:
    page.add_init_script(SHEET % "true")
    page.goto("/look?position=exago:seats%3D3@5/6/7/4y3/4rb3/8/7/6/5:0:3")
    expect(page.locator(".board")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Share").click()
    found = shared(page)
    assert found["url"] == page.url
    assert found["files"][0][0] == "exago.png"
    page.goto(found["url"])
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.long
def test_without_a_sheet_the_link_is_copied(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    ann = set_up(page, "exago", "invite")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == ann.invitation()


@pytest.mark.long
def test_the_frame_takes_the_colour_of_the_theme_that_was_chosen(page: Page) -> None:
    page.goto("/")
    colours = "() => [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"
    usual = page.evaluate(colours)
    assert len(set(usual)) == 2
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    assert page.evaluate(colours) == [usual[1]] * 2
    page.get_by_role("radio", name="As my system").check()
    assert page.evaluate(colours) == usual


@pytest.mark.long
def test_an_address_that_no_phone_reaches_has_no_code_to_scan(page: Page) -> None:
    set_up(page, "exago", "invite")
    expect(page.get_by_text("Show a QR code")).to_have_count(0)
