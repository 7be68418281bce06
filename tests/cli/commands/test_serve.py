"""Configuration of the server: flags before the environment before the file; addresses for others on the network."""

import configparser
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import typer.testing

from fourfold.cli import network
from fourfold.cli.app import app, load_command
from fourfold.cli.commands import serve as command
from fourfold.cli.config import VARIABLE, settings_of, usual_file
from fourfold.text import say
from fourfold.web.app import Safety

Served = tuple[str, int, bool, int, str | None, list[str], Safety, float]
SAFETY = Safety([], True, 180)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Served]:
    """What a server would be started with."""
    started: list[Served] = []
    monkeypatch.setattr(command, "serve", lambda *given: started.append(given))
    for word in ("config", *settings()):
        monkeypatch.delenv(VARIABLE + word.upper(), raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return started


def serve(*flags: str) -> typer.testing.Result:
    return typer.testing.CliRunner().invoke(app, ["serve", *flags])


def refusal(done: typer.testing.Result) -> str:
    """Why a server was not started, as its log says."""
    (line,) = done.stderr.splitlines()
    assert "\\u" not in line  # people read it, too
    entry = json.loads(line)
    assert (entry["event"], entry["level"], done.exit_code) == ("not_started", "critical", 2)
    return str(entry["problem"])


def write(path: Path, *lines: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["[serve]", *lines]))
    return str(path)


def test_flags_come_before_the_environment_and_that_before_the_file(
    served: list[Served], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "mine.toml", 'host = "10.0.0.1"', "port = 1", "browser = false", 'name = ["a.b", "c.d"]')
    serve("--config", file)
    assert served[-1] == ("10.0.0.1", 1, False, 1, None, ["a.b", "c.d"], SAFETY, 0, None)
    monkeypatch.setenv("FOURFOLD_PORT", "2")
    monkeypatch.setenv("FOURFOLD_NAME", "e.f g.h")
    serve("--config", file)
    assert served[-1] == ("10.0.0.1", 2, False, 1, None, ["e.f", "g.h"], SAFETY, 0, None)
    serve("--config", file, "--port", "3", "--browser", "--name", "i.j", "--database", "x.db")
    assert served[-1] == ("10.0.0.1", 3, True, 1, "x.db", ["i.j"], SAFETY, 0, None)


def test_how_a_server_is_kept_safe_is_set_in_the_same_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Safety] = []
    monkeypatch.setattr(command, "serve", lambda *given: started.append(given[6]))
    file = write(tmp_path / "mine.toml", 'trust_proxy = ["10.0.0.0/8"]', "limits = false", "keep_days = 7")
    serve("--config", file)
    assert started[-1] == Safety(["10.0.0.0/8"], has_limits=False, days_kept=7)
    serve("--config", file, "--limits", "--trust-proxy", "127.0.0.1", "--trust-proxy", "::1")
    assert started[-1] == Safety(["127.0.0.1", "::1"], has_limits=True, days_kept=7)


def test_the_usual_file_is_read_where_there_is_one(
    served: list[Served], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve()
    assert served[-1] == ("127.0.0.1", 4444, True, 1, None, [], SAFETY, 0, None)
    if sys.platform == "linux":
        assert usual_file() == tmp_path / "settings" / "fourfold" / "fourfold.toml"
    write(usual_file(), "port = 5")
    serve()
    assert served[-1][1] == 5
    monkeypatch.setenv("FOURFOLD_CONFIG", write(tmp_path / "other.toml", "port = 6"))
    serve()
    assert served[-1][1] == 6


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["prt = 1"], "no setting “prt”"),
        (["port = 1.5"], "“port” must be a text, a whole number, true or false."),
        (['host = ["a"]'], "“host” must be a text, a whole number, true or false."),
        (["name = [[1]]"], "or a list of them"),
        (["[other]"], "part “other”"),
        (["port = "], "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_name(
    served: list[Served], tmp_path: Path, lines: list[str], says: str
) -> None:
    done = serve("--config", write(tmp_path / "mine.toml", *lines))
    assert served == []
    assert says in refusal(done)
    assert "mine.toml" in refusal(done)


@pytest.mark.parametrize("line", ["port = true", 'port = "x"', "port = 70000", 'browser = "perhaps"'])
def test_values_in_a_file_are_read_as_strictly_as_flags(served: list[Served], tmp_path: Path, line: str) -> None:
    done = serve("--config", write(tmp_path / "mine.toml", line))
    assert served == []
    assert f"mine.toml: “{line.partition(' ')[0]}” does not fit" in refusal(done)


def test_a_variable_that_does_not_fit_is_said_in_the_log(served: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_PORT", "x")
    assert "FOURFOLD_PORT" in refusal(serve())
    assert served == []


def test_a_file_that_is_no_text_is_refused_in_our_own_words(served: list[Served], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\x83")
    done = serve("--config", str(tmp_path / "mine.toml"))
    assert "cannot be read: it is no text in UTF-8" in refusal(done)
    assert served == []


def test_a_file_that_is_named_must_be_there(served: list[Served]) -> None:
    assert "none.toml cannot be read" in refusal(serve("--config", "none.toml"))
    assert served == []


def settings() -> dict[str, bool]:
    return settings_of(typer.Context(load_command("serve")))


def test_every_setting_is_documented() -> None:
    words = settings()
    page = (Path(__file__).parents[3] / "docs" / "operation.md").read_text()
    assert words
    for word in words:
        assert f"| `--{word.replace('_', '-')}" in page, word
        assert f"`{VARIABLE}{word.upper()}`" in page, word


def test_addresses_of_this_machine_lead_here_from_elsewhere() -> None:
    for address in network.own_addresses():
        assert not network.is_only_here(address)
    assert all(network.is_only_here(address) for address in ("127.0.0.1", "::1", "fe80::1", "10.0.0.1%eth0", "0.0.0.0"))


def test_a_code_for_phones_holds_the_address() -> None:
    """Its modules are those of the code, and light ones stand around it."""
    import segno

    address = "http://192.168.178.34:4444/"
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in network.draw_code(address).splitlines()]
    rows = []
    for line in lines:
        rows += [[sign in "▀█" for sign in line], [sign in "▄█" for sign in line]]
    code = [[bool(module) for module in row] for row in segno.make(address, error="l", micro=False).matrix]
    found = [row[2 : 2 + len(code)] for row in rows[2 : 2 + len(code)]]
    assert found == code
    assert not any(any(row) for row in (*rows[:2], *rows[2 + len(code) :]))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_on_the_home_network_the_address_is_printed_with_a_code_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reachable = network.own_addresses()
    if not reachable:
        pytest.skip("this machine is in no network")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--host", "0.0.0.0", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "m.db")], stdout=theirs, stderr=subprocess.DEVNULL, env=os.environ
    )
    os.close(theirs)
    try:
        printed = b""
        while printed.count(b"\x1b[0m") < 10:
            printed += os.read(ours, 4096)
        text = printed.decode(errors="replace")
        found = re.search(rf"http://{re.escape(reachable[0])}:[0-9]+/", text)
        assert found, text
        assert say("web.on_network", address=found[0]) in text
        assert httpx.get(f"{found[0]}healthz", timeout=60, trust_env=False).json()["ok"] is True
        strange = httpx.get(f"{found[0]}healthz", headers={"host": "elsewhere.example"}, timeout=60, trust_env=False)
        assert strange.status_code == 400
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        os.close(ours)


def test_the_worked_example_starts_a_server(served: list[Served], tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", (root / "docs" / "operation.md").read_text(), re.DOTALL))
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read_string((root / "deploy" / "fourfold@.service").read_text())
    program, *words = unit["Service"]["ExecStart"].split()
    assert program.endswith("/fourfold")
    file = tmp_path / "fourfold.toml"
    file.write_text(blocks["toml"])
    words[words.index("%d/fourfold.toml")] = str(file)
    words[words.index("%i")] = "4445"
    done = typer.testing.CliRunner().invoke(app, words)
    assert done.exception is None, done.output
    assert served == [
        (
            "127.0.0.1",
            4445,
            False,
            1,
            "/var/lib/fourfold/fourfold.db",
            ["table.example.org"],
            Safety(["127.0.0.1"], True, 180),
            0,
            None,
        )
    ]
