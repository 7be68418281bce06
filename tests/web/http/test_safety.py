"""What no honest client sends is refused, in our form, and costs nobody anything."""

import contextlib
import http.client
import json
import random
import re
import socket
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import fourfold
from web.server_process import PATIENCE, Guest, Server, hear, seated


def problem(response: httpx.Response) -> str:
    """The code of a refusal, after a look at its form."""
    body = response.json()
    assert set(body) == {"code", "message", "values", "rule"}
    assert body["message"]
    assert "Traceback" not in response.text
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert response.headers["cache-control"] == "no-store"
    code: str = body["code"]
    return code


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost.elsewhere.example", "", "[", "127.0.0.1:x", "a\xe9"])
def test_other_hosts_are_not_answered(server: Server, host: str) -> None:
    response = httpx.get(f"{server.url}/healthz", headers={b"Host": host.encode("latin-1")}, timeout=PATIENCE)
    assert response.status_code == 400
    if response.headers["content-type"] == "application/json":
        assert problem(response) == "web.bad_host"


def test_a_request_for_two_hosts_is_not_answered(server: Server) -> None:
    for hosts in (
        b"Host: localhost\r\nHost: elsewhere.example",
        b"Host: elsewhere.example\r\nHost: localhost",
        b"X: y",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\n" + hosts + b"\r\nConnection: close\r\n\r\n")
            assert line.makefile("rb").read().startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1", "[::1]:4444"])
def test_own_hosts_are(server: Server, host: str) -> None:
    assert httpx.get(f"{server.url}/healthz", headers={"Host": host}, timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing_and_hear_nothing(guest: Guest, headers: dict[str, str]) -> None:
    response = guest.http.post("/api/session", json={"name": "Eve"}, headers=headers)
    assert (response.status_code, problem(response)) == (403, "web.bad_origin")
    assert guest.get("/api/session")["name"] == "Ann"
    match, _ = guest.create("qawale")
    with pytest.raises(InvalidStatus) as refused:
        guest.listen(match, headers=headers).close()
    assert refused.value.response.status_code == 403


def test_the_own_page_may(guest: Guest) -> None:
    origin = guest.server.url
    response = guest.http.post("/api/session", json={}, headers={"Origin": origin, "Sec-Fetch-Site": "same-origin"})
    assert response.status_code == 200
    match, _ = guest.create("qawale")
    with guest.listen(match, headers={"Origin": origin}) as socket:
        assert hear(socket)["table"]["status"] == "open"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_site_cannot_send_a_command(guest: Guest, kind: str) -> None:
    response = guest.http.post("/api/session", content=b'{"name":"Eve"}', headers={"Content-Type": kind})
    assert (response.status_code, problem(response)) == (415, "web.not_json")


def test_large_bodies_are_refused_with_and_without_a_length(guest: Guest) -> None:
    match, _ = guest.create("qawale")
    for address in ("/api/session", f"/api/matches/{match}/commands"):
        body = b'{"name":"' + b"x" * 70_000 + b'"}'
        response = guest.http.post(address, content=body, headers={"Content-Type": "application/json"})
        assert (response.status_code, problem(response)) == (413, "web.too_large")
        response = guest.http.post(address, content=iter([body]), headers={"Content-Type": "application/json"})
        assert (response.status_code, problem(response)) == (413, "web.too_large")
    assert guest.http.get("/healthz", headers={"X-Large": "x" * 100_000}).status_code in (400, 431)
    assert problem(guest.http.get("/healthz", headers={"X-Large": "x" * 17_000})) == "web.too_large"
    assert problem(guest.http.get("/healthz", headers=[("X-Many", "x" * 90)] * 200)) == "web.too_large"


def test_long_addresses_are_refused(guest: Guest) -> None:
    for address in (f"/icons/{'x' * 2100}.png", f"/healthz?{'x' * 2100}", f"/{'%20' * 700}"):
        response = guest.http.get(address)
        assert (response.status_code, problem(response)) == (414, "web.long_address")
    assert guest.http.get(f"/healthz?{'x' * 1900}").status_code == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b'"x"', b'{"kind":"fly"}', b'{"kind":"play"}', b'{"kind":"play","move":1,"ply":0}',
     b"\xff\xfe", b'{"kind":"play","move":"x","ply":1e999}', b'{"kind":"play","move":"x","ply":99999999999999999999}',
     b"[" * 60_000,
     b'{"kind":"play","move":"\\ud800","ply":0}', b'{"kind":"join","name":"x","seat":-1}'],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_our_form(guest: Guest, body: bytes) -> None:
    match, _ = guest.create("qawale")
    for address in (f"/api/matches/{match}/commands", "/api/matches", "/api/quick", "/api/session"):
        response = guest.http.post(address, content=body, headers={"Content-Type": "application/json"})
        assert response.status_code in (400, 409, 422), response.text
        assert problem(response)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nothing/here", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/matches/a%20b", 422),
        ("GET", "/api/matches/x?after=-1", 422),
        ("GET", "/api/matches/x?after=99999999999999999999", 422),
        ("GET", "/api/matches/" + "x" * 65, 422),
        ("GET", "/api/matches/x%00", 422),
        ("PUT", "/api/session", 405),
        ("DELETE", "/api/matches/x/commands", 405),
        ("GET", "/api/matches/../../etc/passwd", 404),
    ],
)
def test_wrong_addresses_are_answered_in_our_form(server: Server, method: str, address: str, status: int) -> None:
    response = httpx.request(method, server.url + address, timeout=PATIENCE)
    assert response.status_code == status
    assert problem(response)


def test_garbage_on_the_line_harms_nobody(server: Server) -> None:
    for garbage in (b"\x00" * 100, b"GET\r\n\r\n", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.connect()
        connection.sock.sendall(garbage)
        connection.sock.settimeout(PATIENCE)
        assert b"200" not in connection.sock.recv(1000)[:20]
        connection.close()
    assert server.health()["ok"]


def test_pages_get_the_strict_policy(server: Server) -> None:
    policy = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "fourfold_moves_total" in httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text


# ----- hidden hands

TILE = re.compile(r"(?<![0-9])[0-5]{4}(?![0-9])")


def tiles_in(content: Any) -> set[str]:
    """All that could name a tile, with its corners in any order."""
    return {"".join(sorted(found)) for found in TILE.findall(json.dumps(content))}


def hands_of(position: fourfold.Position) -> list[set[str]]:
    hands = str(position).partition("@")[2].split(":")[1].split("/")
    return [{"".join(sorted(tile)) for tile in hand.split(".")} - {"", "-"} for hand in hands]


@pytest.mark.parametrize(("seats", "rounds"), [(2, 2), (3, 1)])
def test_hidden_hands_are_in_no_answer_and_no_log_of_others(server: Server, seats: int, rounds: int) -> None:
    match, guests = seated(server, "quadominos", seats, options={"rounds": str(rounds)})
    spectator = Guest(server)
    chance = random.Random(5)
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(guest.listen(match)) for guest in (*guests, spectator)]
        for _ in range(400):
            messages = [hear(socket) for socket in sockets]
            true = server.stored(match)
            assert true.position is not None
            if true.ended is not None:
                break
            for seat, message in zip((*range(seats), None), messages, strict=True):
                check_message(message, true.position, seat)
            assert true.to_move is not None
            mover, other = guests[true.to_move], guests[true.to_move - 1]
            if true.position.ply % 7 == 0:  # seven is odd: every seat is asked
                check_answers(other, spectator, match, true.position)
            move = str(true.position.moves()[chance.randrange(len(true.position.moves()))])
            mover.play(match, move, true.position.ply)
        else:
            pytest.fail("the match did not end")
    orders = [event["body"]["order"] for event in spectator.look(match)["events"] if event["body"]["kind"] == "dealt"]
    assert len(orders) == rounds
    assert all(orders)  # when all is over everybody may know
    log = server.log.read_text()
    assert not any(".".join(order[:2]) in log or f'"{order[0]}", "{order[1]}"' in log for order in orders)
    assert "order" not in log


QUADS_TILE = re.compile(r"quads-(?:light|dark)-[SPT]{4}")


def test_hidden_tiles_of_quads_are_in_no_message_to_others(server: Server) -> None:
    match, guests = seated(server, "quads", options={"hidden": "on"})
    watcher, chance = Guest(server), random.Random(7)
    for _ in range(12):
        true = server.stored(match).position
        assert true is not None
        for seat, guest in ((0, guests[0]), (1, guests[1]), (None, watcher)):
            message = guest.get(f"/api/matches/{match}", board=True)
            board, clicks = message["table"]["board"], message["table"]["clicks"]
            held = [{item["symbol"] for item in hand["items"]} for hand in board["hands"]]
            assert [bool(hand) for hand in held] == [other == seat for other in (0, 1)]
            lying = {item["symbol"] for item in board["items"]}
            assert set(QUADS_TILE.findall(json.dumps(message))) <= lying.union(*held)
            assert (clicks is not None) == (seat is not None and seat == true.to_move)
        assert true.to_move is not None
        guests[true.to_move].play(match, str(chance.choice(true.moves())), true.ply)


def check_message(message: dict[str, Any], true: fourfold.Position, seat: int | None) -> None:
    """A message shows the view of its seat and no tile beside it that somebody else holds."""
    table = message["table"]
    assert table["seat"] == seat
    assert table["position"] == str(true.view(seat))
    assert all(event["body"]["order"] == [] for event in message["events"] if event["body"]["kind"] == "dealt")
    hands = hands_of(true)
    secret = set().union(*(hand for other, hand in enumerate(hands) if other != seat))
    rest = {**table, "position": "", "sequence": 0, "time": 0, "ply": 0, "scores": []}
    assert not tiles_in(rest) & (secret - (hands[seat] if seat is not None else set()))
    assert (table["clicks"] is not None) == (seat is not None and seat == true.to_move)


def check_answers(other: Guest, spectator: Guest, match: str, true: fourfold.Position) -> None:
    """Who is not to move learns nothing from guessing: right and wrong guesses are answered alike."""
    held = next(iter(hands_of(true)[true.to_move or 0]), "0000")
    answers = {
        other.command(match, "play", move=f"0,0={tile}", ply=true.ply).text for tile in (held, "5555", "0123", "9999")
    }
    assert len(answers) == 1
    for guest in (other, spectator):
        assert guest.http.get(f"/api/matches/{match}/record").status_code == 409
        assert guest.http.get(f"/api/matches/{match}/clicks").status_code in (401, 409)
    board = spectator.http.get(f"/api/matches/{match}/board").text
    assert board == true.view(None).board()


# ----- expensive positions

# Played by both sides so that the pebbles pile up: in the end 76,116 moves are legal.
TALL = (
    "d4WWW b4WS a1NNN a3NES b3WN d1WNE a2NN c4WW c2WN a3ESW a2ES b2ENWW a3NE b4SSEN a4ESSWNESENWS "
    "b2NWNES c2NWWN b4ESW c3WSWNEN"
)


def test_a_tall_stack_is_answered_like_any_other_position(guest: Guest) -> None:
    match, _ = guest.create("qawale", options={"pebbles": "10"}, places=[{"kind": "me"}, {"kind": "me"}])
    most = 0
    for ply, move in enumerate(TALL.split()):
        guest.play(match, move, ply)
        answer = guest.http.get(f"/api/matches/{match}", params={"after": 2**31 - 1})
        assert len(answer.content) < 20_000
        table = answer.json()["table"]
        if table["status"] == "running":
            most = max(most, len(fourfold.read(table["position"]).moves()))
            assert guest.first_move(match, table["clicks"])
    assert most > 50_000


def test_a_branch_of_clicks_is_given_when_asked_for(guest: Guest) -> None:
    match, _ = guest.create("qawale", places=[{"kind": "me"}, {"kind": "me"}])
    assert set(guest.get(f"/api/matches/{match}/clicks", path=["a1", "a2"])["cell"]) == {"a3", "b2"}
    response = guest.http.get(f"/api/matches/{match}/clicks", params={"path": ["z9"]})
    assert (response.status_code, problem(response)) == (422, "fourfold.no_such_clicks")
    assert guest.http.get(f"/api/matches/{match}/clicks", params={"path": ["a1"] * 65}).status_code == 422
