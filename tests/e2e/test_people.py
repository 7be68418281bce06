"""Invitations, waiting rooms, quick pairing, one's own matches, and the pages of players."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.listener import Listener
from e2e.table import NewPage, Seated, accept, choose, later, set_up
from e2e.test_accounts import sign_up
from e2e.test_pages import SIZES, WIDE_ENOUGH


def resign(page: Page, match: str) -> None:
    answer = page.request.post(f"/api/matches/{match}/commands", data={"kind": "resign"})
    assert answer.ok, answer.text()


@pytest.mark.parametrize("size", ["phone", *later("desk", "small")])
def test_an_invitation_says_what_is_played_and_with_whom(page: Page, new_page: NewPage, size: str) -> None:
    name = sign_up(page)
    page.goto("/play/quads")
    page.get_by_role("radio", name="Friends").check()
    choose(page, "Clock", "10 + 5")
    choose(page, "Your seat", "light")
    page.get_by_role("switch", name="Matching border").check()
    page.get_by_role("button", name="Make the link").click()
    ann = Seated(page).sit()
    room = page.get_by_role("list", name="Players")
    expect(room.get_by_role("listitem").first).to_contain_text(name)
    expect(room.get_by_role("listitem").last).to_contain_text("Free seat")
    guest = new_page(**SIZES[size])
    guest.goto(ann.invitation())
    expect(guest.get_by_role("heading", level=1)).to_have_text(f"{name} wants to play Quads with you.")
    facts = {
        "Clock": "10 minutes + 5 s",
        "You play": f"dark; {name} begins",
        "Rules": "Matching border",
        "Lasts": "About 15 minutes.",
    }
    for what, text in facts.items():
        shown = guest.locator("dl > div").filter(has=guest.get_by_role("term").filter(has_text=re.compile(f"^{what}$")))
        expect(shown.get_by_role("definition")).to_have_text(text)
    assert guest.evaluate(WIDE_ENOUGH)
    assert serious_problems(guest) == []
    expect(guest.get_by_role("link", name="Learn it first")).to_have_attribute("href", "/learn/quads")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    ben = Seated(guest).sit()
    expect(page.locator(".plate").first).to_be_visible()
    assert ben.table()["seat"] == 1
    guest.goto("/join/nobody")
    expect(guest.get_by_text("The invitation does not exist")).to_be_visible()


def test_who_called_off_too_many_matches_reads_and_hears_that_the_next_is_not_rated(
    page: Page, new_page: NewPage
) -> None:
    listener, other = Listener(page), new_page()
    words = "This match is not rated: a player has called off too many matches lately."

    def invite() -> dict[str, str]:
        made: dict[str, str] = page.request.post("/api/matches", data={"game": "exago"}).json()
        return made

    for _ in range(3):
        made = invite()
        assert other.request.post(f"/api/invites/{made['invite']}", data={}).ok
        assert page.request.post(f"/api/matches/{made['match']}/resign", data={}).ok
    made = invite()
    other.goto(f"/join/{made['invite']}")
    expect(other.get_by_text(words)).to_be_visible()
    other.get_by_role("button", name="Sit down").click()
    page.goto(f"/match/{made['match']}")
    for each in (page, other):
        expect(each.locator("main").get_by_text(words)).to_be_visible()
    listener.listen(words)


@pytest.mark.parametrize("size", ["phone", *later("desk", "small")])
def test_a_waiting_room_can_be_used_and_left(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    set_up(page, "quadominos", "invite", seats=4)
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)
    expect(page.get_by_text("1 of 4 have sat down.")).to_be_visible()
    assert page.evaluate(WIDE_ENOUGH)
    assert serious_problems(page) == []
    page.get_by_role("button", name="Get up").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_who_wants_to_play_somebody_meets_who_waits(page: Page, new_page: NewPage) -> None:
    page.goto("/")
    card = page.get_by_role("article", name="Play somebody now")
    choose(page, "Game", "Exago")
    card.get_by_role("button", name="Find somebody").click()
    waiting = Seated(page).sit()
    expect(page.get_by_text("1 of 2 have sat down.")).to_be_visible()
    other = new_page()
    other.goto("/lobby")
    expect(other.get_by_role("main").get_by_role("link", name=re.compile("Exago"))).to_be_visible()
    choose(other, "Game", "Exago")
    other.get_by_role("button", name="Find somebody").click()
    assert Seated(other).sit().match == waiting.match
    expect(page.locator(".plate").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk", "small"])
def test_my_matches_put_my_turn_first_and_tell_wins_from_losses(new_page: NewPage, size: str) -> None:
    page, other = new_page(**SIZES[size]), new_page()
    page.goto("/mine")
    expect(page.get_by_role("heading", name="No match is waiting for you")).to_be_visible()
    for loser in (page, other):
        ann = set_up(page, "exago", "invite", seat="red")
        accept(other, ann.invitation(), "Ben")
        resign(loser, ann.match)
    ann = set_up(page, "exago", "invite", seat="red")
    accept(other, ann.invitation(), "Ben")
    match = ann.match
    page.goto("/mine")
    section = page.get_by_role("region", name=re.compile("^Your turn"))
    expect(section.get_by_role("link")).to_have_count(1)
    expect(section.get_by_role("link")).to_contain_text("with Ben")
    expect(section.locator("img")).to_have_js_property("complete", True)
    assert section.locator("img").evaluate("(image) => image.naturalWidth") > 0
    finished = page.get_by_role("region", name="Finished").get_by_role("link")
    expect(finished.filter(has_text="Won")).to_have_count(1)
    expect(finished.filter(has_text="Lost")).to_have_count(1)
    headings = page.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()
    assert [heading.split("\n")[0] for heading in headings][:2] == ["Your turn", "Finished"]
    assert page.evaluate(WIDE_ENOUGH)
    assert serious_problems(page) == []
    page.goto(f"/match/{match}")
    assert ann.sit().move()
    page.goto("/mine")
    expect(page.get_by_role("region", name="Their turn").get_by_text("Ben to move")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk", "small"])
def test_a_player_has_a_page_with_ratings_matches_and_a_challenge(new_page: NewPage, size: str) -> None:
    page, other = new_page(**SIZES[size]), new_page()
    name, rival = sign_up(page), sign_up(other)
    ann = set_up(page, "exago", "public", seat="red")
    other.goto(f"/match/{ann.match}")
    other.get_by_role("button", name="Sit down").click()
    ben = Seated(other, seed=2).sit()
    assert ann.move()
    assert ben.move()
    resign(other, ann.match)
    page.goto("/ratings")
    page.get_by_role("link", name=rival).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(rival)
    expect(page.get_by_role("img", name="Exago for 2")).to_be_visible()
    page.get_by_text("As a table").first.click()
    expect(page.get_by_role("row")).to_have_count(2)
    matches = page.get_by_role("region", name="Public matches").get_by_role("link")
    expect(matches).to_have_count(1)
    expect(matches).to_contain_text(re.compile(f"with {name}.*Lost", re.DOTALL))
    assert page.evaluate(WIDE_ENOUGH)
    assert serious_problems(page) == []
    page.get_by_role("link", name="Challenge").click()
    expect(page.get_by_label("Challenge a player")).to_have_value(rival)
    page.goto(f"/player/{name}")
    expect(page.get_by_role("main").get_by_role("link", name="Your account")).to_be_visible()
    page.goto("/player/nobody-of-this-name")
    expect(page.get_by_role("heading", level=2)).to_contain_text("nobody-of-this-name")
