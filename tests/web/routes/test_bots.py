"""Programs that play: the stream of what concerns them, challenges, short commands; and the example of the docs."""

import asyncio
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import httpx
import pytest

from fourfold.match.settings import SECOND
from fourfold.web.live.notifications import MOST_A_PLAYER, YOUNG_SECONDS, Notifications
from fourfold.web.routes.streams import HEARTBEAT_SECONDS
from web.accounts.test_accounts import PASSWORD, Member, fresh_name, program, refusal
from web.contests.test_tournaments import until_over
from web.server_process import PATIENCE, Guest, Server, hear

EXAMPLE = Path(__file__).parents[3] / "docs" / "bot.py"


@contextmanager
def following(client: httpx.Client) -> Iterator[Iterator[dict[str, Any]]]:
    """What a program is told, one after the other."""
    with client.stream("GET", "/api/stream/events", timeout=PATIENCE) as stream:
        assert stream.status_code == 200, stream.read()
        yield (json.loads(line) for line in stream.iter_lines() if line)


def challenge(guest: Guest, name: str, game: str = "qawale", **wish: Any) -> str:
    places = [{"kind": "me"}, {"kind": "account", "name": name}]
    match: str = guest.post("/api/matches", game=game, places=places, by_lot=False, **wish)["match"]
    return match


@pytest.fixture
def bot(server: Server) -> Member:
    return Member(server, kind="bot")


def test_a_bot_is_told_of_challenges_beginnings_turns_and_ends(server: Server, bot: Member) -> None:
    client, guest = program(server, bot.make_token()), Guest(server, "Ann")
    with following(client) as news:
        match = challenge(guest, bot.name.upper())
        told = next(news)
        assert (told["kind"], told["match"], told["game"], told["name"]) == ("challenge", match, "qawale", "Ann")
        assert client.post(f"/api/challenges/{match}/accept").json() == {"match": match}
        told = next(news)
        assert (told["kind"], told["match"], told["seats"]) == ("started", match, [1])
        guest.play(match, guest.first_move(match, guest.table(match)["clicks"]), 0)
        told = next(news)
        assert (told["kind"], told["match"], told["ply"]) == ("turn", match, 1)
        table = client.get(f"/api/matches/{match}", params={"after": 2**31 - 1}).json()["table"]
        assert table["seats"][1] == {"kind": "person", "name": bot.name, "has_left": False, "account": "bot"}
        move = guest.first_move(match, table["clicks"])
        assert client.post(f"/api/matches/{match}/move/{move}").json()["sequence"] > 0
        assert next(news)["kind"] == "moved"
        assert client.post(f"/api/matches/{match}/move/{move}?ply=1").status_code == 200  # again is not twice
        assert refusal(client.post(f"/api/matches/{match}/move/{move}?ply=9")) == (409, "match.not_your_turn")
        assert client.post(f"/api/matches/{match}/resign").status_code == 200
        told = next(news)
        assert (told["kind"], told["match"], told["winner"]) == ("ended", match, 0)


def test_who_begins_to_follow_is_told_what_waits(server: Server, bot: Member) -> None:
    guest, client = Guest(server, "Ann"), program(server, bot.make_token())
    first = client.post("/api/quick", json={"game": "qawale", "level": "random"}).json()["match"]
    second = challenge(guest, bot.name)
    with following(client) as news:
        told = next(news)
        assert (told["kind"], told["match"]) == ("challenge", second)
        told = next(news)
        assert (told["kind"], told["match"]) == ("started", first)
    assert [each["match"] for each in client.get("/api/challenges").json()["challenges"]] == [second]


def test_a_challenge_is_declined_once_and_the_challenger_is_told(server: Server, bot: Member) -> None:
    other, client = Member(server), program(server, bot.make_token())
    match = challenge(other, bot.name)
    with following(other.http) as news:
        assert client.post(f"/api/challenges/{match}/decline").status_code == 200
        told = next(news)
        assert (told["kind"], told["match"], told["name"]) == ("declined", match, bot.name)
    for answer in ("accept", "decline"):
        assert refusal(client.post(f"/api/challenges/{match}/{answer}")) == (404, "web.no_challenge")
    assert client.get("/api/challenges").json() == {"challenges": []}
    stranger = Guest(server, "Eve")
    assert refusal(stranger.ask(f"/api/challenges/{match}/accept", {})) == (404, "web.no_challenge")


def test_accepting_takes_a_part_and_twice_is_harmless(server: Server, bot: Member) -> None:
    client, guest = program(server, bot.make_token()), Guest(server, "Ann")
    match = challenge(guest, bot.name)
    waiting = client.get("/api/challenges").json()["challenges"][0]
    created = guest.look(match)["events"][0]["body"]
    assert waiting["commitment"] == created["commitment"] != ""
    accept = f"/api/challenges/{match}/accept"
    other = client.post(accept, params={"part": "b2" * 32, "commitment": "00" * 32})
    assert refusal(other) == (409, "match.other_commitment")
    for _ in range(2):
        mine = {"part": "b2" * 32, "commitment": waiting["commitment"]}
        assert client.post(accept, params=mine).json() == {"match": match}
    joined = [event["body"] for event in guest.look(match)["events"] if event["body"]["kind"] == "joined"]
    assert [body["part"] for body in joined] == ["b2" * 32]
    assert client.get("/api/challenges").json() == {"challenges": []}


def test_two_copies_of_one_token_are_told_apart(server: Server, bot: Member) -> None:
    token = bot.make_token()
    with following(program(server, token)):
        second = program(server, token).get("/api/stream/events")
        assert refusal(second) == (409, "web.second_copy")
        with following(program(server, bot.make_token())):  # another program of the same account
            pass
    with following(program(server, token)):  # who has left may come again
        pass


def test_an_older_stream_of_a_token_is_told_that_it_is_replaced() -> None:
    async def scenario() -> list[bytes | None]:
        notifications = Notifications()
        async with notifications.subscribe("a", "token", is_only=True) as older:
            older.opened -= YOUNG_SECONDS * SECOND
            async with notifications.subscribe("a", "token", is_only=True), notifications.subscribe("a", "browser"):
                assert len(notifications.of("a")) == 2
                return [await older.next(), await older.next()]

    news, end = asyncio.run(scenario())
    assert news is not None
    assert json.loads(news)["kind"] == "replaced"
    assert end is None


@pytest.mark.parametrize(("age", "stays"), [(3, "older"), (30, "newer")])
def test_of_two_copies_at_two_processes_one_stays_whoever_hears_first(age: int, stays: str) -> None:
    """The same as at one process: a young stream stays, and an old one is replaced."""

    async def scenario(*, is_answered_first: bool) -> dict[str, bool]:
        here, there = Notifications(), Notifications()
        async with here.subscribe("a", "token", is_only=True) as older:
            older.opened -= age * SECOND
            async with there.subscribe("a", "token", is_only=True) as newer:
                if is_answered_first:
                    there.meet_copy("token", here.name_of(older))
                if (mine := here.meet_copy("token", there.name_of(newer))) is not None:
                    assert there.meet_copy("token", here.name_of(mine)) is None
                return {"older": not older.is_closed, "newer": not newer.is_closed}

    for is_answered_first in (False, True):
        stayed = asyncio.run(scenario(is_answered_first=is_answered_first))
        assert stayed == {"older": stays == "older", "newer": stays == "newer"}


def test_only_others_who_exist_are_challenged(server: Server, bot: Member) -> None:
    body: dict[str, Any] = {"game": "quads", "places": [{"kind": "me"}, {"kind": "account", "name": fresh_name()}]}
    assert refusal(bot.ask("/api/matches", body)) == (404, "web.no_such_account")
    body["places"][1]["name"] = bot.name
    assert refusal(bot.ask("/api/matches", body)) == (422, "web.challenges_oneself")


def test_streams_of_one_player_are_bounded(server: Server, bot: Member) -> None:
    tokens = [bot.make_token() for _ in range(MOST_A_PLAYER + 1)]
    clients = [program(server, token) for token in tokens[1:]]
    streams = [client.stream("GET", "/api/stream/events") for client in clients]
    for stream in streams:
        assert stream.__enter__().status_code == 200
    assert refusal(program(server, tokens[0]).get("/api/stream/events")) == (409, "web.too_many_streams")
    for stream in streams:
        stream.__exit__(None, None, None)


def test_without_a_token_a_program_needs_json_and_a_cookie(server: Server) -> None:
    assert httpx.post(f"{server.url}/api/matches/x/resign", timeout=PATIENCE).status_code == 415
    assert httpx.get(f"{server.url}/api/stream/events", timeout=PATIENCE).status_code == 401


@contextmanager
def example(server: Server, bot: Member) -> Iterator[subprocess.Popen[str]]:
    """The program of the docs, at work; it must not complain."""
    place = {"FOURFOLD_SERVER": server.url, "FOURFOLD_TOKEN": bot.make_token(), "no_proxy": "*"}
    process = subprocess.Popen([sys.executable, EXAMPLE], env=os.environ | place, stderr=subprocess.PIPE, text=True)
    try:
        yield process
        assert process.poll() is None
    finally:
        process.kill()
        said = process.communicate()[1]
    assert "Traceback" not in said


def test_the_example_of_the_docs_plays_a_whole_match_against_a_person(server: Server, bot: Member) -> None:
    with example(server, bot):
        guest = Guest(server, "Ann")
        match = challenge(guest, bot.name, "quads")
        with guest.listen(match, chat=True) as socket:
            while (told := hear(socket)).get("table", {"outcome": None})["outcome"] is None:
                table = told.get("table")
                if table and table["clicks"]:
                    guest.play(match, guest.first_move(match, table["clicks"]), table["ply"])
            while not told.get("remarks"):
                told = hear(socket)
        assert told["remarks"][-1]["text"] == "Thank you!"
        assert told["remarks"][-1]["name"] == bot.name


def test_the_example_of_the_docs_plays_a_tournament_with_a_person_and_a_level(server: Server, bot: Member) -> None:
    with example(server, bot):
        ann = Guest(server, "Ann")
        wish = {"name": "All kinds", "game": "qawale", "options": {"pebbles": "2"}, "levels": ["random"]}
        made = ann.post("/api/tournaments", **wish)["tournament"]
        bot.post(f"/api/tournaments/{made}/enter")
        ann.post(f"/api/tournaments/{made}/begin")
        over = until_over(ann, made, ann)
        assert sorted(entry["name"] for entry in over["entries"]) == sorted(["Ann", "Random", bot.name])
        assert [len(each["games"]) for each in over["rounds"]] == [1, 1, 1]
        assert all(game["scores"] for each in over["rounds"] for game in each["games"])


def load_example(server: Server, bot: Member, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module, which does not wait."""
    found = spec_from_file_location("example_bot", EXAMPLE)
    assert found is not None
    assert found.loader is not None
    example_bot = module_from_spec(found)
    found.loader.exec_module(example_bot)
    monkeypatch.setattr(example_bot, "SERVER", server.url)
    monkeypatch.setattr(example_bot, "TOKEN", bot.make_token())
    monkeypatch.setattr(example_bot.time, "sleep", lambda _: None)
    return example_bot


def test_the_example_survives_refusals(
    server: Server, bot: Member, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example_bot = load_example(server, bot, monkeypatch)
    match = challenge(Guest(server, "Ann"), bot.name)
    for path, status in (
        ("/api/challenges/none/accept", 404),
        (f"/api/challenges/{match}/accept?part=short", 409),
        (f"/api/matches/{match}/move/a1NEE?ply=0", 409),
        (f"/api/matches/{match}/move/%20?ply=0", 409),
        ("/api/matches/none/chat", 400),
    ):
        example_bot.tell(path, None)
        assert capsys.readouterr().out.startswith(f"{status} "), path
    example_bot.playing.add("none")
    example_bot.play("none")
    assert example_bot.playing == set()


def test_the_example_plays_on_however_often_it_is_cut_off(
    server: Server, bot: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the bot's turn, so no news would call it back to a match that it had given up."""
    example_bot = load_example(server, bot, monkeypatch)
    guest, ask = Guest(server, "Ann"), example_bot.ask
    match = challenge(guest, bot.name, options={"pebbles": "1"})
    assert example_bot.tell(f"/api/challenges/{match}/accept")
    guest.play(match, guest.first_move(match, guest.table(match)["clicks"]), 0)
    refused = [HTTPError("", status, "", Message(), BytesIO()) for status in (409, 408, 503, 520)]  # 409: many streams
    cut = [BytesIO(b"<html>"), BytesIO(b"[]\n{}\n"), BytesIO(b"\xff\n"), OSError("reset")]
    troubles: list[Any] = [trouble for _ in range(10) for trouble in (*refused, *cut)]

    def trouble(path: str, body: Any = None, method: str = "GET") -> Any:
        if not path.endswith("/stream") or not troubles:
            return ask(path, body, method)
        if isinstance(found := troubles.pop(), Exception):
            raise found
        found.seek(0)
        return found

    monkeypatch.setattr(example_bot, "ask", trouble)
    example_bot.playing.add(match)
    playing = threading.Thread(target=example_bot.play, args=[match], daemon=True)
    playing.start()
    playing.join(PATIENCE)
    assert not playing.is_alive()
    assert troubles == []
    assert guest.table(match)["outcome"] is not None


def test_the_example_plays_a_refused_move_again(server: Server, bot: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too fast, or something went wrong: it is still the bot's turn, and no news comes."""
    example_bot = load_example(server, bot, monkeypatch)
    guest = Guest(server, "Ann")
    match = challenge(guest, bot.name, options={"pebbles": "1"})
    too_fast: tuple[int, dict[str, str]] = (429, {"Retry-After": "1"})
    refusals = [too_fast]
    ask = example_bot.ask

    def refuse(path: str, body: Any = None, method: str = "GET") -> Any:
        if ("/accept" in path or "/move/" in path) and refusals:
            status, headers = refusals.pop()
            told = Message()
            for name, value in headers.items():
                told[name] = value
            raise HTTPError(path, status, "refused", told, BytesIO(b"{}"))
        return ask(path, body, method)

    monkeypatch.setattr(example_bot, "ask", refuse)
    assert example_bot.tell(f"/api/challenges/{match}/accept")
    refusals += [(500, {}), too_fast]
    guest.play(match, guest.first_move(match, guest.table(match)["clicks"]), 0)
    example_bot.playing.add(match)
    playing = threading.Thread(target=example_bot.play, args=[match], daemon=True)
    playing.start()
    playing.join(PATIENCE)
    assert not playing.is_alive()
    assert refusals == []
    assert guest.table(match)["outcome"] is not None


class TroubledProxy(BaseHTTPRequestHandler):
    """Answers as a proxy whose servers have trouble, and then lets requests through."""

    troubles: Iterator[int | None]
    accepted: "queue.Queue[str]"

    def do_GET(self) -> None:
        if trouble := next(self.troubles, None):
            self.send_error(trouble)
            return
        self.send_response(200)
        self.end_headers()
        said = b"{}" if trouble == 0 else b'{"kind": "challenge", "match": "m", "commitment": "c"}'
        self.wfile.write(said + b"\n")

    def do_POST(self) -> None:
        if trouble := next(self.troubles, None):
            self.send_error(trouble)
            return
        self.accepted.put(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_example_survives_a_proxy_in_trouble() -> None:
    second_copy, nonsense = 409, 0
    TroubledProxy.troubles = iter([504, 502, 520, second_copy, 400, nonsense, 408, None, 504, 425, 408, 503])
    TroubledProxy.accepted = queue.Queue()
    with ThreadingHTTPServer(("127.0.0.1", 0), TroubledProxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        place = {"FOURFOLD_SERVER": f"http://127.0.0.1:{proxy.server_port}", "FOURFOLD_TOKEN": "x", "no_proxy": "*"}
        with subprocess.Popen([sys.executable, EXAMPLE], env=os.environ | place, stdout=subprocess.DEVNULL) as process:
            try:
                path = TroubledProxy.accepted.get(timeout=PATIENCE)
                assert path.startswith("/api/challenges/m/accept?part=")
            finally:
                process.kill()
        proxy.shutdown()


def test_the_example_gives_up_what_says_nothing(server: Server, bot: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that broke without a word looks like a server that has nothing to say."""
    example_bot, limits = load_example(server, bot, monkeypatch), []
    monkeypatch.setattr(example_bot, "urlopen", lambda request, timeout=None: limits.append(timeout))
    example_bot.ask("/api/stream/events")
    assert limits[0] > HEARTBEAT_SECONDS


def test_the_example_is_short() -> None:
    code = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(code) <= 77


def test_an_account_says_of_which_kind_it_is(server: Server, bot: Member) -> None:
    assert bot.get("/api/session")["account"] == "bot"
    assert bot.get("/api/account")["account"] == "bot"
    match, _ = bot.create("quads", is_public=True)
    listed = {entry["match"]: entry for entry in bot.get("/api/lobby")["matches"]}
    assert listed[match]["seats"][0] == {"kind": "person", "name": bot.name, "account": "bot"}
    other = Member(server)
    challenge(bot, other.name)
    challenge(Guest(server, "Ann"), other.name)
    assert {each["is_bot"] for each in other.get("/api/challenges")["challenges"] if each["name"] == bot.name} == {True}
    assert {each["is_bot"] for each in other.get("/api/challenges")["challenges"] if each["name"] == "Ann"} == {False}
    body = {"name": fresh_name(), "password": PASSWORD, "kind": "computer"}
    assert Guest(server).ask("/api/accounts", body).status_code == 400
