"""Online play: the HTTP client and the event stream (WebSocket) of matches on a server, with reconnection."""

import asyncio
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

from fourfold.core.clicks import Tree
from fourfold.core.errors import BadNotation, Failure, FourfoldError, needs_extra
from fourfold.core.help.notice import Notice
from fourfold.core.records.record import Record
from fourfold.core.registry import game, list_games
from fourfold.match import lots
from fourfold.match.events import Agreement
from fourfold.match.refusal import Refused
from fourfold.match.settings import Seat, Settings
from fourfold.match.verification import Verdict, verdict_of, verify
from fourfold.terminal.board.picture import NO_PICTURE, Picture
from fourfold.terminal.saves import Saves
from fourfold.terminal.tables.table import Ending, SeatSnapshot, TableQuestion, TableSnapshot, TerminalTable

COOKIE = "fourfold_guest"
PATIENCE = 20.0  # seconds for a response
TRIES = 3  # commands are idempotent, so they may be sent again
FIRST_DELAY, LONGEST_DELAY = 0.25, 8.0  # seconds before the next attempt to connect
LARGEST_MESSAGE = 16 * 1024 * 1024


class Unreachable(Refused, Failure):
    """A server does not answer."""


class ServerRefusal(FourfoldError):
    """A refusal by the server, with its message."""

    def __init__(self, code: str, message: str, values: Mapping[str, str] | None = None) -> None:
        super().__init__(code, **(values or {}))
        self.message = message

    def __str__(self) -> str:
        return self.message


def parse_link(link: str) -> tuple[str, str, str]:
    """Parse a link to a table: the server, `join` or `match`, and the invitation or the match.

    >>> parse_link("http://localhost:4444/join/abc")
    ('http://localhost:4444', 'join', 'abc')
    >>> parse_link("localhost:4444/match/xyz")
    ('http://localhost:4444', 'match', 'xyz')
    """
    parts = urlsplit(link if "://" in link else f"http://{link}")
    kind, _, name = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or kind not in ("join", "match") or not name:
        raise BadNotation("terminal.bad_link", link=link)
    return f"{parts.scheme}://{parts.netloc}", kind, name


def parse_server(address: str) -> str:
    """Parse the address of a server.

    >>> parse_server("localhost:4444/")
    'http://localhost:4444'
    """
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadNotation("terminal.bad_server", address=address)
    return f"{parts.scheme}://{parts.netloc}"


def fresh_part() -> str:
    """Our part of the secret that a match's lots and deals come from."""
    return secrets.token_hex(lots.SECRET_BYTES)


class Client:
    """An HTTP client of one server, with our guest session there."""

    def __init__(self, server: str, saves: Saves) -> None:
        with needs_extra("web"):
            import httpx
            import websockets  # noqa: F401 - needed as soon as a table is opened
        self.server = parse_server(server)
        self.saves = saves
        self._transport_error = httpx.TransportError
        self._http = httpx.AsyncClient(base_url=self.server, timeout=PATIENCE)
        token = saves.read_guest(self.server)
        if token:
            self._http.cookies.set(COOKIE, token)

    @property
    def cookie(self) -> str:
        """The cookie of our session, as a header."""
        token = self._http.cookies.get(COOKIE)
        return f"{COOKIE}={token}" if token else ""

    async def get(self, address: str, **query: Any) -> Any:
        """Send a GET request."""
        return await self._request("GET", address, params=query)

    async def post(self, address: str, body: Any) -> Any:
        """Send a POST request, and save the session that the server may create."""
        answer = await self._request("POST", address, json=body)
        token = self._http.cookies.get(COOKIE)
        if token and token != self.saves.read_guest(self.server):
            self.saves.keep_guest(self.server, token)
        return answer

    async def _request(self, method: str, address: str, **content: Any) -> Any:
        for attempt in range(TRIES):
            try:
                response = await self._http.request(method, address, **content)
                break
            except self._transport_error as error:
                if attempt == TRIES - 1:
                    raise Unreachable("terminal.unreachable", server=self.server, problem=str(error)) from None
                await asyncio.sleep(FIRST_DELAY * 2**attempt)
        if response.headers.get("content-type", "").startswith("application/json"):
            answer = response.json()
            if response.is_success:
                return answer
            if isinstance(answer, dict) and "code" in answer:
                raise ServerRefusal(answer["code"], answer.get("message", ""), answer.get("values"))
        if response.is_success:
            return response.text
        raise Refused("terminal.not_ours", server=self.server, status=response.status_code)

    async def set_name(self, name: str) -> None:
        """Create our guest session, or change its name."""
        await self.post("/api/session", {"name": name})

    async def create(self, settings: Settings, seats: Sequence[Seat]) -> "OnlineTable":
        """Create a match; others join by its link."""
        kinds = {"person": "me", "computer": "computer", "open": "open"}
        places = [{"kind": kinds[seat.kind], "level": seat.player if seat.kind == "computer" else ""} for seat in seats]
        fields = ("game", "seats", "options", "clock", "is_public", "by_lot")
        wanted = {name: msgspec.to_builtins(getattr(settings, name)) for name in fields}
        promised, part = await self.post("/api/commitments", {"by_lot": settings.by_lot}), fresh_part()
        made = await self.post("/api/matches", {**wanted, "places": places, **promised, "part": part})
        self.saves.keep_promise(made["match"], promised["commitment"], part)
        table = await self.open(made["match"])
        table.link = f"{self.server}/join/{made['invite']}"
        return table

    async def accept(self, invite: str) -> "OnlineTable":
        """Accept an invitation; for a player of the match, only open it."""
        invited, part = await self.get(f"/api/invites/{invite}"), fresh_part()
        await self._check_game(invited["match"])
        joined = await self.post(f"/api/invites/{invite}", {"part": part})
        if not invited["is_mine"]:
            self.saves.keep_promise(joined["match"], invited["commitment"], part)
        return await self.open(joined["match"])

    async def join(self, match: str, name: str) -> "OnlineTable":
        """Join an open match of the lobby."""
        await self._check_game(match)
        created, part = (await self.get(f"/api/matches/{match}"))["events"][0]["body"], fresh_part()
        mine = {"commitment": created["commitment"], "part": part}
        await self.post(f"/api/matches/{match}/commands", {"kind": "join", "name": name, **mine})
        self.saves.keep_promise(match, **mine)
        return await self.open(match)

    async def enter(self, kind: str, name: str, guest_name: str, *, is_joining: bool = True) -> "OnlineTable":
        """Open the match that a link leads to; an invitation is always accepted, an open seat taken if joining."""
        await self.set_name(guest_name)
        if kind == "join":
            return await self.accept(name)
        table = await self.open(name)
        has_room = table.snapshot().status == "open" and table.snapshot().seat is None
        return await self.join(name, guest_name) if is_joining and has_room else table

    async def open(self, match: str) -> "OnlineTable":
        """Open a match, as a player or as a spectator."""
        table = OnlineTable(self, match)
        await table.refresh()
        return table

    async def _check_game(self, match: str) -> None:
        """Refuse a match whose game this device does not have, before a seat is taken."""
        await _load_game((await self.get(f"/api/matches/{match}"))["table"]["game"])

    async def lobby(self) -> list[dict[str, Any]]:
        """The public matches with open seats."""
        found: list[dict[str, Any]] = (await self.get("/api/lobby"))["matches"]
        return found

    async def mine(self) -> list[dict[str, Any]]:
        """Our own matches; none without a session."""
        try:
            found: list[dict[str, Any]] = (await self.get("/api/matches"))["matches"]
        except ServerRefusal:
            return []
        return found

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()


async def _load_game(game_id: str) -> None:
    """Load a game in a thread, for its signs and names."""
    if game_id not in list_games():
        raise Refused("terminal.not_installed", game=game_id)
    await asyncio.to_thread(game, game_id)


class OnlineTable(TerminalTable):
    """A match on a server. Snapshots come from its messages alone."""

    is_online = True

    def __init__(self, client: Client, match: str) -> None:
        super().__init__()
        self.client = client
        self.match = match
        self.table: dict[str, Any] = {}
        self.moves: list[tuple[int, int, str]] = []  # ply, seat, move
        self._frame: dict[str, Any] = {}
        self._promise_of_rematch = ""
        self._part_of_rematch = ""
        self._heard = 0.0
        self._sequence = 0

    @property
    def _address(self) -> str:
        return f"/api/matches/{self.match}"

    async def refresh(self) -> None:
        """Fetch the frame and the current state."""
        message = await self.client.get(self._address, after=self._sequence, board="true")
        await _load_game(message["table"]["game"])
        self._frame = await self.client.get(f"{self._address}/frame")
        self._receive(message)

    async def run(self) -> None:
        """Follow the event stream; after a broken connection resume from the last known event."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidHandshake, WebSocketException

        delay = FIRST_DELAY
        while True:
            query = urlencode({"after": self._sequence, "board": "true"})
            address = f"ws{self.client.server.removeprefix('http')}{self._address}/events?{query}"
            headers = {"Cookie": self.client.cookie} if self.client.cookie else {}
            try:
                async with connect(address, additional_headers=headers, max_size=LARGEST_MESSAGE) as socket:
                    async for message in socket:
                        delay = FIRST_DELAY
                        self._receive(json.loads(message))
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                pass
            self.trouble = "connection_lost"
            self.on_change()
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    def _receive(self, message: dict[str, Any]) -> None:
        if "table" not in message:
            raise ServerRefusal(message.get("code", ""), message.get("message", ""), message.get("values"))
        table = message["table"]
        if table["sequence"] < self._sequence:
            return  # older than a message that came first
        for event in message["events"]:
            if event["sequence"] > self._sequence:
                self._apply_event(event["body"])
        self._sequence, self.table, self._heard = table["sequence"], table, time.monotonic()
        self.trouble = ""
        self.on_change()

    def _apply_event(self, body: Mapping[str, Any]) -> None:
        if body["kind"] == "played":
            self.moves.append((body["ply"], body["seat"], body["move"]))
        elif body["kind"] == "taken_back":
            self.moves = [move for move in self.moves if move[0] < body["ply"]]
        elif body["kind"] == "revealed":
            self._promise_of_rematch = body["next_commitment"]

    def snapshot(self) -> TableSnapshot:
        table = self.table
        clock = table["clock"]
        passed, first = round(1000 * (time.monotonic() - self._heard)), clock.get("first_turn")
        left = [
            max(0, kept - (passed if seat == clock["running"] else 0)) for seat, kept in enumerate(clock["left"] or [])
        ]
        seats = [
            SeatSnapshot(who["kind"], who["name"], who["has_left"], seat == table["seat"])
            for seat, who in enumerate(table["seats"])
        ]
        outcome, notice, board = table["outcome"], table.get("notice"), table.get("board")
        return TableSnapshot(
            game=table["game"],
            seats=tuple(seats),
            seat=table["seat"],
            status=table["status"],
            ply=table["ply"],
            to_move=table["to_move"],
            picture=Picture.of_board(board, self._frame) if board else NO_PICTURE,
            position=table["position"],
            clicks=table["clicks"],
            scores=tuple(table["scores"]),
            left=tuple(left),
            running=clock["running"],
            first_turn=None if first is None else max(0, first - passed),
            questions=tuple(TableQuestion(q["agreement"], q["seat"]) for q in table["questions"]),
            ending=Ending(outcome["winner"], tuple(outcome["scores"]), outcome["code"]) if outcome else None,
            moves=tuple((seat, move) for _, seat, move in self.moves),
            following=table["following"],
            notice=Notice(notice["code"], notice["values"]) if notice else None,
            options=table["options"],
        )

    # ----- what can be done

    async def _do(self, kind: str, **values: Any) -> None:
        """Send a command, and fetch the state, because the event stream may be down."""
        await self.client.post(f"{self._address}/commands", {"kind": kind, **values})
        self._receive(await self.client.get(self._address, after=self._sequence, board="true"))

    async def play(self, move: str) -> None:
        await self._do("play", move=move, ply=self.table["ply"])

    async def offer(self, agreement: Agreement, about: int | None = None, level: str = "") -> None:
        await self._do("offer", agreement=agreement, about=about, level=level, part=self._part_for(agreement))

    async def answer(self, agreement: Agreement, accepts: bool) -> None:
        await self._do("answer", agreement=agreement, accepts=accepts, part=self._part_for(agreement))

    def _part_for(self, agreement: Agreement) -> str:
        if agreement == "rematch":
            self._part_of_rematch = fresh_part()
        return self._part_of_rematch

    async def resign(self) -> None:
        await self._do("resign")

    async def resume(self) -> None:
        await self._do("resume")

    async def branch(self, path: Sequence[str]) -> Tree:
        tree: Tree = await self.client.get(f"{self._address}/clicks", path=list(path))
        return tree

    async def why(self, path: Sequence[str]) -> FourfoldError | None:
        problem = await self.client.get(f"{self._address}/why", path=list(path))
        return ServerRefusal(problem["code"], problem["message"], problem["values"])

    async def hint(self) -> tuple[str, tuple[str, ...]]:
        raise Refused("terminal.no_hint_online")

    async def record(self) -> Record:
        return Record.parse(str(await self.client.get(f"{self._address}/record")))

    async def follow(self) -> "OnlineTable | None":
        following, saves = self.table["following"], self.client.saves
        if following and self._part_of_rematch:
            saves.keep_promise(following, self._promise_of_rematch, self._part_of_rematch)
        return await self.client.open(following) if following else None

    async def check_fairness(self) -> Verdict:
        return verdict_of(verify(await self.record(), self.client.saves.read_promise(self.match)))
