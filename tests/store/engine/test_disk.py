"""Disks that are full, gone, or were never there."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fourfold.store import Store
from fourfold.store.engine.sqlite import driver
from fourfold.store.errors import StorageFailed

TESTS = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_full_disk_fails_appends_clearly_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    child = subprocess.run(
        [sys.executable, TESTS / "store" / "small_disk.py", path],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert child.returncode == 0, child.stderr
    before, stored = map(int, child.stdout.split())
    assert 10 < before < stored == before + 100
    with Store.open(path) as store:
        assert [event.sequence for event in store.events.read("m")] == list(range(1, stored + 1))
    with closing(driver().connect(str(path))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="cannot be opened"):
        Store.open(tmp_path / "file" / "matches.db")
    with pytest.raises(StorageFailed, match="cannot be opened"):
        Store.open(tmp_path)
