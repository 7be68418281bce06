"""Nothing that any client gets depends on what is hidden from it: the same match is stored with other hidden tiles."""

import json
import random
import re
import uuid
from collections.abc import Sequence
from contextlib import ExitStack

import msgspec
import pytest

from fourfold.match.events import Dealt, Event, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.store import EventRow, Store, StoredEvent
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.push.delivery import turn_of, write_message
from web.server_process import Guest, Server, hear, seated

ADDRESSES = (  # of a match; the rest of its table comes with lists and streams
    "", "?board=true", "/board", "/picture", "/picture?palette=dark", "/frame", "/boards", "/boards?after=3", "/clicks",
    "/clicks?whole=true", "/record", "/chat", "/why", "/preview?move=a1",
)  # fmt: skip
LISTS = ("/api/matches", "/api/lobby")
QUADS_TILE = re.compile(r"quads-(?:light|dark)-[SPT]{4}")
TRIES = 4_000


def replay(stored: Sequence[StoredEvent]) -> Match:
    return Match.replay([Event(e.sequence, e.time, decode_body(e.body)) for e in stored])


def other_secrets(
    stored: Sequence[StoredEvent], seat: int, chance: random.Random
) -> tuple[list[StoredEvent], set[str]]:
    """The same match as far as a seat and spectators know: two tiles that they cannot see are swapped; and which."""
    true = replay(stored).position
    assert true is not None
    place = next(k for k, event in enumerate(stored) if event.kind == "dealt")
    dealt = decode_body(stored[place].body)
    assert isinstance(dealt, Dealt)
    for _ in range(TRIES):
        order = list(dealt.order)
        a, b = chance.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        changed = list(stored)
        body = encode_body(msgspec.structs.replace(dealt, order=tuple(order)))
        changed[place] = msgspec.structs.replace(stored[place], body=body)
        try:
            position = replay(changed).position
        except Exception:
            continue  # one of the tiles was played
        assert position is not None
        other = 1 - seat
        is_hidden = all(bytes(position.view(k)) == bytes(true.view(k)) for k in (seat, None))
        if is_hidden and bytes(position.view(other)) != bytes(true.view(other)):
            return changed, {order[a], order[b]}
    pytest.fail("nothing is hidden")


def copy_match(server: Server, match: str, new: str, changed: Sequence[StoredEvent]) -> None:
    """Store a match once more, with other events."""
    with Store.open(server.database) as store:
        row = msgspec.structs.replace(store.matches.find(match), id=new, last_sequence=0)
        events = [EventRow(e.kind, e.body, e.time, e.format) for e in changed]
        store.matches.create(row, store.seats.find([match])[match], events).result()


def told(guest: Guest, match: str, guesses: set[str]) -> dict[str, str]:
    """All that somebody is told about a match, without its name and the time."""
    answers = {address: guest.http.get(f"/api/matches/{match}{address}") for address in ADDRESSES}
    for tile in sorted(guesses):
        answers[f"why {tile}"] = guest.http.get(f"/api/matches/{match}/why", params={"path": tile})
        answers[f"clicks {tile}"] = guest.http.get(f"/api/matches/{match}/clicks", params={"path": tile})
        for move in (f"0,0={tile}", f"{tile}@a1", f"a1={tile}", tile):
            answers[f"play {move}"] = guest.command(match, "play", move=move, ply=999)
    answers["hint"] = guest.ask(f"/api/matches/{match}/hint", {})
    answers["review"] = guest.ask("/api/reviews", {"text": answers["/record"].text})
    found = {name: f"{answer.status_code} {answer.text}" for name, answer in answers.items()}
    exported = guest.http.get("/api/account/export").json().get("matches", [])
    found["export"] = json.dumps([entry for entry in exported if entry["match"] == match])
    for address in LISTS:
        listed = guest.http.get(address).json().get("matches", [])
        found[address] = json.dumps([entry for entry in listed if entry["match"] == match])
    with guest.listen(match, chat=True) as socket:
        found["socket"] = json.dumps([hear(socket), hear(socket)])
    with guest.http.stream("GET", f"/api/matches/{match}/stream?board=true") as stream:
        found["stream"] = next(stream.iter_lines())
    return {name: same(text, match) for name, text in found.items()}


def pushed(stored: Sequence[StoredEvent]) -> bytes:
    """The push message that the last deal or move of the other side would lead to."""
    match = replay(stored)
    assert match.to_move is not None
    dealt = [Event(e.sequence, e.time, decode_body(e.body)) for e in stored if e.kind == "dealt"]
    turn = turn_of(LiveMatch("MATCH", match), dealt)
    assert turn is not None
    return write_message(turn, "en")


def same(text: str, match: str) -> str:
    return re.sub(r'"(time|updated|moved)": ?[0-9]+', "", text.replace(match, "MATCH"))


@pytest.mark.parametrize("plies", [0, 5])
def test_no_answer_and_no_message_depends_on_what_is_hidden(server: Server, plies: int) -> None:
    chance = random.Random(plies)
    match, guests = seated(server, "quadominos", is_public=True, has_hints=True)
    for number, guest in enumerate(guests):
        guest.post("/api/accounts", name=f"{'ab'[number]}{uuid.uuid4().hex[:12]}", password="correct horse battery")
    for _ in range(plies):
        guests[guests[0].table(match)["to_move"]].move(match)
    with Store.open(server.database) as store:
        stored = store.events.read(match)
    for seat, guest in enumerate(guests):
        changed, guesses = other_secrets(stored, seat, chance)
        same_match, other = f"{match[:-2]}s{seat}", f"{match[:-2]}o{seat}"
        copy_match(server, match, same_match, stored)
        copy_match(server, match, other, changed)
        assert pushed(changed) == pushed(stored)
        for client in (guest, Guest(server), Guest(server, "Cyd")):
            found = told(client, same_match, guesses)
            assert told(client, other, guesses) == found
            assert ("MATCH" in found["export"]) == (client is guest)
            assert found["hint"].startswith("200") == (client is guest and replay(stored).to_move == seat)
        mover = guests[guests[0].table(match)["to_move"]]
        with ExitStack() as stack:
            clients = [(client, name) for client in (guest, Guest(server)) for name in (same_match, other)]
            sockets = [stack.enter_context(client.listen(name)) for client, name in clients]
            for socket in sockets:
                hear(socket)
            for name in (same_match, other):
                assert mover.command(name, "offer", agreement="pause").status_code == 200
            heard = [same(json.dumps(hear(socket)), name) for socket, (_, name) in zip(sockets, clients, strict=True)]
        assert heard[0] == heard[1]
        assert heard[2] == heard[3]


def test_no_answer_shows_a_tile_of_another_hand_in_quads(server: Server) -> None:
    """The hands of Quads follow from what was played, so that nothing could be stored in their place."""
    match, guests = seated(server, "quads", options={"hidden": "on"}, is_public=True)
    for _ in range(6):
        guests[guests[0].table(match)["to_move"]].move(match)
        for client in (*guests, Guest(server)):
            board = client.get(f"/api/matches/{match}", board=True)["table"]["board"]
            seen = {item["symbol"] for item in board["items"]}
            seen |= {item["symbol"] for hand in board["hands"] for item in hand["items"]}
            found = set(QUADS_TILE.findall(json.dumps(told(client, match, set()))))
            assert found <= seen
