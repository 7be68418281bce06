"""Abuse is reported where it happens, and moderators mute, ban and look back on a page of their own."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from e2e.access import problems
from e2e.table import NewPage, Seated
from web.accounts.test_accounts import Member, refusal
from web.accounts.test_admin import admin
from web.server_process import Guest, Server, seated

NARROW = {"viewport": {"width": 390, "height": 844}}


def as_user(page: Page, guest: Guest) -> Page:
    """The page of somebody who has a session already."""
    url = f"http://localhost:{guest.server.port}"
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in guest.http.cookies.items()])
    return page


def report_remark(page: Page, match: str, remark: str) -> None:
    """Report what was said, by keyboard."""
    page.goto(f"/match/{match}")
    Seated(page).sit()
    page.get_by_role("tab", name="Chat").click()
    button = page.get_by_role("button", name=f"Report what Ben said: {remark}")
    button.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Report Ben")).to_be_visible()
    expect(dialog.get_by_role("radio", name="What was said")).to_be_checked()
    expect(dialog.get_by_role("textbox")).to_have_value(remark)
    assert problems(page) == []
    dialog.get_by_role("button", name="Send the report").press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("log").get_by_text("Moderators will look at it")).to_be_attached()
    expect(button).to_be_focused()


def test_abuse_is_reported_muted_and_banned_on_the_page(server: Server, new_page: NewPage) -> None:
    remark = f"You are a fool {uuid.uuid4().hex[:6]}"
    match, (ann, ben) = seated(server, "qawale", by_lot=False)
    ben.post(f"/api/matches/{match}/chat", text=remark)
    player = as_user(new_page(), ann)
    report_remark(player, match, remark)

    judge = Member(server)
    admin(server, "moderator", judge.name)
    page = as_user(new_page(**NARROW), judge)
    page.goto("/")
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("link", name="Moderation").press("Enter")
    card = page.get_by_role("article").filter(has_text=remark)
    expect(card.get_by_role("list", name="Ben said last at that table:")).to_have_text(remark)
    assert problems(page) == []
    card.get_by_role("button", name="Mute Ben").press("Enter")
    expect(card.get_by_text("muted", exact=True)).to_be_visible()
    expect(card.get_by_role("button", name="Unmute Ben")).to_be_focused()
    assert refusal(ben.ask(f"/api/matches/{match}/chat", {"text": "Really"})) == (403, "web.muted")
    card.get_by_role("button", name="Ban Ben").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Ban").press("Enter")
    expect(card.get_by_text("banned", exact=True)).to_be_visible()
    assert refusal(ben.ask("/api/session", {"name": "Ben"})) == (403, "web.banned")
    card.get_by_role("button", name="Close the report Ben").press("Enter")
    expect(card).to_be_hidden()
    expect(page.get_by_role("heading", name="Open reports")).to_be_focused()
    trail = page.get_by_role("list", name="What was done").get_by_role("listitem").filter(has_text=judge.name)
    expect(trail.filter(has_text="Ben")).to_have_count(3)
    trail.filter(has_text="banned").get_by_role("link", name="Ben").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Ben")).to_be_focused()
    page.get_by_role("button", name="Unban Ben").press("Enter")
    expect(page.get_by_role("button", name="Ban Ben", exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="What was done").get_by_role("listitem")).to_have_count(4)
    assert problems(page) == []


@pytest.mark.long
def test_moderation_is_for_moderators_and_a_match_and_an_account_can_be_reported(
    server: Server, new_page: NewPage
) -> None:
    member, (match, (ann, _)) = Member(server), seated(server, "qawale", by_lot=False)
    page = as_user(new_page(**NARROW, locale="fr-FR"), ann)
    page.goto("/moderation")
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_role("button", name="Plus", exact=True).click()
    expect(page.get_by_role("link", name="Tournois")).to_be_visible()
    expect(page.get_by_role("link", name="Modération")).to_have_count(0)
    page.goto(f"/match/{match}")
    Seated(page).sit()
    page.locator("[popovertarget=table-menu]").click()
    page.locator("#table-menu").get_by_role("button", name="Signaler un abus").click()
    send(page)
    page.goto(f"/player/{member.name}")
    page.get_by_role("button", name="Signaler un abus").click()
    send(page)
    judge = Member(server)
    admin(server, "moderator", judge.name)
    reports = judge.get("/api/moderation")["reports"]
    assert {(each["reason"], each["match"]) for each in reports} >= {("chat", match), ("name", "")}
    page = as_user(new_page(**NARROW, locale="fr-FR"), judge)
    page.goto(f"/moderation/{member.name}")
    expect(page.get_by_role("heading", level=1, name=member.name)).to_be_visible()
    assert problems(page) == []


def send(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Envoyer").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
