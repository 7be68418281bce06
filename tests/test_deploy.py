"""The files in `deploy/`: they name settings and programs that exist, and lock what they install."""

import importlib.util
import os
import re
from pathlib import Path

import typer
import yaml

from fourfold.cli.app import load_command
from fourfold.cli.config import VARIABLE, settings_of
from web.process.test_rolling_restart import DRAIN

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def variables() -> set[str]:
    known = {"config", "cache", *settings_of(typer.Context(load_command("serve")))}
    return {VARIABLE + name.upper() for name in known}


def pins(name: str) -> set[str]:
    return set(re.findall(r"^[\w.\[\]-]+==[\w.]+", (ROOT / "requirements" / name).read_text(), re.MULTILINE))


def test_files_set_only_what_there_is() -> None:
    for path in DEPLOY.iterdir():
        assert set(re.findall(rf"\b{VARIABLE}[A-Z_]+", path.read_text())) <= variables(), path.name


def test_two_nodes_share_a_database_behind_a_proxy() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    nodes = [service for service in services.values() if service["image"] == "fourfold"]
    assert len(nodes) == 2
    assert {node["environment"]["FOURFOLD_DATABASE"].partition("://")[0] for node in nodes} == {"postgresql"}
    health = services["database"]["healthcheck"]
    assert "-h 127.0.0.1" in health["test"][1]  # the socket answers before the database is made
    assert health["start_period"] == "60s"
    proxied = re.findall(r"(\w+):4444", (DEPLOY / "Caddyfile").read_text())
    assert [services[name]["image"] for name in proxied] == ["fourfold"] * 2
    build = nodes[0]["build"]
    assert Path(os.path.normpath(DEPLOY / build["context"])) == ROOT / "dist"  # where `dev.py build` puts the wheel
    assert os.path.normpath(DEPLOY / build["context"] / build["dockerfile"]) == str(DEPLOY / "Containerfile")


def test_the_image_has_its_kernels_and_no_root() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    (module,) = re.findall(r"python -m (fourfold[\w.]+)", text)
    assert importlib.util.find_spec(module)
    assert text.index(module) < text.rindex("FROM ")
    assert text.rindex("USER 4444") > text.rindex("FROM ")


def test_a_hung_node_is_given_up_after_seconds_and_only_streams_last() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    streams = re.findall(r"location ~ (\S+) {[^}]*proxy_read_timeout 1h;", text)
    assert len(streams) == text.count("1h") == 1
    is_stream = re.compile(streams[0]).search
    assert all(
        map(is_stream, ("/api/matches/m1/events", "/api/matches/m1/stream", "/api/stream/events", "/api/reviews"))
    )
    assert not any(map(is_stream, ("/", "/api/matches/m1", "/api/matches/m1/commands", "/api/lobby")))
    assert set(re.findall(r"proxy_(?:connect|send|read)_timeout (\d+)s", text)) == {"2", "5", "10"}


def test_a_restarted_node_is_asked_again_before_the_next_one_stops() -> None:
    """nginx counts whole seconds, so a node that failed is left alone for nearly one more."""
    (seconds,) = set(re.findall(r"fail_timeout=(\d+)s", (DEPLOY / "nginx.conf").read_text()))
    drains = re.findall(r"^drain = (\d+)$", (ROOT / "docs" / "operation.md").read_text(), re.MULTILINE)
    assert all(int(seconds) + 1 < int(drain) for drain in drains)
    assert drains == [str(DRAIN)]


def test_a_server_installs_what_was_tested() -> None:
    assert len(pins("server.lock")) > 30
    assert pins("server.lock") <= pins("dev.lock")
