"""Clients: who a share of the server belongs to, by network and player; and noticing that one has left."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from fourfold.web.bounded import Client, LruCache
from fourfold.web.errors import Denied
from fourfold.web.http.proxies import is_loopback, network_of

Result = TypeVar("Result")

MOST_KNOWN = 20_000  # players whose network is remembered


class Clients:
    """Which network each player was last seen at. On this machine each player is a network by themselves."""

    def __init__(self) -> None:
        self._networks: LruCache[str, str] = LruCache(MOST_KNOWN)

    def see(self, connection: HTTPConnection, player: str) -> Client:
        """The client that a request comes from; no player where it has no session."""
        address = connection.client.host if connection.client else ""
        network = player if is_loopback(address) else network_of(address)
        if player:
            self._networks[player] = network
        return network, player

    def find(self, player: str) -> Client:
        """The client that a player is, where no request tells."""
        return self._networks.get(player, player), player


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Wait for work on behalf of a request, whose body has been read; it is cancelled when the client leaves."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect()
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnect(request: Request) -> None:
    with suppress(Denied):  # a body that is too large after all
        while (await request.receive())["type"] != "http.disconnect":
            pass
