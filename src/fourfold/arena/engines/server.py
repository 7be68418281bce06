"""The other end of the engine protocol: one of our players speaks it, over any two streams.

Requests are read by a thread of their own, so that `stop` and the end of the input are heard while the player thinks.
"""

import queue
import threading
from typing import IO, Any

from fourfold.arena.engines.protocol import LONGEST_LINE, PROTOCOL, decode, encode
from fourfold.arena.entrants import Entrant, warm_up
from fourfold.core.errors import FourfoldError
from fourfold.core.game import Game
from fourfold.core.position import View
from fourfold.core.registry import game
from fourfold.search.limit import Limit
from fourfold.text import say

REQUESTS = ("hello", "game", "move", "stop", "quit")
Message = dict[str, Any]


class BadRequest(Exception):
    """What is wrong with a request, in words."""


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
        self._stopped: set[object] = set()  # requests that were told to stop before they were begun

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
            chosen = _game(request)
            first = chosen.undealt(**{"seats": request.get("seats", 2), **_options(request)})
            warm_up(self.entrant.load(), first)
            return {"type": "ready"}
        if kind == "move":
            return self._choose(request)
        if "line" in request:
            raise BadRequest(say("arena.speak.not_json", line=request["line"]))
        raise BadRequest(say("arena.speak.no_type", type=str(kind), types=", ".join(REQUESTS)))

    def _choose(self, request: Message) -> Message:
        number = request.get("id")
        if not isinstance(number, int | str | None):
            raise BadRequest(say("arena.speak.field", type="move", name="id", problem=str(number)))
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
        """A level with nodes of its own keeps to them."""
        given = request.get("limit")
        if not isinstance(given, dict):
            raise BadRequest(say("arena.speak.field", type="move", name="limit", problem=str(given)))
        seed = request.get("seed", 0)
        if self.entrant.nodes is not None:
            return Limit(nodes=self.entrant.nodes, seed=seed)
        return Limit(nodes=given.get("nodes"), seconds=given.get("seconds"), seed=seed)


def read_view(request: Message) -> View:
    """Make the view from the text of a request, as far as a text can hold it: what came before is left out."""
    text, seat = request.get("view"), request.get("seat")
    if not isinstance(text, str):
        raise BadRequest(say("arena.speak.field", type="move", name="view", problem=str(text)))
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise BadRequest(say("arena.speak.field", type="move", name="seat", problem=str(seat)))
    chosen = game(text.partition("@")[0].partition(":")[0])
    view = chosen.read_view(text, seat)
    if view.outcome is not None:
        raise BadRequest(say("arena.speak.over", reason=view.outcome.reason))
    if view.to_move != seat:
        raise BadRequest(say("arena.speak.seat", seat=seat, to_move=str(view.to_move)))
    return view


def _game(request: Message) -> Game:
    return game(str(request.get("game")))


def _options(request: Message) -> Message:
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest(say("arena.speak.field", type="game", name="options", problem=str(options)))
    return options
