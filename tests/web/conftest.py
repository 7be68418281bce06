from collections.abc import Iterator
from pathlib import Path

import pytest

from web.server_process import Guest, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and kill."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture
def guest(server: Server) -> Guest:
    return Guest(server, "Ann")


@pytest.fixture(autouse=True)
def _everybody_leaves() -> Iterator[None]:
    yield
    Guest.all_leave()
