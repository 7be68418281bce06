"""The server side of the engine protocol: one of our players answers requests, over any two streams.

A thread reads the requests, so that `stop` and the end of the input are noticed while the player thinks.
"""

import queue
import threading
from typing import IO, Any

from fourfold.arena.engines.protocol import LONGEST_LINE, PROTOCOL, decode, encode
from fourfold.arena.entrants import Entrant, warm_up
from fourfold.core.errors import FourfoldError
from fourfold.core.position import View
from fourfold.core.registry import game
from fourfold.search.limit import Limit
from fourfold.text import say

REQUESTS = ("hello", "game", "move", "stop", "quit")
Message = dict[str, Any]


class BadRequest(Exception):
    """A request that cannot be answered; the message says why."""


class EngineServer:
    r"""Answers requests with the moves of one player.

    >>> import io
    >>> from fourfold.arena.entrants import find_entrant
    >>> answers = io.BytesIO()
    >>> EngineServer(find_entrant("random")).speak(io.BytesIO(b'{"type":"hello","protocol":1}\n'), answers)
    >>> answers.getvalue()
    b'{"type":"hello","protocol":1,"name":"random"}\n'
    """

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self._requests: queue.Queue[Message | None] = queue.Queue()
        self._thinking: Limit | None = None
        self._stopped: set[object] = set()  # ids of requests that were stopped before they were begun

    def speak(self, requests: IO[bytes], answers: IO[bytes]) -> None:
        """Answer until `quit` or the end of the requests."""
        threading.Thread(target=self._listen, args=(requests,), daemon=True).start()
        while (request := self._requests.get()) is not None:
            try:
                answer = self._answer(request)
            except (BadRequest, FourfoldError) as problem:
                answer = {"type": "error", "message": str(problem)}
                answer |= {"id": request["id"]} if "id" in request else {}
            answers.write(encode(answer))
            answers.flush()

    def _listen(self, requests: IO[bytes]) -> None:
        while line := requests.readline(LONGEST_LINE):
            request = decode(line)
            if request is None:
                request = {"type": None, "line": line.decode(errors="replace").strip()[:100]}
            if request.get("type") == "quit":
                break
            if request.get("type") == "stop":
                self._stop(request.get("id"))
            else:
                self._requests.put(request)
        self._requests.put(None)
        self._stop(None)

    def _stop(self, number: object) -> None:
        if self._thinking is not None:
            self._thinking.stop()
        elif isinstance(number, int | str):
            self._stopped.add(number)

    def _answer(self, request: Message) -> Message:
        kind = request.get("type")
        if kind == "hello":
            if request.get("protocol") != PROTOCOL:
                raise BadRequest(say("arena.speak.protocol", found=str(request.get("protocol")), known=PROTOCOL))
            return {"type": "hello", "protocol": PROTOCOL, "name": self.entrant.name}
        if kind == "game":
            chosen = game(str(request.get("game")))
            first = chosen.undealt(**{"seats": request.get("seats", 2), **_field(request, "options", dict, {})})
            warm_up(self.entrant.load(), first)
            return {"type": "ready"}
        if kind == "move":
            return self._choose(request)
        if "line" in request:
            raise BadRequest(say("arena.speak.not_json", line=request["line"]))
        raise BadRequest(say("arena.speak.no_type", type=str(kind), types=", ".join(REQUESTS)))

    def _choose(self, request: Message) -> Message:
        number = _field(request, "id", int | str | None)
        view = read_view(request)
        limit = self._limit(request)
        self._thinking = limit
        if number in self._stopped:
            limit.stop()
        try:
            move = self.entrant.load().choose(view, limit)
        finally:
            self._thinking = None
            self._stopped.clear()
        return {"type": "move", "id": number, "move": str(move)}

    def _limit(self, request: Message) -> Limit:
        """The limit of a request; a level with its own number of nodes keeps it."""
        given = _field(request, "limit", dict)
        seed = request.get("seed", 0)
        if self.entrant.nodes is not None:
            return Limit(nodes=self.entrant.nodes, seed=seed)
        return Limit(nodes=given.get("nodes"), seconds=given.get("seconds"), seed=seed)


def read_view(request: Message) -> View:
    """Parse the view of a request; it has no history."""
    text, seat = _field(request, "view", str), _field(request, "seat", int)
    if isinstance(seat, bool):
        raise BadRequest(say("arena.speak.field", type="move", name="seat", problem=str(seat)))
    view = game(text.partition("@")[0].partition(":")[0]).read_view(text, seat)
    if view.outcome is not None:
        raise BadRequest(say("arena.speak.over", reason=view.outcome.reason))
    if view.to_move != seat:
        raise BadRequest(say("arena.speak.seat", seat=seat, to_move=str(view.to_move)))
    return view


def _field(request: Message, name: str, kind: Any, default: Any = None) -> Any:
    """A field of a request; BadRequest where it is of another type."""
    value = request.get(name, default)
    if not isinstance(value, kind):
        raise BadRequest(say("arena.speak.field", type=request.get("type", "move"), name=name, problem=str(value)))
    return value
