from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.store import Store


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    with Store.open(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A store of every kind."""
    with Store.open(place) as opened:
        yield opened
