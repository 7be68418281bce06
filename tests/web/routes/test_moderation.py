"""Reports of abuse, and what moderators do about them."""

from typing import Any

from fourfold.store import Store
from web.accounts.test_accounts import Member, refusal
from web.accounts.test_admin import admin
from web.server_process import Guest, Server, seated


def moderator(server: Server) -> Member:
    member = Member(server)
    assert "is a moderator" in admin(server, "moderator", member.name)
    return member


def reports_about(page: dict[str, Any], text: str) -> list[dict[str, Any]]:
    return [report for report in page["reports"] if report["text"] == text]


def test_who_is_reported_is_muted_and_the_report_closed(server: Server) -> None:
    judge = moderator(server)
    match, (ann, ben) = seated(server, "quads", by_lot=False)
    ben.post(f"/api/matches/{match}/chat", text="You are a fool")
    ann.post("/api/reports", match=match, seat=1, reason="chat", text="He called me\nnames")
    (report,) = reports_about(judge.get("/api/moderation"), "He called me names")
    assert (report["reporter"], report["subject"]["name"], report["match"]) == ("Ann", "Ben", match)
    assert (report["said"], report["is_open"]) == (["You are a fool"], True)
    subject = report["subject"]["id"]
    page = judge.post(f"/api/moderation/players/{subject}", action="mute")
    assert reports_about(page, "He called me names")[0]["subject"]["is_muted"]
    assert refusal(ben.ask(f"/api/matches/{match}/chat", {"text": "Really"})) == (403, "web.muted")
    page = judge.post(f"/api/moderation/reports/{report['id']}/close")
    assert not reports_about(page, "He called me names")[0]["is_open"]
    assert refusal(judge.ask(f"/api/moderation/reports/{report['id']}/close", {})) == (404, "web.no_such_report")
    mine = [entry for entry in page["history"] if entry["subject"] == "Ben" and entry["actor"] == judge.name]
    assert [entry["action"] for entry in mine[:2]] == ["closed", "muted"]
    judge.post(f"/api/moderation/players/{subject}", action="unmute")
    assert {"moderated", "reported"} <= {line["event"] for line in server.logged()}


def test_an_account_is_reported_by_its_name_and_banned(server: Server) -> None:
    judge, member = moderator(server), Member(server)
    Guest(server, "Ann").post("/api/reports", name=member.name, reason="name", text="A rude name")
    (report,) = reports_about(judge.get("/api/moderation"), "A rude name")
    judge.post(f"/api/moderation/players/{report['subject']['id']}", action="ban")
    assert refusal(member.http.get("/api/account")) == (403, "web.banned")


def test_moderators_see_what_was_reported_and_done_about_one_player(server: Server) -> None:
    judge, member = moderator(server), Member(server)
    assert judge.get("/api/session")["is_moderator"]
    assert not member.get("/api/session")["is_moderator"]
    Guest(server, "Ann").post("/api/reports", name=member.name, reason="play", text="Lets the clock run")
    admin(server, "mute", member.name)
    page = judge.get(f"/api/moderation/players/{member.name}")
    assert (page["player"]["name"], page["player"]["is_muted"], page["account"]) == (member.name, True, "person")
    assert [report["text"] for report in page["reports"]] == ["Lets the clock run"]
    assert [(entry["action"], entry["subject_id"]) for entry in page["history"]] == [("muted", page["player"]["id"])]
    assert page == judge.get(f"/api/moderation/players/{page['player']['id']}")
    guest = Guest(server, "Ann").post("/api/session", name="Ann")["id"]
    assert judge.get(f"/api/moderation/players/{guest}")["account"] == ""
    assert refusal(judge.http.get("/api/moderation/players/nobody")) == (404, "web.no_such_player")
    assert refusal(member.http.get(f"/api/moderation/players/{guest}")) == (403, "web.no_moderator")


def test_moderation_is_for_moderators_and_not_against_them(server: Server) -> None:
    judge, other, member = moderator(server), moderator(server), Member(server)
    target = other.get("/api/session")["id"]
    for somebody in (member, Guest(server, "Ann")):
        for answer in (
            somebody.http.get("/api/moderation"),
            somebody.ask(f"/api/moderation/players/{target}", {"action": "ban"}),
            somebody.ask("/api/moderation/reports/r1/close", {}),
        ):
            assert refusal(answer) in ((403, "web.no_moderator"), (401, "web.no_account"))
    assert refusal(judge.ask(f"/api/moderation/players/{target}", {"action": "ban"})) == (409, "web.is_moderator")
    assert refusal(judge.ask("/api/moderation/players/nobody", {"action": "ban"})) == (404, "web.no_such_player")
    admin(server, "moderator", judge.name, "--remove")
    assert refusal(judge.http.get("/api/moderation")) == (403, "web.no_moderator")
    assert "neither an account" in admin(server, "moderator", "nobody-at-all", fails=True)


def test_reports_that_make_no_sense_are_refused(server: Server) -> None:
    ann = Guest(server, "Ann")
    match, _ = ann.create("quads", places=[{"kind": "me"}, {"kind": "computer", "level": "random"}], by_lot=False)
    assert refusal(ann.ask("/api/reports", {"match": match, "seat": 0, "reason": "chat"})) == (
        409,
        "web.report_of_oneself",
    )
    for seat in (1, 7, -1):  # a computer, and nobody
        asked = ann.ask("/api/reports", {"match": match, "seat": seat, "reason": "chat"})
        assert refusal(asked) == (404, "web.no_such_seat")
    assert refusal(ann.ask("/api/reports", {"name": "nobody-at-all", "reason": "chat"})) == (404, "web.no_such_account")
    assert ann.ask("/api/reports", {"name": "x", "reason": "envy"}).status_code == 400
    assert refusal(Guest(server).ask("/api/reports", {"name": "x", "reason": "chat"})) == (401, "web.no_session")


def test_reports_go_with_whom_they_are_about_and_who_made_them(server: Server) -> None:
    member = moderator(server)
    match, (ann, _) = seated(server, "quads")
    ann.post("/api/reports", name=member.name, reason="other", text="about a moderator")
    member.http.post("/api/reports", json={"match": match, "seat": 1, "reason": "play", "text": "by a moderator"})
    admin(server, "delete", member.name, "--yes")
    with Store.open(server.database) as store:
        assert not {report.text for report in store.reports.list()} & {"about a moderator", "by a moderator"}
