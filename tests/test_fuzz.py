"""Random inputs: the same few in every run, new ones with `--all`. `tests/fuzz.py` takes as many as one likes."""

import random

import pytest
import structlog

import fuzz


@pytest.fixture(autouse=True)
def _logs_as_before() -> object:
    yield
    structlog.reset_defaults()


NEW = random.SystemRandom().randrange(2**31)


@pytest.mark.parametrize(
    ("inputs", "seed"), [(2_000, 1), pytest.param(200_000, NEW, marks=pytest.mark.long, id="many")]
)
def test_random_inputs_crash_nothing_and_are_never_answered_with_a_failure(inputs: int, seed: int) -> None:
    print(f"seed {seed}")
    counts = fuzz.run(inputs, seed)
    assert counts.total() == inputs
    assert {"move", "position", "view", "record", "options", "body", "command", "http 200", "http 400"} <= set(counts)
