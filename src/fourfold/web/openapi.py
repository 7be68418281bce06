"""The description of the API: what bodies look like is read off the types that encode and decode them."""

from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from fourfold.match.commands import AnyCommand
from fourfold.web import answers, boards, positions, requests
from fourfold.web.errors import Problem
from fourfold.web.messages import Message

REFERENCE = "#/components/schemas/{name}"
KINDS: dict[str, Any] = {"AnyCommand": AnyCommand}
KINDS |= {
    kind.__name__: kind
    for kind in (
        Message, Problem, requests.NameYourself, requests.CreateMatch, requests.QuickMatch, requests.AcceptInvite,
        requests.Nothing, answers.Commitment, answers.Invitation,
        answers.Health, answers.Shelf, answers.Session, answers.MadeMatch, answers.JoinedMatch, answers.MatchList,
        answers.Done, answers.Rules, answers.Lessons, boards.Board, boards.ShownFrame, boards.Symbols,
        positions.ShownPosition, requests.TryMove,
    )
}  # fmt: skip


def _content(name: str, media_type: str = "application/json") -> dict[str, Any]:
    return {media_type: {"schema": {"$ref": REFERENCE.format(name=name)}}}


def gives(kind: type | str, *statuses: int, media_type: str = "application/json") -> dict[str, Any]:
    """Describe what an address answers with: a kind, or the problems of these statuses; any may refuse the host."""
    described = {
        status: {"description": HTTPStatus(status).phrase, "content": _content("Problem")}
        for status in (400, *statuses)
    }
    content = {kind: {"schema": {"type": "string"}}} if isinstance(kind, str) else _content(kind.__name__, media_type)
    return {"responses": {200: {"description": HTTPStatus.OK.phrase, "content": content}, **described}}


def takes(kind: type | str, answer: type, *statuses: int) -> dict[str, Any]:
    """Describe an address that takes a body of a kind."""
    name = kind if isinstance(kind, str) else kind.__name__
    body = {"requestBody": {"required": True, "content": _content(name)}}
    return {"openapi_extra": body, **gives(answer, 403, 413, 415, 422, *statuses)}


def add_schemas(app: FastAPI) -> None:
    """Put the types of all bodies into the description."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            for path in schema["paths"].values():
                for operation in path.values():
                    for media_type in list(operation["responses"]["200"]["content"]):
                        if not operation["responses"]["200"]["content"][media_type].get("schema"):
                            del operation["responses"]["200"]["content"][media_type]
            parts, components = msgspec.json.schema_components(KINDS.values(), ref_template=REFERENCE)
            named = schema.setdefault("components", {}).setdefault("schemas", {})
            named |= components
            named |= {name: part for name, part in zip(KINDS, parts, strict=True) if name not in components}
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]
