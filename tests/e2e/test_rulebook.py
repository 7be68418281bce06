"""The rulebook of a game: rules found by their address, with pictures, on wide and narrow screens and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

import fourfold
from e2e.access import serious_problems
from e2e.table import NewPage, later
from fourfold.core.help.rulebook import read_rulebook

GAMES = fourfold.list_games()


def open_book(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("figure svg").first).to_be_visible()


@pytest.mark.parametrize("game", [*GAMES[:1], *later(*GAMES[1:])])
def test_the_rulebook_has_every_rule_and_picture_and_axe_finds_nothing(page: Page, game: str) -> None:
    open_book(page, f"/learn/{game}/rules")
    passages = list(read_rulebook(game).passages())
    for anchor in (anchor for passage in passages for anchor in passage.anchors):
        expect(page.locator(f"[id='{anchor}']")).to_have_count(1)
    captions = [figure.caption for passage in passages for figure in passage.figures]
    expect(page.locator("figure")).to_have_count(len(captions))
    expect(page.locator("figure svg")).to_have_count(len(captions))
    assert page.locator("figcaption").all_inner_texts() == captions
    assert serious_problems(page) == []


def test_a_refusal_leads_to_its_rule_which_stands_out(page: Page) -> None:
    open_book(page, "/learn/exago#R4b")
    rule = page.locator(".rule.target")
    expect(rule).to_have_count(1)
    expect(rule.get_by_role("heading")).to_contain_text("Whom to block")
    expect(rule).to_be_in_viewport()
    page.get_by_role("link", name="F3 Put a tile").click()
    expect(page.locator(".rule.target").get_by_role("heading")).to_contain_text("Put a tile")


def test_the_contents_lead_to_clocks_and_open_what_is_for_referees(page: Page) -> None:
    open_book(page, "/learn/exago/rules")
    contents = page.locator(".aside")
    contents.get_by_role("link", name="Clocks").click()
    expect(page.locator(".rule.target").get_by_role("heading")).to_contain_text("Clocks")
    contents.get_by_role("link", name="For referees and programmers").click()
    expect(page.locator(".referees")).to_have_attribute("open", "")


def test_a_rule_can_be_tried_on_the_board(page: Page) -> None:
    open_book(page, "/learn/qawale#F3")
    page.locator("#F3").get_by_role("link", name="Try it on the board").click()
    expect(page).to_have_url(re.compile("/learn/qawale#try-"))
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.parametrize("game", [*GAMES[:1], *later(*GAMES[1:])])
def test_the_rulebook_fits_a_phone_in_french_and_its_contents_fold(new_page: NewPage, game: str) -> None:
    page = new_page(locale="fr-FR", viewport={"width": 320, "height": 640})
    open_book(page, f"/learn/{game}/rules")
    page.locator(".referees summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("link", name="F3").click()
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    expect(page.locator(".rule.target")).to_be_in_viewport()


def test_the_printed_page_has_the_rules_only(page: Page) -> None:
    open_book(page, "/learn/qawale/rules")
    page.emulate_media(media="print")
    expect(page.locator("#F1")).to_be_visible()
    for hidden in ("header", ".aside", ".referees", ".ways"):
        expect(page.locator(hidden).first).to_be_hidden()
