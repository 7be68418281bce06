"""Router: handlers are functions whose signatures say what a request holds and what the response is.

`request` or `socket` is the connection, `body` the decoded body; other parameters come from the path or the query, and
msgspec converts and checks them. The annotation of the result is the type of the response.
"""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import Lifespan, Receive, Scope, Send
from starlette.websockets import WebSocket

from fourfold.core.errors import FourfoldError
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json, refuse
from fourfold.web.metrics import REFUSALS

Body = TypeVar("Body")
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])

POLICY_VIOLATION = 1008  # the code that closes a WebSocket whose parameters are wrong
BOOLEANS = {"yes": True, "on": True, "y": True, "t": True, "no": False, "off": False, "n": False, "f": False}
CODES = {404: "web.not_found", 405: "web.not_allowed"}


class Decorator(Protocol):
    """Adds a handler, and leaves it as it is."""

    def __call__(self, handler: Handler, /) -> Handler: ...


def decode_body(decode: Callable[[bytes], Body], body: bytes) -> Body:
    """Decode the body of a request, or refuse it."""
    try:
        return decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Denied(400, "web.bad_body", problem=str(problem)) from None


class Parameter(NamedTuple):
    """A parameter of the path or the query."""

    name: str
    place: str  # `path` or `query`
    kind: Any
    default: Any  # `inspect.Parameter.empty` where it is required
    is_list: bool
    is_bool: bool

    def read(self, connection: HTTPConnection) -> Any:
        """Convert what the request says."""
        if self.place == "path":
            value = connection.path_params[self.name]
        elif self.is_list:
            value = connection.query_params.getlist(self.name) or None
        else:
            value = connection.query_params.get(self.name)
        if value is None:
            if self.default is inspect.Parameter.empty:
                raise self.refusal("Field required")
            return self.default
        if self.is_bool:
            value = BOOLEANS.get(value.lower(), value)
        try:
            return msgspec.convert(value, self.kind, strict=False)
        except (msgspec.ValidationError, UnicodeEncodeError) as problem:
            raise self.refusal(str(problem)) from None

    def refusal(self, problem: str) -> Denied:
        return Denied(422, "web.bad_value", where=f"{self.place}.{self.name}", problem=problem)


class Call:
    """A handler with what its signature says."""

    def __init__(self, path: str, handler: Callable[..., Awaitable[Any]]) -> None:
        hints = get_type_hints(handler, include_extras=True)
        self.handler = handler
        self.returns = hints.pop("return")
        self.body = hints.pop("body", None)
        self.connection = next((name for name in ("request", "socket") if name in hints), None)
        self.parameters = [
            _parameter(given, hints[name], "path" if re.search(rf"{{{name}[:}}]", path) else "query")
            for name, given in inspect.signature(handler).parameters.items()
            if name in hints and name != self.connection
        ]
        self._decode = msgspec.json.Decoder(self.body).decode

    async def __call__(self, connection: HTTPConnection) -> Any:
        """Read the parameters and the body, and call the handler."""
        arguments = {parameter.name: parameter.read(connection) for parameter in self.parameters}
        if self.connection is not None:
            arguments[self.connection] = connection
        if self.body is not None:
            assert isinstance(connection, Request)
            arguments["body"] = decode_body(self._decode, await connection.body())
        return await self.handler(**arguments)


@dataclass(frozen=True)
class Endpoint:
    """One method of one path: an ASGI application, and what the API's description says of it."""

    call: Call
    method: str
    path: str
    tag: str
    summary: str  # a code of the catalogue
    statuses: tuple[int, ...]  # of the problems that it may answer with beside the usual ones
    gives: Any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        content = await self.call(Request(scope, receive))
        response = content if isinstance(content, Response) else Json(content)
        await response(scope, receive, send)


class Api(Router):
    """All routes, in the order in which they are tried; the busiest come first."""

    def __init__(self, lifespan: "Lifespan[Api] | None" = None) -> None:
        super().__init__(redirect_slashes=False, lifespan=lifespan)
        self.endpoints: list[Endpoint] = []

    def get(self, path: str, tag: str, summary: str, *statuses: int, gives: Any = None) -> Decorator:
        """Add a GET endpoint. `gives` is a type or a media type; without it, the annotation of the result says it."""
        return self._add("GET", path, tag, summary, statuses, gives)

    def post(self, path: str, tag: str, summary: str, *statuses: int, gives: Any = None) -> Decorator:
        """Add a POST endpoint."""
        return self._add("POST", path, tag, summary, statuses, gives)

    def _add(self, method: str, path: str, *described: Any) -> Decorator:
        def add(handler: Handler) -> Handler:
            endpoint = Endpoint(Call(path, handler), method, path, *described)
            self.endpoints.append(endpoint)
            route = Route(path, endpoint, methods=[method])
            route.methods = {method}  # without HEAD
            self.routes.append(route)
            return handler

        return add

    def socket(self, path: str) -> Decorator:
        """Add a WebSocket endpoint."""

        def add(handler: Handler) -> Handler:
            call = Call(path, handler)

            async def accept(socket: WebSocket) -> None:
                await call(socket)

            self.routes.append(WebSocketRoute(path, accept))
            return handler

        return add

    def page(self, path: str, handler: Callable[[Request], Awaitable[Response]]) -> None:
        """Add a page or a file, which is no part of the API."""
        self.routes.append(Route(path, handler))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; every error becomes a problem."""
        scope["app"] = self  # lets the routes of Starlette raise their errors
        try:
            await super().__call__(scope, receive, send)
        except FourfoldError as error:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})
                return
            REFUSALS.labels(error.code).inc()
            await refuse(error)(scope, receive, send)
        except HTTPException as error:
            response = refuse(Denied(error.status_code, CODES.get(error.status_code, "web.failed")))
            response.headers.update(error.headers or {})
            await response(scope, receive, send)


def _parameter(given: inspect.Parameter, kind: Any, place: str) -> Parameter:
    described = msgspec.json.schema(kind)
    kinds = {each.get("type") for each in described.get("anyOf", [described])}
    return Parameter(given.name, place, kind, given.default, "array" in kinds, "boolean" in kinds)
