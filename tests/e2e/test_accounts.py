"""Accounts, talk and challenges as people at the page see them."""

import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.table import NewPage, Seated, accept, set_up

PASSWORD, OTHER = "correct horse battery", "another one altogether"


def fresh_name() -> str:
    return "p" + uuid.uuid4().hex[:10]


def check(page: Page) -> None:
    """Nothing serious is in the way of anybody."""
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def enter(page: Page, way: str, name: str, password: str = PASSWORD) -> None:
    """Fill the form of the account page in, by keyboard alone."""
    page.goto("/account")
    page.get_by_role("group").get_by_role("button", name=way, exact=True).press("Enter")
    page.locator("main").get_by_label(re.compile("^Name")).fill(name)
    page.get_by_label(re.compile("^(New p|P)assword")).fill(password)
    page.keyboard.press("Enter")


def sign_up(page: Page) -> str:
    name = fresh_name()
    enter(page, "Sign up", name)
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return name


def test_somebody_signs_up_keeps_a_match_and_finds_it_on_another_device(page: Page, new_page: NewPage) -> None:
    match = set_up(page, "qawale", "computer").match
    page.goto("/account")
    check(page)
    name = sign_up(page)
    codes = page.locator(".codes code")
    expect(codes).to_have_count(8)
    code = codes.first.inner_text()
    check(page)
    page.get_by_role("button", name="I have written them down").click()
    expect(codes).to_have_count(0)
    other = new_page()
    enter(other, "Log in", name, OTHER)
    expect(other.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    enter(other, "Log in", name)
    expect(other.get_by_role("heading", name=name)).to_be_visible()
    other.goto("/")
    expect(other.locator(f'a[href="/match/{match}"]').first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Log out there")).to_have_count(1)
    page.get_by_role("button", name="Log out there").click()
    expect(page.get_by_role("button", name="Log out there")).to_have_count(0)
    other.goto("/account")
    other.get_by_role("button", name="Forgotten password").click()
    other.get_by_label("Recovery code").fill(code)
    other.locator("main").get_by_label(re.compile("^Name")).fill(name)
    other.get_by_label("New password").fill(OTHER)
    other.keyboard.press("Enter")
    expect(other.get_by_text("7 recovery codes are left")).to_be_visible()


@pytest.mark.long
def test_a_token_is_made_and_revoked_and_the_account_deleted(page: Page) -> None:
    sign_up(page)
    page.get_by_role("button", name="I have written them down").click()
    page.locator("summary", has_text="Make a token").click()
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_label("Your password, once more").first.fill(PASSWORD)
    page.keyboard.press("Enter")
    shown = page.get_by_label("Copy the token now")
    expect(shown).to_have_value(re.compile(r"^[\w-]{43}$"))
    check(page)
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0)
    page.get_by_role("button", name="Delete the account …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your password, once more").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


@pytest.mark.long
def test_two_at_a_table_talk_and_who_likes_it_quiet_hears_nothing(page: Page, new_page: NewPage) -> None:
    other = new_page()
    ann = set_up(page, "qawale", "invite")
    accept(other, ann.invitation(), "Ben")
    other.get_by_role("tab", name="Chat").click()
    page.get_by_role("tab", name="Chat").click()
    field = other.get_by_label("Say something")
    field.fill("Good luck <b>!</b>")
    field.press("Enter")
    expect(page.locator(".chat li")).to_have_text(re.compile(r"Ben\s*Good luck <b>!</b>"))
    expect(field).to_have_value("")
    check(page)
    table = page.url
    page.goto("/settings")
    page.get_by_role("switch", name="Show what is said at tables").uncheck()
    page.goto(table)
    ann.sit()
    expect(page.locator(".chat")).to_have_count(0)


@pytest.mark.long
def test_a_challenge_is_seen_and_accepted_and_the_turn_is_told_elsewhere(page: Page, new_page: NewPage) -> None:
    challenged, other = sign_up(page), new_page()
    page.goto("/lobby")
    other.goto("/play/qawale")
    other.get_by_role("radio", name="Friends").check()
    other.get_by_label("Challenge a player").fill(challenged)
    other.get_by_role("group", name="Your seat").get_by_role("radio").last.check()
    other.locator("main form .button.main").click()
    Seated(other).sit()
    page.goto("/")
    page.get_by_role("button", name="Accept").click()
    seated = Seated(page).sit()
    expect(other.locator(".plates")).to_contain_text(challenged)
    page.goto("/lobby")
    waiting = page.get_by_role("link", name="Matches Your turn: 1")
    waiting.click()
    page.get_by_role("main").get_by_role("link", name=re.compile("Qawale")).click()
    assert seated.move()
    page.goto("/lobby")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(waiting).to_have_count(0)
