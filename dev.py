#!/usr/bin/env python3
"""The project's commands, with nothing but python3: `python3 dev.py run` and `python3 dev.py test`.

Everything that is needed is installed into `.venv` from the hash-locked lists in `requirements/`,
once, and again when a list changes. Standard library only.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)
ENV = {
    **os.environ,
    "VIRTUAL_ENV": str(VENV),
    "UV_PYTHON_DOWNLOADS": "never",
    "UV_COMPILE_BYTECODE": "1",  # without it every start of the program compiles numba's sources anew
    "PYTHONUTF8": "1",
}
ENV.pop("PYTHONDONTWRITEBYTECODE", None)

HELP = """usage: python3 dev.py COMMAND [ARGUMENTS]

  run       open a game in the terminal; arguments go to `fourfold`
  test      all checks and tests; --all adds the long ones, other arguments go to pytest
  build     make the wheel in dist/
  bench     the benchmarks, with the ratio to the tests' oracles
  golden    write the golden files anew; read the diff before you commit it
  lock      write the hash-locked lists of requirements anew
"""


def call(*command: object) -> None:
    """Run a command and stop with its exit code where it fails."""
    print("+", *command, file=sys.stderr, flush=True)
    code = subprocess.run([str(part) for part in command], cwd=ROOT, env=ENV).returncode
    if code:
        sys.exit(code)


def digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def once(name: str, key: str, action: Callable[[], None]) -> None:
    """Do the action unless it was done with the same key before."""
    stamp = VENV / f".{name}"
    if not stamp.exists() or stamp.read_text() != key:
        action()
        stamp.write_text(key)


def make_venv() -> None:
    if sys.version_info < OLDEST:
        sys.exit(f"Fourfold needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")
    if not PYTHON.exists():
        print("+ making", VENV, file=sys.stderr, flush=True)
        made = subprocess.run(
            [sys.executable, "-m", "venv", "--clear", str(VENV)], env=ENV, capture_output=True, text=True
        )
        if made.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit("Python's venv module is incomplete here; install it first (on Debian: apt install python3-venv).")
    lock = ROOT / "requirements" / "uv.lock"
    install = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lock)
    once("uv", digest(lock), lambda: call(*install))


def install(name: str) -> None:
    """Bring the environment to a locked list, and the project itself into it."""
    lock = ROOT / "requirements" / f"{name}.lock"
    once(
        f"requirements-{name}",
        digest(lock),
        lambda: call(BIN / "uv", "pip", "install", "--quiet", "--require-hashes", "-r", lock),
    )
    own = (BIN / "uv", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    once("project", digest(ROOT / "pyproject.toml"), lambda: call(*own))


def run(arguments: list[str]) -> None:
    install("run")
    child = subprocess.Popen([BIN / "fourfold", *(arguments or ["play"])], env=ENV)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:  # it goes to the child too, which knows what to do
            continue


def test(arguments: list[str]) -> None:
    install("dev")
    selection = ["-m", "long or not long"] if "--all" in arguments else ["-m", "not long"]
    others = [argument for argument in arguments if argument != "--all"]
    if not others:
        call(BIN / "ruff", "check", ".")
        call(BIN / "ruff", "format", "--check", ".")
        call(PYTHON, "-m", "mypy")
        call(BIN / "lint-imports", "--no-cache")
    call(PYTHON, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", *selection, *others)


def build(arguments: list[str]) -> None:
    install("dev")
    call(PYTHON, "-m", "build", "--wheel", "--no-isolation", *arguments)


def bench(arguments: list[str]) -> None:
    install("dev")
    call(BIN / "fourfold", "bench", "--oracles", ROOT / "tests" / "oracles", *arguments)


def golden(arguments: list[str]) -> None:
    install("dev")
    call(PYTHON, ROOT / "tests" / "golden.py", *arguments)


def lock(arguments: list[str]) -> None:
    command = (
        BIN / "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes",
        "--no-emit-index-url", "--no-annotate",
        "--python-version", ".".join(map(str, OLDEST)), "--custom-compile-command", "python3 dev.py lock", *arguments,
    )  # fmt: skip
    lists = ROOT / "requirements"
    project = ("pyproject.toml", "--extra", "web", lists / "run.in")
    call(*command, lists / "uv.in", "-o", lists / "uv.lock")
    call(*command, *project, "-o", lists / "run.lock")
    call(
        *command, *project, "--extra", "research", "--group", "dev", "-c", lists / "run.lock", "-o", lists / "dev.lock"
    )


COMMANDS = {"run": run, "test": test, "build": build, "bench": bench, "golden": golden, "lock": lock}


def main() -> None:
    name, *arguments = sys.argv[1:] or ["--help"]
    if name not in COMMANDS:
        print(HELP, end="", file=sys.stdout if name in ("-h", "--help", "help") else sys.stderr)
        sys.exit(0 if name in ("-h", "--help", "help") else 2)
    make_venv()
    COMMANDS[name](arguments)


if __name__ == "__main__":
    main()
