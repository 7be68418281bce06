"""Attacks on a server of one's own: what greedy guests do, and how long others wait, calm and attacked in turn.

    .venv/bin/python tests/attack.py                    every attack, a calm phase before each
    .venv/bin/python tests/attack.py animations level-8

Everything is bounded and goes to a loopback address. Others play 200 moves a second; one more guest asks for a
computer's move, a picture and a review again and again. The table has the p50 and p99 of moves, the medians of the
others, and the first review, which is that of somebody who asks seldom, in milliseconds. One greedy guest attacks; of
`networks` there are nine, with one each.
"""

import argparse
import asyncio
import contextlib
import gc
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import fourfold
from fourfold.match.encoding import encode_json
from load import GAMES, Client, Load, loop_factory, own_servers
from wire import Connection, Refusal

CLIENTS, RATE, SECONDS, WARM_UP = 200, 200, 10.0, 2.0
LEVEL_8_MATCHES = 50  # as many as one may play with computers at once
AT_ONCE = 8
NETWORKS = 9
ALLOWED = 50  # requests a second of one address; this machine itself has no such limit
POLL_SECONDS = 0.005
GREEDY_PAUSE = 1.5  # between two looks at each of many matches: beyond a rate limit nobody else could look

Attack = Callable[["Guests"], Coroutine[Any, Any, None]]


def long_record(plies: int = 300) -> str:
    """A long game by chance."""
    position, chance = fourfold.game("exago").start(), random.Random(1)
    while position.to_move is not None and position.ply < plies:
        position = position.play(chance.choice(list(position.moves())))
    return str(fourfold.Record.of(position))


def short_record() -> str:
    """A game of a few moves that is not the same twice, so that no cache has it."""
    position = fourfold.game("exago").start()
    for _ in range(6):
        position = position.play(random.choice(list(position.moves())))
    return str(fourfold.Record.of(position))


class Guests:
    """Guests of one address."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.nowhere = Load((address,), 2, 1, 1, ("exago",), 0)
        self.nowhere.is_over = True
        self.address = address

    async def come(self, network: str = "") -> Client:
        client = Client(self.nowhere, self.address, network=network)
        await client.post("/api/session", {"name": "Guest"})
        return client

    async def again(self, client: Client) -> Client:
        """The same guest over a connection of its own."""
        return Client(self.nowhere, self.address, client.cookie)


async def ask(client: Client, path: str, body: Any = None) -> None:
    with contextlib.suppress(Refusal, ConnectionResetError, UnicodeDecodeError):
        await (client.get(path) if body is None else client.post(path, body))


async def forever(work: Callable[[], Awaitable[None]], at_once: int, pause: float = 0.0) -> None:
    async def repeat() -> None:
        while True:
            await work()
            await asyncio.sleep(pause or 0.05)  # a refusal comes at once

    await asyncio.gather(*(repeat() for _ in range(at_once)))


async def animations(guests: Guests) -> None:
    """Ask for a long animation and leave, again and again."""
    greedy, text = await guests.come(), long_record()

    async def abandon() -> None:
        client = await guests.again(greedy)
        with contextlib.suppress(TimeoutError, Refusal, ConnectionResetError):
            async with asyncio.timeout(1):
                await client.post("/api/pictures", {"kind": "gif", "text": text})
        if isinstance(client.connection, Connection) and client.connection.transport is not None:
            client.connection.transport.abort()

    await forever(abandon, 4)


async def codes(guests: Guests) -> None:
    """Ask for 25 QR codes a second."""
    greedy = await guests.come()
    invite = (await greedy.post("/api/matches", {"game": "exago"}))["invite"]
    clients = [await guests.again(greedy) for _ in range(5)]

    async def scan(client: Client) -> None:
        await forever(lambda: ask(client, f"/api/invites/{invite}/code?seat={random.randrange(64)}"), 1, 0.2)

    await asyncio.gather(*map(scan, clients))


async def flood(guests: Guests, path: str, body: Callable[[], Any]) -> None:
    greedy = await guests.come()
    clients = [await guests.again(greedy) for _ in range(AT_ONCE)]

    async def repeat(client: Client) -> None:
        await forever(lambda: ask(client, path, body()), 1, AT_ONCE / ALLOWED)

    await asyncio.gather(*map(repeat, clients))


async def sheets(guests: Guests) -> None:
    """Ask for sheets to print."""
    await flood(guests, "/api/games/quadominos/print?paper=letter", lambda: None)


async def records(guests: Guests) -> None:
    """Open long records."""
    text = long_record()
    await flood(guests, "/api/records", lambda: {"text": text})


async def analyses(guests: Guests) -> None:
    """Ask for analyses of positions that nobody has asked for."""

    def position() -> dict[str, str]:
        return {"position": str(fourfold.Record.parse(short_record()).position)}

    await flood(guests, "/api/positions/analysis", position)


async def reviews(guests: Guests) -> None:
    """Ask for reviews, and stay."""
    greedy = await guests.come()
    await forever(lambda: review(guests, short_record(), greedy), 4)


async def networks(guests: Guests) -> None:
    """Ask for reviews from several networks, and stay."""

    async def one(number: int) -> None:
        greedy = await guests.come(f"198.51.100.{number}")
        await forever(lambda: review(guests, short_record(), greedy), 2)

    await asyncio.gather(*map(one, range(NETWORKS)))


async def review(guests: Guests, text: str, client: Client | None = None) -> None:
    """Read a review to its end; it is streamed, so the length of the answer is not known."""
    client = client or await guests.come()
    reader, writer = await asyncio.open_connection(*guests.address)
    body = encode_json({"text": text})
    head = f"POST /api/reviews HTTP/1.1\r\n{client.head}Content-Type: application/json\r\nConnection: close\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await reader.read()
    writer.close()


async def level_8(guests: Guests) -> None:
    """Play many matches against the strongest level at once."""
    greedy = await guests.come()

    async def play() -> None:
        client = await guests.again(greedy)
        match = (await client.post("/api/quick", {"game": "exago", "level": "level-8"}))["match"]
        while True:
            await answered(client, match, GREEDY_PAUSE)

    await asyncio.gather(*(play() for _ in range(LEVEL_8_MATCHES)))


async def answered(client: Client, match: str, pause: float = POLL_SECONDS) -> float:
    """Play a move, and wait for the computer's, looking after each pause; the result is how long that took."""
    while (table := (await client.get(f"/api/matches/{match}?after=2000000000"))["table"])["to_move"] != table["seat"]:
        if table["status"] == "over":
            await asyncio.sleep(3600)
        await asyncio.sleep(pause)
    branch: Any = table["clicks"]
    while not isinstance(branch, str):
        branch = random.choice(list(next(iter(branch.values())).values()))
    began = time.perf_counter()
    await client.post(f"/api/matches/{match}/commands", {"kind": "play", "move": branch, "ply": table["ply"]})
    while (found := (await client.get(f"/api/matches/{match}?after=2000000000"))["table"])["ply"] < table["ply"] + 2:
        if found["status"] == "over":
            break
        await asyncio.sleep(pause)
    return time.perf_counter() - began


async def honest(guests: Guests, waits: dict[str, list[float]]) -> None:
    """Ask for a computer's move, a picture and a review, one after the other, and note how long each takes."""
    client = await guests.come()
    while True:
        match = (await client.post("/api/quick", {"game": "exago", "level": "random"}))["match"]
        for _ in range(3):
            waits["random"].append(await answered(client, match))
        await client.post(f"/api/matches/{match}/commands", {"kind": "resign"})
        began = time.perf_counter()
        with contextlib.suppress(UnicodeDecodeError):  # the answer is there, and no text
            await client.post("/api/pictures", {"kind": "png", "position": str(fourfold.game("exago").start())})
        waits["picture"].append(time.perf_counter() - began)
        began = time.perf_counter()
        await review(guests, short_record(), client)
        waits["review"].append(time.perf_counter() - began)


async def phase(address: tuple[str, int], attack: Attack | None, seconds: float, head_start: float) -> dict[str, float]:
    """Play, and let one more guest ask, with or without an attack; the result is how long they waited."""
    guests, waits = Guests(address), defaultdict[str, list[float]](list)
    tasks = [asyncio.create_task(attack(guests))] if attack else []
    await asyncio.sleep(head_start if attack else WARM_UP)
    tasks.append(asyncio.create_task(honest(guests, waits)))
    report = await Load((address,), CLIENTS, RATE, seconds, GAMES, WARM_UP).run()
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(found, asyncio.CancelledError):
            print("stopped early:", repr(found)[:300])
    medians = {name: 1000 * statistics.median(times) for name, times in waits.items()}
    if waits["review"]:
        medians["first review"] = 1000 * waits["review"][0]
    return {"moves p99": report["milliseconds"]["p99"], "moves p50": report["milliseconds"]["p50"], **medians}


ATTACKS: dict[str, Attack] = {
    "animations": animations, "codes": codes, "sheets": sheets, "records": records, "reviews": reviews,
    "analyses": analyses, "level-8": level_8, "networks": networks,
}  # fmt: skip
COLUMNS = ("moves p50", "moves p99", "random", "picture", "review", "first review")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="attack", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each phase; slow reviews need more")
    parser.add_argument("--head-start", type=float, default=WARM_UP, help="seconds of attack before others come")
    given = parser.parse_args()
    gc.disable()
    print(f"{'':24}" + "".join(f"{name:>14}" for name in COLUMNS))
    with (
        own_servers(1, "--trust-proxy", "127.0.0.1") as (address,),
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        for name in given.attacks or ATTACKS:
            for label, attack in ((f"calm before {name}", None), (name, ATTACKS[name])):
                found = runner.run(phase(address, attack, given.seconds, given.head_start))
                shown = (f"{found[column]:14.1f}" if column in found else f"{'-':>14}" for column in COLUMNS)
                print(f"{label:24}" + "".join(shown), flush=True)


if __name__ == "__main__":
    main()
