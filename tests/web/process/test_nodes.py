"""Two server processes over one database: they are one table."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest

from fourfold.contract.variants import short_words
from postgres import Cluster
from web.accounts.test_accounts import PASSWORD, Member, log_in, program, refusal
from web.routes.test_bots import challenge, following
from web.server_process import PATIENCE, Guest, Server, hear, running, seated

pytestmark = pytest.mark.xdist_group("postgresql")


@pytest.fixture(scope="module")
def nodes(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two processes; only the last test leaves one of them dead."""
    place, folder = cluster.database(), tmp_path_factory.mktemp("nodes")
    with running(folder, place) as one, running(folder, place) as other:
        yield one, other


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def apart(nodes: tuple[Server, Server], game: str, **wish: Any) -> tuple[str, list[Guest]]:
    """A match of two guests, in the order of their seats, each at another process."""
    match, guests = seated(nodes[0], game, **wish)
    guests[1].move_to(nodes[1])
    return match, guests


class Ear:
    """A guest's socket, with all events that came, each once, and the last table."""

    def __init__(self, guest: Guest, match: str) -> None:
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(guest.listen(match))
        self.events: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.listen()

    def listen(self) -> None:
        message = hear(self.socket)
        assert [event["sequence"] for event in message["events"]] == list(
            range(len(self.events) + 1, len(self.events) + 1 + len(message["events"]))
        )
        self.events += message["events"]
        self.table = message["table"]
        assert self.table["sequence"] == len(self.events)

    def listen_until(self, sequence: int) -> None:
        while len(self.events) < sequence:
            self.listen()


@pytest.mark.parametrize("game", ["qawale", "quadominos"])
def test_two_who_are_at_different_processes_play_a_whole_game(nodes: tuple[Server, Server], game: str) -> None:
    match, guests = apart(nodes, game, options=short_words(game))
    ears = [Ear(guest, match) for guest in guests]
    plies = 0
    while ears[0].table["status"] == "running":
        seat = ears[0].table["to_move"]
        assert ears[1 - seat].table["clicks"] is None
        sequence = guests[seat].play(match, guests[seat].first_move(match, ears[seat].table["clicks"]), plies)
        for ear in ears:
            ear.listen_until(sequence)
        plies += 1
    assert plies >= 7
    assert ears[1].table["outcome"] == ears[0].table["outcome"]
    shown = [[event for event in ear.events if event["body"]["kind"] != "dealt"] for ear in ears]
    assert shown[0] == shown[1]
    assert [guest.look(match)["events"] for guest in guests] == [guests[0].look(match)["events"]] * 2
    assert guests[1].post(f"/api/matches/{match}/commands", kind="offer", agreement="rematch")
    ears[0].listen()
    guests[0].post(f"/api/matches/{match}/commands", kind="answer", agreement="rematch", accepts=True)
    ears[1].listen_until(guests[0].table(match)["sequence"])
    following = ears[1].table["following"]
    assert [guest.table(following)["status"] for guest in guests] == ["running"] * 2
    for ear in ears:
        ear.stack.close()


def test_whoever_asks_another_process_is_told_what_has_just_been_acknowledged(nodes: tuple[Server, Server]) -> None:
    """No sockets here, so no process has any other reason to look."""
    match, guests = apart(nodes, "exago")
    for ply in range(10):
        mover = guests[ply % 2]
        sequence = mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
        assert [guest.table(match)["sequence"] for guest in guests] == [sequence] * 2


def interrupt_thinking(server: Server, guest: Guest, how: signal.Signals) -> str:
    """Let a computer think, and its process die or hang meanwhile; the match, or nothing where it has moved before."""
    assert server.process is not None
    places = [{"kind": "me"}, {"kind": "computer", "level": "level-8"}]
    match = guest.create("exago", places=places, by_lot=False)[0]
    sequence = guest.play(match, guest.first_move(match, guest.table(match)["clicks"]), 0)
    with psycopg.connect(server.database, autocommit=True) as connection:

        def row() -> tuple[bool, int]:
            question = "SELECT claimed IS NOT NULL, last_sequence FROM matches WHERE id = %s"
            found = connection.execute(question, [match]).fetchone()
            assert found is not None
            return found[0], found[1]

        until(lambda: row() != (False, sequence))
        server.process.send_signal(how)
        if row() == (True, sequence):
            return match
        server.process.send_signal(signal.SIGCONT)
        assert how == signal.SIGSTOP, "it cannot be tried again"
        return ""


@pytest.mark.long
@pytest.mark.parametrize("how", [pytest.param(signal.SIGKILL, marks=pytest.mark.long), signal.SIGSTOP])
def test_a_computer_whose_process_dies_or_hangs_moves_at_the_other(
    nodes: tuple[Server, Server], how: signal.Signals
) -> None:
    """The process has claimed the move; when the claim lapses the other makes it, and it is made once."""
    one, other = nodes
    guest = Guest(one, "Ann")
    match = ""
    while not match:  # a computer that has moved already was too fast
        match = interrupt_thinking(one, guest, how)
    guest.move_to(other)
    until(lambda: guest.table(match)["clicks"])
    assert one.process is not None
    if how == signal.SIGSTOP:
        one.process.send_signal(signal.SIGCONT)
        until(lambda: one.health()["ready"])
    else:
        one.end(how)
        one.start()
    guest.move_to(one)
    table = guest.table(match)
    guest.play(match, guest.first_move(match, table["clicks"]), 2)
    until(lambda: guest.table(match)["ply"] == 4)
    bodies = [event["body"] for event in guest.look(match)["events"] if event["body"]["kind"] == "played"]
    assert [body["ply"] for body in bodies] == [0, 1, 2, 3]


def test_what_is_said_and_asked_at_one_process_is_heard_at_the_other(nodes: tuple[Server, Server]) -> None:
    bot, guest = Member(nodes[0], kind="bot"), Guest(nodes[1], "Ann")
    client = program(nodes[0], bot.make_token())
    with following(client) as news:
        match = challenge(guest, bot.name)
        told = next(news)
        assert (told["kind"], told["match"], told["name"]) == ("challenge", match, "Ann")
        client.post(f"/api/challenges/{match}/accept")
        assert next(news)["kind"] == "started"
        with guest.listen(match, chat=True) as socket:
            guest.play(match, guest.first_move(match, guest.table(match)["clicks"]), 0)
            told = next(news)
            assert (told["kind"], told["ply"]) == ("turn", 1)
            assert client.post(f"/api/matches/{match}/chat", json={"text": "Hello"}).status_code == 200
            while not (told := hear(socket)).get("remarks"):
                pass
            assert [remark["text"] for remark in told["remarks"]] == ["Hello"]


def test_a_challenge_that_is_declined_at_one_process_is_told_at_the_other(nodes: tuple[Server, Server]) -> None:
    bot, member = Member(nodes[0], kind="bot"), Member(nodes[1])
    client = program(nodes[0], bot.make_token())
    with following(client) as asked, following(member.http) as news:
        match = challenge(member, bot.name)
        assert next(asked)["kind"] == "challenge"
        assert client.post(f"/api/challenges/{match}/decline").status_code == 200
        told = next(news)
        assert (told["kind"], told["match"], told["name"]) == ("declined", match, bot.name)


def test_a_copy_of_a_program_at_the_other_process_is_told_that_there_is_one(nodes: tuple[Server, Server]) -> None:
    bot, member = Member(nodes[0], kind="bot"), Member(nodes[1])
    token = bot.make_token()
    with following(program(nodes[0], token)) as first, following(program(nodes[1], token)) as copy:
        assert next(copy)["kind"] == "replaced"
        assert next(copy, None) is None
        match = challenge(member, bot.name)
        assert next(first)["match"] == match


def test_who_is_logged_out_at_one_process_is_out_at_the_other(nodes: tuple[Server, Server]) -> None:
    member = Member(nodes[0])
    other = log_in(nodes[1], member.name)
    assert other.get("/api/session")["name"] == member.name  # it is remembered there now
    member.post("/api/account/sessions/end")
    until(lambda: other.get("/api/session")["name"] == "")
    member.post("/api/account/delete", password=PASSWORD)
    assert refusal(other.ask("/api/login", {"name": member.name, "password": PASSWORD})) == (401, "web.wrong_login")


def test_what_is_due_is_done_once_whoever_sees_it(nodes: tuple[Server, Server]) -> None:
    """Clocks that run out while both processes have the match, and while none of them has."""
    match, guests = apart(nodes, "qawale", clock={"kind": "turn", "time": 1})
    for guest in guests:
        guest.move(match)
    ears = [Ear(guest, match) for guest in guests]
    for ear in ears:
        while ear.table["status"] == "running":
            ear.listen()
        assert [event["body"]["kind"] for event in ear.events].count("ended") == 1
        assert ear.table["outcome"]["code"] == "time"
        ear.stack.close()


@pytest.mark.long
def test_a_process_is_killed_and_the_game_goes_on_through_the_other(nodes: tuple[Server, Server]) -> None:
    one, other = nodes
    match, guests = apart(nodes, "qawale")
    ear = Ear(guests[1], match)
    played: dict[int, str] = {}
    for ply in range(6):
        mover = guests[ply % 2]
        if ply == 4:
            one.end(signal.SIGKILL)
            guests[0].move_to(other)
        played[ply] = mover.first_move(match, mover.table(match)["clicks"])
        ear.listen_until(mover.play(match, played[ply], ply))
        mover.play(match, played[ply], ply)  # sent again, it is not carried out again
    for guest in guests:
        bodies = [event["body"] for event in guest.look(match)["events"] if event["body"]["kind"] == "played"]
        assert [(body["ply"], body["move"]) for body in bodies] == list(played.items())
    assert [step.move for step in other.stored(match).steps if step.kind == "played"] == list(played.values())  # type: ignore[union-attr]
    ear.stack.close()
