"""What every request passes: the host it names, the page it comes from, its size and kind; and headers for all answers.

Plain ASGI, because it stands before everything, streams and sockets too.
"""

import math
from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import Problem, problem
from fourfold.web.http.proxies import Proxies
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.metrics import ANSWERS

LARGEST_BODY = 64 * 1024
LARGEST_HEADERS = 16 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (  # what a built page needs, and nothing else; `connect-src` holds the WebSocket too
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self' data:; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS_OF_PAGES = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
]
HEADERS_OF_DATA = [  # nothing is ever shown or run from it
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")  # once encrypted, always
DATA = (b"application/json", b"application/x-ndjson")

log = structlog.get_logger()


class TooLarge(Exception):
    """A body without a length turned out to be too large."""


def too_large() -> Problem:
    """The answer to what is too large."""
    return problem("web.too_large", most=LARGEST_BODY)


class Guard:
    """Refuses what no honest client sends."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], proxies: Proxies, limits: RateLimits) -> None:
        self.app = app
        self.hosts = set(hosts)
        self.proxies = proxies
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        answering = _Answering(send, is_encrypted=scope["scheme"] == "https")
        try:
            await self.app(scope, _limited(receive), answering)
        except ClientDisconnect:
            pass  # there is nobody to answer
        except Exception as error:  # nothing of it is to be seen elsewhere than in the log
            log.error("failed", path=scope["path"], exc_info=error)
            if not answering.has_begun:
                await _refuse(scope, send, 500, problem("web.failed"))

    def refusal(self, scope: Scope) -> tuple[int, Problem] | None:
        """Say what is wrong with a request, or None."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self.proxies.reveal(scope, headers)
        wait = self.limits.wait("request", scope["client"][0] if scope.get("client") else "")
        if wait:
            return 429, problem("web.too_many", seconds=math.ceil(wait))
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
            return 431, problem("web.too_large", most=LARGEST_HEADERS)
        host = headers.get(b"host", "")
        if not self.is_ours(host) or sum(name == b"host" for name, _ in scope["headers"]) > 1:
            return 400, problem("web.bad_host", host=host[:100])
        if scope["type"] == "http" and scope["method"] in SAFE:
            return self.too_long(headers)
        origin = headers.get(b"origin")
        if origin is not None and _place_of(origin) != host.lower():
            return 403, problem("web.bad_origin", origin=origin[:100])
        if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, problem("web.bad_origin", origin=(origin or "")[:100])
        if scope["type"] == "http" and scope["method"] == "POST" and not _says_json(headers):
            return 415, problem("web.not_json")  # a form of another site cannot send JSON without asking first
        return self.too_long(headers)

    def is_ours(self, host: str) -> bool:
        """Whether we answer for a host; a port may stand behind its name."""
        if "*" in self.hosts:
            return True
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return name.lower().strip("[]") in self.hosts

    def too_long(self, headers: dict[bytes, str]) -> tuple[int, Problem] | None:
        """Refuse a body by the length that it says it has."""
        length = headers.get(b"content-length", "0")
        if length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= LARGEST_BODY:
            return None
        return 413, too_large()


def _place_of(origin: str) -> str:
    """The host and port of an origin; nothing where it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _says_json(headers: dict[bytes, str]) -> bool:
    """Whether a body says that it is JSON; programs, which have a token, may also send none."""
    has_body = b"transfer-encoding" in headers or headers.get(b"content-length", "0") != "0"
    if b"authorization" in headers and not has_body:
        return True
    return headers.get(b"content-type", "").partition(";")[0].strip().lower() == "application/json"


async def _refuse(scope: Scope, send: Send, status: int, refusal: Problem) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status, "reason": refusal.code})
        return
    ANSWERS.labels(status).inc()
    body = msgspec.json.encode(refusal)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS_OF_DATA]
    if "seconds" in refusal.values:
        headers.append((b"retry-after", refusal.values["seconds"].encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _limited(receive: Receive) -> Receive:
    """Count what comes in: a client need not say how long its body is."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > LARGEST_BODY:
                raise TooLarge
        return message

    return limited


class _Answering:
    """Sends an answer with the headers that all have."""

    def __init__(self, send: Send, *, is_encrypted: bool) -> None:
        self.send = send
        self.is_encrypted = is_encrypted
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            ANSWERS.labels(message["status"]).inc()
            present = dict(message["headers"])
            further = HEADERS_OF_DATA if present.get(b"content-type") in DATA else HEADERS_OF_PAGES
            message["headers"] = [*message["headers"], *(pair for pair in further if pair[0] not in present)]
            if self.is_encrypted:
                message["headers"].append(STRICT)
        await self.send(message)
