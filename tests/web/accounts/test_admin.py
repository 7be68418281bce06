"""`fourfold admin` beside a server that runs: what it changes is noticed there."""

import json
import time
from collections.abc import Callable

import httpx
from typer.testing import CliRunner

from fourfold.cli.app import app
from web.accounts.test_accounts import OTHER, PASSWORD, Member, refusal
from web.server_process import Guest, Server

PATIENCE = 60.0


def admin(server: Server, *arguments: str, fails: bool = False) -> str:
    done = CliRunner().invoke(app, ["admin", *arguments, "--database", str(server.database)])
    assert bool(done.exception) == fails, done.output
    return done.stdout + str(done.exception or "")


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_accounts_are_listed_with_what_was_done_to_them(server: Server) -> None:
    member, bot = Member(server), Member(server, kind="bot")
    admin(server, "mute", member.name)
    listed = {account["name"]: account for account in json.loads(admin(server, "list", "--json"))}
    assert listed[member.name]["is_muted"]
    assert listed[bot.name]["kind"] == "bot"
    assert "password" not in listed[bot.name]
    (line,) = (line for line in admin(server, "list").splitlines() if member.name in line)
    assert "person, muted" in line
    admin(server, "unmute", member.name.upper())
    assert "neither an account nor a guest" in admin(server, "mute", "nobody-at-all", fails=True)


def test_who_was_banned_is_out_within_seconds_and_comes_back_when_allowed(server: Server) -> None:
    member = Member(server)
    token = {"Authorization": f"Bearer {member.make_token()}"}
    match, _ = member.create("quads")
    admin(server, "ban", member.name)
    wait_until(lambda: member.command(match, "leave").status_code == 403)
    assert refusal(member.ask("/api/matches", {"game": "quads"})) == (403, "web.banned")
    assert refusal(member.http.get("/api/account")) == (403, "web.banned")
    assert refusal(httpx.get(f"{server.url}/api/matches", headers=token, timeout=PATIENCE)) == (403, "web.banned")
    body = {"name": member.name, "password": PASSWORD}
    assert refusal(Guest(server).ask("/api/login", body)) == (403, "web.banned")
    assert refusal(Guest(server).ask("/api/login", {**body, "password": OTHER})) == (401, "web.wrong_login")
    admin(server, "unban", member.name)
    wait_until(lambda: member.http.get("/api/account").status_code == 200)


def test_what_administrators_do_leaves_an_entry(server: Server) -> None:
    member = Member(server)
    for command in ("mute", "unmute", "ban", "unban", "reset"):
        admin(server, command, member.name)
    player = next(a["id"] for a in json.loads(admin(server, "list", "--json")) if a["name"] == member.name)
    admin(server, "delete", member.name, "--yes")
    mine = [entry for entry in json.loads(admin(server, "audit", "--json")) if entry["subject"] == player]
    assert [entry["action"] for entry in reversed(mine)] == [
        "muted",
        "unmuted",
        "banned",
        "unbanned",
        "reset",
        "deleted",
    ]
    assert all(entry["actor"].startswith("command:") and entry["time"] > 0 for entry in mine)
    (line,) = (line for line in admin(server, "audit").splitlines() if player in line and "deleted" in line)
    assert "by command:" in line
    assert member.name not in admin(server, "audit"), "nothing of a deleted account is left"


def test_a_reset_gives_a_code_that_lets_the_owner_in(server: Server) -> None:
    member = Member(server)
    code = admin(server, "reset", member.name).splitlines()[0]
    guest = Guest(server)
    guest.post("/api/recover", name=member.name, code=code, password=OTHER)
    assert guest.get("/api/account")["codes_left"] == 8  # the owner's own codes are as they were
    assert member.get("/api/session")["name"] == ""


def test_who_was_deleted_is_out_and_has_left_the_tables(server: Server) -> None:
    member = Member(server)
    match, invite = member.create("qawale")
    other = Guest(server, "Ben")
    other.post(f"/api/invites/{invite}")
    assert (
        "Aborted"
        in CliRunner()
        .invoke(app, ["admin", "delete", member.name, "--database", str(server.database)], input="n\n")
        .output
    )
    admin(server, "delete", member.name, "--yes")
    wait_until(lambda: member.get("/api/session")["name"] == "")
    wait_until(lambda: bool(other.table(match)["status"] == "over"))
    assert sorted(seat["name"] for seat in other.table(match)["seats"]) == ["Ben", "Somebody who left"]
