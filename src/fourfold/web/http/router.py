"""Router: handlers are functions whose signatures say what a request holds and what the response is.

`request` or `socket` is the connection, `body` the decoded body, `query` a struct of query parameters; other parameters
come from the path or the query. msgspec converts and checks them. The annotation of the result is the type of the
response.
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

from fourfold.core.errors import FourfoldError
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json, refuse
from fourfold.web.metrics import REFUSALS

Body = TypeVar("Body")
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])

POLICY_VIOLATION = 1008  # the code that closes a WebSocket whose parameters are wrong
BOOLEANS = {"yes": True, "on": True, "y": True, "t": True, "no": False, "off": False, "n": False, "f": False}
LOCATED = re.compile(r"(?P<problem>.*) - at `\$\.(?:query\.)?(?P<name>\w+).*`", re.DOTALL)  # messages of msgspec
MISSING = re.compile(r"(?P<problem>Object missing required field `(?P<name>\w+)`)")
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


class Empty(msgspec.Struct):
    """No query parameters."""


class Parameter(NamedTuple):
    """A parameter of the path or the query."""

    name: str
    place: str  # `path` or `query`
    kind: Any
    default: Any  # `msgspec.NODEFAULT` where it is required
    is_list: bool
    is_bool: bool

    def find(self, connection: HTTPConnection) -> Any:
        """The text that the request has, or None."""
        if self.place == "path":
            return connection.path_params[self.name]
        if self.is_list:
            return connection.query_params.getlist(self.name) or None
        text = connection.query_params.get(self.name)
        return BOOLEANS.get(text.lower(), text) if text and self.is_bool else text


class Call:
    """A handler with what its signature says."""

    def __init__(self, path: str, handler: Callable[..., Awaitable[Any]]) -> None:
        hints = get_type_hints(handler, include_extras=True)
        self.handler = handler
        self.returns = hints.pop("return")
        self.body = hints.pop("body", None)
        self.query = hints.pop("query", None)
        self.connection = next((name for name in ("request", "socket") if hints.pop(name, None)), None)
        defaults = inspect.signature(handler).parameters
        own = [(name, hints[name], defaults[name].default) for name in hints]
        named = [(each.name, each.type, each.default) for each in msgspec.structs.fields(self.query or Empty)]
        self.parameters = [_parameter(path, *each) for each in own + named]
        fields = [(each.name, each.kind, each.default) for each in self.parameters[: len(own)]]
        fields += [("query", self.query, msgspec.NODEFAULT)] if self.query else []
        self._arguments = msgspec.defstruct("Arguments", fields, kw_only=True)
        self._decode = msgspec.json.Decoder(self.body).decode

    async def __call__(self, connection: HTTPConnection) -> Any:
        """Read the parameters and the body, and call the handler."""
        arguments = self._read_parameters(connection) if self.parameters else {}
        if self.connection is not None:
            arguments[self.connection] = connection
        if self.body is not None:
            assert isinstance(connection, Request)
            arguments["body"] = decode_body(self._decode, await connection.body())
        return await self.handler(**arguments)

    def _read_parameters(self, connection: HTTPConnection) -> dict[str, Any]:
        found = {parameter.name: parameter.find(connection) for parameter in self.parameters}
        given: dict[str, Any] = {name: text for name, text in found.items() if text is not None}
        given["query"] = dict(given)
        try:
            return msgspec.structs.asdict(msgspec.convert(given, self._arguments, strict=False))
        except msgspec.ValidationError as error:
            message = MISSING.match(str(error)) or LOCATED.fullmatch(str(error))
            assert message is not None
            problem, name = message["problem"], message["name"]
            where = next(f"{each.place}.{name}" for each in self.parameters if each.name == name)
            raise Denied(422, "web.bad_value", where=where, problem=problem) from None


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
            self.routes.append(WebSocketRoute(path, Call(path, handler).__call__))
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


def _parameter(path: str, name: str, kind: Any, default: Any) -> Parameter:
    described = msgspec.json.schema(kind)
    kinds = {each.get("type") for each in described.get("anyOf", [described])}
    place = "path" if re.search(rf"{{{name}[:}}]", path) else "query"
    default = msgspec.NODEFAULT if default is inspect.Parameter.empty else default
    return Parameter(name, place, kind, default, "array" in kinds, "boolean" in kinds)
