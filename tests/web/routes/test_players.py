"""The public page of a player: what everybody may know, and nothing else."""

import time
from typing import Any

from web.accounts.test_accounts import PASSWORD, Member, refusal
from web.contests.test_tournaments import play_and_resign
from web.server_process import PATIENCE, Guest, Server

DAY = 86_400_000


def play(one: Guest, other: Guest, **wish: Any) -> tuple[str, list[Guest]]:
    """A match of two in which everybody moves once and the first seat resigns; the guests in the order of seats."""
    match, invite = one.create("qawale", **wish)
    other.post(f"/api/invites/{invite}")
    guests = sorted((one, other), key=lambda guest: int(guest.table(match)["seat"]))
    play_and_resign(match, guests)
    return match, guests


def page_of(guest: Guest, member: Member, **query: str) -> dict[str, Any]:
    page: dict[str, Any] = guest.get(f"/api/players/{member.name}", **query)
    return page


def test_a_page_has_ratings_over_time_and_public_matches_with_their_results(server: Server, guest: Guest) -> None:
    ann, ben = Member(server), Member(server, kind="bot")
    match, guests = play(ann, ben, is_public=True)
    play(ann, ben)  # by invitation: it counts, and is listed nowhere
    deadline = time.monotonic() + PATIENCE
    while (page := page_of(guest, ann))["ratings"][:1] == [] or page["ratings"][0]["games"] < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert (page["name"], page["account"], page["is_me"], page["can_challenge"]) == (ann.name, "person", False, True)
    assert page["created"] % DAY == 0
    assert {rating["group"] for rating in page["ratings"]} == {"all"}
    rating = page["ratings"][0]
    assert (rating["game"], rating["pool"], rating["seats"], rating["options"]) == ("qawale", "qawale 2", 2, {})
    assert [(point["value"], point["spread"]) for point in rating["history"]] == [(rating["value"], rating["spread"])]
    assert rating["history"][0]["day"] % DAY == 0
    assert rating["history"][0]["day"] <= time.time() * 1000
    (listed,) = page["matches"]
    assert listed["match"] == match
    assert listed["result"] == ("lost" if guests[0] is ann else "won")
    assert (listed["ply"], listed["outcome"]["code"], listed["status"]) == (2, "resign", "over")
    assert {seat["name"] for seat in listed["seats"]} == {ann.name, ben.name}
    assert page_of(guest, ben)["account"] == "bot"
    best = guest.get("/api/ratings", pool="qawale 2")["ratings"]
    assert {entry["name"]: entry["account"] for entry in best if entry["account"]}[ben.name] == "bot"
    assert page_of(ann, ann)["is_me"]
    assert not page_of(ann, ann)["can_challenge"]


def test_nothing_private_is_on_a_page(server: Server, guest: Guest) -> None:
    ann = Member(server)
    page = guest.http.get(f"/api/players/{ann.name.upper()}")
    assert page.status_code == 200  # names are found whatever their case
    assert ann.made["id"] not in page.text
    assert set(page.json()) == {
        "name", "account", "created", "ratings", "matches", "behind", "can_challenge", "is_me",
    }  # fmt: skip


def test_guests_have_no_page_and_neither_have_those_who_left(server: Server, guest: Guest) -> None:
    assert refusal(guest.http.get("/api/players/Ann")) == (404, "web.no_such_account")
    ann = Member(server)
    page_of(guest, ann)
    ann.post("/api/account/delete", password=PASSWORD)
    assert refusal(guest.http.get(f"/api/players/{ann.name}")) == (404, "web.no_such_account")


def test_a_long_list_of_matches_comes_page_by_page(server: Server, guest: Guest) -> None:
    ann = Member(server)
    made = [ann.create("qawale", is_public=True, places=[{"kind": "me"}] * 2)[0] for _ in range(23)]
    first = page_of(guest, ann)
    assert len(first["matches"]) == 20
    second = page_of(guest, ann, behind=first["behind"])
    assert second["behind"] == ""
    assert {match["match"] for page in (first, second) for match in page["matches"]} == set(made)
    assert guest.http.get(f"/api/players/{ann.name}", params={"behind": "no such match"}).status_code == 422
