"""Commands that come twice, late, out of order, or from the wrong seat."""

import json
import socket
import threading

from web.server_process import Guest, Server, hear, seated


def test_the_same_command_again_changes_nothing_and_is_no_error(server: Server) -> None:
    match, (first, _) = seated(server, "qawale")
    sequence = first.play(match, "a1NEE", 0)
    for _ in range(3):
        assert first.play(match, "a1NEE", 0) == sequence
    assert len(first.look(match)["events"]) == sequence


def test_stale_and_early_commands_are_refused(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    first.refused(match, "match.stale", "play", move="a1NEE", ply=2)
    first.play(match, "a1NEE", 0)
    second.refused(match, "match.stale", "play", move="a4ESE", ply=0)
    second.play(match, "a4ESE", 1)
    first.refused(match, "match.stale", "play", move="a1ENN", ply=0)
    first.play(match, "a1NEE", 0)
    assert first.table(match)["ply"] == 2


def test_reordered_commands_end_in_the_same_match(server: Server) -> None:
    """The second move of the first seat overtakes what comes before it, and is sent again."""
    match, (first, second) = seated(server, "qawale")
    moves = [(first, "a1NEE", 0), (second, "a4ESE", 1)]
    for guest, move, ply in reversed(moves):
        guest.command(match, "play", move=move, ply=ply)
    for guest, move, ply in moves:
        guest.play(match, move, ply)
    played = [event["body"] for event in first.look(match)["events"] if event["body"]["kind"] == "played"]
    assert [(body["move"], body["ply"]) for body in played] == [("a1NEE", 0), ("a4ESE", 1)]


def test_of_many_at_once_one_is_carried_out(server: Server) -> None:
    match, (first, _) = seated(server, "qawale")
    answers: list[int] = []

    def send(move: str) -> None:
        twin = Guest(server)
        twin.http.cookies = first.http.cookies
        answers.append(twin.command(match, "play", move=move, ply=0).status_code)

    threads = [threading.Thread(target=send, args=[move]) for move in ["a1NEE", "a1ENN", "a1NEN", "a4ESE"] * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(200) == 3  # the one that came first, and the two that repeated it
    assert first.table(match)["ply"] == 1


def test_the_seat_comes_from_the_session_only(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    second.refused(match, "match.not_your_turn", "play", move="a1NEE", ply=0)
    Guest(server, "Cyd").refused(match, "match.not_seated", "play", move="a1NEE", ply=0)
    Guest(server).refused(match, "web.no_session", "play", 401, move="a1NEE", ply=0)
    response = second.command(match, "play", move="a1NEE", ply=0, seat=0)
    assert (response.status_code, response.json()["code"]) == (400, "web.bad_body")
    assert first.table(match)["ply"] == 0


def test_what_is_not_legal_is_refused_in_words(server: Server) -> None:
    match, (first, _) = seated(server, "qawale")
    first.refused(match, "qawale.refuse.back_to_origin", "play", 422, move="a1NSN", ply=0)
    response = first.command(match, "play", move="x" * 5000, ply=0)
    assert response.status_code == 422
    assert len(response.text) < 2000
    first.refused("nowhere", "store.unknown_match", "play", 404, move="a1NEE", ply=0)


def test_nobody_is_told_of_what_was_refused(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    with second.listen(match) as socket:
        before = hear(socket)["table"]["sequence"]
        first.command(match, "play", move="a1NSN", ply=0)
        first.play(match, "a1NEE", 0)
        assert [event["sequence"] for event in hear(socket)["events"]] == [before + 1]


def test_the_same_command_in_another_spelling_is_the_same_command(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    sequence = first.play(match, "a1NEE", 0)
    assert first.play(match, " A1nee ", 0) == sequence
    second.play(match, "a4ese", 1)
    assert first.play(match, "A1NEE", 0) == sequence + 1
    first.refused(match, "match.stale", "play", move="a1ENN", ply=0)


def test_the_last_move_can_be_sent_again_when_the_match_is_over(server: Server) -> None:
    match, guests = seated(server, "quads")
    last: tuple[Guest, str, int] | None = None
    while (table := guests[0].table(match))["status"] == "running":
        mover = guests[table["to_move"]]
        last = mover, mover.first_move(match, mover.table(match)["clicks"]), table["ply"]
        sequence = mover.play(match, last[1], last[2])
    assert last is not None
    assert last[0].play(match, last[1], last[2]) == sequence
    last[0].refused(match, "match.is_over", "play", move=last[1], ply=last[2] + 1)


def test_who_hangs_up_before_the_answer_has_played_and_who_hangs_up_in_the_middle_has_not(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    body = json.dumps({"kind": "play", "move": "a1NEE", "ply": 0})
    head = f"POST /api/matches/{match}/commands HTTP/1.1\r\nHost: localhost\r\nCookie: {first.cookie}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with second.listen(match) as heard:
        before = hear(heard)["table"]["sequence"]
        for sent in (head[:-2], head, head + body[:9], head + body):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall(sent.encode())
        assert [event["sequence"] for event in hear(heard)["events"]] == [before + 1]
    assert not [entry for entry in server.logged() if entry["level"] == "error"]
