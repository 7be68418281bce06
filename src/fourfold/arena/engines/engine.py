"""The client side of the engine protocol: an outside program as a player, over its standard input and output.

An engine that is late or breaks the protocol is killed with all processes that it started, and forfeits the game. It
is restarted for the next game.
"""

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, Any

from fourfold.arena.engines.protocol import LONGEST_LINE, MOST_MOVES, PROTOCOL, decode, encode
from fourfold.arena.errors import EngineFailed
from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import check_turn
from fourfold.search.limit import Limit
from fourfold.text import say
from fourfold.text.sanitize import printable

START_SECONDS = 60.0  # for `hello` and `ready`: it may have to compile
GRACE = 1.0  # seconds that an answer may be late, transport included
UNTIMED_SECONDS = 60.0  # for a move without a time limit
MOST_LINES = 1000  # in one answer, `info` included
WORDS = 400  # characters of its output that are quoted


class Engine:
    """A player that is another program; `close` kills it.

    >>> Engine("no-such-program").choose
    <bound method Engine.choose of Engine('no-such-program')>
    """

    def __init__(self, command: str, *, grace: float = GRACE, start_seconds: float = START_SECONDS) -> None:
        self.command = command
        self.grace = grace
        self.start_seconds = start_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._words = _Words()
        self._readers: list[threading.Thread] = []
        self._game: dict[str, Any] | None = None
        self._failed: dict[bytes, EngineFailed] = {}  # requests that failed, and are not repeated
        self._asked = 0

    def __repr__(self) -> str:
        return f"Engine({self.command!r})"

    def choose(self, view: View, limit: Limit) -> Move:
        """Ask for a move; EngineFailed where none comes. The referee checks whether it is legal."""
        seat = check_turn(view)
        try:
            self._prepare(view)
            return self._ask(view, seat, limit)
        except EngineFailed:
            self.close()
            raise

    def close(self) -> None:
        """Kill the engine and its process group."""
        process, self._process, self._game = self._process, None, None
        if process is not None:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()
            process.wait()
            with suppress(OSError):
                process.stdin.close()  # type: ignore[union-attr]
            self._join_readers()

    def _join_readers(self) -> None:
        """Wait, not for long, until the reader threads have reached the end of the output."""
        end = time.monotonic() + self.grace
        while any(reader.is_alive() for reader in self._readers) and time.monotonic() < end:
            with suppress(queue.Empty):
                while True:  # a reader may wait for a free place in the queue
                    self._lines.get_nowait()
            for reader in self._readers:
                reader.join(0.01)

    def _prepare(self, view: View) -> None:
        """Start the engine unless it runs, and announce the game unless it knows it."""
        if self._process is None:
            self._once(b"hello", self._greet)
        game = {
            "type": "game",
            "game": view.game.id,
            "seats": view.seats,
            "options": view.game.written_options(view.seats, view.options),
        }
        if game != self._game:
            self._once(encode(game), partial(self._introduce, game))

    def _once(self, key: bytes, step: Callable[[], None]) -> None:
        """Take a slow step; one that failed before fails again at once."""
        if key in self._failed:
            raise self._failed[key]
        try:
            step()
        except EngineFailed as failure:
            self._failed[key] = failure
            raise

    def _greet(self) -> None:
        self._start()
        self._send({"type": "hello", "protocol": PROTOCOL})
        spoken = self._receive("hello", self.start_seconds).get("protocol")
        if spoken != PROTOCOL:
            raise self._failure("protocol", found=_quote(str(spoken)), known=PROTOCOL)

    def _introduce(self, game: dict[str, Any]) -> None:
        self._send(game)
        self._receive("ready", self.start_seconds)
        self._game = game

    def _ask(self, view: View, seat: int, limit: Limit) -> Move:
        self._asked += 1
        moves = view.moves()
        request = {
            "type": "move",
            "id": self._asked,
            "seat": seat,
            "ply": view.ply,
            "view": str(view),
            "history": list(view.history),
            "moves": [str(move) for move in moves[:MOST_MOVES]],
            "count": len(moves),
            "limit": {name: most for name in ("seconds", "nodes") if (most := getattr(limit, name)) is not None},
            "seed": limit.seed,
        }
        self._send(request)
        answer = self._receive("move", limit.seconds or UNTIMED_SECONDS, self._asked)
        text = printable(answer["move"])
        try:
            code = view.game.notation.parse_move(view.row.copy(), text)
        except ValueError:
            code = 0  # the referee reports what is wrong with it
        return Move(text, code)

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # its own process group, which can be killed as a whole
            )
        except OSError as error:
            raise EngineFailed("arena.engine.start", engine=self.command, problem=str(error.strerror)) from error
        self._lines = queue.Queue(MOST_LINES)
        self._words = _Words()
        self._readers = [
            _start_thread(_read_lines, self._process.stdout, self._lines),
            _start_thread(self._words.read, self._process.stderr),
        ]

    def _send(self, message: dict[str, Any]) -> None:
        """Send a line from a thread: an engine that does not read would block us."""
        assert self._process is not None
        broken = threading.Event()
        writer = _start_thread(_write, self._process.stdin, encode(message), broken)
        writer.join(self.grace)
        if writer.is_alive() or (broken.is_set() and self._status() is None):
            raise self._failure("deaf")

    def _receive(self, due: str, seconds: float, number: int | None = None) -> dict[str, Any]:
        """Wait for the answer that is due; after the time for a move send `stop`, once, and wait the grace period."""
        is_stopped = number is None
        end = time.monotonic() + seconds + (self.grace if is_stopped else 0.0)
        for _ in range(MOST_LINES):
            try:
                line = self._lines.get(timeout=max(end - time.monotonic(), 0.0))
            except queue.Empty:
                if is_stopped:
                    raise self._failure("hangs", seconds=seconds + self.grace) from None
                self._send({"type": "stop", "id": number})
                is_stopped = True
                end = time.monotonic() + self.grace
                continue
            if line is None:
                status = self._status()
                raise self._failure("closed") if status is None else self._failure("died", status=status)
            if len(line) > LONGEST_LINE:
                raise self._failure("floods")
            message = decode(line) or {}
            if message.get("type") == "error":
                said = message.get("message")
                raise self._failure("silent") if said is None else self._failure("error", message=_quote(str(said)))
            is_valid = due != "move" or isinstance(message.get("move"), str)
            if message.get("type") == due and message.get("id") == number and is_valid:
                return message
            if message.get("type") != "info":
                shown = _quote(line.decode(errors="backslashreplace"))
                raise self._failure("nonsense", line=shown, due=due)
        raise self._failure("floods")

    def _status(self) -> str | None:
        """The exit status; None while it runs."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            return str(self._process.wait(self.grace))
        return None

    def _failure(self, kind: str, **values: Any) -> EngineFailed:
        words = self._words.last(self.grace if kind == "died" else 0.0)
        quoted = say("arena.engine.words", words=_quote(words)) if words else ""
        return EngineFailed(f"arena.engine.{kind}", engine=self.command, words=quoted, **values)


def _quote(text: str) -> str:
    return printable(text.strip()[:WORDS])


def _start_thread(work: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(stream: IO[bytes], line: bytes, broken: threading.Event) -> None:
    try:
        stream.write(line)
        stream.flush()
    except (OSError, ValueError):  # it has died, or closed its input
        broken.set()


def _read_lines(stream: IO[bytes], lines: "queue.Queue[bytes | None]") -> None:
    """Read lines into the queue; when it is full, the engine blocks on its own pipe."""
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_LINE + 1):
            lines.put(line)
            if len(line) > LONGEST_LINE:
                return
    lines.put(None)


class _Words:
    """The end of what an engine wrote to its standard error."""

    def __init__(self) -> None:
        self._kept = b""
        self._ended = threading.Event()

    def read(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError), stream:
            while piece := os.read(stream.fileno(), 4096):
                self._kept = (self._kept + piece)[-WORDS:]
        self._ended.set()

    def last(self, patience: float) -> str:
        self._ended.wait(patience)
        return " ".join(self._kept.decode(errors="replace").split())
