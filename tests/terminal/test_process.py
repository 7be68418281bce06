"""The app as a process on a pseudo-terminal: it starts, it exits when the terminal closes, pipes get lines."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from fourfold.terminal.saves import Saves

PATIENCE = 120.0
KIND = "xterm-256color"  # of terminals
FOURFOLD = (sys.executable, "-m", "fourfold")
LATE = 10.0  # seconds in which the program answers a key, on a busy machine too
QUIET = 0.3  # seconds without output after that: the program waits for the next key


class Terminal:
    """A terminal with a program on it."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        is_controlling: bool = True,
        kind: str = KIND,
        program: Sequence[str] = FOURFOLD,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": kind, "FOURFOLD_TERMINAL": str(folder), "LANG": "C.UTF-8"}

        def take_terminal() -> None:
            os.setsid()
            if is_controlling:
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=environment, preexec_fn=take_terminal,
        )  # fmt: skip
        os.close(slave)
        self.seen = b""

    def read_until(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < deadline, self.seen[-2000:]
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += os.read(self.master, 65536)

    def type(self, text: str) -> None:
        """Type as people do, who see each key's effect before the next."""
        for sign in text:
            os.write(self.master, sign.encode())
            patience = LATE
            with suppress(OSError):  # the program has ended, and the terminal with it
                while select.select([self.master], [], [], patience)[0]:
                    self.seen += os.read(self.master, 65536)
                    patience = QUIET

    def read_all(self) -> bytes:
        """Everything that the program writes until it ends."""
        with suppress(OSError):
            while select.select([self.master], [], [], PATIENCE)[0]:
                self.seen += os.read(self.master, 65536)
        return self.seen

    def unplug(self) -> None:
        os.close(self.master)
        self.master = -1

    def quit(self) -> int:
        """Leave the app; a key that is pressed while a screen changes may be lost."""
        for _ in range(12):
            self.type("\x11")
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(PATIENCE / 12)
        raise AssertionError(self.seen[-2000:])

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        if self.master >= 0:
            with suppress(OSError):
                os.close(self.master)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize("is_controlling", [True, False])  # with the signal that it is gone, and without
def test_an_unplugged_terminal_ends_the_app_and_loses_nothing(
    tmp_path: Path, terminals: list[Terminal], is_controlling: bool
) -> None:
    terminal = Terminal(tmp_path, "play", "qawale", "--seats", "2", is_controlling=is_controlling)
    terminals.append(terminal)
    terminal.read_until("is to move")
    terminal.type("/a1NEE\r")
    terminal.read_until("played a1NEE")
    terminal.unplug()
    terminal.process.wait(PATIENCE)
    kept = Saves(tmp_path).read_match()
    assert [event.body.kind for event in kept] == ["created", "started", "played"]
    again = Terminal(tmp_path)
    terminals.append(again)
    again.read_until("Go on")
    again.type("\r")
    again.read_until("a1NEE")
    assert again.quit() == 0


def test_plain_play_moves_no_cursor_even_on_a_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "play", "quads", "--plain", "--computer", "1=random", "--seed", "1")
    terminals.append(terminal)
    terminal.read_until("light (seat 0)")
    terminal.type("c3=PPPP\r")
    terminal.read_until("(Random) plays")
    terminal.type("quit\r")
    terminal.read_until("left the table")
    assert b"\x1b[2J" not in terminal.seen
    assert b"\x1b[H" not in terminal.seen
    assert b"\x1b[4" not in terminal.seen


@pytest.mark.parametrize("command", ["perft qawale 4", "study qawale --games 10", ""])
def test_a_terminal_that_knows_no_codes_gets_none(
    tmp_path: Path, terminals: list[Terminal], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command.startswith("perft"):
        monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "kernels"))  # what the compiler prints counts, too
    terminal = Terminal(tmp_path, *command.split(), kind="dumb")
    terminals.append(terminal)
    shown = terminal.read_all()
    assert terminal.process.wait(PATIENCE) == (0 if command else 2)
    assert b"\x1b" not in shown
    if command.startswith("perft"):
        lines = [line for line in shown.splitlines() if b"ompiling" not in line]
        assert lines == [b"1 40", b"2 2176", b"3 143712", b"4 11129088"], "and no bar, which none can see"


def test_an_app_that_nobody_can_see_does_not_start(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Textual draws on standard error."""
    shell = f"'{sys.executable}' -m fourfold play qawale 2>'{tmp_path}/errors'"
    terminal = Terminal(tmp_path, program=("sh", "-c", shell))
    terminals.append(terminal)
    terminal.read_until("first player (seat 0)")
    terminal.type("quit\r")
    terminal.read_until("left the table")
    assert "\x1b" not in (tmp_path / "errors").read_text()


def test_a_pipe_gets_lines_and_french_is_spoken_there() -> None:
    command = [sys.executable, "-m", "fourfold", "play", "qawale", "--computer", "1=simple", "--language", "fr"]
    done = subprocess.run(command, input="a1NEE\nquit\n", capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert "La place 1 (Simple) joue" in done.stdout
    assert "Vous avez quitté la table" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_computer_that_is_none_is_refused() -> None:
    for wrong, sentence in (("1", "SEAT=LEVEL"), ("1=nobody", "nobody"), ("7=simple", "no seat 7")):
        command = [sys.executable, "-m", "fourfold", "play", "qawale", "--computer", wrong]
        done = subprocess.run(command, input="", capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode != 0
        assert sentence in done.stderr
