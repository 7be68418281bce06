"""Our own engine: answers the protocol, and bad requests in words."""

import io
import json
from typing import Any

import pytest

import fourfold
from fourfold.arena.engines.server import EngineServer
from fourfold.arena.entrants import find_entrant

QAWALE = fourfold.game("qawale").start()
OVER = str(fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE"))


def ask(*requests: dict[str, Any] | str, level: str = "random") -> list[dict[str, Any]]:
    lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in requests)
    answers = io.BytesIO()
    EngineServer(find_entrant(level)).speak(io.BytesIO(lines.encode()), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def request(**changes: Any) -> dict[str, Any]:
    return {
        "type": "move", "id": 1, "seat": 0, "view": str(QAWALE), "limit": {"nodes": 500}, "seed": 3, **changes,
    }  # fmt: skip


def test_a_whole_conversation() -> None:
    answers = ask(
        {"type": "hello", "protocol": 1},
        {"type": "game", "game": "qawale", "seats": 2, "options": {}},
        request(),
        {"type": "quit"},
        request(id=2),
        level="uct",
    )
    assert [answer["type"] for answer in answers] == ["hello", "ready", "move"]
    assert answers[0]["name"] == "uct"
    assert answers[2]["id"] == 1
    assert answers[2]["move"] in QAWALE.moves()


@pytest.mark.parametrize("level", ["random", "simple", "uct"])
def test_the_same_request_gets_the_same_move(level: str) -> None:
    assert ask(request(), level=level) == ask(request(), level=level)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hidden_hand_needs_no_more_than_the_view(seats: int) -> None:
    position = fourfold.game("quadominos").start(seats=seats, rounds=1, seed=3)
    position = position.play(position.moves()[0])
    seat = position.to_move
    assert seat is not None
    view = str(position.view(seat))
    assert "_" in view
    (answer,) = ask(request(view=view, seat=seat), level="simple")
    assert answer["move"] in position.moves()


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("hello", "not a JSON object"),
        ("[]", "not a JSON object"),
        ({"type": "dance"}, "no request “dance”"),
        ({"type": "hello", "protocol": 2}, "Protocol 2"),
        ({"type": "game", "game": "chess"}, "no game “chess”"),
        ({"type": "game", "game": "qawale", "seats": 3}, "game for 2"),
        ({"type": "game", "game": "qawale", "options": {"pebbles": 99}}, "1 to 10"),
        ({"type": "game", "game": "qawale", "seats": float("inf")}, "game for 2"),
        ({"type": "game", "game": "qawale", "options": []}, "options"),
        (request(view=7), "view"),
        (request(view="qawale@nonsense"), "nonsense"),
        (request(view="chess@8"), "chess"),
        (request(seat=1), "seat to move is 0"),
        (request(seat="0"), "seat"),
        (request(seat=True), "seat"),
        (request(limit=None), "limit"),
        (request(limit={}), "limit"),
        (request(limit={"seconds": -1}), "seconds"),
        (request(limit={"nodes": "many"}), "nodes"),
        (request(seed="x"), "seed"),
        (request(view=OVER), "the game is over"),
        (request(id=[1]), "id"),
        (request(id={}), "id"),
    ],
)
def test_a_bad_request_is_answered_in_words_and_the_next_one_is_served(bad: dict[str, Any] | str, words: str) -> None:
    error, move = ask(bad, request(), level="uct")
    assert error["type"] == "error"
    assert words in error["message"], error
    assert move["type"] == "move"


def test_a_stop_that_comes_before_the_thinking_is_heard() -> None:
    lines = [request(limit={"seconds": 3000}, id=8), {"type": "stop", "id": 8}]
    (answer,) = ask(*lines, level="uct")
    assert answer["move"] in QAWALE.moves()
