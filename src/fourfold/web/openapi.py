"""The description of the API: what bodies look like is read off the types that encode and decode them."""

from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from fourfold.match.commands import AnyCommand
from fourfold.web.errors import Problem

REFERENCE = "#/components/schemas/{name}"
# and all that an address takes or gives
KINDS: dict[str, Any] = {"AnyCommand": AnyCommand, "Problem": Problem, "Clicks": dict[str, Any]}


def _content(kind: type | str, media_type: str = "application/json") -> dict[str, Any]:
    name = kind if isinstance(kind, str) else kind.__name__
    KINDS.setdefault(name, kind)
    return {media_type: {"schema": {"$ref": REFERENCE.format(name=name)}}}


def gives(kind: type | str, *statuses: int, media_type: str = "application/json") -> dict[str, Any]:
    """Describe what an address answers with: a kind, or the problems of these statuses.

    A text with a slash is a kind of file, one without is the name of a kind. Any may refuse the host, a wrong token,
    who is banned, and who asks too often.
    """
    described = {
        status: {"description": HTTPStatus(status).phrase, "content": _content("Problem")}
        for status in sorted({400, 401, 403, 429, *statuses})
    }
    if isinstance(kind, str) and "/" in kind:
        content: dict[str, Any] = {kind: {"schema": {"type": "string"}}}
    else:
        content = _content(kind, media_type)
    return {"responses": {200: {"description": HTTPStatus.OK.phrase, "content": content}, **described}}


def takes(kind: type | str, answer: type | str, *statuses: int) -> dict[str, Any]:
    """Describe an address that takes a body of a kind."""
    body = {"requestBody": {"required": True, "content": _content(kind)}}
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
