"""Shares of public tables, challenges, computers and tournaments: one cannot take them all, and others get theirs."""

from contextlib import ExitStack
from typing import Any

from fourfold.web.contests.tournaments import MOST_COMPUTER_GAMES, MOST_OF_ONE, MOST_WITH_COMPUTERS
from fourfold.web.context import MOST_STREAMS
from fourfold.web.live.match_shares import (
    MOST_CHALLENGES,
    MOST_MATCHES_WITH_COMPUTERS,
    MOST_PUBLIC,
    MOST_PUBLIC_OF_NETWORK,
)
from web.server_process import Guest, Server, hear

ME, COMPUTER = {"kind": "me"}, {"kind": "computer", "level": "random"}


def refused(guest: Guest, address: str, code: str, **body: Any) -> None:
    response = guest.ask(address, body)
    assert (response.status_code, response.json()["code"]) == (409, code), response.text


def from_address(server: Server, address: str, name: str) -> Guest:
    guest = Guest(server)
    guest.http.headers["X-Forwarded-For"] = address
    guest.post("/api/session", name=name)
    return guest


def test_one_cannot_fill_the_lobby_and_others_still_find_a_place(own_server: Server) -> None:
    greedy, honest = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    for _ in range(MOST_PUBLIC):
        greedy.create("qawale", is_public=True)
    refused(greedy, "/api/matches", "web.share.public", game="qawale", is_public=True)
    waiting = honest.post("/api/pairing", game="quads")
    refused(greedy, "/api/pairing", "web.share.public", game="exago")
    assert greedy.post("/api/pairing", game="quads")["match"] == waiting["match"]  # to play is no waiting
    greedy.create("qawale")  # by invitation
    honest.create("qawale", is_public=True)


def test_many_sessions_of_one_address_share_the_lobby(own_server: Server) -> None:
    for number in range(MOST_PUBLIC_OF_NETWORK):
        from_address(own_server, "192.0.2.7", f"Session {number}").create("qawale", is_public=True)
    late, honest = (from_address(own_server, address, "Late") for address in ("192.0.2.7", "198.51.100.1"))
    refused(late, "/api/matches", "web.share.public", game="qawale", is_public=True)
    honest.create("qawale", is_public=True)


def test_one_cannot_take_all_challenges_of_somebody(own_server: Server) -> None:
    victim, greedy, honest = Guest(own_server), Guest(own_server, "Ann"), Guest(own_server, "Ben")
    victim.post("/api/accounts", name="victim", password="correct horse battery")
    places = [ME, {"kind": "account", "name": "victim"}]
    for _ in range(MOST_CHALLENGES):
        greedy.create("qawale", places=places)
    refused(greedy, "/api/matches", "web.share.challenges", game="qawale", places=places)
    honest.create("qawale", places=places)


def test_one_plays_a_bounded_number_of_matches_with_computers(own_server: Server) -> None:
    greedy, honest = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    matches = [greedy.create("qawale", places=[ME, COMPUTER])[0] for _ in range(MOST_MATCHES_WITH_COMPUTERS)]
    refused(greedy, "/api/quick", "web.share.computers", game="qawale", level="random")
    honest.post("/api/quick", game="qawale", level="random")
    greedy.command(matches[0], "resign")
    greedy.post("/api/quick", game="qawale", level="random")


def test_one_has_a_bounded_number_of_tournaments_and_few_of_their_games_run_at_once(own_server: Server) -> None:
    greedy, honest = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    wish = {
        "name": "Cup", "game": "qawale", "system": "round-robin", "games": 40, "with_me": False,
        "levels": ["random", "level-8"],
    }  # fmt: skip
    made = [greedy.post("/api/tournaments", **wish)["tournament"] for _ in range(MOST_OF_ONE)]
    refused(greedy, "/api/tournaments", "web.share.tournaments", **wish)
    honest.post("/api/tournaments", **wish)
    begun = greedy.post(f"/api/tournaments/{made[0]}/begin")
    games = [game for each in begun["rounds"] for game in each["games"]]
    running = [game for game in games if game["match"] and game["scores"] is None]
    assert len(games) == 40
    assert 0 < len(running) <= MOST_COMPUTER_GAMES
    for name in made[1:MOST_WITH_COMPUTERS]:
        greedy.post(f"/api/tournaments/{name}/begin")
    refused(greedy, f"/api/tournaments/{made[-1]}/begin", "web.share.computer_games")
    greedy.post(f"/api/tournaments/{made[0]}/cancel")
    greedy.post(f"/api/tournaments/{made[-1]}/begin")


def test_streams_of_one_player_are_shared_fairly(own_server: Server) -> None:
    greedy, honest = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    match, _ = honest.create("qawale", is_public=True)
    with ExitStack() as stack:
        for _ in range(MOST_STREAMS[2]):
            hear(stack.enter_context(greedy.listen(match)))
        assert hear(stack.enter_context(greedy.listen(match)))["code"] == "web.share_used"
        assert hear(stack.enter_context(honest.listen(match)))["events"]
