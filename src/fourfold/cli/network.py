"""The network addresses of this machine, and QR codes of addresses."""

import socket
from contextlib import suppress

ELSEWHERE = (  # documentation addresses: nothing is sent there, the system only chooses a route
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "2001:db8::1"),
)
DARK_ON_LIGHT, PLAIN = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
QUIET_ZONE = 2  # modules around a code; the standard has four, phones need two


def own_addresses() -> list[str]:
    """The addresses of this machine for others on the network, the likeliest first."""
    found: list[str] = []
    for family, address in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(place[4][0]) for place in socket.getaddrinfo(socket.gethostname(), None)]
    return [address for address in dict.fromkeys(found) if not is_only_here(address)]


def is_only_here(address: str) -> bool:
    """Whether an address is loopback, link-local or unspecified, so useless for other machines."""
    return address.startswith(("127.", "fe80:", "0.")) or address == "::1" or "%" in address


def address_of(host: str, port: int) -> str:
    """The URL of a host and port.

    >>> address_of("192.168.1.5", 4444), address_of("2001:db8::7", 80)
    ('http://192.168.1.5:4444/', 'http://[2001:db8::7]:80/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def draw_code(address: str) -> str:
    """A QR code as text, two modules a character, dark on light."""
    import segno

    code = segno.make(address, error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        halves = "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        lines.append(f"{DARK_ON_LIGHT}{halves}{PLAIN}")
    return "\n".join(lines)
