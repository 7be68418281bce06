"""Addresses of push services: a browser names any, so that private ones are refused (SSRF)."""

import asyncio
import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

TRANSLATED = [ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("2002::/16")]  # lead to IPv4


class Destination:
    """The address of a subscription, taken apart; ValueError where nothing may be sent there.

    It is https on the usual port, unless the operator named its origin (`services`).

    >>> Destination("https://push.example.org/abc", ()).origin
    'https://push.example.org'
    """

    def __init__(self, endpoint: str, services: Collection[str]) -> None:
        parts = urlsplit(endpoint)
        self.endpoint, self.host, self.port = endpoint, parts.hostname or "", parts.port
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.is_named = self.origin in services
        is_usual = parts.scheme == "https" and self.port in (None, 443)
        is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "@" not in parts.netloc
        if not self.host or not is_plain or not (self.is_named or is_usual):
            raise ValueError(endpoint)

    async def resolve(self) -> str | None:
        """The address to connect to, resolved once so that it cannot change; None where the operator named it.

        ValueError where the name leads to a private address, OSError where it leads nowhere.
        """
        if self.is_named:
            return None
        found = await asyncio.get_running_loop().getaddrinfo(self.host, 443, type=socket.SOCK_STREAM)
        addresses = [ip_address(entry[4][0]) for entry in found]
        if not addresses or not all(map(is_public, addresses)):
            raise ValueError(self.host)
        return str(addresses[0])


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to the internet and to nobody's own network.

    >>> [is_public(ip_address(text)) for text in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast
