"""The description of the API: what bodies look like is read off the types that decode them."""

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from fourfold.match.commands import AnyCommand
from fourfold.web.errors import Problem
from fourfold.web.messages import Message
from fourfold.web.requests import AcceptInvite, CreateMatch, NameYourself, QuickMatch

REFERENCE = "#/components/schemas/{name}"
KINDS = {"AnyCommand": AnyCommand, "Message": Message, "Problem": Problem}
KINDS |= {kind.__name__: kind for kind in (NameYourself, CreateMatch, QuickMatch, AcceptInvite)}


def _reference(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=name)}}}


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that an address may answer with; every one may refuse the host or fail."""
    described = {status: {"description": "", "content": _reference("Problem")} for status in (400, *statuses)}
    return {key: value | {"description": f"{key}"} for key, value in described.items()}


def takes(kind: type | str, *statuses: int) -> dict[str, Any]:
    """Describe an address that takes a body of a kind."""
    name = kind if isinstance(kind, str) else kind.__name__
    body = {"requestBody": {"required": True, "content": _reference(name)}}
    return {"openapi_extra": body, "responses": answers(403, 413, *statuses)}


def add_schemas(app: FastAPI) -> None:
    """Put the types of all bodies into the description."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            parts, components = msgspec.json.schema_components(KINDS.values(), ref_template=REFERENCE)
            named = schema.setdefault("components", {}).setdefault("schemas", {})
            named |= components
            named |= {name: part for name, part in zip(KINDS, parts, strict=True) if name not in components}
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]
