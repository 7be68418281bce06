"""What every request passes: the host it names, the page it comes from, its size; and headers for all answers.

Plain ASGI, because it stands before everything, streams and sockets too.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import Problem, problem

LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip


class Guard:
    """Refuses what no honest client sends."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = set(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self.refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    def refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Say what is wrong with a request, or None."""
        host = headers.get("host", "")
        if _name_of(host) not in self.hosts and "*" not in self.hosts:
            return 400, problem("web.bad_host", host=host)
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and origin is not None and urlsplit(origin).netloc != host:
            return 403, problem("web.bad_origin", origin=origin)
        if changes and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, problem("web.bad_origin", origin=origin or "")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, problem("web.too_large", most=LARGEST_BODY)
        return None


def _name_of(host: str) -> str:
    """A host without its port."""
    return (urlsplit(f"//{host}").hostname or "").lower()


async def _refuse(scope: Scope, send: Send, status: int, refusal: Problem) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status, "reason": refusal.code})
        return
    body = msgspec.json.encode(refusal)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class TooLarge(Exception):
    """A body without a length turned out to be too large."""


def _limited(receive: Receive) -> Receive:
    """Count what comes in: a client need not say how long its body is."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if message["type"] == "http.request" and seen > LARGEST_BODY:
            raise TooLarge
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in present)]
        await send(message)

    return with_headers
