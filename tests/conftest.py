from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """One PostgreSQL for all tests that leave it running; they form a group of that name, so that there is one."""
    import postgres  # its driver and its programs are needed where it is used

    with postgres.cluster("fsync=off") as started:
        yield started
