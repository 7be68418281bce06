"""Trusted proxies: the client address and scheme from `X-Forwarded-For` and `X-Forwarded-Proto`."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from fourfold.core.errors import BadValue

NETWORK_BITS = 64  # of an IPv6 address; its owner chooses the rest


class Proxies:
    """The addresses and networks of the trusted proxies.

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
        """Put the client's address and scheme into the scope."""
        if not self.networks or not scope.get("client") or not self.is_trusted(scope["client"][0]):
            return
        scope["client"] = (self.client_of(scope["client"][0], headers.get(b"x-forwarded-for", "")), 0)
        if headers.get(b"x-forwarded-proto", "").strip().lower() == "https":
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"

    def client_of(self, peer: str, forwarded: str) -> str:
        """The last address that is no trusted proxy; earlier ones may be forged."""
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
    """The key of rate limits: an IPv4 address, or the network of an IPv6 address.

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
    """Whether an address is of this machine."""
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
