"""Middleware: host and origin checks against cross-site requests, size limits, security headers.

It is plain ASGI, so that it also covers streams and WebSockets.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import Denied
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimited, RateLimits
from fourfold.web.http.responses import refuse
from fourfold.web.metrics import ANSWERS

LARGEST_BODY = 64 * 1024
LARGEST_HEADERS = 16 * 1024
LONGEST_ADDRESS = 2 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (  # what the page needs and nothing else; `connect-src` covers the WebSocket
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self' data:; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
HEADERS_OF_PAGES = [
    *HEADERS,
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
HEADERS_OF_DATA = [  # browsers neither show nor run it
    *HEADERS,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")
DATA = (b"application/json", b"application/x-ndjson")

log = structlog.get_logger()


class Guard:
    """The middleware: it refuses requests that no honest client sends, and turns failures into problems."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], proxies: Proxies, limits: RateLimits) -> None:
        self.app = app
        self.hosts = set(hosts)
        self.proxies = proxies
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Denied as refusal:
            await _refuse(scope, receive, send, refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        sender = _Sender(scope, send)
        try:
            await self.app(scope, _limited(receive), sender)
        except ClientDisconnect:
            pass
        except Exception as error:  # only the log says what it was
            log.error("failed", path=scope["path"], exc_info=error)
            if not sender.has_begun:
                await _refuse(scope, receive, send, Denied(500, "web.failed"))

    def check(self, scope: Scope) -> None:
        """Refuse a request that comes too often, is too large, or may be sent by a page of another site."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self.proxies.reveal(scope, headers)
        wait = self.limits.wait("request", scope["client"][0] if scope.get("client") else "")
        if wait:
            raise RateLimited(wait)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
            raise Denied(431, "web.too_large", most=LARGEST_HEADERS)
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_ADDRESS:
            raise Denied(414, "web.long_address", most=LONGEST_ADDRESS)
        host = headers.get(b"host", "")
        if not self.is_ours(host) or sum(name == b"host" for name, _ in scope["headers"]) > 1:
            raise Denied(400, "web.bad_host", host=host[:100])
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            origin = headers.get(b"origin")
            is_own = origin is None or _host_of(origin) == host.lower()
            if not is_own or headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise Denied(403, "web.bad_origin", origin=(origin or "")[:100])
            if scope["type"] == "http" and scope["method"] == "POST" and not _says_json(headers):
                raise Denied(415, "web.not_json")  # a form of another site cannot send JSON without asking first
        length = headers.get(b"content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) >= 10 or int(length) > LARGEST_BODY:
            raise Denied(413, "web.too_large", most=LARGEST_BODY)

    def is_ours(self, host: str) -> bool:
        """Whether the server answers for a host, with or without a port."""
        if "*" in self.hosts:
            return True
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return name.lower().strip("[]") in self.hosts


def _host_of(origin: str) -> str:
    """The host and port of an origin; nothing where it is malformed."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _says_json(headers: dict[bytes, str]) -> bool:
    """Whether the content type is JSON; programs, which send a token, may leave out the body."""
    has_body = b"transfer-encoding" in headers or headers.get(b"content-length", "0") != "0"
    if b"authorization" in headers and not has_body:
        return True
    return headers.get(b"content-type", "").partition(";")[0].strip().lower() == "application/json"


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Denied) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.code})
    else:
        await refuse(refusal)(scope, receive, _Sender(scope, send))


def _limited(receive: Receive) -> Receive:
    """Count the bytes of a body: a client need not say how long it is."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > LARGEST_BODY:
                raise Denied(413, "web.too_large", most=LARGEST_BODY)
        return message

    return limited


class _Sender:
    """Adds the security headers to a response, and counts it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            ANSWERS.labels(message["status"]).inc()
            present = dict(message["headers"])
            further = HEADERS_OF_DATA if present.get(b"content-type") in DATA else HEADERS_OF_PAGES
            message["headers"] = [*message["headers"], *(pair for pair in further if pair[0] not in present)]
            if self.scope["scheme"] == "https":
                message["headers"].append(STRICT)
        await self.send(message)
