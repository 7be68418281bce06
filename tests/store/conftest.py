from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.store import Store

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))]


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    with Store.open(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new database can be, of every kind."""
    if request.param == "sqlite":
        return str(tmp_path / "matches.db")
    url: str = request.getfixturevalue("cluster").database()
    return url


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A store of every kind: what holds of one holds of the other."""
    with Store.open(place) as opened:
        yield opened
