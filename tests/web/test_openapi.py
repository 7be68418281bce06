"""The description of the API is true: whatever it allows is answered as it says, and never with a failure."""

import uuid
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from web.server_process import Guest, Server, seated

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]
QUIET = [
    HealthCheck.function_scoped_fixture,
    HealthCheck.too_slow,
    HealthCheck.filter_too_much,
    HealthCheck.data_too_large,
]
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]  # what the description allows, and what it does not


def ask_everything(server: Server, mode: GenerationMode, examples: int, seed: int | None) -> None:
    """Ask at every address; every second time as a guest, or with an account, about a match that there is."""
    match, guests = seated(server, "quads")
    guests[1].post("/api/accounts", name=f"p{uuid.uuid4().hex[:12]}", password="correct horse battery")
    description = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    operations = [found.ok() for found in description.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 14
    for operation in operations:
        if "/stream" in operation.path:
            continue  # goes on for ever, and is tested by itself
        if mode == GenerationMode.NEGATIVE and not (operation.body or list(operation.iter_parameters())):
            continue
        count = 0

        def call(case: Any) -> None:
            nonlocal count
            count += 1
            if count % 2:
                case.headers["Cookie"] = guests[count // 2 % 2].cookie
                if "match_id" in case.path_parameters and mode == GenerationMode.POSITIVE:
                    case.path_parameters["match_id"] = match
            case.call_and_validate(checks=CHECKS, timeout=30)

        given = hypothesis.given(operation.as_strategy(generation_mode=mode))(call)
        limited = hypothesis.settings(
            max_examples=examples, deadline=None, suppress_health_check=QUIET, database=None, phases=[Phase.generate]
        )(given)
        (hypothesis.seed(seed)(limited) if seed is not None else limited)()
        assert count


@pytest.mark.parametrize("mode", MODES)
def test_every_address_answers_as_described(server: Server, mode: GenerationMode) -> None:
    ask_everything(server, mode, examples=6, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_every_address_answers_as_described_for_long(server: Server, mode: GenerationMode) -> None:
    ask_everything(server, mode, examples=400, seed=None)


def test_everything_is_described(guest: Guest) -> None:
    described = guest.get("/openapi.json")
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert {"200", "400"} <= set(operation["responses"])
    assert "websocket" in described["info"]["description"].lower()
