"""The on-disk cache of compiled kernels: for each owner a folder for each version of its sources, the newest few.

An owner is a game or a layer: all kernels that are compiled anew together. Kernels of search call those of a game by
address and contain nothing of it, so an edit in a game concerns this game alone.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parents[1]
SHARED = (PACKAGE / "kernel", PACKAGE / "core")  # what every kernel may be made from
SEARCH = (*SHARED, PACKAGE / "search", PACKAGE / "research" / "kernels")
KEPT = 3


@dataclass(frozen=True)
class Owner:
    """A name, and the folders and files whose Python sources and numbers (.npz) decide the machine code."""

    name: str
    sources: tuple[Path, ...]


@cache
def owner_of(module: str, source: Path) -> Owner:
    """Find the owner of the kernels in a module."""
    parts = source.relative_to(PACKAGE).parts if source.is_relative_to(PACKAGE) else ("",)
    if parts[0] == "games":
        return Owner(f"fourfold.games.{parts[1]}", (*SHARED, PACKAGE / "games" / parts[1]))
    if parts[0] in ("kernel", "core"):
        return Owner("fourfold.kernel", SHARED)
    if parts[0] == "search" or parts[:2] == ("research", "kernels"):
        return Owner("fourfold.search", SEARCH)
    if parts[:2] == ("arena", "references"):
        return Owner("fourfold.arena.references", (*SEARCH, PACKAGE / "arena" / "references"))
    top = module.partition(".")[0]
    root = Path(getattr(sys.modules.get(top), "__file__", None) or "")
    if root.name == "__init__.py" and source.is_relative_to(root.parent):  # an installed game: any layer may be in it
        return Owner(top, (*SEARCH, root.parent))
    return Owner(f"script.{source.stem}", (*SEARCH, PACKAGE / "games", source))


@cache
def make_folder(compiler: str, owner: Owner) -> Path:
    """Make the folder for this version of the compiler and the sources, and drop all but the newest few others."""
    chosen = os.environ.get("FOURFOLD_CACHE") or platformdirs.user_cache_dir("fourfold", appauthor=False)
    home = Path(chosen) / "kernels" / owner.name
    folder = home / _digest(compiler, owner)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        is_ours = all(os.access(part, os.W_OK) for part in folder.iterdir() if part.is_dir())
    except OSError:
        is_ours = False
    if not is_ours:  # nowhere to write: an image, or kernels that another user has compiled
        return _private_copy(folder)
    with suppress(OSError):
        others = sorted((f for f in home.iterdir() if f != folder), key=lambda f: f.stat().st_mtime)
        for old in others[: 1 - KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _private_copy(folder: Path) -> Path:
    """Make a folder for this process alone, with what is compiled already."""
    copy = Path(tempfile.mkdtemp(prefix="fourfold-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    with suppress(OSError):
        shutil.copytree(folder, copy, dirs_exist_ok=True)
    return copy


def _digest(compiler: str, owner: Owner) -> str:
    """Hash all that decides the machine code: Numba alone misses edits in imported files, and compiles tables in."""
    digest = hashlib.sha256(compiler.encode())
    for source in owner.sources:
        digest.update(_content(source))
    return digest.hexdigest()[:16]


@cache
def _content(source: Path) -> bytes:
    """Hash a Python file, or all that lie in a folder; with the numbers that kernels have compiled in."""
    digest = hashlib.sha256()
    for path in sorted([*source.rglob("*.py"), *source.rglob("*.npz")]) if source.is_dir() else [source]:
        digest.update(path.relative_to(source.parent).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.digest()
