"""A bare install: what needs an extra says which one, in one sentence."""

import json
import os
import subprocess
import sys

import pytest

EXTRAS = {
    "web": ("starlette", "sqlalchemy", "structlog", "uvicorn", "httpx", "websockets", "alembic", "argon2", "segno"),
    "push": ("cryptography",),
    "ray": ("ray",),
    "research": ("gymnasium", "pettingzoo", "pyspiel", "pyarrow", "onnxruntime"),
}
COMMANDS = {
    "web": (
        "serve",
        "data export x",
        "data ratings",
        "admin list",
        "admin reset x",
        "play --link http://x/join/y --plain",
    ),
    "push": ("admin push-key",),
    "ray": ("duel qawale random random --games 2 --ray local",),
    "research": (
        "harvest qawale x --games 1 --jobs 1",
        "survey x",
        "bench --research",
        "duel qawale net random --games 2 --jobs 1",
    ),
}
MODULES: dict[str, tuple[str, ...]] = {
    "push": (),
    "ray": (),
    "web": ("fourfold.web.app", "fourfold.store", "fourfold.store.store"),
    "research": ("fourfold.research.gymnasium", "fourfold.research.pettingzoo", "fourfold.research.openspiel"),
}
SCRIPT = """
import importlib, io, json, sys
from contextlib import redirect_stderr, redirect_stdout
extras, commands, modules = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(extras))  # importing them raises ModuleNotFoundError
from fourfold.cli import main
for line in commands:
    said, code = io.StringIO(), 0
    sys.argv[1:] = line.split()
    with redirect_stderr(said), redirect_stdout(said):
        try:
            main()
        except SystemExit as end:
            code = end.code
    print(json.dumps([line, code, said.getvalue()]))
for name in modules:
    try:
        importlib.import_module(name)
    except ImportError as problem:
        print(json.dumps([name, 2, str(problem) + "\\n"]))
"""


@pytest.mark.parametrize("extra", EXTRAS)
def test_what_needs_an_extra_says_so_in_one_sentence(extra: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    told = json.dumps([EXTRAS[extra], COMMANDS[extra], MODULES[extra]])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "FOURFOLD_INTERPRET": "1"},  # what is compiled for the first use is told, too
        input=told, capture_output=True, text=True, check=False, cwd=tmp_path_factory.mktemp("bare"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [asked for asked, _, _ in answers] == [*COMMANDS[extra], *MODULES[extra]]
    for asked, code, said in answers:
        assert code == 2, (asked, said)
        assert said.count("\n") == 1, (asked, said)
        assert f"fourfold[{extra}]" in said, asked
