from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from postgres import Cluster

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))]

settings.register_profile("new", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # as machines are busy
settings.register_profile("same", settings.get_profile("new"), derandomize=True)


def pytest_configure(config: pytest.Config) -> None:
    """Every short run tries the same examples, so that it says something of the change; `--all` tries new ones."""
    settings.load_profile("same" if config.option.markexpr == "not long" else "new")


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """One PostgreSQL for all tests that leave it running; they form a group of that name, so that there is one."""
    import postgres  # its driver and its programs are needed where it is used

    with postgres.cluster("fsync=off") as started:
        yield started


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new database can be, of every kind: what holds of one holds of the other."""
    if request.param == "sqlite":
        return str(tmp_path / "matches.db")
    url: str = request.getfixturevalue("cluster").database()
    return url
