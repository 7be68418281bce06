"""Outside engines, as real processes: those that behave, and all the ways not to."""

import os
import re
import shlex
import sys
import time
from pathlib import Path

import pytest

import fourfold
from fourfold.arena.engines.engine import Engine
from fourfold.arena.errors import EngineFailed
from fourfold.arena.runs.referee import Chair, PlayedGame, play_game
from fourfold.contract.variants import short_options
from fourfold.core.position import View
from fourfold.players.random_player import RandomPlayer
from fourfold.search.limit import Limit

PATIENCE = 20.0  # seconds that an engine may be late on a busy machine
SOON = 1.0  # seconds after which one that never answers is given up
PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"

# An engine that behaves, with a place for what it does instead of answering a request for a move.
FRAME = """
import json, os, subprocess, sys, time
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print('{"type":"hello","protocol":1,"name":"test"}', flush=True)
    elif kind == "game":
        print('{"type":"ready"}', flush=True)
    elif kind == "move":
        number = message["id"]
        {ACT}
"""


def write(path: Path, code: str) -> str:
    path.write_text(code)
    return shlex.join([sys.executable, "-S", str(path)])


def engine_doing(tmp_path: Path, act: str, grace: float = PATIENCE) -> Engine:
    return Engine(write(tmp_path / "engine.py", FRAME.replace("{ACT}", act)), grace=grace)


def play(engine: Engine, game: str = "qawale", seconds: float = PATIENCE, **options: object) -> PlayedGame:
    """A game against the random player, who begins."""
    chairs = [
        Chair("random", RandomPlayer(), lambda: Limit(nodes=1)),
        Chair("engine", engine, lambda: Limit(seconds=seconds)),
    ]
    try:
        return play_game(fourfold.game(game).start(**options), chairs)  # type: ignore[arg-type]
    finally:
        engine.close()


def example(tmp_path: Path) -> str:
    """The engine of the documentation."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    assert len(blocks[0].splitlines()) <= 35
    return write(tmp_path / "example.py", blocks[0])


@pytest.mark.parametrize("game", fourfold.list_games())
def test_the_engine_of_the_documentation_plays_every_game_to_its_end(tmp_path: Path, game: str) -> None:
    played = play(Engine(example(tmp_path)), game, seed=1, **short_options(game))
    assert played.forfeit is None, played.reason
    assert played.position.outcome is not None


def test_one_engine_plays_several_games_in_one_process(tmp_path: Path) -> None:
    engine = engine_doing(
        tmp_path,
        'print(json.dumps({"type": "move", "id": number, "move": message["moves"][os.getpid() % 7]}), flush=True)',
    )
    view = fourfold.game("qawale").start().view(0)
    moves = {engine.choose(view, Limit(seconds=PATIENCE)) for _ in range(3)}
    other = engine.choose(fourfold.game("quads").start().view(0), Limit(seconds=PATIENCE))
    engine.close()
    assert len(moves) == 1
    assert "=" in str(other)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("print('hello', flush=True)", r"answered “hello”"),
        ("print('{}', flush=True)", "not the answer that was due"),
        ("print('[' * 100000, flush=True)", "not the answer that was due"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "not the answer that was due"),
        ("""print('{"type":"move","id":99,"move":"a1NEE"}', flush=True)""", "not the answer that was due"),
        ("""print(json.dumps({"type": "move", "id": number, "move": 7}), flush=True)""", "not the answer that was due"),
        ("""print(json.dumps({"type": "move", "id": number, "move": "a1NSN"}), flush=True)""", "goes straight back"),
        ("""print(json.dumps({"type": "move", "id": number, "move": "x" * 9999}), flush=True)""", "xxx…"),
        ("""print('{"type":"error","message":"no idea"}', flush=True)""", "no idea"),
        ("print('why', file=sys.stderr); sys.exit(3)", r"ended by itself \(3\)\. Its last words: why"),
        ("os.close(1); time.sleep(1000)", "closed its output"),
        ("print('{\"type\":\"error\"}', flush=True)", "does not say which"),
        (r"""print('{"type":"error","message":"\\u001b[2Jno"}', flush=True)""", r"error:  ?\[2Jno"),
        (r"print('\x1b[2Jno', flush=True)", r"answered “ \[2Jno”"),
        (r"print('\x1b[2Jwhy', file=sys.stderr); sys.exit(3)", r"last words:  ?\[2Jwhy"),
        (r"""print(json.dumps({"type": "move", "id": number, "move": "\x1b[2J"}), flush=True)""", r"played  ?\[2J"),
        ("""
        while True:
            print('{"type":"info"}', flush=True)
            time.sleep(0.05)""", "did not answer within"),
        ("time.sleep(1000)", "did not answer within"),
        ("while True: pass", "did not answer within"),
        ("""while True: print('{"type":"info"}')""", "writes without end"),
        ("while True: sys.stdout.write('x' * 65536)", "writes without end"),
        ("while True: sys.stderr.write('x' * 65536)", "did not answer within"),
        ("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)", "did not answer within"),
    ],
)  # fmt: skip
def test_an_engine_that_misbehaves_forfeits_and_the_reason_says_why(tmp_path: Path, act: str, words: str) -> None:
    is_alive = words in ("did not answer within", "closed its output")  # and would be waited for
    played = play(engine_doing(tmp_path, act, SOON if is_alive else PATIENCE), seconds=SOON if is_alive else PATIENCE)
    assert played.forfeit == 1
    assert played.winners == (0,)
    assert re.search(words, played.reason), played.reason
    assert played.reason.isprintable()


def test_an_engine_that_does_not_read_is_found_out(tmp_path: Path) -> None:
    code = """
import json, time
print('{"type":"hello","protocol":1,"name":"deaf"}', flush=True)
print('{"type":"ready"}', flush=True)
for number in range(1, 900):
    print(json.dumps({"type": "move", "id": number, "move": "a1NEE"}), flush=True)
time.sleep(1000)
"""
    engine = Engine(write(tmp_path / "engine.py", code), grace=SOON)
    view = fourfold.game("qawale").start().view(0)
    with pytest.raises(EngineFailed, match="does not read"):
        _ask_often(engine, view)


def _ask_often(engine: Engine, view: View) -> None:
    for _ in range(900):
        engine.choose(view, Limit(seconds=PATIENCE))


@pytest.mark.parametrize("code", ["", "import time; time.sleep(1000)", 'print(\'{"type":"ready"}\')'])
def test_an_engine_that_never_says_hello_fails(tmp_path: Path, code: str) -> None:
    engine = Engine(write(tmp_path / "engine.py", code), grace=0.3, start_seconds=0.3)
    with pytest.raises(EngineFailed):
        engine.choose(fourfold.game("qawale").start().view(0), Limit(seconds=0.1))


def test_an_engine_that_never_said_hello_is_not_waited_for_again(tmp_path: Path) -> None:
    started = tmp_path / "started"
    code = f"import time; open({str(started)!r}, 'a').write('once '); time.sleep(1000)"
    engine = Engine(write(tmp_path / "engine.py", code), grace=0.3, start_seconds=3.0)
    view = fourfold.game("qawale").start().view(0)
    for _ in range(3):
        with pytest.raises(EngineFailed, match="did not answer"):
            engine.choose(view, Limit(seconds=0.1))
    assert started.read_text() == "once "


def test_an_engine_that_closes_its_input_is_found_out(tmp_path: Path) -> None:
    act = """
        print(json.dumps({"type": "move", "id": number, "move": message["moves"][0]}), flush=True)
        os.close(0)
        time.sleep(1000)
"""
    engine = engine_doing(tmp_path, act.strip(), grace=SOON)
    view = fourfold.game("qawale").start().view(0)
    engine.choose(view, Limit(seconds=PATIENCE))
    with pytest.raises(EngineFailed, match="does not read"):
        engine.choose(view, Limit(seconds=SOON))


def test_an_engine_of_another_protocol_is_refused(tmp_path: Path) -> None:
    code = FRAME.replace('"protocol":1', '"protocol":2').replace("{ACT}", "pass")
    engine = Engine(write(tmp_path / "engine.py", code))
    with pytest.raises(EngineFailed, match="speaks protocol 2; here protocol 1"):
        engine.choose(fourfold.game("qawale").start().view(0), Limit(seconds=0.1))


def test_a_program_that_is_not_there_fails_in_words() -> None:
    with pytest.raises(EngineFailed, match="cannot be started"):
        Engine("/no/such/program").choose(fourfold.game("qawale").start().view(0), Limit(seconds=0.1))


@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
def test_the_children_of_an_engine_end_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child"
    act = f"""
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
        open({str(child)!r}, "w").write(str(child.pid))
        print("nonsense", flush=True)
        time.sleep(1000)
"""
    played = play(engine_doing(tmp_path, act.strip()))
    assert played.forfeit == 1
    pid = int(child.read_text())
    for _ in range(200):  # the kernel takes its time to end what was killed
        if not _is_running(pid):
            break
        time.sleep(0.05)
    assert not _is_running(pid)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_after_a_forfeit_the_engine_is_started_anew(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    act = f"""
        if not os.path.exists({str(flag)!r}):
            open({str(flag)!r}, "w").close()
            sys.exit(1)
        print(json.dumps({{"type": "move", "id": number, "move": message["moves"][0]}}), flush=True)
"""
    engine = engine_doing(tmp_path, act.strip())
    view = fourfold.game("qawale").start().view(0)
    with pytest.raises(EngineFailed):
        engine.choose(view, Limit(seconds=PATIENCE))
    assert engine.choose(view, Limit(seconds=PATIENCE)) == view.moves()[0]
    engine.close()


def test_an_engine_is_told_to_stop_when_its_time_is_over(tmp_path: Path) -> None:
    act = """
        stop = json.loads(sys.stdin.readline())
        assert stop == {"type": "stop", "id": number}
        print(json.dumps({"type": "move", "id": number, "move": message["moves"][3]}), flush=True)
"""
    engine = Engine(write(tmp_path / "engine.py", FRAME.replace("{ACT}", act.strip())), grace=PATIENCE)
    view = fourfold.game("qawale").start().view(0)
    assert engine.choose(view, Limit(seconds=0.05)) == view.moves()[3]
    engine.close()


def test_very_many_moves_are_not_all_listed(tmp_path: Path) -> None:
    act = """
        assert len(message["moves"]) == 1000 < message["count"]
        print(json.dumps({"type": "move", "id": number, "move": message["moves"][999]}), flush=True)
"""
    engine = engine_doing(tmp_path, act.strip())
    tall = fourfold.read("qawale@nnnnnnnnxoxox,.,.,./.,.,.,./.,.,.,./.,.,.,.:5")
    seat = tall.to_move
    assert seat is not None
    assert len(tall.moves()) > 1000
    assert engine.choose(tall.view(seat), Limit(seconds=PATIENCE)) in tall.moves()
    engine.close()
