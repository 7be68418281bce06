"""Two nodes behind a real PgBouncer in session mode: they are one table, also when it is killed."""

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from postgres import OWNER, UNPRIVILEGED, Cluster
from web.process.test_nodes import Ear, apart, until
from web.server_process import PATIENCE, Guest, Server, running

pytestmark = [pytest.mark.xdist_group("postgresql"), pytest.mark.long]

PORT = 6432  # names the socket, in a folder of its own


def is_shown(guest: Guest, match: str) -> bool:
    return guest.http.get(f"/api/matches/{match}").status_code == 200


class Bouncer:
    """PgBouncer between the nodes and a database of their own."""

    def __init__(self, folder: Path, cluster: Cluster, mode: str) -> None:
        self.program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
        assert self.program, "these tests need pgbouncer: CONTRIBUTING.md"
        self.folder = folder
        self.user = UNPRIVILEGED if os.getuid() == 0 else getpass.getuser()  # it refuses to run as root
        database = f"bounced_{mode}"
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database}")
        self.url = f"postgresql://{OWNER}@/{database}?host={folder}&port={PORT}"
        settings = {
            "listen_addr": "",
            "listen_port": PORT,
            "unix_socket_dir": folder,
            "auth_type": "any",
            "pool_mode": mode,
            "default_pool_size": 22,
            "logfile": folder / "bouncer.log",
        }
        lines = ["[databases]", f"{database} = host={cluster.folder} dbname={database} user={OWNER}", "[pgbouncer]"]
        (folder / "bouncer.ini").write_text(
            "\n".join([*lines, *(f"{key} = {value}" for key, value in settings.items())])
        )
        if os.getuid() == 0:
            os.chown(folder, *pwd.getpwnam(self.user)[2:4])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert self.program
        command = [self.program, "-q", str(self.folder / "bouncer.ini")]
        self.process = subprocess.Popen(command, user=self.user, stderr=subprocess.PIPE)
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate(timeout=PATIENCE)
            self.process = None


@contextmanager
def bouncing(cluster: Cluster, mode: str) -> Iterator[Bouncer]:
    with tempfile.TemporaryDirectory(prefix="fourfold-", dir="/tmp") as folder:
        bouncer = Bouncer(Path(folder), cluster, mode)
        try:
            bouncer.start()
            yield bouncer
        finally:
            bouncer.kill()


def play_apart(nodes: tuple[Server, Server], moves: int) -> tuple[str, list[Guest]]:
    """Two play, each at another node, and hear every move there."""
    match, guests = apart(nodes, "exago")
    ears = [Ear(guest, match) for guest in guests]
    for ply in range(moves):
        guests[ply % 2].move(match)
        for ear in ears:
            while ear.table["ply"] <= ply:
                ear.listen()
    return match, guests


def test_two_nodes_behind_it_are_one_table(cluster: Cluster, tmp_path: Path) -> None:
    with (
        bouncing(cluster, "session") as bouncer,
        running(tmp_path, bouncer.url) as one,
        running(tmp_path, bouncer.url) as other,
    ):
        match, guests = play_apart((one, other), 10)
        bouncer.kill()
        assert guests[0].http.get("/api/games").status_code == 200  # what needs no database works on
        bouncer.start()
        for guest in guests:
            until(partial(is_shown, guest, match))
        assert one.stored(match).ply == 10
        match, _ = play_apart((one, other), 10)
        assert other.stored(match).ply == 10
