"""A real Ray cluster for the tests: one machine that is both its head and its only worker, with two processors."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection, socket

PATIENCE = 240.0
HOST = "127.0.0.2"  # for 127.0.0.1 Ray would take the machine's address on its network


class RayHead:
    """The processes of a cluster. It can be killed as a whole, and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.client_port = free_port(self.port + 1)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"ray://{HOST}:{self.client_port}"

    def start(self) -> "RayHead":
        program = str(Path(sys.executable).with_name("ray"))
        command = [
            program,
            "start",
            "--head",
            "--block",
            "--num-cpus=2",
            f"--port={self.port}",
            "--disable-usage-stats",
        ]
        command += [f"--ray-client-server-port={self.client_port}", f"--temp-dir={self.folder}"]
        command += ["--include-dashboard=false", f"--node-ip-address={HOST}"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            with suppress(OSError):
                create_connection((HOST, self.client_port), 1).close()
                return self
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill every process at once, as when the machine is switched off."""
        for pid in self.everyone():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process is not None:
            self.process.wait()
        self.process = None

    def everyone(self) -> list[int]:
        """Our processes: the first one, and its descendants."""
        return [] if self.process is None else [self.process.pid, *descendants(self.process.pid)]

    def workers(self) -> list[int]:
        """The processes that do the work."""
        return [
            pid
            for pid in self.everyone()
            if re.match(rb"ray::(?!IDLE)\w", name_of(pid)) and b"Agent" not in name_of(pid)
        ]


def name_of(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, task.read_text().split()):
                found += [child, *descendants(child)]
    return found


def free_port(first: int = 7000) -> int:
    """A port below those that Ray gives its workers."""
    for port in range(first + os.getpid() % 400, 9900):
        with suppress(OSError), socket() as taken:
            taken.bind((HOST, port))
            return port
    raise AssertionError("no free port")


@contextmanager
def ray_head() -> Iterator[RayHead]:
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        head = RayHead(Path(folder))
        try:
            yield head.start()
        finally:
            head.kill()
