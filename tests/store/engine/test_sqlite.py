"""A file as a database: one server, its own rights, damage that is found, and files that vanish."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from fourfold.store import MatchRow, Store
from fourfold.store.errors import AlreadyServed, BadExport, StorageFailed

UNPRIVILEGED = 65534  # nobody


def match(name: str) -> MatchRow:
    return MatchRow(name, "quads", created=1000, status="open")


def test_a_second_server_of_a_file_is_refused_and_commands_are_not(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store.open(path, is_server=True) as store:
        with pytest.raises(AlreadyServed, match="Another server uses"):
            Store.open(path, is_server=True)
        with Store.open(path) as beside:
            beside.matches.create(match("m1")).result()
        assert store.matches.find("m1").created == 1000
    Store.open(path, is_server=True).close()


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    code = f"import os; from fourfold.store import Store; Store.open({str(path)!r}, is_server=True); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 9
    Store.open(path, is_server=True).close()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
def test_only_the_owner_may_read_a_new_file_and_what_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store.open(path, is_server=True) as store:
        store.matches.create(match("m1")).result()
        files = [file for file in tmp_path.iterdir() if not file.name.endswith("-lock")]
        assert len(files) == 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
def test_a_file_of_another_user_is_named_with_the_reason() -> None:
    with tempfile.TemporaryDirectory(prefix="fourfold-") as folder:
        path = Path(folder) / "matches.db"
        Store.open(path, is_server=True).close()  # everything is imported now, also what others may not read
        path.chmod(0)
        path.with_name("matches.db-lock").chmod(0o666)
        path.parent.chmod(0o777)
        me = os.geteuid()
        if me == 0:
            os.seteuid(UNPRIVILEGED)  # root may read everything
        try:
            with pytest.raises(StorageFailed, match=r"matches\.db cannot be opened: Permission denied"):
                Store.open(path, is_server=True)
        finally:
            os.seteuid(me)


def test_a_damaged_file_is_found_at_the_start_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store.open(path) as store:
        for number in range(300):
            store.matches.create(match(f"m{number}")).result()
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 - 4, len(content) // 4096):  # the last ones hold matches
        content[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    path.write_bytes(content)
    with pytest.raises(StorageFailed, match="is damaged"):
        Store.open(path, is_server=True)
    assert path.read_bytes() == content


@pytest.mark.parametrize(("ending", "names"), [("", ["m2", "m3"]), ("-wal", ["m2"])])
def test_nothing_is_acknowledged_when_the_file_has_vanished(tmp_path: Path, ending: str, names: list[str]) -> None:
    path = tmp_path / "matches.db"
    with Store.open(path) as store:
        store.matches.create(match("m1")).result()
        path.with_name(path.name + ending).unlink()
        for name in names:
            with pytest.raises(StorageFailed, match=r"no longer at its place|unable to open|disk I/O"):
                store.matches.create(match(name)).result()
    assert ending or not path.exists()


def test_another_file_at_its_place_is_not_the_database(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store.open(path) as store:
        path.rename(tmp_path / "moved.db")
        Store.open(path).close()
        with pytest.raises(StorageFailed, match="no longer at its place"):
            store.matches.create(match("m1")).result()


def test_nested_nonsense_is_no_export(tmp_path: Path) -> None:
    file = tmp_path / "nested.jsonl"
    file.write_bytes(b'{"fourfold":1,"match":' + b"[" * 100_000)
    with Store.open(tmp_path / "matches.db") as store, pytest.raises(BadExport, match="Line 1"):
        store.import_(file)
