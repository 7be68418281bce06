"""Behind a real nginx, set up as the documentation says: TLS, WebSockets, addresses, and a process that dies."""

import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from postgres import Cluster
from web.server_process import PATIENCE, Guest, Server, hear, running

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
OPENSSL = shutil.which("openssl")
NAME = "table.example.org"
SETTINGS = Path(__file__).parents[3] / "deploy" / "nginx.conf"

pytestmark = [
    pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed"),
    pytest.mark.xdist_group("postgresql"),
]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def settings_of(folder: Path, port: int, plain: int, *servers: Server) -> str:
    """What the documentation says, with the ports, files and processes that are here."""
    addresses = "".join(f"server 127.0.0.1:{server.port} max_fails=1 fail_timeout=5s;" for server in servers)
    nodes = re.compile(r"(?<=^upstream fourfold \{).*?(?=\})", re.DOTALL | re.MULTILINE)
    written = nodes.sub(addresses, SETTINGS.read_text())
    for old, new in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("/etc/letsencrypt/live/table.example.org/", f"{folder}/"),
    ):
        assert written.count(old) >= 1, old
        written = written.replace(old, new)
    kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {paths}\n{written}}}\n"
    )


@contextmanager
def proxy(folder: Path, *servers: Server) -> Iterator[tuple[int, int]]:
    """A proxy before some processes; the result is its port with encryption, and the one without."""
    assert NGINX
    assert OPENSSL
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    make = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    subprocess.run(
        [*make, "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    port, plain = free_port(), free_port()
    (folder / "nginx.conf").write_text(settings_of(folder, port, plain, *servers))
    with subprocess.Popen([NGINX, "-c", folder / "nginx.conf", "-e", folder / "error.log"]) as process:
        try:
            wait_for(port, process, folder)
            yield port, plain
        finally:
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, (folder / "error.log").read_text()
        assert time.monotonic() < deadline
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)


class Outside(Guest):
    """A guest who comes through the proxy, by the name that the world knows."""

    def __init__(self, server: Server, port: int, certificate: Path, name: str) -> None:
        self.port = port
        self.trust = ssl.create_default_context(cafile=certificate)
        super().__init__(server)
        self.http.close()
        self.http = httpx.Client(
            base_url=f"https://127.0.0.1:{port}",
            headers={"Host": NAME, "Origin": f"https://{NAME}"},
            verify=False,
            timeout=PATIENCE,
        )
        self.given = self.ask("/api/session", {"name": name}).headers["set-cookie"]

    def listen_outside(self, match: str) -> ClientConnection:
        return connect(
            f"wss://{NAME}/api/matches/{match}/events?after=0",
            sock=socket.create_connection(("127.0.0.1", self.port)),
            ssl=self.trust,
            additional_headers={"Cookie": self.cookie, "Origin": f"https://{NAME}"},
            open_timeout=PATIENCE,
        )


def test_through_nginx_a_match_is_played_and_goes_on_when_a_process_dies(cluster: Cluster, tmp_path: Path) -> None:
    place, known = cluster.database(), ["--name", NAME]
    with (
        running(tmp_path, place, known) as one,
        running(tmp_path, place, known) as other,
        proxy(tmp_path, one, other) as (port, plain),
    ):
        certificate = tmp_path / "fullchain.pem"
        ann, ben = (Outside(one, port, certificate, name) for name in ("Ann", "Ben"))
        assert "; Secure" in ann.given
        assert ann.http.get("/metrics").status_code == 404
        moved = httpx.get(f"http://127.0.0.1:{plain}/match/x", headers={"Host": NAME}, timeout=PATIENCE)
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/match/x")
        match, invite = ann.create("qawale")
        ben.post(f"/api/invites/{invite}")
        first, second = sorted((ann, ben), key=lambda guest: int(guest.table(match)["seat"]))
        with second.listen_outside(match) as ear:
            seen = hear(ear)["table"]["sequence"]
            first.play(match, first.first_move(match, first.table(match)["clicks"]), 0)
            while seen < (now := hear(ear)["table"]["sequence"]) and now < first.table(match)["sequence"]:
                seen = now
        one.end(signal.SIGKILL)
        for ply in range(1, 5):
            mover = (first, second)[ply % 2]
            mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
        with second.listen_outside(match) as ear:
            assert hear(ear)["table"]["ply"] == 5
        assert other.stored(match).ply == 5
