"""Life and readiness: what a load balancer and an operator are told."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import structlog

from fourfold.core import registry
from fourfold.web.logs import configure_logs
from web.server_process import PATIENCE, Guest, Server


def readiness(server: Server) -> tuple[int, dict[str, bool]]:
    answer = httpx.get(f"{server.url}/readyz", timeout=PATIENCE)
    return answer.status_code, answer.json()


def test_a_server_that_runs_is_alive_and_ready(server: Server) -> None:
    assert server.health() == {"ok": True, "ready": True}
    assert readiness(server) == (200, {"ready": True, "games": True, "database": True, "draining": False})
    assert server.metric("fourfold_ready") == server.metric("fourfold_processes") == 1
    assert server.metric("fourfold_database_up") == 1
    assert server.metric("fourfold_cpu_seconds_total") > 0
    if sys.platform == "linux":
        assert server.metric("fourfold_memory_bytes") > 1e7


def test_a_server_that_is_to_stop_says_so_and_serves_meanwhile(tmp_path: Path) -> None:
    server = Server(tmp_path, options=["--drain", "60"]).start()
    try:
        assert server.process is not None
        ann = Guest(server, "Ann")
        server.process.send_signal(signal.SIGTERM)
        while readiness(server)[0] == 200:
            pass
        assert readiness(server) == (503, {"ready": False, "games": True, "database": True, "draining": True})
        assert server.health()["ok"]
        assert server.metric("fourfold_ready") == 0
        assert ann.create("quads")
        assert server.end(signal.SIGTERM) == 0  # the second signal ends the drain
    finally:
        server.close()
    assert all(line.startswith("{") for line in server.log.read_text().splitlines())


def test_a_server_that_cannot_start_logs_why_as_json(tmp_path: Path) -> None:
    (tmp_path / "matches.db").write_bytes(b"something else" * 100)
    command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run([*command, "--database", str(tmp_path / "matches.db")], capture_output=True, check=False)
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["event"] == "not_started"
    assert json.loads(line)["code"] == "store.not_ours"
    assert done.returncode == 2


def test_what_is_compiled_is_logged_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "announce_compilation", registry.announce_compilation)  # put back afterwards
    try:
        configure_logs()
        registry.announce_compilation("qawale")
    finally:
        structlog.reset_defaults()
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["part"]) == ("compiling", "qawale")


def test_workers_log_as_json_what_they_compile() -> None:
    program = "import fourfold.web.jobs.preload; from fourfold.core import registry; registry.announce_compilation('x')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    entries = [json.loads(line) for line in done.stderr.splitlines()]
    assert {entry["event"] for entry in entries} == {"compiling"}
    assert entries[-1]["part"] == "x"
