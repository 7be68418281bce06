"""Promised secrets over HTTP: told to nobody before the end, kept over restarts, checked by anybody afterwards."""

import json
import signal
from typing import Any

import httpx
import pytest

from fourfold import Record
from fourfold.match import lots
from fourfold.match.verification import Promise, verdict_of, verify
from web.server_process import Guest, Server, hear

ROUND = {"beginner": "on", "rounds": "1"}
ANN, BEN = "a1" * 32, "b2" * 32


class Ear:
    """Hears everything that the server says to a guest."""

    def __init__(self, *guests: Guest) -> None:
        self.heard: list[str] = []
        for guest in guests:
            guest.http.event_hooks["response"] = [self.hear]

    def hear(self, response: httpx.Response) -> None:
        response.read()
        self.heard.append(f"{response.headers}\n{response.text}")

    @property
    def text(self) -> str:
        return "\n".join(self.heard)


def play_out(match: str, guests: list[Guest], ear: Ear | None = None) -> None:
    """Everybody plays the first move that there is."""
    while True:
        for guest in guests:
            table = guest.table(match)
            if table["status"] == "over":
                return
            if table["clicks"] is not None:
                guest.play(match, guest.first_move(match, table["clicks"]), table["ply"])


def two(server: Server) -> tuple[Guest, Guest, str]:
    """Ann sets up a match with a promise, Ben sits down; both add."""
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    commitment = ann.post("/api/commitments")["commitment"]
    match, invite = ann.create("quadominos", options=ROUND, commitment=commitment, part=ANN)
    invited = ben.get(f"/api/invites/{invite}")
    assert (invited["match"], invited["commitment"]) == (match, commitment)
    ben.post(f"/api/invites/{invite}", part=BEN)
    return ann, ben, match


def test_no_answer_no_message_and_no_log_has_the_secret_before_the_end(server: Server) -> None:
    ann, ben, match = two(server)
    ear = Ear(ann, ben)
    with ann.listen(match) as socket:
        ear.heard.append(json.dumps(hear(socket)))
        secret = server.stored(match).secret
        assert lots.is_word(secret)
        for guest in (ann, ben, Guest(server)):
            table = guest.look(match)["table"]
            for address in ("", "/record", "/board", "/frame", "/clicks", "/why?path=0000", "/preview?move=x", "/x"):
                ear.hear(guest.http.get(f"/api/matches/{match}{address}"))
            for address in ("/api/lobby", "/api/matches", "/api/session", "/metrics", "/openapi.json"):
                ear.hear(guest.http.get(address))
            ear.hear(guest.command(match, "play", move="0,0=9999", ply=table["ply"]))
            ear.hear(guest.command(match, "offer", agreement="rematch", part="x"))
            ear.hear(guest.command(match, "join", name="Eve", part=secret[:8]))
        for order in (step.order for step in server.stored(match).steps):  # type: ignore[union-attr]
            assert ",".join(order) not in ear.text
            assert json.dumps(order)[1:-1].replace(" ", "") not in ear.text
        play_out(match, [ann, ben])
        while "revealed" not in ear.heard[-1]:
            message = hear(socket)
            if any(event["body"]["kind"] == "ended" for event in message["events"]):
                assert secret not in ear.text
                assert secret not in server.log.read_text()
            ear.heard.append(json.dumps(message))
    assert secret in ear.text
    following = server.stored(match).revealed
    assert following is not None
    assert following.next_secret not in ear.text + json.dumps(ann.look(match))


def test_the_record_of_a_match_proves_its_deals(server: Server) -> None:
    ann, ben, match = two(server)
    play_out(match, [ann, ben])
    record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
    assert set(record.headers["Parts"].split()) == {ANN, BEN}
    checks = verify(record)
    assert all(check.holds for check in checks)
    assert [check.code.rpartition(".")[2] for check in checks] == ["commitment", "parts", "names", "seats", "deal"]


def test_a_promise_serves_for_one_match(server: Server) -> None:
    ann = Guest(server, "Ann")
    promised = ann.post("/api/commitments")
    first, _ = ann.create("exago", **promised, part=ANN)
    created = ann.look(first)["events"][0]["body"]
    assert created["commitment"] == promised["commitment"]
    assert created["secret"] == ""
    for commitment in (promised["commitment"], "0" * 64, "x"):
        response = ann.ask("/api/matches", {"game": "exago", "commitment": commitment})
        assert (response.status_code, response.json()["code"]) == (409, "store.unknown_commitment")
    response = ann.ask("/api/matches", {"game": "exago", "part": "short", **ann.post("/api/commitments")})
    assert (response.status_code, response.json()["code"]) == (409, "match.bad_part")


@pytest.mark.parametrize("address", ["/api/matches", "/api/quick", "/api/pairing"])
def test_a_part_without_a_promise_is_refused(server: Server, address: str) -> None:
    response = Guest(server, "Ann").ask(address, {"game": "exago", "part": ANN})
    assert (response.status_code, response.json()["code"]) == (409, "match.part_alone")


def test_a_part_is_for_one_promise(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    match, _ = ann.create("exago", is_public=True, **ann.post("/api/commitments"), part=ANN)
    ben.refused(match, "match.other_commitment", "join", name="Ben", part=BEN, commitment="0" * 64)
    commitment = ben.look(match)["events"][0]["body"]["commitment"]
    assert ben.command(match, "join", name="Ben", part=BEN, commitment=commitment).status_code == 200


def test_a_promise_says_whether_lots_are_drawn(server: Server) -> None:
    ann = Guest(server, "Ann")
    places = [{"kind": "me"}, {"kind": "computer", "level": "random"}]
    promised = ann.post("/api/commitments", by_lot=False)
    refused = ann.ask("/api/matches", {"game": "exago", "places": places, **promised})
    assert (refused.status_code, refused.json()["code"]) == (409, "match.promised_no_lots")
    refused = ann.ask("/api/tournaments", {"name": "Cup", "game": "exago", **promised})
    assert (refused.status_code, refused.json()["code"]) == (409, "match.promised_no_lots")
    for wanted, verdict in ((promised, "fair"), (ann.post("/api/commitments"), "unproven")):
        match, _ = ann.create("exago", places=places, by_lot=False, **wanted, part=ANN)
        ann.command(match, "resign")
        record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
        assert verdict_of(verify(record, Promise(wanted["commitment"], ANN))) == verdict


def test_who_calls_off_too_many_matches_plays_unrated_ones_for_a_while(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")

    def begin() -> tuple[str, dict[str, Any]]:
        match, invite = ann.create("qawale", options={"pebbles": "5"})
        ben.post(f"/api/invites/{invite}")
        bodies = [event["body"] for event in ann.look(match)["events"]]
        return match, next(body for body in bodies if body["kind"] == "started")

    for _ in range(3):
        match, started = begin()
        assert started["is_rated"]
        ann.command(match, "resign")
    assert not begin()[1]["is_rated"]
    _, invite = ann.create("qawale")
    invited = ben.get(f"/api/invites/{invite}")
    assert (invited["is_rated"], invited["has_right"]) == (False, False)  # it says so before anybody sits down
    assert not ann.get(f"/api/invites/{Guest(server, 'Cyd').create('qawale')[1]}")["is_rated"]


def test_a_match_that_could_not_be_set_up_does_not_use_the_promise_up(server: Server) -> None:
    ann = Guest(server, "Ann")
    promised = ann.post("/api/commitments")
    assert ann.ask("/api/matches", {"game": "exago", "seats": 9, **promised}).status_code == 422
    ann.create("exago", **promised)


def test_who_asks_for_no_promise_and_adds_nothing_gets_a_match_that_can_be_checked_too(server: Server) -> None:
    ann = Guest(server, "Ann")
    match = ann.post("/api/quick", game="quadominos", level="random", options=ROUND)["match"]
    ann.command(match, "resign")
    record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
    assert record.headers["Parts"] == "- -"
    assert all(check.holds for check in verify(record))


def test_who_plays_computers_at_once_adds_a_part_too(server: Server) -> None:
    ann = Guest(server, "Ann")
    promised = ann.post("/api/commitments")
    match = ann.post("/api/quick", game="quadominos", level="random", options=ROUND, **promised, part=ANN)["match"]
    ann.command(match, "resign")
    record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
    assert verdict_of(verify(record, Promise(promised["commitment"], ANN))) == "fair"


@pytest.mark.parametrize("how", [signal.SIGKILL])
def test_the_secret_survives_the_process(own_server: Server, how: signal.Signals) -> None:
    ann, ben, match = two(own_server)
    before = own_server.stored(match)
    port = own_server.port
    own_server.end(how)
    own_server.start(port=port)
    assert own_server.stored(match).secret == before.secret
    play_out(match, [ann, ben])
    record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
    assert record.headers["Commitment"] == before.commitment
    assert all(check.holds for check in verify(record))


def test_a_rematch_has_the_secret_that_was_promised_at_the_end_of_the_match_before(server: Server) -> None:
    ann, ben, match = two(server)
    ann.command(match, "resign")
    events: list[dict[str, Any]] = [event["body"] for event in ann.look(match)["events"]]
    promised = next(body for body in events if body["kind"] == "revealed")
    assert promised["next_secret"] == ""
    ann.command(match, "offer", agreement="rematch", part=ANN)
    ben.command(match, "answer", agreement="rematch", accepts=True, part=BEN)
    following = ann.table(match)["following"]
    created = ann.look(following)["events"][0]["body"]
    assert created["commitment"] == promised["next_commitment"]
    assert created["secret"] == ""
    assert set(created["parts"]) == {ANN, BEN}
    ben.command(following, "resign")
    record = Record.parse(ann.http.get(f"/api/matches/{following}/record").text)
    assert [check.code.rpartition(".")[2] for check in verify(record) if check.holds] == [
        "commitment", "parts", "names", "seats", "deal",
    ]  # fmt: skip
