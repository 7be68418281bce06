"""Commands beside the server: which database they speak of, and copies of it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.console import run
from fourfold.store import MatchRow, Store

if TYPE_CHECKING:
    from postgres import Cluster


def test_what_the_server_keeps_can_be_copied(tmp_path: Path) -> None:
    """Backup, export and import between two databases."""
    with Store.open(tmp_path / "one.db") as store:
        store.matches.create(MatchRow("m1", "quads", created=1, status="open")).result()
    place = ["--database", str(tmp_path / "one.db")]
    for command, words in (("backup", "A database with one match is copied to"), ("export", "One match written")):
        done = run("data", command, str(tmp_path / "one.copy"), *place)
        assert done.returncode == 0, done.stderr
        assert words in done.stdout
        assert done.stderr == f"Database: {tmp_path / 'one.db'}\n"
    Store.open(tmp_path / "two.db").close()
    done = run("data", "import", str(tmp_path / "one.copy"), "--database", str(tmp_path / "two.db"))
    assert "One match is new here" in done.stdout
    wrong = run("data", "import", str(tmp_path / "none"), *place)
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr


def test_a_transfer_prints_its_sentence_alone(tmp_path: Path) -> None:
    with Store.open(tmp_path / "one.db") as store:
        store.matches.create(MatchRow("m1", "quads", created=1, status="open")).result()
    done = run("data", "transfer", str(tmp_path / "two.db"), "--database", str(tmp_path / "one.db"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1, done.stdout
    assert str(tmp_path / "two.db") in done.stdout
    assert done.stderr.startswith(f"Database: {tmp_path / 'one.db'}\nTo: {tmp_path / 'two.db'}\n"), done.stderr


def test_commands_beside_the_server_find_its_database_in_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `--config`, by the environment, by the usual file; a flag comes first."""
    for name, number in (("one", 1), ("two", 2)):
        with Store.open(tmp_path / f"{name}.db") as store:
            for match in range(number):
                store.matches.create(MatchRow(f"m{match}", "quads", created=1, status="open")).result()
    (tmp_path / "fourfold").mkdir()
    settings = tmp_path / "fourfold" / "fourfold.toml"  # the usual file
    settings.write_text(f"[serve]\nport = 4444\nname = ['a.b']\ndatabase = '{tmp_path / 'one.db'}'\n")
    copy = str(tmp_path / "copy")
    one, two = "with one match", "with 2 matches"
    assert one in run("data", "backup", copy, "--config", str(settings)).stdout
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert one in run("data", "backup", copy).stdout
    monkeypatch.setenv("FOURFOLD_CONFIG", str(settings))
    assert one in run("data", "backup", copy).stdout
    assert run("admin", "list").stderr == f"Database: {tmp_path / 'one.db'}\n"
    monkeypatch.setenv("FOURFOLD_DATABASE", str(tmp_path / "two.db"))
    assert two in run("data", "backup", copy).stdout
    assert one in run("data", "backup", copy, "--database", str(tmp_path / "one.db")).stdout


@pytest.mark.parametrize(
    "command",
    [
        ("data", "backup", "copy"), ("data", "export", "copy"), ("data", "import", "copy"), ("data", "scrub"),
        ("data", "ratings"), ("admin", "list"), ("admin", "reset", "Ann"), ("admin", "mute", "Ann"),
        ("admin", "delete", "Ann", "--yes"),
    ],
)  # fmt: skip
def test_commands_beside_the_server_create_no_database(command: tuple[str, ...], tmp_path: Path) -> None:
    missing = tmp_path / "folder" / "none.db"
    words = [str(tmp_path / word) if word == "copy" else word for word in command]
    done = run(*words, "--database", str(missing))
    assert done.returncode == 2
    assert f"There is no database at {missing}." in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.xdist_group("postgresql")
def test_a_database_without_tables_is_none(cluster: "Cluster") -> None:
    empty = cluster.database()
    done = run("admin", "list", "--database", empty)
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is no database at postgresql://" in done.stderr
