"""The router: what handlers get, and what clients are told when a request is wrong."""

import asyncio
from datetime import date
from typing import Annotated, Any

import httpx
import msgspec
import pytest
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api

Id = Annotated[str, Meta(pattern="^[a-z]+$", max_length=5)]


class Query(msgspec.Struct):
    after: Annotated[int, Meta(ge=0, le=9)] = 0
    board: bool = False


class Body(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Heard(msgspec.Struct):
    values: list[Any]


def made() -> Api:
    api = Api()

    @api.get("/things/{thing}", "things", "web.summary.match", 422)
    async def show(thing: Id, query: Query) -> Heard:
        return Heard([thing, query.after, query.board])

    @api.get("/days", "things", "web.summary.match", 422)
    async def days(day: date, path: list[Id] | None = None) -> Heard:
        return Heard([day, path])

    @api.post("/things/{thing}/names/{rest:path}", "things", "web.summary.match")
    async def name(request: Request, thing: Id, rest: str, body: Body) -> Json[Heard]:
        return Json(Heard([request.method, thing, rest, body.name]))

    @api.get("/denied", "things", "web.summary.match", gives="text/plain")
    async def denied() -> Response:
        raise Denied(409, "web.not_your_turn")

    async def page(_: Request) -> Response:
        return PlainTextResponse("page")

    api.page("/page", page)
    return api


def ask(method: str, address: str, **content: Any) -> httpx.Response:
    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(made())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, address, **content)

    return asyncio.run(send())


@pytest.mark.parametrize(
    ("address", "values"),
    [
        ("/things/ab", ["ab", 0, False]),
        ("/things/ab?after=9&board=true&unknown=1", ["ab", 9, True]),
        ("/things/ab?board=Yes", ["ab", 0, True]),
        ("/things/ab?board=0", ["ab", 0, False]),
        ("/days?day=2026-02-28&path=a&path=b", ["2026-02-28", ["a", "b"]]),
        ("/days?day=2026-02-28", ["2026-02-28", None]),
    ],
)
def test_a_handler_gets_converted_parameters(address: str, values: list[Any]) -> None:
    assert ask("GET", address).json() == {"values": values}


def test_a_handler_gets_the_decoded_body_and_the_rest_of_a_path() -> None:
    response = ask("POST", "/things/ab/names/c/d", json={"name": "Ann"})
    assert response.json() == {"values": ["POST", "ab", "c/d", "Ann"]}


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/things/AB", "path.thing"),
        ("/things/abcdef", "path.thing"),
        ("/things/ab?after=-1", "query.after"),
        ("/things/ab?after=x - at `$.board`", "query.after"),
        ("/things/ab?after=99999999999999999999", "query.after"),
        ("/things/ab?board=maybe", "query.board"),
        ("/days", "query.day"),
        ("/days?day=2026-02-30", "query.day"),
        ("/days?day=2026-02-28&path=a&path=B", "query.path"),
    ],
)
def test_a_wrong_parameter_is_named(address: str, where: str) -> None:
    response = ask("GET", address)
    problem = response.json()
    assert (response.status_code, problem["code"], problem["values"]["where"]) == (422, "web.bad_value", where)
    assert problem["message"] == f"{where}: {problem['values']['problem']}."


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"name":1}', b'{"name":"x","more":1}', b"\xff", b"[" * 60_000])
def test_a_body_that_cannot_be_decoded_is_refused(content: bytes) -> None:
    response = ask("POST", "/things/ab/names/c", content=content)
    assert (response.status_code, response.json()["code"]) == (400, "web.bad_body")


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", "/nothing", 404, "web.not_found"),
        ("PUT", "/things/ab", 405, "web.not_allowed"),
        ("HEAD", "/things/ab", 405, ""),
        ("POST", "/page", 405, "web.not_allowed"),
        ("GET", "/denied", 409, "web.not_your_turn"),
    ],
)
def test_every_error_is_a_problem(method: str, address: str, status: int, code: str) -> None:
    response = ask(method, address)
    assert response.status_code == status
    assert status != 405 or response.headers["allow"]
    assert method == "HEAD" or response.json()["code"] == code
