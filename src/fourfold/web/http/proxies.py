"""Where a request comes from when proxies stand before the server: only those that are trusted are believed."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from fourfold.core.errors import BadValue

NETWORK_BITS = 64  # of an IPv6 address: the rest is free to choose for whoever has the network


class Proxies:
    """The addresses and networks of our own proxies.

    >>> proxies = Proxies(["10.0.0.0/8"])
    >>> proxies.client_of("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2")
    '1.2.3.4'
    >>> proxies.client_of("5.5.5.5", "1.2.3.4")
    '5.5.5.5'
    """

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self.networks = [_network(text) for text in trusted]
        self.is_trusted = lru_cache(maxsize=1024)(self._is_trusted)

    def reveal(self, scope: Scope, headers: dict[bytes, str]) -> None:
        """Put the true client, and whether the way to it is encrypted, where everybody looks for them."""
        if not self.networks or not scope.get("client") or not self.is_trusted(scope["client"][0]):
            return
        scope["client"] = (self.client_of(scope["client"][0], headers.get(b"x-forwarded-for", "")), 0)
        if headers.get(b"x-forwarded-proto", "").strip().lower() == "https":
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"

    def client_of(self, peer: str, forwarded: str) -> str:
        """The last address on the way that is not a proxy of ours: what stands before it anybody may have written."""
        client = peer
        for step in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
            if not self.is_trusted(client) or not _is_address(step):
                break
            client = step
        return client

    def _is_trusted(self, address: str) -> bool:
        return _is_address(address) and any(ip_address(address) in network for network in self.networks)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What limits count by: the address, or the network of an address of version 6.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2:3")
    ('192.0.2.7', '2001:db8::/64')
    """
    if not _is_address(address):
        return address
    parsed = ip_address(address)
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, NETWORK_BITS), strict=False))


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    """Whether a request comes from this very machine."""
    return _is_address(address) and ip_address(address).is_loopback


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise BadValue("web.bad_proxy", text=text) from None


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
