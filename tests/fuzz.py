"""Random inputs for everything that reads what strangers write: nothing may crash, hang, or be answered with a 500.

    .venv/bin/python tests/fuzz.py --inputs 1000000 --seed 7

Inputs are texts that are right, changed here and there, and texts of chance. Parsers are called directly, the API
over ASGI, with a real store. Whatever is not an error of ours stops the run, with the input that did it.
"""

import argparse
import asyncio
import contextlib
import faulthandler
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import structlog

import fourfold
from fourfold.contract.variants import few_variants, in_words, list_variants
from fourfold.contract.ways import by_chance
from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts
from fourfold.match.commands import AnyCommand
from fourfold.store.exchange import parse_matches
from fourfold.store.location import find_place
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.app import Application
from fourfold.web.http.middleware import Guard
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.http.router import decode_body
from fourfold.web.jobs.pool import WorkerPool
from fourfold.web.schemas import requests

API_SHARE = 0.04  # of all inputs; each costs as much as twenty others
AT_ONCE = 2_000  # inputs between two looks at the clock
LONGEST_ROUND = 300  # seconds; a round that takes longer hangs
SPECIAL = "\0\n\r\t \"'{}[]():;,./\\=+-_@#%&?*<>|~^ßé漢🎲\u202e\ud800０１"
WORDS = ("null", "true", "1e999", "-1", "99999999999999999999", "swap", "pass", "draw", "deal:", "NaN", "{", "}", "../")


class Mutator:
    """Makes inputs of a corpus and of chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def text(self, corpus: Sequence[str]) -> str:
        chance = self.chance
        if chance.random() < 0.05:
            return "".join(chance.choices(SPECIAL + "abcdefgh12345678", k=chance.randrange(40)))
        text = chance.choice(corpus)
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
            text = self.change(text, corpus)
        return text

    def change(self, text: str, corpus: Sequence[str]) -> str:
        chance = self.chance
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 5, 20)))
        kind = chance.randrange(6)
        if kind == 0:
            return text[:start] + text[end:]
        if kind == 1:
            return text[:start] + chance.choice(SPECIAL) + text[end:]
        if kind == 2:
            return text[:start] + chance.choice(text or " ") + text[end:]
        if kind == 3:
            return text[:end] + text[start:]
        if kind == 4:
            return text[:start] + chance.choice(WORDS) + text[end:]
        other = chance.choice(corpus)
        return text[:start] + other[chance.randrange(len(other) + 1) :]


class Parsers:
    """Everything that reads a text, each with a corpus of right ones."""

    def __init__(self, chance: random.Random) -> None:
        self.mutator = Mutator(chance)
        self.chance = chance
        self.positions = [position for variant in list_variants() for position in self.play(variant)]
        self.texts = [str(position) for position in self.positions]
        self.views = [str(position.view(k % position.seats)) for k, position in enumerate(self.positions)]
        self.moves = [str(move) for position in self.positions for move in position.moves()[:20]]
        short = [position for position in self.positions if position.ply < 15]
        self.records = [str(fourfold.Record.of(position, players=["Ann"])) for position in short]
        self.documents = [fourfold.Record.of(position).to_json() for position in short]
        self.kinds: dict[str, Callable[[], tuple[object, Callable[[], object]]]] = {
            "move": self.move, "move ": self.move, "move  ": self.move, "position": self.position, "view": self.view,
            "record": self.record, "options": self.options, "body": self.body, "command": self.command,
            "deal": self.deal, "export": self.export, "place": self.place, "headers": self.headers,
        }  # fmt: skip
        weights = {"position": 3, "view": 3, "body": 3, "command": 3, "headers": 2, "options": 2}
        self.names = [name for name in self.kinds for _ in range(weights.get(name, 1))]
        self.guard = Guard(lambda *_: None, ["localhost"], Proxies(()), RateLimits())  # type: ignore[arg-type]

    def play(self, variant: Any) -> list[fourfold.Position]:
        """A few positions of a game by chance."""
        position = variant.start(seed=self.chance.randrange(1000))
        found = [position]
        while position.outcome is None and not position.is_deal_due and position.ply < 60:
            position = position.play(by_chance(position, self.chance))
            if self.chance.random() < 0.2:
                found.append(position)
        return found

    def run(self) -> str:
        """Let one parser read one input; the result is the kind."""
        name = self.chance.choice(self.names)
        given, read = self.kinds[name]()
        try:
            read()
        except FourfoldError as error:
            str(error)  # the sentence can be said
        except BaseException:
            print(f"\n{name.strip()}: {given!r}", file=sys.stderr)
            raise
        return name.strip()

    def move(self) -> tuple[object, Callable[[], object]]:
        position, text = self.chance.choice(self.positions), self.mutator.text(self.moves)
        return (str(position), text), lambda: position.play(text)

    def position(self) -> tuple[object, Callable[[], object]]:
        text = self.mutator.text(self.texts)

        def read() -> None:
            found = fourfold.read(text)
            assert fourfold.read(str(found)) == found
            if found.outcome is None and not found.is_deal_due:
                assert found.to_move is not None
                found.view(found.to_move)

        return text, read

    def view(self) -> tuple[object, Callable[[], object]]:
        text, game = self.mutator.text(self.views), fourfold.game(self.chance.choice(fourfold.list_games()))
        return (game.id, text), lambda: game.read_view(text, self.chance.randrange(3))

    def record(self) -> tuple[object, Callable[[], object]]:
        text = self.mutator.text(self.records if self.chance.random() < 0.5 else self.documents)
        return text, lambda: str(fourfold.Record.parse(text))

    def options(self) -> tuple[object, Callable[[], object]]:
        game = fourfold.game(self.chance.choice(fourfold.list_games()))
        names = [option.name for option in game.facts.options] + ["seats", "seed", "x"]
        values = ("true", "off", "1", "5", "-3", "0,3", "diagonal", "1e9", "", "seats", "99999999999999999999", "None")
        given = {
            (self.chance.choice(names) if self.chance.random() < 0.9 else self.mutator.text(names)): (
                self.mutator.text(values)
            )
            for _ in range(self.chance.randrange(4))
        }
        return (game.id, given), lambda: game.undealt(**given)

    def body(self) -> tuple[object, Callable[[], object]]:
        body = self.mutator.text(BODIES).encode(errors="surrogatepass")
        decoder = self.chance.choice(DECODERS)
        return body, lambda: decode_body(decoder.decode, body)

    def command(self) -> tuple[object, Callable[[], object]]:
        body = self.mutator.text(COMMANDS).encode(errors="surrogatepass")
        return body, lambda: decode_body(COMMAND_DECODER.decode, body)

    def deal(self) -> tuple[object, Callable[[], object]]:
        game = fourfold.game(self.chance.choice([name for name in fourfold.list_games() if facts(name).has_deals]))
        position = game.undealt(seats=self.chance.choice(game.facts.seats))
        order = list(game.deck(position.options))
        self.chance.shuffle(order)
        text = self.mutator.text([" ".join(order)])
        return text, lambda: position.deal(text)

    def export(self) -> tuple[object, Callable[[], object]]:
        line = self.mutator.text(EXPORTS).encode(errors="surrogatepass")
        return line, lambda: list(parse_matches([line]))

    def place(self) -> tuple[object, Callable[[], object]]:
        text = self.mutator.text(("sqlite:///x.db", "/tmp/x.db", "postgresql://a:b@host:5432/name?host=/tmp", "x"))
        return text, lambda: find_place(text)

    def headers(self) -> tuple[object, Callable[[], object]]:
        pairs = []
        for _ in range(self.chance.randrange(5)):
            name, value = self.chance.choice(HEADERS)
            pairs.append((name.encode(), self.mutator.text((value,)).encode("latin-1", "replace")))
        scope = {
            "type": "http",
            "method": self.chance.choice(("GET", "POST", "PUT", "")),
            "path": "/",
            "headers": pairs,
        }
        return scope, lambda: self.guard.check(scope)


DECODERS: list[msgspec.json.Decoder[Any]] = [
    msgspec.json.Decoder(kind)
    for kind in vars(requests).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
]
COMMAND_DECODER = msgspec.json.Decoder(AnyCommand)
BODIES = [
    json.dumps(body)
    for body in (
        {},
        {"name": "Ann"},
        {"game": "qawale", "places": [{"kind": "me"}, {"kind": "computer", "level": "random"}], "by_lot": False},
        {"game": "exago", "seats": 3, "clock": {"kind": "fischer", "time": 300, "increment": 5}, "is_public": True},
        *(
            {"game": one.game, "seats": one.seats, "level": "random", "options": in_words(one.game, one.options)}
            for one in few_variants()
        ),
    )
]
COMMANDS = [
    json.dumps(body)
    for body in (
        {"kind": "play", "move": "a1NEE", "ply": 0},
        {"kind": "join", "name": "Ben", "seat": 1},
        {"kind": "offer", "agreement": "replace", "about": 1, "level": "random"},
        {"kind": "answer", "agreement": "draw", "accepts": True},
        {"kind": "offer", "agreement": "takeback"},
        {"kind": "resume"},
        {"kind": "leave"},
    )
]
EXPORTS = [
    json.dumps(
        {
            "fourfold": 1,
            "match": {
                "id": "a", "game": "quads", "created": 1000, "status": "open", "settings": "{}", "public": False,
                "last_sequence": 1, "updated": 1001,
            },
            "seats": [{"seat": 0, "kind": "person", "guest_id": "g"}],
            "guests": [{"id": "g", "name": "Ann", "created": 1, "seen": 2}],
            "events": [{"sequence": 1, "time": 1001, "kind": "move", "format": 1, "text": "x"}],
        }
    )
]  # fmt: skip
HEADERS = [
    ("host", "localhost:4444"),
    ("origin", "http://localhost:4444"),
    ("sec-fetch-site", "same-origin"),
    ("content-type", "application/json"),
    ("content-length", "12"),
    ("cookie", "fourfold_guest=abc; other=1"),
    ("x-forwarded-for", "192.0.2.1, 10.0.0.1"),
]
ADDRESSES = [
    "/api/session", "/api/matches", "/api/quick", "/api/invites/INVITE", "/api/lobby", "/api/games", "/healthz",
    "/metrics", "/api/matches/MATCH", "/api/matches/MATCH/commands", "/api/matches/MATCH/commands",
    "/api/matches/MATCH/commands", "/api/matches/MATCH/clicks", "/api/matches/MATCH/board",
    "/api/matches/MATCH/record", "/api/matches/MATCH/stream", "/api/matches/MATCH/frame",
    "/api/matches/MATCH/preview", "/api/matches/MATCH/why", "/api/games/quads/symbols", "/openapi.json", "/",
]  # fmt: skip
POSTED = ("/session", "/quick", "/commands", "/api/matches")
QUERIES = ["after=0", "after=3&board=true", "path=a1&path=b1", "whole=true", "move=a1NEE", "path=a1&move=e5", ""]


class Api:
    """The whole application without a network; the matches that are asked about are there."""

    def __init__(self, application: Application, chance: random.Random) -> None:
        self.application = application
        self.chance = chance
        self.mutator = Mutator(chance)
        self.cookie = ""
        self.matches: list[tuple[str, str]] = []

    async def set_up(self) -> None:
        """A guest with a match of each game."""
        for game in fourfold.list_games():
            wish = {"game": game, "places": [{"kind": "me"}, {"kind": "me"}]}
            status, body = await self.ask("POST", "/api/matches", "", json.dumps(wish).encode(), odd=0)
            assert status == 200, body
            made = json.loads(body)
            self.matches.append((made["match"], made["invite"]))

    async def run(self) -> str:
        """Ask something; the result is the status."""
        chance, (match, invite) = self.chance, self.chance.choice(self.matches)
        path = chance.choice(ADDRESSES).replace("MATCH", match).replace("INVITE", invite)
        method = "POST" if path.endswith(POSTED) or chance.random() < 0.2 else "GET"
        if chance.random() < 0.05:
            method = chance.choice(("PUT", "HEAD", "DELETE", "OPTIONS", "PATCH"))
        if chance.random() < 0.1:
            path = "/" + self.mutator.text([path]).lstrip("/")
        query = quote(self.mutator.text(QUERIES), safe="=&%", errors="replace") if chance.random() < 0.5 else ""
        body = self.mutator.text(COMMANDS if "commands" in path else BODIES).encode(errors="surrogatepass")
        try:
            status, said = await self.ask(method, path, query, body)
            assert status < 500 or said.decode() == say("web.no_page"), said
        except BaseException:
            print(f"\n{method} {path!r}?{query!r} {body!r}", file=sys.stderr)
            raise
        return str(status)

    async def ask(self, method: str, path: str, query: str, body: bytes, odd: float = 0.05) -> tuple[int, bytes]:
        """The answer; `odd` is how often a header more goes along, as strange as the rest."""
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        if self.chance.random() < odd:
            name, value = self.chance.choice(HEADERS)
            headers.append((name.encode(), self.mutator.text((value,)).encode("latin-1", "replace")))
        raw = quote(path, errors="replace").encode()
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path.encode(errors="replace").decode(), "raw_path": raw, "query_string": query.encode(),
            "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        coming = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []
        is_answered = asyncio.Event()

        async def receive() -> Any:
            if coming:
                return coming.pop()
            await is_answered.wait()  # the client leaves when it has the beginning of an answer
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            is_answered.set()

        await self.application(scope, receive, send)
        assert sent, "no answer"
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie" and not self.cookie:
                self.cookie = value.split(b";")[0].decode()
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


async def run_api(application: Application, chance: random.Random, rounds: Callable[[Api], Awaitable[None]]) -> None:
    api = Api(application, chance)
    await application.context.service.start()
    try:
        await api.set_up()
        await rounds(api)
    finally:
        await application.stop()


def run(inputs: int, seed: int, api_share: float = API_SHARE, show: Callable[[str], None] = print) -> Counter[str]:
    """Try so many inputs; the result is how many of each kind there were."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    chance = random.Random(seed)
    parsers = Parsers(chance)
    counts: Counter[str] = Counter()

    async def rounds(api: Api) -> None:
        began = time.monotonic()
        for_api = int(AT_ONCE * api_share)
        while (done := counts.total()) < inputs:
            faulthandler.dump_traceback_later(LONGEST_ROUND, exit=True)
            for _ in range(min(inputs - done, AT_ONCE - for_api)):
                counts[parsers.run()] += 1
            for _ in range(min(max(0, inputs - counts.total()), for_api)):
                counts[f"http {await api.run()}"] += 1
            faulthandler.cancel_dump_traceback_later()
            if counts.total() % (100 * AT_ONCE) < AT_ONCE:
                rate = counts.total() / (time.monotonic() - began)
                show(f"{counts.total()} inputs, {rate:.0f} a second, nothing wrong")

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = stack.enter_context(Store.open(Path(folder) / "fuzz.db"))
        asyncio.run(run_api(Application(store, WorkerPool(1), ["localhost"]), chance, rounds))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    counts = run(given.inputs, given.seed, show=lambda text: print(text, flush=True))
    print(f"{counts.total()} inputs, seed {given.seed}:", dict(sorted(counts.items())))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
