"""A screen in the middle, and phones as hidden hands: who scans which code, and what the middle is never told."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.table import PHONE, WAYS, NewPage, Seated, choose, fill_in
from e2e.test_table import WORD, traffic
from fourfold.web.jobs.qr_codes import draw_code
from web.server_process import PATIENCE

SEAT = re.compile(r"/api/invites/([\w-]+)/code\?seat=(\d+)")


def lay_table(page: Page, game: str, seats: int = 2, options: dict[str, Any] | None = None) -> None:
    """Fill in the form for a screen in the middle."""
    page.goto(f"/play/{game}")
    page.get_by_role("radio", name=WAYS["here"]).check()
    choose(page, "Hands", "On phones, by a code")
    if seats != 2:
        choose(page, "Players", str(seats))
    fill_in(page, game, options or {})
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")


def addresses(middle: Page) -> dict[int, str]:
    """What the codes on the screen say, by seat: each is read off as the picture that this address makes."""
    expect(middle.locator(".gather img").first).to_be_visible()
    found = {}
    for source in middle.locator(".gather img").evaluate_all("(all) => all.map((each) => each.getAttribute('src'))"):
        named = SEAT.fullmatch(source)
        assert named, source
        origin = middle.evaluate("() => location.origin")
        address = f"{origin}/join/{named[1]}?seat={named[2]}"
        assert middle.request.get(source).text() == draw_code(address)
        found[int(named[2])] = address
    return found


def scan(phone: Page, address: str, name: str, seed: int) -> Seated:
    """Point a phone at a code, and sit down."""
    phone.goto(address)
    phone.locator("main").get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Sit down").tap()
    return Seated(phone, seed, touches=True).sit()


def gather(middle: Page, new_page: NewPage, *names: str) -> list[Seated]:
    """Let everybody scan the code of a seat, the last seat first."""
    seated: dict[int, Seated] = {}
    codes = addresses(middle)
    for seat, name in reversed(list(enumerate(names))):
        seated[seat] = scan(new_page(**PHONE), codes[seat], name, seat + 1)
    return [seated[seat] for seat in range(len(names))]


def hand_of(seated: Seated) -> set[str]:
    table = seated.table()
    return {item["click"] for item in table["board"]["hands"][table["seat"]]["items"]}


@pytest.mark.long
@pytest.mark.parametrize("turns", [4, 400])
def test_two_phones_play_quad_ominos_round_a_screen_in_the_middle(page: Page, new_page: NewPage, turns: int) -> None:
    told = traffic(page)
    lay_table(page, "quadominos", options={"rounds": 1})
    assert serious_problems(page) == []
    phones = gather(page, new_page, "Ann", "Ben")
    assert [phone.table()["seat"] for phone in phones] == [0, 1]
    expect(page.locator(".plates")).to_contain_text("Ann")
    expect(page.locator("[data-spot^='item:']")).to_have_count(0)
    for turn in range(turns):
        table = phones[0].table()
        if table["outcome"]:
            break
        expect(page.locator(f".plate[data-seat='{table['to_move']}']")).to_have_attribute("aria-current", "true")
        secrets = set.union(*map(hand_of, phones))
        assert turn > 10 or secrets
        seen = "".join(WORD.sub("", text) for text in told)
        for tile in secrets - played(table):
            assert not re.search(rf"(?<!\d){tile}(?!\d)", seen), tile
        assert phones[table["to_move"]].move()
    assert len(told) > min(turns, 10)
    if turns > 100:
        for screen in (page, *(phone.page for phone in phones)):
            expect(screen.locator(".outcome")).to_be_visible()


def played(table: dict[str, Any]) -> set[str]:
    """The tiles that lie on the table, or were seen by all."""
    return set(re.findall(r"\d{4}", table["position"].partition("@")[2].split(":")[0]))


@pytest.mark.long
def test_the_middle_sees_no_hand_also_where_its_reader_sits_at_the_table(page: Page, new_page: NewPage) -> None:
    """The same browser has a seat: what it is told in the middle is all the same what spectators are told."""
    lay_table(page, "quadominos", options={"rounds": 1})
    middle, codes = page.url, addresses(page)
    scan(new_page(**PHONE), codes[1], "Ben", 2)
    page.goto(codes[0])
    page.locator("main").get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    ann = Seated(page).sit()
    expect(page.locator("[data-spot^='item:']").first).to_be_visible()
    hand = hand_of(ann)
    told = traffic(page)
    page.goto(middle)
    expect(page.locator(".plates")).to_contain_text("Ann")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("[data-spot^='item:']")).to_have_count(0)
    seen = "".join(WORD.sub("", text) for text in told)
    assert '"to_move"' in seen
    assert [tile for tile in hand if re.search(rf"(?<!\d){tile}(?!\d)", seen)] == []


@pytest.mark.long
def test_a_code_is_for_its_seat_and_a_seat_is_taken_once(page: Page, new_page: NewPage) -> None:
    lay_table(page, "quadominos", seats=3)
    codes = addresses(page)
    assert sorted(codes) == [0, 1, 2]
    ann = scan(new_page(**PHONE), codes[2], "Ann", 1)
    assert ann.table()["seat"] == 2
    expect(page.locator(".gather li").nth(2)).to_contain_text("Ann")
    expect(page.locator(".gather img")).to_have_count(2)
    late = new_page(**PHONE)
    late.goto(codes[2])
    expect(late.get_by_text("This seat is taken")).to_be_visible()
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)
    ann.page.goto(codes[2])  # who scans again is led back
    ann.page.get_by_role("link", name="To the table").tap()
    ann.sit()


@pytest.mark.long
def test_the_middle_follows_to_the_next_match(page: Page, new_page: NewPage) -> None:
    lay_table(page, "qawale")
    phones = gather(page, new_page, "Ann", "Ben")
    phones[0].choose_in_menu("Resign")
    phones[0].page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(page.locator(".outcome")).to_contain_text("Ben won")
    before = page.url
    phones[0].page.get_by_role("button", name="Rematch").tap()
    phones[1].page.get_by_role("button", name="Agree").tap()
    page.wait_for_url(lambda address: "/table/" in address and address != before)
    expect(page.locator(".plate[aria-current]")).to_be_visible()


@pytest.mark.long
def test_on_this_machine_alone_the_middle_says_that_no_phone_can_come(page: Page, base_url: str) -> None:
    lay_table(page, "quadominos")
    assert "localhost" in base_url
    expect(page.locator(".gather .notice")).to_contain_text("fourfold serve --host")


@pytest.mark.parametrize("seat", ["-1", "64", "x"])
def test_a_code_of_no_seat_is_refused(base_url: str, seat: str) -> None:
    with httpx.Client(base_url=base_url, timeout=PATIENCE) as guest:
        guest.post("/api/session", json={"name": "Ann"})
        made = guest.post("/api/matches", json={"game": "exago"}).json()
        assert guest.get(f"/api/invites/{made['invite']}/code").headers["content-type"].startswith("image/svg+xml")
        assert guest.get(f"/api/invites/{made['invite']}/code?seat={seat}").status_code == 422
        assert guest.get("/api/invites/nothing/code").status_code == 404
