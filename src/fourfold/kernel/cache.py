"""The on-disk cache of compiled kernels: a folder for each version of the sources, and only the newest few."""

import atexit
import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parents[1]
LAYERS = ("kernel", "core", "games", "search", "research/kernels")  # all that kernels are made from
KEPT = 3


def make_folder(compiler: str) -> Path:
    """Make the folder for this version of the compiler and the sources, and drop all but the newest few others."""
    chosen = os.environ.get("FOURFOLD_CACHE") or platformdirs.user_cache_dir("fourfold", appauthor=False)
    home = Path(chosen) / "kernels"
    folder = home / _digest(compiler)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # nowhere to write: compile for this process alone
        folder = Path(tempfile.mkdtemp(prefix="fourfold-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder
    with suppress(OSError):
        others = sorted((f for f in home.iterdir() if f != folder), key=lambda f: f.stat().st_mtime)
        for old in others[: 1 - KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _digest(compiler: str) -> str:
    """Hash all that decides the machine code: Numba alone misses edits in imported files, and compiles tables in."""
    digest = hashlib.sha256(compiler.encode())
    for layer in LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
