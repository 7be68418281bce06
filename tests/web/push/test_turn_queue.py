"""The queue of push messages: one who has a push service that never answers keeps nobody else waiting."""

import asyncio
from contextlib import AsyncExitStack

from starlette.requests import HTTPConnection

from fourfold.web.http.clients import Clients
from fourfold.web.push.delivery import MOST_OF_NETWORK, MOST_WAITING_OF_NETWORK, SENDERS, Turn, TurnQueue


def seen_at(**networks: str) -> Clients:
    clients = Clients()
    for player, network in networks.items():
        clients.see(HTTPConnection({"type": "http", "client": (network, 1), "headers": []}), player)
    return clients


def turn(player: str, match: str = "m") -> Turn:
    return Turn(player, match, "exago", "")


def test_whose_push_services_never_answer_takes_a_share_of_the_senders() -> None:
    async def test() -> None:
        queue = TurnQueue(seen_at(greedy="192.0.2.1", twin="192.0.2.1", ann="192.0.2.2"))
        for number in range(SENDERS):
            assert queue.put(turn("greedy" if number % 2 else "twin", f"m{number}"))
        assert queue.put(turn("ann"))
        async with AsyncExitStack() as under_way, asyncio.timeout(60):
            taken = [await under_way.enter_async_context(queue.take()) for _ in range(MOST_OF_NETWORK + 1)]
            assert [each.match_id for each in taken] == ["m0", "m1", "m"]
            waiting = asyncio.create_task(under_way.enter_async_context(queue.take()))
            await asyncio.sleep(0)
            assert not waiting.done(), "all that wait are of the network that has its share"
            assert queue.put(turn("ben"))
            assert (await waiting).player == "ben"

    asyncio.run(test())


def test_turns_of_a_network_come_in_order_when_earlier_ones_are_told() -> None:
    async def test() -> None:
        queue = TurnQueue(Clients())
        for number in range(9):
            assert queue.put(turn("ann", str(number)))
        told = list[str]()

        async def tell() -> None:
            while len(told) < 9:
                async with queue.take() as next_turn:
                    told.append(next_turn.match_id)
                    await asyncio.sleep(0)

        async with asyncio.timeout(60):
            senders = [asyncio.create_task(tell()) for _ in range(SENDERS)]
            while len(told) < 9:
                await asyncio.sleep(0)
        for sender in senders:
            sender.cancel()
        assert told == [str(number) for number in range(9)]

    asyncio.run(test())


def test_one_network_does_not_fill_the_queue() -> None:
    queue = TurnQueue(seen_at(greedy="192.0.2.1", twin="192.0.2.1"))
    put = [
        queue.put(turn(player, str(number)))
        for number in range(MOST_WAITING_OF_NETWORK)
        for player in ("greedy", "twin")
    ]
    assert sum(put) == MOST_WAITING_OF_NETWORK
    assert queue.put(turn("ann"))
