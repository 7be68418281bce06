"""OpenAPI: the description of the API, made from the endpoints and from the types that msgspec encodes and decodes."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, get_args, get_origin

import msgspec
from starlette.responses import Response

import fourfold
from fourfold.match.commands import AnyCommand
from fourfold.text import say
from fourfold.web.errors import Problem
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Endpoint, Parameter

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"
UNIONS = {AnyCommand: "AnyCommand", dict[str, Any]: "Clicks"}  # types without a name of their own
USUAL = (400, 401, 403, 414, 429)  # a wrong host or token, a banned account, a long address, too many requests
USUAL_WITH_BODY = (413, 415, 422)


def describe(endpoints: Sequence[Endpoint]) -> Schema:
    """The OpenAPI document."""
    kinds = {endpoint.call.body for endpoint in endpoints} | {_content(endpoint)[0] for endpoint in endpoints}
    listed = sorted({*kinds, *UNIONS, Problem} - {None}, key=str)
    schemas, components = msgspec.json.schema_components(listed, ref_template=REFERENCE)
    found = dict(zip(listed, schemas, strict=True))
    components |= {name: found[kind] for kind, name in UNIONS.items()}
    found |= {kind: {"$ref": REFERENCE.format(name=name)} for kind, name in UNIONS.items()}
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        path = re.sub(r":\w+}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, path, found)
    info = {"title": "Fourfold", "version": fourfold.__version__, "description": say("web.api")}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


def _operation(endpoint: Endpoint, path: str, schemas: dict[Any, Schema]) -> Schema:
    call = endpoint.call
    kind, media_type = _content(endpoint)
    statuses = {*USUAL, *endpoint.statuses, *(USUAL_WITH_BODY if call.body is not None else ())}
    content = {"type": "string"} if kind is None else schemas[kind]
    problems = {str(status): _response(HTTPStatus(status), schemas[Problem]) for status in sorted(statuses)}
    operation: Schema = {
        "tags": [endpoint.tag],
        "summary": say(endpoint.summary),
        "operationId": re.sub(r"\W", "_", f"{call.handler.__name__}{path}") + f"_{endpoint.method.lower()}",
        "responses": {"200": _response(HTTPStatus.OK, content, media_type), **problems},
    }
    if call.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in call.parameters]
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schemas[call.body]}}}
    return operation


def _response(status: HTTPStatus, schema: Schema, media_type: str = "application/json") -> Schema:
    return {"description": status.phrase, "content": {media_type: {"schema": schema}}}


def _parameter(parameter: Parameter) -> Schema:
    schema = msgspec.json.schema(parameter.kind)
    described = {name: schema.pop(name) for name in ["description"] if name in schema}
    is_required = parameter.default is msgspec.NODEFAULT
    if not is_required and parameter.default is not None:
        schema["default"] = parameter.default
    return {"name": parameter.name, "in": parameter.place, "required": is_required, "schema": schema, **described}


def _content(endpoint: Endpoint) -> tuple[Any, str]:
    """The type and the media type of a response; a text or a file has no type."""
    given = endpoint.call.returns if endpoint.gives is None else endpoint.gives
    if isinstance(given, str):
        return None, given
    origin = get_origin(given)
    if isinstance(origin, type) and issubclass(origin, Response):
        return get_args(given)[0], str(origin.media_type)
    return given, str(Json.media_type)
