"""Talking at the table."""

import time

import pytest

from fourfold.store import Store
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.http.rate_limits import BY_PLAYER
from web.accounts.test_accounts import Member, refusal
from web.server_process import Guest, Server, hear, seated


def say(guest: Guest, match: str, text: str) -> None:
    guest.post(f"/api/matches/{match}/chat", text=text)


def test_what_is_said_reaches_all_who_want_to_hear_it_and_nobody_else(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    spectator = Guest(server)
    say(first, match, "  Good \n luck ")
    with second.listen(match, chat=True) as hears, spectator.listen(match) as hears_not:
        assert "table" in hear(hears)
        hear(hears_not)
        (before,) = hear(hears)["remarks"]
        name = first.get("/api/session")["name"]
        assert (before["number"], before["seat"], before["name"], before["text"]) == (1, 0, name, "Good luck")
        say(second, match, "You too")
        (said,) = hear(hears)["remarks"]
        assert (said["number"], said["seat"], said["text"]) == (2, 1, "You too")
        first.play(match, first.first_move(match, first.table(match)["clicks"]), 0)
        assert hear(hears_not)["events"][0]["body"]["kind"] == "played"
    assert [remark["text"] for remark in spectator.get(f"/api/matches/{match}/chat")["remarks"]] == [
        "Good luck",
        "You too",
    ]
    assert all(event["body"]["kind"] != "said" for event in first.look(match)["events"])


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 301, "a\u202eb", "a\u0000b"])
def test_what_cannot_be_shown_is_not_said(server: Server, text: str) -> None:
    match, (first, _) = seated(server, "quads")
    assert first.ask(f"/api/matches/{match}/chat", {"text": text}).status_code in (400, 422)
    assert first.get(f"/api/matches/{match}/chat")["remarks"] == []


def test_only_who_sits_there_talks_and_nobody_where_it_is_switched_off(server: Server) -> None:
    match, (first, _) = seated(server, "quads")
    for stranger, code in (
        (Guest(server, "Eve"), (403, "web.only_seated_talk")),
        (Guest(server), (401, "web.no_session")),
    ):
        assert refusal(stranger.ask(f"/api/matches/{match}/chat", {"text": "Hello"})) == code
    quiet, (first, _) = seated(server, "quads", has_chat=False)
    assert refusal(first.ask(f"/api/matches/{quiet}/chat", {"text": "Hello"})) == (409, "web.no_chat")
    assert first.look(quiet)["table"]["has_chat"] is False


def test_nobody_floods_a_table(server: Server) -> None:
    match, (first, _) = seated(server, "quads")
    burst = BY_PLAYER["remark"].burst
    answers = [first.ask(f"/api/matches/{match}/chat", {"text": f"{k}"}).status_code for k in range(burst + 4)]
    assert answers[:burst] == [200] * burst
    assert answers[-1] == 429


def test_who_was_muted_is_silent_and_talks_again_when_allowed(server: Server) -> None:
    member = Member(server)
    match, _ = member.create("quads")
    with Store.open(server.database) as store:  # as an administrator does it, in another process
        for is_muted, status in ((True, 403), (False, 200)):
            store.guests.sanction(member.made["id"], now_in_milliseconds(), is_muted=is_muted).result()
            for _ in range(100):  # the server looks every two seconds
                answer = member.ask(f"/api/matches/{match}/chat", {"text": "Hello"})
                if answer.status_code == status:
                    break
                time.sleep(0.1)
            assert answer.status_code == status
            assert not is_muted or refusal(answer) == (403, "web.muted")
