"""Accounts on a real server: signing up, logging in and out, sessions, tokens, recovery codes, deletion."""

import json
import uuid
from typing import Any

import httpx
import pytest

from fourfold.web.http.rate_limits import BY_ADDRESS
from web.server_process import PATIENCE, Guest, Server, hear, seated

PASSWORD, OTHER = "correct horse battery", "staple of another kind"


def fresh_name() -> str:
    return "p" + uuid.uuid4().hex[:12]


class Member(Guest):
    """Somebody with an account."""

    def __init__(self, server: Server, *, kind: str = "person") -> None:
        super().__init__(server)
        self.sign_up(kind)

    def sign_up(self, kind: str = "person") -> None:
        self.name = fresh_name()
        self.made = self.post("/api/accounts", name=self.name, password=PASSWORD, kind=kind)

    def make_token(self, label: str = "program") -> str:
        token: str = self.post("/api/account/tokens", password=PASSWORD, label=label)["token"]
        return token


@pytest.fixture
def member(server: Server) -> Member:
    return Member(server)


def log_in(server: Server, name: str, password: str = PASSWORD, **wish: Any) -> Guest:
    guest = Guest(server)
    guest.post("/api/login", name=name, password=password, **wish)
    return guest


def refusal(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def program(server: Server, token: str) -> httpx.Client:
    """A program with a token; no cookie, no JSON unless it sends some."""
    guest = Guest(server)
    guest.http.headers["Authorization"] = f"Bearer {token}"
    return guest.http


def test_a_guest_who_signs_up_keeps_the_matches_and_the_seat(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    before = first.get("/api/session")
    name = fresh_name()
    made = first.post("/api/accounts", name=name, password=PASSWORD)
    assert (made["id"], made["name"], made["account"]) == (before["id"], name, "person")
    assert first.get("/api/session") == {"id": before["id"], "name": name, "account": "person", "is_moderator": False}
    assert list(first.http.cookies) == ["fourfold_account", "fourfold_device"]
    table = second.table(match)
    assert [(seat["name"], seat["account"]) for seat in table["seats"]] == [
        (name, "person"),
        (second.table(match)["seats"][1]["name"], ""),
    ]
    first.play(match, first.first_move(match, first.table(match)["clicks"]), 0)
    assert match in [entry["match"] for entry in first.get("/api/matches")["matches"]]


def test_the_guests_cookie_is_worth_nothing_after_signing_up(server: Server) -> None:
    guest = Guest(server, "Ann")
    old = guest.cookie
    guest.post("/api/accounts", name=fresh_name(), password=PASSWORD)
    assert httpx.get(f"{server.url}/api/session", headers={"Cookie": old}, timeout=PATIENCE).json()["id"] == ""


def test_who_logs_out_is_the_guest_of_this_browser_again(server: Server, member: Member) -> None:
    guest = Guest(server, "Ann")
    as_guest = guest.get("/api/session")
    match, _ = guest.create("quads")
    guest.post("/api/login", name=member.name, password=PASSWORD)
    assert guest.get("/api/session")["id"] == member.made["id"]
    assert guest.get("/api/matches")["matches"] == []
    guest.post("/api/logout")
    assert guest.get("/api/session") == as_guest
    assert [entry["match"] for entry in guest.get("/api/matches")["matches"]] == [match]
    assert member.get("/api/session")["id"] == member.made["id"]  # elsewhere nobody was logged out


def test_matches_of_a_guest_come_along_when_that_is_wished(server: Server, member: Member) -> None:
    match, (first, second) = seated(server, "qawale")
    with second.listen(match) as socket:
        hear(socket)
        first.post("/api/login", name=member.name, password=PASSWORD, take_along=True)
        told = hear(socket)
    assert [event["body"]["kind"] for event in told["events"]] == ["claimed"]
    assert told["table"]["seats"][0] == {"kind": "person", "name": member.name, "has_left": False, "account": "person"}
    member.play(match, member.first_move(match, member.table(match)["clicks"]), 0)
    assert [entry["match"] for entry in member.get("/api/matches")["matches"]] == [match]
    first.post("/api/logout")
    assert first.get("/api/matches")["matches"] == []


@pytest.mark.parametrize("name", ["", "a", "x" * 25, "a b", "-ab", "ab_", "a/b", "a\u202eb", "<b>x</b>"])
def test_names_that_mislead_are_refused(server: Server, name: str) -> None:
    response = Guest(server).ask("/api/accounts", {"name": name, "password": PASSWORD})
    assert refusal(response) == (422, "web.bad_account_name")


def test_nobody_goes_by_the_name_of_an_account(server: Server, member: Member) -> None:
    guest = Guest(server, "Ann")
    name = member.name.upper()
    assert refusal(guest.ask("/api/accounts", {"name": name, "password": PASSWORD})) == (409, "store.name_taken")
    assert refusal(guest.ask("/api/session", {"name": name})) == (409, "store.name_taken")
    match, _ = member.create("quads", is_public=True)
    guest.refused(match, "store.name_taken", "join", name=name)
    other = Member(server)
    assert other.command(match, "join", name="Made up").status_code == 200  # an account has its own name
    assert other.name in [seat["name"] for seat in other.table(match)["seats"]]
    assert refusal(other.ask("/api/accounts", {"name": fresh_name(), "password": PASSWORD})) == (
        409,
        "store.account_exists",
    )


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(server: Server, member: Member) -> None:
    guest = Guest(server)
    answers = [
        guest.ask("/api/login", {"name": name, "password": password})
        for name, password in ((member.name, OTHER), (fresh_name(), PASSWORD), ("", ""), ("x" * 400, "y" * 400))
    ]
    assert {refusal(answer) for answer in answers} == {(401, "web.wrong_login")}
    assert len({answer.text for answer in answers}) == 1
    assert len({tuple(sorted(set(answer.headers) - {"date"})) for answer in answers}) == 1
    codes = [
        guest.ask("/api/recover", {"name": name, "code": "abcd-efgh", "password": OTHER})
        for name in (member.name, fresh_name())
    ]
    assert {refusal(answer) for answer in codes} == {(401, "web.wrong_code")}
    assert len({answer.text for answer in codes}) == 1


def test_passwords_cannot_be_tried_for_ever(server: Server, member: Member) -> None:
    guest = Guest(server)
    answers = [guest.ask("/api/login", {"name": member.name, "password": f"{OTHER} {k}"}) for k in range(25)]
    assert refusal(answers[0]) == (401, "web.wrong_login")
    assert refusal(answers[-1]) == (429, "web.too_many")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 61
    unknown = [guest.ask("/api/login", {"name": "nobody-" + member.name, "password": OTHER}) for k in range(25)]
    assert [refusal(answer) for answer in unknown] == [refusal(answer) for answer in answers]


def test_who_was_logged_in_before_gets_in_whoever_tries_the_name(server: Server, member: Member) -> None:
    device = member.http.cookies["fourfold_device"]
    for number in range(40):  # from everywhere
        body = {"name": member.name, "password": f"{OTHER} {number}"}
        httpx.post(f"{server.url}/api/login", json=body, headers={"X-Forwarded-For": f"192.0.2.{number}"})
    right = {"name": member.name, "password": PASSWORD}
    assert refusal(Guest(server).ask("/api/login", right)) == (429, "web.too_many")
    member.post("/api/logout")
    known = Guest(server)
    known.http.cookies["fourfold_device"] = device
    assert known.get("/api/session")["name"] == ""  # it gives no access by itself
    assert known.ask("/api/login", right).status_code == 200
    other = Guest(server)
    other.http.cookies["fourfold_device"] = "made up"
    assert refusal(other.ask("/api/login", right)) == (429, "web.too_many")


def test_an_address_that_asks_too_often_is_sent_away_and_others_are_not(server: Server) -> None:
    def ask(address: str) -> httpx.Response:
        body = {"name": fresh_name(), "password": PASSWORD}
        return httpx.post(
            f"{server.url}/api/accounts", json=body, headers={"X-Forwarded-For": address}, timeout=PATIENCE
        )

    answers = [ask("192.0.2.68") for _ in range(BY_ADDRESS["sign_up"].burst + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [200] * (len(answers) - 1)
    assert refusal(answers[-1]) == (429, "web.too_many")
    assert int(answers[-1].headers["retry-after"]) > 1
    assert ask("192.0.2.69").status_code == 200


def test_sessions_are_listed_and_ended(server: Server, member: Member) -> None:
    other = log_in(server, member.name)
    page = member.get("/api/account")
    assert [(each["kind"], each["is_this"]) for each in page["sessions"]].count(("browser", True)) == 1
    assert len(page["sessions"]) == 2
    mark = next(each["mark"] for each in page["sessions"] if not each["is_this"])
    stranger = Member(server)
    assert stranger.post(f"/api/account/sessions/{mark}/end") == {"ended": 0}
    assert other.get("/api/session")["name"] == member.name
    assert member.post(f"/api/account/sessions/{mark}/end") == {"ended": 1}
    assert other.get("/api/session")["name"] == ""
    again = log_in(server, member.name)
    assert member.post("/api/account/sessions/end") == {"ended": 1}
    assert again.get("/api/session")["name"] == ""
    assert member.get("/api/session")["name"] == member.name
    assert not json.dumps(page).count(member.http.cookies["fourfold_account"])


def test_who_is_logged_out_elsewhere_hears_nothing_more(server: Server, member: Member) -> None:
    other = log_in(server, member.name)
    match, _ = member.create("quadominos", places=[{"kind": "me"}, {"kind": "me"}])
    with other.listen(match) as socket:
        assert hear(socket)["table"]["seat"] is not None
        member.post("/api/account/sessions/end")
        with pytest.raises(Exception, match="1012"):
            socket.recv(timeout=PATIENCE)
    with other.listen(match) as socket:
        assert hear(socket)["table"]["seat"] is None


def test_a_token_plays_but_does_not_change_the_account(server: Server, member: Member) -> None:
    token = member.make_token()
    client = program(server, token)
    assert client.get("/api/session").json()["name"] == member.name
    match = client.post("/api/quick", json={"game": "qawale", "level": "random"}).json()["match"]
    assert client.get("/api/matches").json()["matches"][0]["match"] == match
    for address, body in (
        ("/api/account/tokens", {"password": PASSWORD, "label": "x"}),
        ("/api/account/codes", {"password": PASSWORD}),
        ("/api/account/password", {"password": PASSWORD, "new": OTHER}),
        ("/api/account/delete", {"password": PASSWORD}),
        ("/api/account/sessions/end", {}),
        ("/api/logout", {}),
    ):
        assert refusal(client.post(address, json=body)) == (403, "web.not_by_token")
    assert refusal(client.get("/api/account/export")) == (403, "web.not_by_token")
    shown = next(each for each in member.get("/api/account")["sessions"] if each["kind"] == "token")
    assert shown["label"] == "program"
    member.post(f"/api/account/sessions/{shown['mark']}/end")
    assert refusal(client.get("/api/session")) == (401, "web.bad_token")


def test_tokens_and_cookies_are_not_taken_for_each_other(server: Server, member: Member) -> None:
    token = member.make_token()
    answer = httpx.get(f"{server.url}/api/session", headers={"Cookie": f"fourfold_account={token}"}, timeout=PATIENCE)
    assert answer.json()["id"] == ""
    cookie = member.http.cookies["fourfold_account"]
    for header in (f"Bearer {cookie}", "Bearer", f"Basic {token}", token, "Bearer " + "x" * 5000):
        response = member.http.get("/api/session", headers={"Authorization": header})
        assert refusal(response) == (401, "web.bad_token")  # the cookie that came along does not help


def test_a_password_is_changed_with_the_old_one_and_everybody_else_is_logged_out(
    server: Server, member: Member
) -> None:
    other, token = log_in(server, member.name), member.make_token()
    assert refusal(member.ask("/api/account/password", {"password": OTHER, "new": OTHER})) == (401, "web.wrong_login")
    assert refusal(member.ask("/api/account/password", {"password": PASSWORD, "new": "short"})) == (
        422,
        "web.bad_password",
    )
    member.post("/api/account/password", password=PASSWORD, new=OTHER)
    assert member.get("/api/session")["name"] == member.name
    assert other.get("/api/session")["name"] == ""
    assert program(server, token).get("/api/session").status_code == 401
    assert refusal(Guest(server).ask("/api/login", {"name": member.name, "password": PASSWORD}))[0] == 401
    log_in(server, member.name, OTHER)


def test_a_recovery_code_lets_in_once_and_everybody_else_is_logged_out(server: Server, member: Member) -> None:
    codes = member.made["codes"]
    assert len(set(codes)) == 8
    guest = Guest(server)
    code = codes[3].upper().replace("-", " ")
    guest.post("/api/recover", name=member.name, code=code, password=OTHER)
    assert guest.get("/api/account")["codes_left"] == 7
    assert member.get("/api/session")["name"] == ""
    again = Guest(server).ask("/api/recover", {"name": member.name, "code": code, "password": PASSWORD})
    assert refusal(again) == (401, "web.wrong_code")
    new = guest.post("/api/account/codes", password=OTHER)["codes"]
    assert not set(new) & set(codes)
    old = Guest(server).ask("/api/recover", {"name": member.name, "code": codes[0], "password": PASSWORD})
    assert refusal(old) == (401, "web.wrong_code")


def test_an_account_can_be_taken_away_with_all_its_data(server: Server, member: Member) -> None:
    match, invite = member.create("qawale")
    other = Guest(server, "Ben")
    other.post(f"/api/invites/{invite}")
    member.post(f"/api/matches/{match}/chat", text="Good luck")
    first = next(each for each in (member, other) if each.table(match)["to_move"] == each.table(match)["seat"])
    first.play(match, first.first_move(match, first.table(match)["clicks"]), 0)
    hidden, _ = member.create("quadominos", places=[{"kind": "me"}, {"kind": "computer", "level": "random"}])
    response = member.http.get("/api/account/export")
    assert "attachment" in response.headers["content-disposition"]
    exported = response.json()
    assert exported["account"]["name"] == member.name
    assert exported["remarks"][0]["text"] == "Good luck"
    records = {entry["match"]: entry["record"] for entry in exported["matches"]}
    assert set(records) == {match, hidden}
    assert member.name in records[match]
    assert records[hidden] is None
    assert PASSWORD not in response.text
    assert "argon2" not in response.text


def test_a_deleted_account_leaves_no_name_behind_and_its_matches_stay(own_server: Server) -> None:
    member = Member(own_server)
    match, invite = member.create("qawale")
    other = Guest(own_server, "Ben")
    other.post(f"/api/invites/{invite}")
    left, _ = member.create("exago", seats=3)
    member.command(left, "leave")
    member.post(f"/api/matches/{match}/chat", text=f"I am {member.name}")
    token = member.make_token()
    assert refusal(member.ask("/api/account/delete", {"password": OTHER})) == (401, "web.wrong_login")
    with other.listen(match) as socket:
        hear(socket)
        member.post("/api/account/delete", password=PASSWORD)
        told = hear(socket)
    assert [event["body"]["kind"] for event in told["events"]] == ["resigned", "ended", "revealed"]
    assert member.get("/api/session")["id"] == ""
    assert program(own_server, token).get("/api/session").status_code == 401
    table = other.table(match)
    assert sorted(seat["name"] for seat in table["seats"]) == ["Ben", "Somebody who left"]
    assert table["status"] == "over"
    assert "Ben" in other.http.get(f"/api/matches/{match}/record").text
    assert member.name not in other.http.get(f"/api/matches/{match}/record").text
    assert member.name not in json.dumps(other.look(match)) + json.dumps(other.get(f"/api/matches/{match}/chat"))
    for path in own_server.log.parent.iterdir():
        assert member.name.encode() not in path.read_bytes(), path
    assert Guest(own_server).ask("/api/login", {"name": member.name, "password": PASSWORD}).status_code == 401
    assert Guest(own_server).ask("/api/accounts", {"name": member.name, "password": PASSWORD}).status_code == 200


def test_cookies_of_accounts_are_out_of_reach_for_scripts_and_other_sites(server: Server) -> None:
    body = {"name": fresh_name(), "password": PASSWORD}
    response = httpx.post(
        f"{server.url}/api/accounts", json=body, headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE
    )
    cookie = next(text for text in response.headers.get_list("set-cookie") if text.startswith("fourfold_account="))
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "max-age" in response.headers["strict-transport-security"]
    plain = httpx.get(f"{server.url}/healthz", timeout=PATIENCE)
    assert "strict-transport-security" not in plain.headers


def test_no_password_code_or_token_is_stored_or_logged(own_server: Server) -> None:
    member = Member(own_server)
    secrets = [PASSWORD, member.make_token(), member.http.cookies["fourfold_account"], *member.made["codes"]]
    log_in(own_server, member.name)
    Guest(own_server).ask("/api/login", {"name": PASSWORD, "password": OTHER})
    for path in own_server.log.parent.iterdir():
        content = path.read_bytes()
        assert not [secret for secret in secrets if secret.encode() in content], path
    assert member.name not in own_server.log.read_text()
    noted = [entry["event"] for entry in own_server.logged()]
    assert {"signed_up", "logged_in", "log_in_failed", "token_made"} <= set(noted)
